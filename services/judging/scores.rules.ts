/** Decides which scores a judge may give, and which they may hand in. Pure. */
import { misplacement, scoringOf, type Scoring } from '../../shared/base/scoring.ts';
import type { ErrorsOf } from '../../shared/contract/endpoint.ts';
import type { Refusal } from '../../shared/contract/errors.ts';
import type { Definition } from '../../shared/contract/index.ts';
import type { FieldProblem } from '../../shared/contract/validator.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { assignment, criterion } from './entities.ts';

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

/** A stored score of an assignment. */
export interface StoredScore extends Readonly<Pick<RowOf<typeof criterion>, 'name'>> {
  readonly criterion_id: RowOf<typeof criterion>['id'];
  readonly value: number;
}

/** Returns what is wrong with stored scores, after the scale of the hackathon changed. */
export const unfit = (scores: readonly StoredScore[], scoring: unknown): FieldProblem[] =>
  scores.flatMap(({ criterion_id, name, value }) => {
    const [code, says] = misplacement(value, scoringOf(scoring)) ?? [];
    if (code === undefined) return [];
    return [{ field: `scores.${criterion_id}`, code, message: `${name} ${says}, and has ${value}` }];
  });
