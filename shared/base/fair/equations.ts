/**
 * The additive model of a review, y = mean + team + judge + noise, with normal effects of teams and judges, as the mixed-model
 * equations of Henderson ("Best Linear Unbiased Estimation and Prediction under a Selection Model", Biometrics 31, 1975). They
 * are written in the spherical coordinates of Bates, Mächler, Bolker and Walker ("Fitting Linear Mixed-Effects Models Using
 * lme4", Journal of Statistical Software 67, 2015, section 3): an effect is its ratio θ times b, where θ is its standard
 * deviation over that of the noise. So a variance may be 0, and nothing divides by it. Pure.
 */
import type { ReviewBlock } from './blocks.ts';
import { factor, logDeterminant, solveLower, solveUpper, zeros, type Matrix, type Vector } from './cholesky.ts';

/** Standard deviations of the effects, as multiples of that of the noise. */
export interface Ratios {
  readonly team: number;
  readonly judge: number;
}

/** The equations of one group and their solution, in spherical coordinates. */
export interface Solved {
  readonly block: ReviewBlock;
  readonly ownRatio: number;
  readonly keptRatio: number;
  /** Diagonal entries of the eliminated members. */
  readonly diagonal: Vector;
  readonly right: Vector;
  readonly eliminated: Vector;
  /** The Cholesky factor of the reduced equations: the kept members, then the mean. */
  readonly rest: Matrix;
  /** The solution in the same order; the mean is relative to the center. */
  readonly kept: Vector;
}
export interface Solution {
  readonly ratios: Ratios;
  readonly blocks: readonly Solved[];
  /** The variance of the noise for these ratios. */
  readonly noise: number;
  /** -2 times the restricted log-likelihood; equation 42 of Bates et al. */
  readonly criterion: number;
}

export function solve(blocks: readonly ReviewBlock[], ratios: Ratios): Solution {
  const solved = blocks.map((block) => solveBlock(block, ratios));
  const freedom = blocks.reduce((sum, { values }) => sum + values.length - 1, 0);
  const penalty = solved.reduce((sum, each) => sum + penaltyOf(each), 0);
  const determinant = solved.reduce(
    (sum, { diagonal, rest }) => diagonal.reduce((part, own) => part + Math.log(own), sum) + logDeterminant(rest),
    0,
  );
  const criterion = determinant + freedom * (1 + Math.log((2 * Math.PI * penalty) / freedom));
  return { ratios, blocks: solved, noise: penalty / freedom, criterion };
}

function solveBlock(block: ReviewBlock, { team, judge }: Ratios): Solved {
  const [ownRatio, keptRatio] = block.eliminates === 'team' ? [team, judge] : [judge, team];
  const { starts, values, eliminated } = block;
  const diagonal = Float64Array.from(eliminated, (_, index) => ownRatio ** 2 * degreeOf(block, index) + 1);
  const right = Float64Array.from(eliminated, (_, index) => {
    return ownRatio * values.subarray(starts[index], starts[index + 1]).reduce((sum, value) => sum + value, 0);
  });
  const unsolved = { block, ownRatio, keptRatio, diagonal, right };
  const rest = factor(reducedOf(unsolved));
  const kept = solveUpper(rest, solveLower(rest, reducedRightOf(unsolved)));
  return { ...unsolved, rest, kept, eliminated: eliminatedGiven(unsolved, kept) };
}

type Unsolved = Pick<Solved, 'block' | 'ownRatio' | 'keptRatio' | 'diagonal' | 'right'>;

export const degreeOf = ({ starts }: ReviewBlock, index: number): number => starts[index + 1]! - starts[index]!;

/** Returns the reduced left side after elimination. Only the lower triangle is filled. */
function reducedOf({ block, ownRatio, keptRatio, diagonal }: Unsolved): Matrix {
  const { starts, partners, degrees, values } = block;
  const mean = degrees.length;
  const reduced = zeros(mean + 1);
  const last = reduced[mean]!;
  for (const [index, degree] of degrees.entries()) {
    reduced[index]![index] = keptRatio ** 2 * degree + 1;
    last[index] = keptRatio * degree;
  }
  last[mean] = values.length;
  for (const [index, own] of diagonal.entries()) {
    const degree = degreeOf(block, index);
    const shared = (ownRatio * keptRatio) ** 2 / own;
    const withMean = (ownRatio ** 2 * keptRatio * degree) / own;
    for (let a = starts[index]!; a < starts[index + 1]!; a++) {
      const row = reduced[partners[a]!]!;
      last[partners[a]!]! -= withMean;
      for (let b = starts[index]!; b < starts[index + 1]!; b++) {
        if (partners[b]! <= partners[a]!) row[partners[b]!]! -= shared;
      }
    }
    last[mean] -= (ownRatio * degree) ** 2 / own;
  }
  return reduced;
}

function reducedRightOf({ block, ownRatio, keptRatio, diagonal, right }: Unsolved): Vector {
  const { starts, partners, values, degrees } = block;
  const reduced = new Float64Array(degrees.length + 1);
  for (const [index, own] of diagonal.entries()) {
    const share = (ownRatio * right[index]!) / own;
    for (let at = starts[index]!; at < starts[index + 1]!; at++) {
      reduced[partners[at]!]! += keptRatio * (values[at]! - share);
    }
    reduced[degrees.length]! -= share * degreeOf(block, index);
  }
  return reduced;
}

/** Returns the eliminated members' solution for given kept members and mean. */
export function eliminatedGiven({ block, ownRatio, keptRatio, diagonal, right }: Unsolved, kept: Vector): Vector {
  const { starts, partners } = block;
  const mean = kept.at(-1)!;
  return diagonal.map((own, index) => {
    let sum = mean * degreeOf(block, index);
    for (let at = starts[index]!; at < starts[index + 1]!; at++) sum += keptRatio * kept[partners[at]!]!;
    return (right[index]! - ownRatio * sum) / own;
  });
}

/** Returns the penalized sum of squares that the solution minimizes: residuals of the reviews plus squared effects. */
function penaltyOf({ block, ownRatio, keptRatio, eliminated, kept }: Solved): number {
  const { starts, partners, values } = block;
  let sum = kept.subarray(0, -1).reduce((part, b) => part + b ** 2, 0);
  for (const [index, own] of eliminated.entries()) {
    const expected = ownRatio * own + kept.at(-1)!;
    for (let at = starts[index]!; at < starts[index + 1]!; at++) {
      sum += (values[at]! - expected - keptRatio * kept[partners[at]!]!) ** 2;
    }
    sum += own ** 2;
  }
  return sum;
}
