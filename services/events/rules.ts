/** Checks changes of hackathons and tracks: plain values in, problems out. */
import type { FieldProblem } from '../../shared/contract/validator.ts';
import { choiceTypes, type FieldType } from '../../shared/contract/vocabulary.ts';

interface Period {
  readonly start_at?: Date | string | null | undefined;
  readonly end_at?: Date | string | null | undefined;
}

/** Checks that the end is after the start. The problem names the member that was sent, or the end if both were. */
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

/** Returns the names of members that have no value. */
export const missingOf = (row: Readonly<Record<string, unknown>>, names: readonly string[]): string[] =>
  names.filter((name) => row[name] === null);

/** Tells whether a field of this type has options. */
export const isChoice = (field_type: FieldType) => choiceTypes.includes(field_type);

/** Checks that a choice has distinct options and that no other field has any. */
export function optionProblems(field: {
  readonly field_type: FieldType;
  readonly options: readonly string[];
}): FieldProblem[] {
  const { field_type, options } = field;
  const problem = (code: string, message: string) => [{ field: 'options', code, message: `options ${message}` }];
  if (!isChoice(field_type)) {
    return options.length > 0 ? problem('options', `belong to ${choiceTypes.join(', ')}, not to ${field_type}`) : [];
  }
  if (options.length === 0) return problem('required', `are required: a ${field_type} needs at least one`);
  return new Set(options).size < options.length ? problem('arrayUnique', 'must not repeat an option') : [];
}
