/** Checks of answers in services: all that a question says, and the form by its type, for which pages have no room. */
import { isNumeric, limitFaults, type Fault, type Limited } from './answers.ts';
import { isDay } from './formats.ts';
import { matches } from './patterns.ts';
import { t, type Rule } from './schema.ts';
import { checkOfRule } from './validator.ts';
import { choiceTypes, type FieldType } from './values.ts';

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
/** A number may be sent as one. */
const digits = (answer: unknown) => (typeof answer === 'string' ? text(answer) : []);
const choice = form(t.string());
const day = form(t.string({ pattern: /^\d{4}-\d{2}-\d{2}$/ }));

/** Returns what is wrong with the form of an answer, by the type of its question. */
const formFaultsOf: Readonly<Record<FieldType, (answer: unknown) => Fault[]>> = {
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

/** A question, as far as its answers are checked by it. */
interface Answerable extends Limited {
  readonly options: readonly string[];
}

/**
 * Returns every problem of an answer that is not missing: its form, else its limits, its pattern and its choice.
 * @param ofChoice Returns what is wrong with what was chosen, where the question offers more than its own options.
 */
export function answerFaults(
  question: Answerable,
  answer: unknown,
  ofChoice = (chosen: readonly unknown[]): Fault[] => choiceFaults(question.options, chosen),
): Fault[] {
  const faults = isNumeric(question) ? digits(answer) : formFaultsOf[question.field_type](answer);
  if (faults.length > 0) return faults;
  const isChoice = choiceTypes.includes(question.field_type);
  return [
    ...limitFaults(question, answer),
    ...patternFaults(question, answer),
    ...(isChoice ? ofChoice(Array.isArray(answer) ? answer : [answer]) : []),
  ];
}

const isWritten = (answer: unknown) => typeof answer === 'string' || typeof answer === 'number';

function patternFaults({ validation_rules: { pattern } }: Limited, answer: unknown): Fault[] {
  if (typeof pattern !== 'string' || !isWritten(answer) || matches(pattern, String(answer))) return [];
  return [{ code: 'stringPattern', message: 'has the wrong format' }];
}
