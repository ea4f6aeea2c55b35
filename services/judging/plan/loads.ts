/**
 * Gives every team its judges and every judge about the same number of teams. If a judge has too many, a chain of
 * judges passes on one team each, until it ends at a judge with room. If no such chain lowers the sum of squared loads,
 * no plan does (Harvey, Ladner, Lovász and Tamir, "Semi-Matchings for Bipartite Graphs and Load Balancing", Journal of
 * Algorithms 59, 2006). Pure, except for the board.
 */
import { shuffled } from '../../../shared/base/fair/random.ts';
import type { Board } from './board.ts';

export interface Limits {
  readonly reviewsPerTeam: number;
  readonly maxPerJudge: number;
  /** Judges below this number take part; others keep their teams. */
  readonly planned: number;
}

/**
 * Fills the panels in random order, the least loaded judges first. Returns false if judges have too little room; some panels
 * are then not full.
 */
export function fill(board: Board, limits: Limits, random: () => number): boolean {
  if (roomFor(board, limits) < 0) return false;
  for (const team of shuffled(board.teams, random)) {
    const order = shuffled(limits.planned, random);
    while (board.panels[team]!.length < limits.reviewsPerTeam) {
      const judge = nextJudge(board, limits, team, order) ?? judgeWithNewRoom(board, limits, team);
      if (judge === undefined) return false;
      board.place(team, judge);
    }
  }
  return true;
}

/** Returns the spare room: possible reviews minus wanted ones. */
function roomFor({ loads, panels }: Board, { planned, maxPerJudge, reviewsPerTeam }: Limits): number {
  const room = loads.subarray(0, planned).reduce((sum, load) => sum + Math.max(0, maxPerJudge - load), 0);
  return room - panels.reduce((sum, panel) => sum + Math.max(0, reviewsPerTeam - panel.length), 0);
}

/** The least loaded judge; of several, the one who shares the fewest teams with the panel. */
function nextJudge(board: Board, { maxPerJudge }: Limits, team: number, order: Int32Array): number | undefined {
  let best: number | undefined;
  let [load, meetings] = [maxPerJudge, Infinity];
  for (const judge of order) {
    const own = board.loads[judge]!;
    if (own > load || own >= maxPerJudge || !board.isFree(team, judge)) continue;
    const met = board.meetings(team, judge);
    if (own < load || met < meetings) [best, load, meetings] = [judge, own, met];
  }
  return best;
}

/** Makes room at a judge with the maximum number of teams, by passing one on. */
function judgeWithNewRoom(board: Board, limits: Limits, team: number): number | undefined {
  const full = Array.from({ length: limits.planned }, (_, judge) => judge).filter((judge) => board.isFree(team, judge));
  return handOn(board, limits, full, (judge) => board.loads[judge]! < limits.maxPerJudge);
}

/** Evens the loads out as far as conflicts allow. */
export function even(board: Board, limits: Limits): void {
  const judges = Array.from({ length: limits.planned }, (_, judge) => judge);
  for (let again = true; again;) {
    again = false;
    const least = Math.min(...judges.map((judge) => board.loads[judge]!));
    for (const judge of judges.toSorted((a, b) => board.loads[b]! - board.loads[a]!)) {
      const room = board.loads[judge]! - 2;
      if (room < least) break;
      again = handOn(board, limits, [judge], (other) => board.loads[other]! <= room) !== undefined || again;
    }
  }
}

/** The judge who passed the team on in a chain; undefined for the first of a chain. */
type Step = { readonly giver: number; readonly team: number } | undefined;

/**
 * Passes a team from one of these judges to another, who passes on one of theirs if they have no room, and so on. Finds
 * the shortest such chain, breadth first. Returns the judge it begins with; undefined if there is none, and nothing has
 * changed.
 */
function handOn(
  board: Board,
  { planned }: Limits,
  from: readonly number[],
  hasRoom: (judge: number) => boolean,
): number | undefined {
  const reached = new Map<number, Step>(from.map((judge) => [judge, undefined]));
  for (const giver of reached.keys()) {
    for (let team = 0; team < board.teams; team++) {
      if (!board.isMovable(team, giver)) continue;
      for (let taker = 0; taker < planned; taker++) {
        if (reached.has(taker) || !board.isFree(team, taker)) continue;
        reached.set(taker, { giver, team });
        if (hasRoom(taker)) return passAlong(board, reached, taker);
      }
    }
  }
  return undefined;
}

function passAlong(board: Board, reached: ReadonlyMap<number, Step>, last: number): number {
  let taker = last;
  for (let step = reached.get(taker); step; step = reached.get(taker)) {
    board.remove(step.team, step.giver);
    board.place(step.team, taker);
    taker = step.giver;
  }
  return taker;
}
