/** Checks answers against the fields of a form, and decides what is stored of them. */
import { isDeepStrictEqual } from 'node:util';
import { isCountry } from '../../shared/base/countries.ts';
import { isEmpty, isMissing, own, requiredFault, type Fault } from '../../shared/contract/answers.ts';
import { answerFaults, choiceFaults } from '../../shared/contract/answer-formats.ts';
import type { StoredFile } from '../../shared/contract/files.ts';
import { countryList, isShown } from '../../shared/contract/forms.ts';
import type { FieldProblem } from '../../shared/contract/validator.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { registrationFields } from '../../shared/database/published/events.ts';
import { fileFor, misplaced } from './answer-files.ts';

export type Field = Readonly<
  Pick<
    RowOf<typeof registrationFields>,
    'id' | 'field_type' | 'label' | 'options' | 'is_required' | 'validation_rules'
  > &
    Pick<RowOf<typeof registrationFields>, 'choices' | 'show_if'>
>;
export type Answers = Record<string, unknown>;

interface Circumstances {
  /**
   * Checks required fields. Only an application does, and for a file only if the request can bring one or there was
   * one before.
   */
  readonly isDemanding: boolean;
  /** Uploaded files; undefined where the request cannot carry any. */
  readonly files?: readonly StoredFile[] | undefined;
  /** The stored answers. JSON may only name a file that these answers name for the same field. */
  readonly kept?: Answers | undefined;
  /** The answers that these overlay; by both it is decided which questions are shown. */
  readonly below?: Answers | undefined;
  /**
   * The answers that the given ones replace. An answer that is kept as it was is not checked, because the form may be another
   * one by now, and those to deleted fields stay.
   */
  readonly replaced?: Answers | undefined;
}

/**
 * Checks answers by field id. An answer or file for an unknown field is a fault, and so is one to a question that is not shown.
 * @returns The answers to store, and every problem.
 */
export function checkAnswers(
  fields: readonly Field[],
  given: Answers,
  { isDemanding, files, kept = {}, below = {}, replaced }: Circumstances,
): { answers: Answers; problems: FieldProblem[] } {
  const answers: Answers = ofDeleted(fields, replaced);
  const fresh = replaced ? withoutSame(given, ofDeleted(fields, kept)) : given;
  const problems: FieldProblem[] = [...misplaced(fields, files), ...unasked(fields, fresh)];
  const overlaid = (own: Answers): Answers => ({ ...below, ...withoutEmpty(own) });
  const [former, said] = [overlaid(kept), overlaid(given)];
  for (const field of fields) {
    const file = field.field_type === 'file' ? fileFor(field, given, files, kept) : undefined;
    const answer = file ?? own(given, field.id);
    const present = own(kept, field.id);
    const [wasShown, isAsked] = [isShown(field, former), isShown(field, said)];
    if (replaced && wasShown === isAsked && isSame(answer, present)) {
      if (!isEmpty(answer)) answers[field.id] = answer;
      continue;
    }
    if (!isAsked) {
      if (!isEmpty(answer)) problems.push(problemOf(field, hidden));
      continue;
    }
    const isDemanded = isDemanding && (field.field_type !== 'file' || files !== undefined || !!present);
    const faults = isMissing(field, answer) ? demanded(field, isDemanded) : file ? [] : faultsOf(field, answer);
    problems.push(...faults.map((fault) => problemOf(field, fault)));
    if (!isEmpty(answer)) answers[field.id] = answer;
  }
  return { answers, problems };
}

/** Tells whether two answers have the same value. All that is empty is no answer. */
const isSame = (one: unknown, other: unknown) => (isEmpty(one) && isEmpty(other)) || isDeepStrictEqual(one, other);

/** Leaves out the answers that are the same among these others. */
const withoutSame = (answers: Answers, others: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).filter(([id, answer]) => !(Object.hasOwn(others, id) && isSame(answer, others[id]))),
  );

/** Returns the answers to none of these fields: to those that were deleted. */
const ofDeleted = (fields: readonly Field[], answers: Answers = {}): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([name]) => !fields.some(({ id }) => id === name)));

const hidden: Fault = { code: 'notShown', message: 'is not asked with these answers' };

const withoutEmpty = (answers: Answers): Answers =>
  Object.fromEntries(Object.entries(answers).filter(([, answer]) => !isEmpty(answer)));

/** Maximum number of unknown fields that are reported. */
const mostUnasked = 50;

const unasked = (fields: readonly Field[], given: Answers): FieldProblem[] =>
  Object.keys(given)
    .filter((name) => !fields.some(({ id }) => id === name))
    .slice(0, mostUnasked)
    .map((name) => {
      const field = `answers_json.${name}`;
      return { field, code: 'unknown', message: `${field} is no field of this hackathon` };
    });

const problemOf = ({ id, label }: Field, { code, message }: Fault): FieldProblem => ({
  field: `answers_json.${id}`,
  code,
  message: `${label} ${message}`,
});

const demanded = ({ is_required }: Field, isDemanded: boolean): Fault[] =>
  isDemanded && is_required ? [requiredFault] : [];

/** Returns the problems of an answer. */
export const faultsOf = (field: Field, answer: unknown): Fault[] =>
  answerFaults(field, answer, (chosen) => listFaults(field, chosen));

/** Maximum number of characters of a value that is not on the list. */
const longestChoice = 200;

/** Returns what is wrong with what was chosen: from the options of the field itself, from the countries, or from a list of the organization. */
function listFaults({ options, choices }: Field, chosen: readonly unknown[]): Fault[] {
  if (choices === null) return choiceFaults(options, chosen);
  if (choices === countryList) {
    return chosen.every(isCountry) ? [] : [{ code: 'enumValue', message: 'must be a country, by its English name' }];
  }
  const isLong = chosen.some((one) => [...String(one)].length > longestChoice);
  return isLong ? [{ code: 'stringMax', message: `must have at most ${longestChoice} characters` }] : [];
}
