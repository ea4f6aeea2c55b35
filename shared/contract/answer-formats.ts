/** Checks in services of what an answer is: its form by the type of the question, and whether it can be chosen. Pages have no room for them. */
import type { Fault } from './answers.ts';
import { isDay } from './formats.ts';
import { projectQuestions, type ProjectQuestion, type SentQuestion } from './questions.ts';
import { t, type Rule } from './schema.ts';
import { checkOfRule } from './validator.ts';
import type { FieldType } from './values.ts';

/** Maximum number of characters in one answer; long enough for an essay. */
const longest = 10_000;

/** Checks an answer by a rule without changing it: nothing is trimmed, lowercased or completed. */
function form(rule: Rule): (answer: unknown) => Fault[] {
  const check = checkOfRule(rule);
  return (answer) => {
    const verdict = check(answer);
    if (verdict === true) return [];
    return verdict.slice(0, 1).map(({ type, message = 'is not valid' }) => ({ code: type, message }));
  };
}

const text = form(t.string({ max: longest }));
const choice = form(t.string());
const day = form(t.string({ pattern: /^\d{4}-\d{2}-\d{2}$/ }));

/** Returns what is wrong with the form of an answer, by the type of its question. */
export const formFaultsOf: Readonly<Record<FieldType, (answer: unknown) => Fault[]>> = {
  text,
  textarea: text,
  url: form(t.url()),
  email: form(t.email()),
  phone: form(t.string({ pattern: /^\+?[\d\s()./-]{3,30}$/ })),
  select: choice,
  radio: choice,
  multiselect: form(t.array(t.string(), { max: 1_000 })),
  checkbox: form(t.boolean()),
  date: (answer) => {
    const faults = day(answer);
    return faults.length > 0 || isDay(String(answer)) ? faults : [{ code: 'date', message: 'is not a day' }];
  },
  file: () => [{ code: 'file', message: 'takes a file, not JSON' }],
};

/** Returns what is wrong with what was chosen from the options of a question. */
export function choiceFaults(options: readonly string[], chosen: readonly unknown[]): Fault[] {
  if (chosen.some((one) => !options.some((option) => option === one))) {
    return [{ code: 'enumValue', message: `must be one of: ${options.join(', ')}` }];
  }
  return new Set(chosen).size < chosen.length ? [{ code: 'arrayUnique', message: 'must not repeat a choice' }] : [];
}

const areQuestions = checkOfRule(projectQuestions);

/** Returns the questions of a stored configuration; none where it has another form, because settings once had no rules. */
export function questionsOf(stored: unknown): ProjectQuestion[] {
  if (!Array.isArray(stored) || areQuestions(structuredClone(stored)) !== true) return [];
  return (stored as SentQuestion[]).map(({ id, field_type, label, ...more }) => ({
    ...{ id, field_type, label, description: null, options: [], is_required: false, validation_rules: {} },
    ...{ label_i18n: {}, description_i18n: {}, options_i18n: {} },
    ...more,
  }));
}
