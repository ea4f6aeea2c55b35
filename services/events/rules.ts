/** What a change has to leave behind: plain values in, what is wrong with them out. */
import { isDeepStrictEqual } from 'node:util';
import type { FieldProblem } from '../../shared/contract/validator.ts';
import type { fieldTypes } from '../../shared/contract/vocabulary.ts';

interface Difference<Row> {
  readonly before: Partial<Row>;
  readonly after: Partial<Row>;
}

/** What of the sent values is other than the stored; what was not sent stays. */
export function difference<Row extends object>(stored: Row, sent: Partial<Row>): Difference<Row> {
  const names = (Object.keys(stored) as (keyof Row)[]).filter(
    (name) => sent[name] !== undefined && !isDeepStrictEqual(sent[name], stored[name]),
  );
  const sideOf = (row: Partial<Row>) => Object.fromEntries(names.map((name) => [name, row[name]])) as Partial<Row>;
  return { before: sideOf(stored), after: sideOf(sent) };
}

export const isEmpty = ({ after }: Difference<object>) => Object.keys(after).length === 0;

interface Period {
  readonly start_at?: Date | string | null | undefined;
  readonly end_at?: Date | string | null | undefined;
}

/** Named is the side that was sent; the end, where both were. */
export function periodProblems({ start_at, end_at }: Period, sent: Period): FieldProblem[] {
  const isSent = sent.start_at !== undefined || sent.end_at !== undefined;
  if (!isSent || !start_at || !end_at || start_at < end_at) return [];
  return sent.end_at === undefined
    ? [{ field: 'start_at', code: 'period', message: 'start_at must be before end_at' }]
    : [{ field: 'end_at', code: 'period', message: 'end_at must be after start_at' }];
}

export const neededForFinal = {
  super_event: ['tz', 'start_at', 'end_at'],
  event: ['tz', 'start_at', 'end_at', 'mode'],
} as const;

/** Which of these have no value. */
export const missingOf = (row: Readonly<Record<string, unknown>>, names: readonly string[]): string[] =>
  names.filter((name) => row[name] === null);

const choices: readonly string[] = ['select', 'multiselect', 'radio'];

export const isChoice = (field_type: (typeof fieldTypes)[number]) => choices.includes(field_type);

export function optionProblems(field: {
  readonly field_type: (typeof fieldTypes)[number];
  readonly options: readonly string[];
}): FieldProblem[] {
  const { field_type, options } = field;
  const problem = (code: string, message: string) => [{ field: 'options', code, message: `options ${message}` }];
  if (!isChoice(field_type)) {
    return options.length > 0 ? problem('options', `belong to ${choices.join(', ')}, not to ${field_type}`) : [];
  }
  if (options.length === 0) return problem('required', `are required: a ${field_type} needs at least one`);
  return new Set(options).size < options.length ? problem('arrayUnique', 'must not repeat an option') : [];
}
