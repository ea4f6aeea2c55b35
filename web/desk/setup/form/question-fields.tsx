/** The fields of a question. One to projects has neither a list, an example, a door nor a condition. */
import type { FieldType } from '../../../../shared/contract/values.ts';
import { Field } from '../../../shared/field.tsx';
import { useHackathon } from '../../hackathons.ts';
import { Choose } from '../../parts/fields.tsx';
import { Area, Box } from '../../parts/form.tsx';
import { forms } from '../../parts/texts/en.ts';
import { InOtherLanguages } from '../languages.tsx';
import { Limits } from './limits.tsx';
import { longTypes, type Draft } from './question-draft.ts';
import { question as words } from './texts/en.ts';

interface Option<T extends string> {
  readonly value: T;
  readonly name: string;
}
interface Props {
  readonly draft: Draft;
  readonly types: readonly Option<FieldType>[];
  /** The lists of the organization; undefined for a question to projects. */
  readonly lists?: readonly string[];
  /** The answers to other questions that this one can depend on; undefined for a question to projects. */
  readonly conditions?: readonly Option<string>[];
}

export function QuestionFields({ draft, types, lists, conditions }: Props) {
  const { locales } = useHackathon();
  const { type, field, isRequired } = draft;
  const isToPeople = conditions !== undefined;
  return (
    <>
      <Field
        label={words.question}
        required
        maxLength={200}
        autocomplete="off"
        data-testid="field-label"
        {...field('label')}
      />
      <Answering draft={draft} types={types} lists={lists} />
      <Area label={words.explanation} hint={words.explanationHint} maxLength={2000} {...field('description')} />
      {isToPeople && (
        <Field
          label={words.example}
          hint={forms.mayBeLeftOut}
          maxLength={200}
          autocomplete="off"
          {...field('placeholder')}
        />
      )}
      <InOtherLanguages spoken={locales} field={field} texts={textsOf(draft, isToPeople)} />
      <Limits type={type.value} field={field} optionCount={draft.optionCount} />
      <Box label={words.isRequired} isOn={isRequired.value} onChange={(isOn) => (isRequired.value = isOn)} />
      {conditions && <Showing draft={draft} conditions={conditions} />}
    </>
  );
}

const long = { isLong: true } as const;
/** Its texts in other languages. */
const textsOf = ({ hasOptions }: Draft, hasExample: boolean) => [
  { name: 'label' as const, label: words.question, maxLength: 200 },
  ...(hasOptions ? [{ name: 'options' as const, label: words.options, hint: words.asManyAbove, ...long }] : []),
  { name: 'description' as const, label: words.explanation, maxLength: 2000, ...long },
  ...(hasExample ? [{ name: 'placeholder' as const, label: words.example, maxLength: 200 }] : []),
];

const asOption = (name: string) => ({ value: name, name: words.list(name) });
const Answering = ({
  draft: { type, chooseType, choices, field, hasOptions },
  types,
  lists,
}: Pick<Props, 'draft' | 'types' | 'lists'>) => (
  <>
    <Choose label={words.answeredBy} value={type.value} options={types} onChoose={chooseType} />
    {type.value === 'select' && lists && (
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

/** Where and when the question is shown. */
const Showing = ({
  draft: { type, isAtDoor, condition },
  conditions,
}: {
  readonly draft: Draft;
  readonly conditions: NonNullable<Props['conditions']>;
}) => (
  <>
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
