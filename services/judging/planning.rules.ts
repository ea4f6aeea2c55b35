/** Decides which pairs of judge and team a plan must leave out. Pure. */
import type { SkipReason } from '../../shared/contract/judging/assignments.ts';
import type { Pair } from './plan/plan.ts';

/** Left out of a plan: a pair, or a team for all judges. */
export interface Skipped {
  readonly judge_user_id?: string;
  readonly team_id: string;
  readonly reason: SkipReason;
}

/** The input of a plan. */
export interface PlanGround {
  readonly teams: readonly string[];
  /** Teams without a member, which nobody judges. */
  readonly empty: readonly string[];
  readonly judges: readonly string[];
  /** Judges who are members of a team. */
  readonly members: readonly Pair[];
  /** Judges who declined a team. */
  readonly declared: readonly Pair[];
  readonly kept: readonly Pair[];
}
export interface BarredPair extends Pair {
  readonly reason: Exclude<SkipReason, 'EMPTY'>;
}

/**
 * Returns the pairs to leave out, with the reason. A team that was declined and then assigned by hand is not among
 * them.
 */
export function barredPairs({ members, declared, kept }: PlanGround, judges: readonly string[]): BarredPair[] {
  const taken = new Set(kept.map(keyOf));
  const planned = new Set(judges);
  const listed = (pairs: readonly Pair[], reason: BarredPair['reason']) =>
    pairs.flatMap(({ team, judge }) => {
      if (!planned.has(judge) || taken.has(keyOf({ team, judge }))) return [];
      taken.add(keyOf({ team, judge }));
      return [{ team, judge, reason }];
    });
  return [...listed(members, 'CONFLICT_OF_INTEREST'), ...listed(declared, 'DECLARED')];
}

const keyOf = ({ team, judge }: Pair) => `${team} ${judge}`;

/** Returns everything that a plan leaves out: teams without a member, and pairs. */
export const skippedBy = ({ empty }: Pick<PlanGround, 'empty'>, barred: readonly BarredPair[]): Skipped[] => [
  ...empty.map((team_id) => ({ team_id, reason: 'EMPTY' as const })),
  ...barred.map(({ judge, team, reason }) => ({ judge_user_id: judge, team_id: team, reason })),
];
