/**
 * Fits the additive model: the variances of teams, judges and noise by restricted maximum likelihood (Patterson and
 * Thompson, "Recovery of Inter-Block Information when Block Sizes are Unequal", Biometrika 58, 1971), and the effect
 * of each team and judge by best linear unbiased prediction, which shrinks effects of members with few reviews. Pure.
 */
import { blocksOf, type ReviewBlock, type SideName } from './blocks.ts';
import { inverse } from './cholesky.ts';
import { designOf, type Design, type TeamReview } from './design.ts';
import { degreeOf, solve, type Ratios, type Solution, type Solved } from './equations.ts';

// Minimizes a function of two variables by the simplex method of Nelder and Mead (Computer Journal 7, 1965). Pure.

//
type Point = readonly [number, number];
type Corner = readonly [at: Point, value: number];

/** Maximum number of steps; two variables need about sixty. */
const stepsAtMost = 400;
const narrow = 1e-7;

/** Runs twice, because a simplex may collapse near the minimum and a second one then finds it. */
export function minimize(value: (at: Point) => number, start: Point): Point {
  const [first] = walk(value, start, 0.5);
  return walk(value, first, 0.05)[0];
}

function walk(value: (at: Point) => number, [x, y]: Point, step: number): Corner {
  const corner = (at: Point): Corner => [at, value(at)];
  let corners = [corner([x, y]), corner([x + step, y]), corner([x, y + step])].sort(byValue);
  for (let steps = 0; steps < stepsAtMost && spread(corners) > narrow; steps++) {
    corners = next(corners as [Corner, Corner, Corner], corner).sort(byValue);
  }
  return corners[0]!;
}

const byValue = ([, a]: Corner, [, b]: Corner) => a - b;

/** Reflects the worst corner at the others; further if that is good, less far if it is not. */
function next([best, middle, worst]: [Corner, Corner, Corner], corner: (at: Point) => Corner): Corner[] {
  const center = between(best[0], middle[0], 0.5);
  const towards = (share: number) => corner(between(center, worst[0], share));
  const mirrored = towards(-1);
  if (mirrored[1] < best[1]) {
    const further = towards(-2);
    return [best, middle, further[1] < mirrored[1] ? further : mirrored];
  }
  if (mirrored[1] < middle[1]) return [best, middle, mirrored];
  const nearer = towards(mirrored[1] < worst[1] ? -0.5 : 0.5);
  if (nearer[1] < Math.min(mirrored[1], worst[1])) return [best, middle, nearer];
  return [best, ...[middle, worst].map(([at]) => corner(between(best[0], at, 0.5)))];
}

const between = (a: Point, b: Point, share: number): Point => [
  a[0] + share * (b[0] - a[0]),
  a[1] + share * (b[1] - a[1]),
];

const spread = ([best, ...others]: readonly Corner[]) =>
  Math.max(...others.map(([[x, y]]) => Math.hypot(x - best![0][0], y - best![0][1]))) / (1 + Math.hypot(...best![0]));

export interface Effect {
  readonly effect: number;
  /**
   * The standard error of the prediction; null where members cannot be told apart, so that it is not mistaken for
   * certainty.
   */
  readonly standardError: number | null;
}
export interface Fit {
  /** The mean of each group. */
  readonly means: readonly number[];
  readonly teams: readonly Effect[];
  readonly judges: readonly Effect[];
  /** Standard deviations; null where the reviews cannot separate them. */
  readonly teamSd: number | null;
  readonly judgeSd: number | null;
  readonly noiseSd: number | null;
  /** The underlying solution; undefined if there was nothing to solve. */
  readonly solution?: Solution;
}

/** The upper bound of a ratio; effects a thousand times the noise are clear in any case. */
const greatestRatio = 1_000;
/** Differences of -2 log-likelihood below this are ignored. */
const tolerance = 1e-6;

export function fit(design: Design): Fit {
  const blocks = blocksOf(design);
  if (design.reviews.length === design.teams.names.length) return untold(design, blocks);
  if (blocks.every(({ values }) => values.every((value) => value === values[0]))) return equal(design, blocks);
  const solution = solve(blocks, likeliest(blocks));
  const noiseSd = Math.sqrt(solution.noise);
  return {
    means: solution.blocks.map(({ block, kept }) => block.center + kept.at(-1)!),
    ...predictions(design, solution),
    teamSd: solution.ratios.team * noiseSd,
    judgeSd: solution.ratios.judge * noiseSd,
    noiseSd,
    solution,
  };
}

/**
 * Finds the most likely ratios. Signs are ignored. A ratio is set to 0 if the reviews are explained as well without
 * these effects.
 */
function likeliest(blocks: readonly ReviewBlock[]): Ratios {
  const bounded = (ratio: number) => Math.min(Math.abs(ratio), greatestRatio);
  const ratiosAt = ([team, judge]: readonly [number, number]): Ratios => {
    return { team: bounded(team), judge: bounded(judge) };
  };
  const criterion = (ratios: Ratios) => solve(blocks, ratios).criterion;
  const best = ratiosAt(minimize((at) => criterion(ratiosAt(at)), [1, 1]));
  const least = criterion(best) + tolerance;
  const simpler = [
    { team: 0, judge: 0 },
    { ...best, judge: 0 },
    { ...best, team: 0 },
  ];
  return simpler.find((ratios) => criterion(ratios) <= least) ?? best;
}

function predictions({ teams, judges }: Design, { ratios, noise, blocks }: Solution): Pick<Fit, 'teams' | 'judges'> {
  const nothing: Effect = { effect: 0, standardError: null };
  const effects = { team: teams.names.map(() => nothing), judge: judges.names.map(() => nothing) };
  const effectOf = (side: SideName, b: number, variance: number): Effect => ({
    effect: ratios[side] * b,
    standardError: ratios[side] === 0 ? null : ratios[side] * Math.sqrt(noise * variance),
  });
  for (const solved of blocks) {
    const { eliminates, eliminated, kept } = solved.block;
    const keeps = eliminates === 'team' ? 'judge' : 'team';
    const variances = variancesOf(solved);
    for (const [index, member] of kept.entries()) {
      effects[keeps][member] = effectOf(keeps, solved.kept[index]!, variances.kept[index]!);
    }
    for (const [index, member] of eliminated.entries()) {
      effects[eliminates][member] = effectOf(eliminates, solved.eliminated[index]!, variances.eliminated[index]!);
    }
  }
  return { teams: effects.team, judges: effects.judge };
}

/**
 * Returns the standard error of a team's effect that may be expected of reviews that are not given yet: the mean over the
 * teams, if teams, judges and noise vary alike, as a multiple of the standard deviation of the teams.
 */
export function expectedError(pairs: readonly Pick<TeamReview, 'team' | 'judge'>[]): number {
  const design = designOf(pairs.map(({ team, judge }) => ({ team, judge, value: 0 })));
  const { blocks } = solve(blocksOf(design), { team: 1, judge: 1 });
  const errors = blocks.flatMap((solved) => {
    const { kept, eliminated } = variancesOf(solved);
    const ofTeams = solved.block.eliminates === 'team' ? [...eliminated] : kept.slice(0, -1);
    return ofTeams.map(Math.sqrt);
  });
  return errors.reduce((sum, error) => sum + error / errors.length, 0);
}

/** Returns the diagonal of the inverse of the equations, in units of the noise variance. */
function variancesOf(solved: Solved) {
  const { block, ownRatio, keptRatio, diagonal } = solved;
  const { starts, partners, degrees } = block;
  const rest = inverse(solved.rest);
  const mean = rest[degrees.length]!;
  const eliminated = diagonal.map((own, index) => {
    const degree = degreeOf(block, index);
    let through = degree ** 2 * mean[degrees.length]!;
    for (let a = starts[index]!; a < starts[index + 1]!; a++) {
      through += 2 * keptRatio * degree * mean[partners[a]!]!;
      const row = rest[partners[a]!]!;
      for (let b = starts[index]!; b < starts[index + 1]!; b++) through += keptRatio ** 2 * row[partners[b]!]!;
    }
    return 1 / own + (ownRatio ** 2 * through) / own ** 2;
  });
  return { kept: rest.map((row, index) => row[index]!), eliminated };
}

const centersOf = (blocks: readonly ReviewBlock[]) => blocks.map(({ center }) => center);

/**
 * The result when each team was reviewed once: team, judge and noise cannot be separated, so reviews stand as given.
 */
function untold({ teams, judges, reviews }: Design, blocks: readonly ReviewBlock[]): Fit {
  return {
    means: centersOf(blocks),
    teams: reviews.map(({ team, value }) => {
      return { effect: value - blocks[teams.group[team]!]!.center, standardError: null };
    }),
    judges: judges.names.map(() => ({ effect: 0, standardError: null })),
    ...{ teamSd: null, judgeSd: null, noiseSd: null },
  };
}

/** The result when all reviews within each group are equal. */
function equal({ teams, judges }: Design, blocks: readonly ReviewBlock[]): Fit {
  const nothing = { effect: 0, standardError: null };
  return {
    means: centersOf(blocks),
    teams: teams.names.map(() => nothing),
    judges: judges.names.map(() => nothing),
    ...{ teamSd: 0, judgeSd: 0, noiseSd: 0 },
  };
}
