/** What a judge may give: the range and the step of a hackathon's scoring, and when it is too late. Pure. */
import type { ErrorsOf } from '../../../shared/contract/endpoint.ts';
import type { Definition } from '../../../shared/contract/index.ts';
import type { FieldProblem } from '../../../shared/contract/validator.ts';

export interface Scoring {
  readonly mode: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

const usual: Scoring = { mode: 'slider', min: 0, max: 10, step: 0.5 };

/** Each member counts by itself, and as not given where it is malformed; so does a range with nothing in it. */
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

/** What a judge says about one criterion; what is left out stays as it was. */
export interface Opinion {
  readonly criterion_id: string;
  readonly value?: number | undefined;
  readonly comment?: string | null | undefined;
  readonly feedback?: string | null | undefined;
}
interface Sent extends Partial<Opinion> {
  readonly scores?: readonly Opinion[] | undefined;
}
/** With how the request names its members: `scores[0].value`, or just `value`. */
interface Opinions {
  readonly opinions: readonly Opinion[];
  readonly nameOf: (index: number, member: keyof Opinion) => string;
}

/** Several opinions or a single one, never both. */
export function opinionsIn({ scores, ...bare }: Sent): Opinions | { readonly problems: readonly FieldProblem[] } {
  const { criterion_id, value, comment, feedback } = bare;
  const isBare = [criterion_id, value, comment, feedback].some((member) => member !== undefined);
  if (scores && isBare)
    return { problems: [problem('scores', 'exclusive', 'is for several scores, without a single one beside it')] };
  if (scores) return { opinions: scores.map(lowered), nameOf: (index, member) => `scores[${index}].${member}` };
  if (!isBare) return { problems: [missing('scores')] };
  if (criterion_id === undefined || value === undefined) {
    const absent = (['criterion_id', 'value'] as const).filter((member) => bare[member] === undefined);
    return { problems: absent.map(missing) };
  }
  return { opinions: [lowered({ criterion_id, value, comment, feedback })], nameOf: (_, member) => member };
}

const lowered = (opinion: Opinion): Opinion => ({ ...opinion, criterion_id: opinion.criterion_id.toLowerCase() });
const problem = (field: string, code: string, says: string): FieldProblem => ({
  field,
  code,
  message: `${field} ${says}`,
});
const missing = (field: string) => problem(field, 'required', 'is required');

/** An assignment whose row is held, as somebody is about to write its scores. */
export interface Held {
  readonly id: string;
  readonly is_submitted: boolean;
  /** Its judge has become a member of its team. */
  readonly is_member: boolean;
  /** As the organizers wrote it, whatever that is. */
  readonly scoring: unknown;
  /** Those asked for that its track has. */
  readonly criteria: readonly string[];
}

type Refused<Code> = readonly [code: Code, extras?: Readonly<Record<string, unknown>>];

/** May these scores be written? */
export function judgeScores(
  { opinions, nameOf }: Opinions,
  held: Held,
): Refused<ErrorsOf<Definition<'judging.submitScore'>>> | undefined {
  const errors = [...repetitions(opinions, nameOf), ...misplaced(opinions, nameOf, scoringOf(held.scoring))];
  if (errors.length > 0) return ['VALIDATION_FAILED', { errors }];
  const isKnown = ({ criterion_id }: Opinion) => held.criteria.includes(criterion_id);
  return opinions.every(isKnown) ? judgeTime(held) : ['NOT_FOUND'];
}

/** Is there still something to say, for this judge? */
export function judgeTime({
  is_submitted,
  is_member,
}: Held): Refused<'ASSIGNMENT_SUBMITTED' | 'CONFLICT_OF_INTEREST'> | undefined {
  if (is_submitted) return ['ASSIGNMENT_SUBMITTED'];
  return is_member ? ['CONFLICT_OF_INTEREST'] : undefined;
}

function repetitions(opinions: readonly Opinion[], nameOf: Opinions['nameOf']): FieldProblem[] {
  const ids = opinions.map(({ criterion_id }) => criterion_id);
  const again = [...ids.keys()].filter((index) => ids.indexOf(ids[index] as string) < index);
  return again.map((index) =>
    problem(nameOf(index, 'criterion_id'), 'duplicate', 'has a score in this request already'),
  );
}

function misplaced(opinions: readonly Opinion[], nameOf: Opinions['nameOf'], scoring: Scoring): FieldProblem[] {
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

/** Steps count from the least value. In binary 0.3 is no whole number of steps of 0.1, but as near as it gets. */
function isOnStep(value: number, min: number, step: number): boolean {
  const steps = (value - min) / step;
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, steps);
}
