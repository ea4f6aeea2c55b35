/**
 * Plans which judge judges which team: each team as often as wanted, judges with about as many teams each, every two of them
 * with about as many in common, and all of it one group where that can be. Pure: the same seed gives the same plan.
 */
import type { Review } from '../fair/design.ts';
import { expectedError } from '../fair/fit.ts';
import { uniforms } from '../fair/random.ts';
import { Board } from './board.ts';
import { connect } from './connect.ts';
import { even, fill, type Limits } from './loads.ts';
import { spread } from './spread.ts';

/** A judge and a team, by id. */
export type Pair = Pick<Review, 'team' | 'judge'>;

export interface Wish {
  readonly teams: readonly string[];
  /** Judges who are given teams. */
  readonly judges: readonly string[];
  /** Who has which team already, and keeps it. Their judges may be others than those above. */
  readonly kept: readonly Pair[];
  /** Who may not be given which team. */
  readonly barred: readonly Pair[];
  readonly reviewsPerTeam: number;
  readonly maxPerJudge?: number | undefined;
  readonly seed: number;
}
export interface Plan {
  readonly created: readonly Pair[];
  readonly loads: readonly { readonly judge: string; readonly count: number }[];
  /** Whether any two teams can be compared through a chain of judges. */
  readonly connected: boolean;
  /** See `expectedError`. */
  readonly expectedError: number;
}
/** Why there is no plan: what there is too little of, and of judges for which teams. */
export interface Lack {
  readonly missing: 'teams' | 'judges' | 'max_per_judge';
  readonly teams: readonly string[];
}

export function planOf(wish: Wish): Plan | Lack {
  const { teams, judges, reviewsPerTeam, maxPerJudge = Infinity } = wish;
  if (teams.length === 0) return { missing: 'teams', teams: [] };
  const names = [...new Set([...judges, ...wish.kept.map(({ judge }) => judge)])];
  const board = boardOf(wish, names);
  const limits: Limits = { reviewsPerTeam, maxPerJudge, planned: judges.length };
  const short = teamsShortOfJudges(board, limits);
  if (short.length > 0) return { missing: 'judges', teams: short.map((team) => teams[team]!) };
  const random = uniforms(wish.seed);
  if (!fill(board, limits, random)) return { missing: 'max_per_judge', teams: [] };
  even(board, limits);
  spread(board, random);
  const connected = connect(board, limits, random);
  const pairOf = (team: number, judge: number): Pair => ({ team: teams[team]!, judge: names[judge]! });
  return {
    created: board.movable().map(({ team, judge }) => pairOf(team, judge)),
    loads: names.map((judge, index) => ({ judge, count: board.loads[index]! })),
    connected,
    expectedError: expectedError(board.panels.flatMap((panel, team) => panel.map((judge) => pairOf(team, judge)))),
  };
}

function boardOf({ teams, kept, barred }: Wish, names: readonly string[]): Board {
  const board = new Board(teams.length, names.length);
  const [teamNumbers, judgeNumbers] = [teams, names].map((all) => new Map(all.map((name, index) => [name, index])));
  const seatsOf = (pairs: readonly Pair[]) =>
    pairs.flatMap((pair) => {
      const [team, judge] = [teamNumbers!.get(pair.team), judgeNumbers!.get(pair.judge)];
      return team === undefined || judge === undefined ? [] : [{ team, judge }];
    });
  for (const seat of seatsOf(kept)) board.fix(seat);
  for (const seat of seatsOf(barred)) board.bar(seat);
  return board;
}

function teamsShortOfJudges(board: Board, { reviewsPerTeam, planned }: Limits): number[] {
  return board.panels.flatMap((panel, team) => {
    let possible = panel.length;
    for (let judge = 0; judge < planned; judge++) possible += Number(board.isFree(team, judge));
    return possible < reviewsPerTeam ? [team] : [];
  });
}
