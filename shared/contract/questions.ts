/** Questions: the texts of each, and those that a track asks of its projects. */
import type { FormatCheck } from './formats.ts';
import { validationRules } from './patterns.ts';
import { t, type Input } from './schema.ts';
import { choiceTypes, questionTypes } from './values.ts';
import { entryKey, optional } from './vocabulary.ts';

export const questionTexts = {
  label: t.name({ min: 1, max: 200 }),
  description: t.string({ max: 2_000 }),
  placeholder: t.string({ max: 200 }),
  options: t.array(t.string({ min: 1, max: 200 }), { max: 500 }),
};

const { label, description, options } = questionTexts;
const question = t.named(
  'ProjectQuestion',
  t.object({
    id: entryKey(),
    field_type: t.enum(...questionTypes),
    label,
    ...optional({ description, options, is_required: t.boolean(), validation_rules: validationRules() }),
  }),
);
export type SentQuestion = Input<typeof question>;
/** With a value for each member. */
export type ProjectQuestion = { readonly [Name in keyof SentQuestion]-?: NonNullable<SentQuestion[Name]> };

/** Each question has another id, and those with something to choose from have options. */
const areConsistent: FormatCheck = (value, problems) => {
  const asked = Array.isArray(value) ? (value as Partial<SentQuestion>[]) : [];
  const twice = asked.find(({ id }, place) => asked.findIndex((other) => other.id === id) < place);
  const odd = asked.find(
    ({ field_type, options = [] }) => choiceTypes.some((type) => type === field_type) !== options.length > 0,
  );
  if (twice) problems.push({ type: 'questionId', actual: twice.id });
  if (odd) problems.push({ type: 'questionOptions', actual: odd.id });
  return value;
};

/** As organizers write them. */
export const projectQuestions = { ...t.array(question, { max: 50 }), custom: areConsistent };

/** As pages read them. */
export const shownQuestions = t.array(
  t.named(
    'ShownQuestion',
    t.object({
      id: t.string(),
      field_type: t.enum(...questionTypes),
      label: t.string(),
      description: t.string(),
      options: t.array(t.string()),
      is_required: t.boolean(),
      validation_rules: t.json(),
    }),
  ),
);
