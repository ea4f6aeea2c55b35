/** Decides which scores a judge may give: range and step of the hackathon's scoring, and the deadline. Pure. */
import type { ErrorsOf } from '../../shared/contract/endpoint.ts';
import type { Refusal } from '../../shared/contract/errors.ts';
import type { Definition } from '../../shared/contract/index.ts';
import type { FieldProblem } from '../../shared/contract/validator.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { assignment, criterion } from './entities.ts';

export interface Scoring {
  readonly mode: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

const usual: Scoring = { mode: 'slider', min: 0, max: 10, step: 0.5 };

/** Reads the scoring settings. Each member is read by itself and ignored if malformed; so is an empty range. */
export function scoringOf(configured: unknown): Scoring {
  const given = (typeof configured === 'object' && configured !== null ? configured : {}) as Record<string, unknown>;
  const mode = typeof given.mode === 'string' && given.mode !== '' ? given.mode : usual.mode;
  const min = numberOr(usual.min, given.min);
  const max = numberOr(usual.max, given.max);
  const step = numberOr(usual.step, given.step);
  return {
    mode,
    ...(min <= max ? { min, max } : { min: usual.min, max: usual.max }),
    step: step > 0 ? step : usual.step,
  };
}

const numberOr = (usually: number, given: unknown) => (Number.isFinite(given) ? (given as number) : usually);

/** A judge's opinion about one criterion. Members that are left out keep their values. */
export interface GivenScore {
  readonly criterion_id: string;
  readonly value?: number | undefined;
  readonly comment?: string | null | undefined;
  readonly feedback?: string | null | undefined;
}
interface Sent extends Partial<GivenScore> {
  readonly scores?: readonly GivenScore[] | undefined;
}
/** Opinions with the names of their members in the request, such as `scores[0].value` or `value`. */
interface Opinions {
  readonly opinions: readonly GivenScore[];
  readonly nameOf: (index: number, member: keyof GivenScore) => string;
}

/** Reads the opinions of a request: a list or a single one, but not both. */
export function givenScoresIn({ scores, ...bare }: Sent): Opinions | { readonly problems: readonly FieldProblem[] } {
  const { criterion_id, value, comment, feedback } = bare;
  const isBare = [criterion_id, value, comment, feedback].some((member) => member !== undefined);
  if (scores && isBare)
    return { problems: [problem('scores', 'exclusive', 'is for several scores, without a single one beside it')] };
  if (scores) return { opinions: scores, nameOf: (index, member) => `scores[${index}].${member}` };
  if (!isBare) return { problems: [missing('scores')] };
  if (criterion_id === undefined || value === undefined) {
    const absent = (['criterion_id', 'value'] as const).filter((member) => bare[member] === undefined);
    return { problems: absent.map(missing) };
  }
  return { opinions: [{ criterion_id, value, comment, feedback }], nameOf: (_, member) => member };
}

const problem = (field: string, code: string, says: string): FieldProblem => ({
  field,
  code,
  message: `${field} ${says}`,
});
const missing = (field: string) => problem(field, 'required', 'is required');

/** An assignment that is locked in order to write scores. */
export interface LockedAssignment extends Readonly<Pick<RowOf<typeof assignment>, 'id'>> {
  readonly is_submitted: boolean;
  /** The judge has become a member of the team. */
  readonly is_member: boolean;
  /** As organizers wrote it; it may have any form. */
  readonly scoring: unknown;
  /** The requested criteria that the track has. */
  readonly criteria: readonly RowOf<typeof criterion>['id'][];
}

/** Decides whether these scores may be written; returns the refusal, if any. */
export function checkScores(
  { opinions, nameOf }: Opinions,
  held: LockedAssignment,
): Refusal<ErrorsOf<Definition<'judging.submitScore'>>> | undefined {
  const errors = [...repetitions(opinions, nameOf), ...misplaced(opinions, nameOf, scoringOf(held.scoring))];
  if (errors.length > 0) return ['VALIDATION_FAILED', { errors }];
  const isKnown = ({ criterion_id }: GivenScore) => held.criteria.includes(criterion_id);
  return opinions.every(isKnown) ? checkScoringTime(held) : ['NOT_FOUND'];
}

/** Decides whether this judge may still change the assignment; returns the refusal, if any. */
export function checkScoringTime({
  is_submitted,
  is_member,
}: LockedAssignment): Refusal<'ASSIGNMENT_SUBMITTED' | 'CONFLICT_OF_INTEREST'> | undefined {
  if (is_submitted) return ['ASSIGNMENT_SUBMITTED'];
  return is_member ? ['CONFLICT_OF_INTEREST'] : undefined;
}

function repetitions(opinions: readonly GivenScore[], nameOf: Opinions['nameOf']): FieldProblem[] {
  const ids = opinions.map(({ criterion_id }) => criterion_id);
  const again = [...ids.keys()].filter((index) => ids.indexOf(ids[index] as string) < index);
  return again.map((index) =>
    problem(nameOf(index, 'criterion_id'), 'duplicate', 'has a score in this request already'),
  );
}

function misplaced(opinions: readonly GivenScore[], nameOf: Opinions['nameOf'], scoring: Scoring): FieldProblem[] {
  return opinions.flatMap(({ value }, index) => {
    const wrong = value === undefined ? undefined : misplacement(value, scoring);
    return wrong ? [problem(nameOf(index, 'value'), ...wrong)] : [];
  });
}

function misplacement(value: number, { min, max, step }: Scoring): [code: string, says: string] | undefined {
  if (value < min) return ['numberMin', `must be at least ${min}`];
  if (value > max) return ['numberMax', `must be at most ${max}`];
  return isOnStep(value, min, step)
    ? undefined
    : ['step', `must be ${min} and a whole number of steps of ${step} above it`];
}

/**
 * Tells whether a value is a whole number of steps from the minimum, allowing for binary fractions (0.3 is not
 * exactly three steps of 0.1).
 */
function isOnStep(value: number, min: number, step: number): boolean {
  const steps = (value - min) / step;
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, steps);
}
