/** Questions: the texts of each, and those that a track asks of its projects. */
import { inEach, optionsInEach, translated } from './languages.ts';
import { validationRules } from './patterns.ts';
import { t, type Input } from './schema.ts';
import { questionTypes } from './values.ts';
import { optional } from './vocabulary.ts';

export const questionTexts = {
  label: t.name({ min: 1, max: 200 }),
  description: t.string({ max: 2_000 }),
  placeholder: t.string({ max: 200 }),
  options: t.array(t.string({ min: 1, max: 200 }), { max: 500 }),
};

const { label, description, options } = questionTexts;
const asked = { label, description, options };
/** The texts of a question to projects that may be in several languages. */
export const projectQuestionTexts = Object.keys(asked) as (keyof typeof asked)[];
/** A key under which an answer can be sent: the gateway refuses members with these two names. */
const answerName = /^(?!constructor$|prototype$)[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*$/;

/** As organizers write it. */
export const projectQuestion = t.named(
  'ProjectQuestion',
  t.object({
    id: t.string({ max: 64, pattern: answerName }),
    field_type: t.enum(...questionTypes),
    label,
    ...optional({ description, options, is_required: t.boolean(), validation_rules: validationRules() }),
    ...translated(asked),
  }),
);
export type SentQuestion = Input<typeof projectQuestion>;
/** With a value for each member. */
export type ProjectQuestion = {
  readonly [Name in Exclude<keyof SentQuestion, 'description'>]-?: NonNullable<SentQuestion[Name]>;
} & { readonly description: string | null };

export const projectQuestions = t.array(projectQuestion, { max: 50 });

/** As pages read them. */
export const shownQuestions = t.array(
  t.named(
    'ShownQuestion',
    t.object({
      id: t.string(),
      field_type: t.enum(...questionTypes),
      label: t.string(),
      description: t.nullable(t.string()),
      options: t.array(t.string()),
      is_required: t.boolean(),
      validation_rules: t.json(),
      /** Where the hackathon has several languages. */
      ...inEach('label', 'description'),
      options_i18n: optionsInEach(),
    }),
  ),
);
