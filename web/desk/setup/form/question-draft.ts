/** A question while somebody writes it: one of the form, or one that a track asks of its projects. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { choiceTypes, type FieldType, type Locale } from '../../../../shared/contract/values.ts';
import { useTexts } from '../../parts/form.tsx';
import { translations, typedTexts } from '../languages.tsx';
import { limitNames, limitsOf, typedLimits } from './limits.tsx';
import type { Question, Wanted } from './requests.ts';

/** Types of answers that are too long to read at a door. */
export const longTypes: readonly FieldType[] = ['textarea', 'url', 'file'];

/** Questions to projects have no members but these. */
type Common = Pick<Question, 'field_type' | 'label'> &
  Partial<Pick<Question, 'description' | 'options' | 'is_required' | 'validation_rules'>>;
export type Asked = Common & Partial<Pick<Question, 'placeholder' | 'choices' | 'at_door' | 'show_if'>>;

export type Draft = ReturnType<typeof useDraft>;

export function useDraft(question: Asked | undefined, locales: readonly Locale[]) {
  const type = useSignal<FieldType>(question?.field_type ?? 'text');
  const choices = useSignal(question?.choices ?? '');
  const isRequired = useSignal(question?.is_required ?? false);
  const isAtDoor = useSignal(question?.at_door ?? false);
  const condition = useSignal(conditionText(question));
  const chosen = (): Chosen => ({
    ...{ type: type.value, choices: choices.value, condition: condition.value },
    ...{ isRequired: isRequired.value, isAtDoor: isAtDoor.value },
  });
  const first = useRef(chosen()).current;
  const { texts, former, field, send } = useTexts(typedIn(question));
  const rules = type.value === first.type ? question?.validation_rules : undefined;
  const wanted = () => ({
    before: wantedOf(former(), first, question?.validation_rules, locales),
    after: wantedOf(texts.value, chosen(), rules, locales),
  });
  /** Limits of another type mean nothing to it. */
  const chooseType = (next: FieldType) => {
    type.value = next;
    const limits = typedLimits(next === first.type ? question?.validation_rules : {});
    for (const name of limitNames) field(name).onInput({ currentTarget: { value: limits[name] } });
  };
  const { hasOptions } = kindOf(chosen());
  const optionCount = linesOf(texts.value.options).length;
  return { type, chooseType, choices, isRequired, isAtDoor, condition, field, send, hasOptions, optionCount, wanted };
}

/** All that is chosen of several, or ticked. */
interface Chosen {
  readonly type: FieldType;
  /** The list that it takes its options from; empty for its own. */
  readonly choices: string;
  readonly condition: string;
  readonly isRequired: boolean;
  readonly isAtDoor: boolean;
}

function kindOf({ type, choices }: Pick<Chosen, 'type' | 'choices'>) {
  const isFromList = type === 'select' && choices !== '';
  return { isFromList, hasOptions: choiceTypes.includes(type) && !isFromList };
}

const typedIn = (question: Asked | undefined) => ({
  label: question?.label ?? '',
  description: question?.description ?? '',
  placeholder: question?.placeholder ?? '',
  options: (question?.choices ? [] : (question?.options ?? [])).join('\n'),
  ...typedLimits(question?.validation_rules),
  ...typedTexts(question, ['label', 'description', 'placeholder']),
  ...typedTexts(question, ['options'], (options) => (options as readonly string[]).join('\n')),
});

function wantedOf(
  texts: ReturnType<typeof typedIn>,
  { type, choices, condition, isRequired, isAtDoor }: Chosen,
  rules: Asked['validation_rules'],
  locales: readonly Locale[],
): Wanted {
  const { label, description, placeholder, options } = texts;
  const { isFromList, hasOptions } = kindOf({ type, choices });
  return {
    ...{ field_type: type, label, is_required: isRequired },
    ...{ description: description.trim() || null, placeholder: placeholder.trim() || null },
    ...translations(texts, 'label', locales),
    ...translations(texts, 'description', locales),
    ...translations(texts, 'placeholder', locales),
    ...(hasOptions && translations(texts, 'options', locales, everyLine)),
    ...(isFromList ? { choices } : { options: hasOptions ? linesOf(options) : [], choices: null }),
    validation_rules: limitsOf(texts, type, rules),
    at_door: isAtDoor && !longTypes.includes(type),
    show_if: condition === '' ? null : (JSON.parse(condition) as NonNullable<Wanted['show_if']>),
  };
}

const everyLine = (text: string) => text.split('\n').flatMap((line) => line.trim() || []);
const linesOf = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);

export const textOf = ({ field_id, equals, includes }: NonNullable<Question['show_if']>) =>
  JSON.stringify({ field_id, ...(equals !== undefined && { equals }), ...(includes !== undefined && { includes }) });
export const conditionText = (question: Asked | undefined) => (question?.show_if ? textOf(question.show_if) : '');
