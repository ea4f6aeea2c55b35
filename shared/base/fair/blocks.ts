/** Arranges the reviews of each group so that they can be solved quickly for many variance ratios. Pure. */
import type { Design } from './design.ts';

export type SideName = 'team' | 'judge';

/**
 * One group of reviews. The side with more members is eliminated from the equations, which is cheap because its part of
 * the matrix is diagonal: no two members of one side share a review. The remaining system has the size of the smaller
 * side plus one for the mean.
 */
export interface ReviewBlock {
  readonly eliminates: SideName;
  /** Indexes of the members in the design. */
  readonly eliminated: readonly number[];
  readonly kept: readonly number[];
  /**
   * The reviews of eliminated member `index` are at positions `starts[index]` up to but excluding `starts[index +
   * 1]`.
   */
  readonly starts: Int32Array;
  /** The kept member of each review, as an index into `kept`. */
  readonly partners: Int32Array;
  /** The given values minus the center, because small numbers keep more digits. */
  readonly values: Float64Array;
  readonly center: number;
  /** The number of reviews of each kept member. */
  readonly degrees: Int32Array;
}

export function blocksOf({ teams, judges, reviews, groups }: Design): ReviewBlock[] {
  const ofGroup = Map.groupBy(reviews, ({ team }) => teams.group[team]);
  const members = (side: typeof teams, group: number) =>
    [...side.names.keys()].filter((index) => side.group[index] === group);
  return Array.from({ length: groups }, (_, group) => {
    const sides = { team: members(teams, group), judge: members(judges, group) };
    return blockOf(sides, ofGroup.get(group) ?? []);
  });
}

function blockOf(sides: Record<SideName, readonly number[]>, reviews: Design['reviews']): ReviewBlock {
  const eliminates = sides.team.length >= sides.judge.length ? 'team' : 'judge';
  const keeps = eliminates === 'team' ? 'judge' : 'team';
  const [eliminated, kept] = [sides[eliminates], sides[keeps]];
  const keptIndexes = new Map(kept.map((member, index) => [member, index]));
  const own = Map.groupBy(reviews, (review) => review[eliminates]);
  const center = reviews.reduce((sum, { value }) => sum + value / reviews.length, 0);
  const ordered = eliminated.map((member) => own.get(member) ?? []);
  const starts = new Int32Array(eliminated.length + 1);
  for (const [index, some] of ordered.entries()) starts[index + 1] = starts[index]! + some.length;
  const partners = Int32Array.from(ordered.flat(), (review) => keptIndexes.get(review[keeps]) ?? 0);
  const degrees = new Int32Array(kept.length);
  for (const partner of partners) degrees[partner]!++;
  const values = Float64Array.from(ordered.flat(), ({ value }) => value - center);
  return { eliminates, eliminated, kept, starts, partners, values, center, degrees };
}
