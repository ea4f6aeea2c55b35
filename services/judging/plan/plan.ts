/**
 * Plans which judge judges which team: the wanted number of reviews for each team, equal loads of the judges, equally
 * many shared teams for each two judges, and one connected group if possible. Pure: the same seed gives the same plan.
 */
import { shuffled, uniforms } from '../../../shared/base/fair/random.ts';
import { Board, type Seat } from './board.ts';
import { type Limits, even, fill } from './loads.ts';
import type { TeamReview } from '../../../shared/base/fair/design.ts';
import { expectedError } from '../../../shared/base/fair/fit.ts';

// Joins groups of teams that no chain of judges connects. A review that closes a cycle can be removed without
// splitting its group, and joins two groups when it is exchanged for a review of the other. Pure, except for the
// board.

/** Number of random orders in which cycles are searched, because the order decides which review closes one. */
const orders = 4;

/** Returns whether all teams are one group in the end. */
export function connect(board: Board, limits: Limits, random: () => number): boolean {
  for (let left = orders; left > 0; left--) {
    for (let groups = groupsOf(board, random); ; groups = groupsOf(board, random)) {
      if (groups.count <= 1) return true;
      if (!joinTwo(board, limits, groups)) break;
    }
  }
  return false;
}

interface Groups {
  readonly count: number;
  readonly ofTeam: readonly number[];
  readonly ofJudge: readonly number[];
  /** Movable reviews that their group does not need to stay connected. */
  readonly closing: readonly Seat[];
}

function joinTwo(board: Board, limits: Limits, groups: Groups): boolean {
  const { ofTeam, closing } = groups;
  const seats = board.movable();
  for (const one of closing) {
    const apart = seats.find((other) => ofTeam[other.team] !== ofTeam[one.team] && board.mayExchange(one, other));
    if (!apart) continue;
    board.exchange(one, apart);
    return true;
  }
  return closing.some((one) => giveAway(board, limits, groups, one));
}

/** Gives the review to the least loaded judge of another group. Loads change, which is better than separate groups. */
function giveAway(board: Board, { planned, maxPerJudge }: Limits, { ofTeam, ofJudge }: Groups, one: Seat): boolean {
  let taker: number | undefined;
  for (let judge = 0; judge < planned; judge++) {
    const isApart = board.loads[judge]! > 0 && ofJudge[judge] !== ofTeam[one.team];
    if (!isApart || board.loads[judge]! >= maxPerJudge || !board.isFree(one.team, judge)) continue;
    if (taker === undefined || board.loads[judge]! < board.loads[taker]!) taker = judge;
  }
  if (taker === undefined) return false;
  board.remove(one.team, one.judge);
  board.place(one.team, taker);
  return true;
}

/**
 * Finds the groups by union-find. Fixed reviews come first, so that those that close a cycle are movable where
 * possible.
 */
function groupsOf(board: Board, random: () => number): Groups {
  const parent = Array.from({ length: board.teams + board.judges }, (_, node) => node);
  const rootOf = (node: number): number => {
    let root = node;
    while (parent[root] !== root) root = parent[root] = parent[parent[root]!]!;
    return root;
  };
  let joins = 0;
  const join = ({ team, judge }: Seat): boolean => {
    const [one, other] = [rootOf(team), rootOf(board.teams + judge)];
    if (one === other) return false;
    parent[other] = one;
    joins++;
    return true;
  };
  for (const [team, panel] of board.panels.entries()) {
    for (const judge of panel) if (!board.isMovable(team, judge)) join({ team, judge });
  }
  const seats = board.movable();
  const closing = [...shuffled(seats.length, random)].map((at) => seats[at]!).filter((seat) => !join(seat));
  const idle = board.loads.reduce((sum, load) => sum + Number(load === 0), 0);
  const roots = parent.map((_, node) => rootOf(node));
  const [ofTeam, ofJudge] = [roots.slice(0, board.teams), roots.slice(board.teams)];
  return { count: parent.length - idle - joins, ofTeam, ofJudge, closing };
}

/** A judge and a team, by id. */
export type Pair = Pick<TeamReview, 'team' | 'judge'>;

export interface Wish {
  readonly teams: readonly string[];
  /** Judges who are given teams. */
  readonly judges: readonly string[];
  /** Present assignments that stay. Their judges need not be among those above. */
  readonly kept: readonly Pair[];
  /** Pairs that must not be assigned. */
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
/** Why there is no plan: which resource is short, and for which teams judges are missing. */
export interface Shortage {
  readonly missing: 'teams' | 'judges' | 'max_per_judge';
  readonly teams: readonly string[];
}

export function planOf(wish: Wish): Plan | Shortage {
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

/** Exchanges tried for each review; further ones hardly help. */
const triesEach = 30;

/**
 * Makes every two judges share about as many teams as any other two, as balanced incomplete block designs do (Cochran
 * and Cox, "Experimental Designs", 1957, chapter 9): judges exchange teams as long as the sum of squares of shared
 * teams gets no larger (John and Williams, "Cyclic and Computer Generated Designs", 1995).
 */
function spread(board: Board, random: () => number): void {
  const seats = board.movable();
  const any = () => Math.floor(random() * seats.length);
  for (let tries = triesEach * seats.length; tries > 0; tries--) {
    const [at, elsewhere] = [any(), any()];
    const [one, other] = [seats[at]!, seats[elsewhere]!];
    if (!board.mayExchange(one, other)) continue;
    const [taken, given] = [
      { team: one.team, judge: other.judge },
      { team: other.team, judge: one.judge },
    ];
    if (board.exchange(one, other) > 0) board.exchange(taken, given);
    else [seats[at], seats[elsewhere]] = [taken, given];
  }
}
