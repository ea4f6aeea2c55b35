import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { choiceTypes, type FieldType, type Locale } from '../../../../shared/contract/values.ts';
import { Button } from '../../../shared/button.tsx';
import { Field } from '../../../shared/field.tsx';
import { useHackathon } from '../../hackathons.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Choose, optionsOf } from '../../parts/fields.tsx';
import { Area, Box, Form, useTexts } from '../../parts/form.tsx';
import { InOtherLanguages, translations, typedTexts } from '../languages.tsx';
import { forms } from '../../parts/texts/en.ts';
import { addQuestion, changeQuestion, type Question, type Wanted } from './requests.ts';
import { question as words, types as typeNames } from './texts/en.ts';

const types: readonly { readonly value: FieldType; readonly name: string }[] = optionsOf(typeNames);
/** Types of answers that are too long to read at a door. */
const longTypes: readonly FieldType[] = ['textarea', 'url', 'file'];

interface Props {
  readonly hackathon: string;
  /** The one to change; undefined to add one. */
  readonly question: Question | undefined;
  /** All of the form: on the answer to another one, this can depend. */
  readonly all: readonly Question[];
  readonly lists: readonly string[];
  /** Where a new one stands. */
  readonly next: number;
  readonly again: () => Promise<void>;
  readonly onClose: () => void;
}

export function QuestionForm({ hackathon, question, all, lists, next, again, onClose }: Props) {
  const { locales } = useHackathon();
  const draft = useDraft(question, locales);
  const save = async () => {
    const { before, after } = draft.wanted();
    const put = () =>
      question
        ? changeQuestion(hackathon, question.id, before, after)
        : addQuestion(hackathon, { ...after, order_index: next });
    if (!(await draft.send<unknown>(put, words.saved(after.label)))) return;
    // The next time it is opened with what was saved.
    await again();
    onClose();
  };
  return (
    <Dialog title={question ? words.edit : words.add} onClose={onClose}>
      <Form onSend={save}>
        <Field
          label={words.question}
          required
          maxLength={200}
          autocomplete="off"
          data-testid="field-label"
          {...draft.field('label')}
        />
        <Answering draft={draft} lists={lists} />
        <Explaining draft={draft} />
        <InOtherLanguages spoken={locales} field={draft.field} texts={textsOf(draft)} />
        <Ruling draft={draft} conditions={conditionsOf(all, question)} />
        <Button>{forms.save}</Button>
      </Form>
    </Dialog>
  );
}

/** A question while somebody writes it. */
function useDraft(question: Question | undefined, locales: readonly Locale[]) {
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
  const wanted = () => ({
    before: wantedOf(former(), first, locales),
    after: wantedOf(texts.value, chosen(), locales),
  });
  const { hasOptions } = kindOf(chosen());
  return { type, choices, isRequired, isAtDoor, condition, field, send, hasOptions, wanted };
}
type Draft = ReturnType<typeof useDraft>;

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

const typedIn = (question: Question | undefined) => ({
  label: question?.label ?? '',
  description: question?.description ?? '',
  placeholder: question?.placeholder ?? '',
  options: (question?.choices ? [] : (question?.options ?? [])).join('\n'),
  ...typedTexts(question, ['label', 'description', 'placeholder']),
  ...typedTexts(question, ['options'], (options) => (options as readonly string[]).join('\n')),
});

function wantedOf(texts: ReturnType<typeof typedIn>, chosen: Chosen, locales: readonly Locale[]): Wanted {
  const { label, description, placeholder, options } = texts;
  const { type, choices, condition, isRequired, isAtDoor } = chosen;
  const { isFromList, hasOptions } = kindOf(chosen);
  return {
    ...{ field_type: type, label, is_required: isRequired },
    ...{ description: description.trim() || null, placeholder: placeholder.trim() || null },
    ...translations(texts, 'label', locales),
    ...translations(texts, 'description', locales),
    ...translations(texts, 'placeholder', locales),
    ...(hasOptions && translations(texts, 'options', locales, everyLine)),
    ...(isFromList ? { choices } : { options: hasOptions ? linesOf(options) : [], choices: null }),
    at_door: isAtDoor && !longTypes.includes(type),
    show_if: condition === '' ? null : (JSON.parse(condition) as NonNullable<Wanted['show_if']>),
  };
}

const long = { isLong: true } as const;
/** Its texts in other languages. */
const textsOf = ({ hasOptions }: Draft) => [
  { name: 'label' as const, label: words.question, maxLength: 200 },
  ...(hasOptions ? [{ name: 'options' as const, label: words.options, hint: words.asManyAbove, ...long }] : []),
  { name: 'description' as const, label: words.explanation, maxLength: 2000, ...long },
  { name: 'placeholder' as const, label: words.example, maxLength: 200 },
];

const Answering = ({
  draft: { type, choices, field, hasOptions },
  lists,
}: {
  readonly draft: Draft;
  readonly lists: readonly string[];
}) => (
  <>
    <Choose label={words.answeredBy} value={type.value} options={types} onChoose={(chosen) => (type.value = chosen)} />
    {type.value === 'select' && (
      <Choose
        label={words.takenFrom}
        value={choices.value}
        options={[
          { value: '', name: words.optionsBelow },
          { value: 'countries', name: words.allCountries },
          ...lists.map(asOption),
        ]}
        onChoose={(chosen) => (choices.value = chosen)}
      />
    )}
    {hasOptions && <Area label={words.options} required hint={words.onePerLine} {...field('options')} />}
  </>
);

const Explaining = ({ draft: { field } }: { readonly draft: Draft }) => (
  <>
    <Area label={words.explanation} hint={words.explanationHint} maxLength={2000} {...field('description')} />
    <Field
      label={words.example}
      hint={forms.mayBeLeftOut}
      maxLength={200}
      autocomplete="off"
      {...field('placeholder')}
    />
  </>
);

const Ruling = ({
  draft: { type, isRequired, isAtDoor, condition },
  conditions,
}: {
  readonly draft: Draft;
  readonly conditions: ReturnType<typeof conditionsOf>;
}) => (
  <>
    <Box label={words.isRequired} isOn={isRequired.value} onChange={(isOn) => (isRequired.value = isOn)} />
    {!longTypes.includes(type.value) && (
      <Box label={words.atDoor} isOn={isAtDoor.value} onChange={(isOn) => (isAtDoor.value = isOn)} />
    )}
    <Choose
      label={words.asked}
      value={condition.value}
      options={conditions}
      onChoose={(chosen) => (condition.value = chosen)}
    />
  </>
);

const asOption = (name: string) => ({ value: name, name: words.list(name) });
const everyLine = (text: string) => text.split('\n').flatMap((line) => line.trim() || []);
const linesOf = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean);

const textOf = ({ field_id, equals, includes }: NonNullable<Question['show_if']>) =>
  JSON.stringify({ field_id, ...(equals !== undefined && { equals }), ...(includes !== undefined && { includes }) });
const conditionText = (question: Question | undefined) => (question?.show_if ? textOf(question.show_if) : '');

/** Every answer on which this one can depend: to a question that depends on none itself. */
function conditionsOf(all: readonly Question[], own: Question | undefined) {
  const found = all
    .filter(({ id, show_if }) => id !== own?.id && show_if === null)
    .flatMap((other) =>
      answersOf(other).map(({ answer, name }) => ({
        value: textOf({ field_id: other.id, ...answer }),
        name: words.if(other.label, name),
      })),
    );
  const former = conditionText(own);
  const isKnown = former === '' || found.some(({ value }) => value === former);
  return [{ value: '', name: words.always }, ...found, ...(isKnown ? [] : [{ value: former, name: words.asItWas }])];
}

function answersOf({ field_type, options, choices }: Question) {
  if (field_type === 'checkbox') {
    return [
      { answer: { equals: true }, name: words.ticked },
      { answer: { equals: false }, name: words.notTicked },
    ];
  }
  // Of a long list nobody chooses one here.
  if (choices !== null) return [];
  const by = field_type === 'multiselect' ? 'includes' : 'equals';
  return choiceTypes.includes(field_type) ? options.map((option) => ({ answer: { [by]: option }, name: option })) : [];
}
