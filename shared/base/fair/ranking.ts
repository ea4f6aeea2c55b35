/** Ranks teams by the additive model, with a measure of certainty. Pure: the same reviews give the same result. */
import { designOf, type Design, type TeamReview } from './design.ts';
import { drawTeams } from './draws.ts';
import { fit, type Fit } from './fit.ts';
import { normals } from './random.ts';

/** Rounds to four decimals, as scores are displayed. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000 || 0;

export interface FairTeam {
  readonly team: string;
  /** The score that an average judge would have given. */
  readonly score: number;
  /** The rank within the group, such as 1, 2, 2, 4. */
  readonly rank: number;
  /** Bounds of the rank with a probability of 90 %. */
  readonly rankLow: number;
  readonly rankHigh: number;
  readonly standardError: number | null;
  readonly reviews: readonly {
    readonly judge: string;
    readonly given: number;
    readonly judgeEffect: number;
    readonly adjusted: number;
  }[];
}
export interface FairRanking {
  readonly scale: Pick<Fit, 'teamSd' | 'judgeSd' | 'noiseSd'> & {
    /** The mean of each group. */
    readonly means: readonly number[];
  };
  /** True if all teams can be compared; otherwise each group has its own ranking. */
  readonly connected: boolean;
  readonly groups: readonly (readonly string[])[];
  /** By group, then rank. */
  readonly teams: readonly FairTeam[];
  readonly judges: readonly {
    readonly judge: string;
    readonly effect: number;
    readonly standardError: number | null;
    readonly reviewCount: number;
  }[];
  /** Neighbours in rank whose order is uncertain. */
  readonly closeCalls: readonly { readonly team: string; readonly other: string; readonly probability: number }[];
}

/** Enough draws for the bounds of a rank to be off by one at most. */
const drawsMade = 2_000;
const seed = 20_150_107;
const [lowEnd, highEnd] = [0.05, 0.95];
const certainFrom = 0.8;

/** Ranks the teams of these reviews. */
export function fairRanking(reviews: readonly TeamReview[]): FairRanking {
  const design = designOf(reviews);
  const fitted = fit(design);
  const { teams, groups } = design;
  const orders = Array.from({ length: groups }, (_, group) => orderOf(design, fitted, group));
  const draws = drawsOf(fitted);
  const { means, teamSd, judgeSd, noiseSd } = fitted;
  const counts = Map.groupBy(design.reviews, ({ judge }) => judge);
  return {
    scale: { means, teamSd, judgeSd, noiseSd },
    connected: groups <= 1,
    groups: orders.map((order) => order.map((team) => teams.names[team]!).toSorted()),
    teams: orders.flatMap((order) => rankedTeams(design, fitted, order, draws)),
    judges: design.judges.names.map((judge, index) => {
      return { judge, ...fitted.judges[index]!, reviewCount: counts.get(index)?.length ?? 0 };
    }),
    closeCalls: orders.flatMap((order) => closeCalls(design, order, draws)),
  };
}

/** Returns a score, rounded as displayed, so that scores that look equal share a rank. */
const scoreOf = ({ teams }: Design, fitted: Fit, team: number) =>
  rounded(fitted.means[teams.group[team]!]! + fitted.teams[team]!.effect);

/** Returns the teams of a group, best first, equal ones by name. */
function orderOf(design: Design, fitted: Fit, group: number): number[] {
  const own = [...design.teams.names.keys()].filter((team) => design.teams.group[team] === group);
  return own.sort((a, b) => scoreOf(design, fitted, b) - scoreOf(design, fitted, a) || a - b);
}

/** Returns the draws; none if the reviews do not show differences between teams. */
function drawsOf({ solution, teams, teamSd }: Fit): Float64Array[] {
  if (!solution || !teamSd) return [];
  const normal = normals(seed);
  return Array.from({ length: drawsMade }, () => drawTeams(solution, teams.length, normal));
}

function rankedTeams(
  design: Design,
  fitted: Fit,
  order: readonly number[],
  draws: readonly Float64Array[],
): FairTeam[] {
  const bounds = boundsOf(order, draws);
  const scores = order.map((team) => scoreOf(design, fitted, team));
  const reviews = Map.groupBy(design.reviews, ({ team }) => team);
  return order.map((team, index) => ({
    team: design.teams.names[team]!,
    score: scores[index]!,
    rank: scores.indexOf(scores[index]!) + 1,
    ...bounds[index]!,
    standardError: fitted.teams[team]!.standardError,
    reviews: (reviews.get(team) ?? []).map(({ judge, value }) => {
      const judgeEffect = fitted.judges[judge]!.effect;
      return { judge: design.judges.names[judge]!, given: value, judgeEffect, adjusted: value - judgeEffect };
    }),
  }));
}

/** Returns the ranks of each team in 90 % of the draws; without draws any rank is possible. */
function boundsOf(order: readonly number[], draws: readonly Float64Array[]) {
  const size = order.length;
  if (draws.length === 0) return order.map(() => ({ rankLow: 1, rankHigh: size }));
  return ranksIn(order, draws).map((counts) => {
    const rankAt = (share: number) => {
      let seen = 0;
      return counts.findIndex((count) => (seen += count) >= share * draws.length) + 1;
    };
    return { rankLow: rankAt(lowEnd), rankHigh: rankAt(highEnd) };
  });
}

/** Counts for each team how often it has which rank. */
function ranksIn(order: readonly number[], draws: readonly Float64Array[]): Uint16Array[] {
  const counts = order.map(() => new Uint16Array(order.length));
  const values = new Float64Array(order.length);
  for (const draw of draws) {
    for (let index = 0; index < values.length; index++) values[index] = draw[order[index]!]!;
    const falling = fallingOrder(values);
    for (let place = 0; place < falling.length; place++) counts[falling[place]!]![place]!++;
  }
  return counts;
}

function closeCalls({ teams }: Design, order: readonly number[], draws: readonly Float64Array[]) {
  if (draws.length === 0) return [];
  const wins = new Uint16Array(order.length);
  for (const draw of draws) {
    for (let index = 1; index < order.length; index++) {
      if (draw[order[index - 1]!]! > draw[order[index]!]!) wins[index]!++;
    }
  }
  return order.slice(1).flatMap((other, index) => {
    const probability = wins[index + 1]! / draws.length;
    const team = teams.names[order[index]!]!;
    return probability < certainFrom ? [{ team, other: teams.names[other]!, probability }] : [];
  });
}

/**
 * Returns the indexes of the values, the greatest value first. Bucket sort with one bucket per value, then insertion
 * sort for the few values that are out of order. For draws of teams this takes a tenth of the time of `sort`. Pure.
 */
export function fallingOrder(values: Float64Array): Int32Array {
  const order = dealt(values);
  for (let at = 1; at < order.length; at++) {
    const own = order[at]!;
    let place = at;
    for (; place > 0 && values[order[place - 1]!]! < values[own]!; place--) order[place] = order[place - 1]!;
    order[place] = own;
  }
  return order;
}

function dealt(values: Float64Array): Int32Array {
  const size = values.length;
  let [least, most] = [Infinity, -Infinity];
  for (let index = 0; index < size; index++) {
    least = Math.min(least, values[index]!);
    most = Math.max(most, values[index]!);
  }
  const scale = most > least ? (size - 1) / (most - least) : 0;
  const buckets = new Int32Array(size);
  const ends = new Int32Array(size + 1);
  for (let index = 0; index < size; index++) {
    buckets[index] = Math.trunc((most - values[index]!) * scale);
    ends[buckets[index]! + 1]!++;
  }
  for (let bucket = 0; bucket < size; bucket++) ends[bucket + 1]! += ends[bucket]!;
  const order = new Int32Array(size);
  for (let index = 0; index < size; index++) order[ends[buckets[index]!]!++] = index;
  return order;
}
