/**
 * Joins groups of teams that no chain of judges connects. A review that closes a circle can be given up without taking its
 * group apart, and joins two groups when it is exchanged for a review of the other. Pure, but for the board.
 */
import { shuffled } from '../fair/random.ts';
import type { Board, Seat } from './board.ts';
import type { Limits } from './loads.ts';

/** Orders in which circles are looked for, each time at random, because which review closes one depends on the order. */
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
  /** Reviews that may be moved, and that their group does without. */
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

/** The review goes to the least loaded judge of another group. Loads change, which is the lesser evil. */
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

/** Finds the groups by union-find. What may not be moved comes first, so that what closes a circle rather may. */
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
