/** The additive model of reviews, against what others published of it and against its likelihood written out in full. */
import { describe, expect, it } from '@jest/globals';
import { factor, inverse, logDeterminant, solveLower, zeros, type Matrix } from '../../shared/base/fair/cholesky.ts';
import { blocksOf } from '../../shared/base/fair/blocks.ts';
import { designOf, type TeamReview } from '../../shared/base/fair/design.ts';
import { solve } from '../../shared/base/fair/equations.ts';
import { fit } from '../../shared/base/fair/fit.ts';
import { normals } from '../../shared/base/fair/random.ts';

/**
 * Zones of inhibition in mm, a line for each of 24 plates, a column for each of six samples of penicillin: Davies and
 * Goldsmith, "Statistical Methods in Research and Production", 1972, section 6.6; `Penicillin` of lme4.
 */
const penicillin = `
27 23 26 23 23 21
27 23 26 23 23 21
25 21 25 24 24 20
26 23 25 23 23 20
25 22 26 22 23 20
24 22 25 23 22 19
24 20 23 21 22 19
26 22 26 24 24 21
24 21 24 22 22 20
24 21 24 23 22 19
26 23 26 24 24 21
25 22 26 24 24 20
26 24 26 24 25 22
26 23 26 23 23 20
26 23 25 24 24 22
25 22 25 23 23 20
25 21 24 23 23 20
25 22 24 23 23 19
24 21 23 21 21 19
26 23 26 24 24 21
25 21 24 22 22 18
25 22 25 22 22 20
24 21 24 22 24 19
24 21 24 22 21 18`;

const plates = (as: (plate: string, sample: string) => Pick<TeamReview, 'team' | 'judge'>): TeamReview[] =>
  penicillin
    .trim()
    .split('\n')
    .flatMap((line, plate) =>
      line.split(' ').map((value, sample) => ({ ...as(`plate ${plate}`, `sample ${sample}`), value: Number(value) })),
    );

describe('The penicillin of lme4', () => {
  it.each([
    ['plates as teams', 'team', plates((team, judge) => ({ team, judge }))],
    ['samples as teams', 'judge', plates((judge, team) => ({ team, judge }))],
  ] as const)('has the published variances, with %s', (_how, plate, reviews) => {
    const fitted = fit(designOf(reviews));
    const solution = fitted.solution!;
    const sample = plate === 'team' ? 'judge' : 'team';
    const sd = { team: fitted.teamSd, judge: fitted.judgeSd };
    expect(solution.criterion).toBeCloseTo(330.86058899, 7);
    expect(sd[plate]).toBeCloseTo(0.8467057, 5);
    expect(sd[sample]).toBeCloseTo(1.9315556, 5);
    expect(fitted.noiseSd).toBeCloseTo(0.549923, 6);
    expect(fitted.means).toEqual([expect.closeTo(22.9722222, 7)]);
    const variance = inverse(solution.blocks[0]!.rest).at(-1)?.at(-1) ?? 0;
    expect(Math.sqrt(solution.noise * variance)).toBeCloseTo(0.8085723, 5);
  });

  it('has effects that are the means of the plates, shrunk as Henderson says', () => {
    const reviews = plates((team, judge) => ({ team, judge }));
    const { teams, means, teamSd, noiseSd } = fit(designOf(reviews));
    const ofFirst = reviews.filter(({ team }) => team === 'plate 0').map(({ value }) => value);
    const off = ofFirst.reduce((sum, value) => sum + value, 0) / 6 - means[0]!;
    const shrunk = (off * teamSd! ** 2) / (teamSd! ** 2 + noiseSd! ** 2 / 6);
    expect(teams[0]?.effect).toBeCloseTo(shrunk, 8);
  });
});

/** Some judges, some teams, some of them seen; in one group or several. */
function scattered(seed: number, [teams, judges, each]: readonly [number, number, number]): TeamReview[] {
  const normal = normals(seed);
  const [own, strict] = [teams, judges].map((count) => Array.from({ length: count }, () => 2 * normal()));
  return Array.from({ length: teams }, (_, team) =>
    Array.from({ length: each }, (_, turn) => {
      const judge = (team * each + turn * (1 + (team % 2)) + (seed % 3)) % judges;
      return { team: `t${team}`, judge: `j${judge}`, value: 5 + own![team]! + strict![judge]! + normal() };
    }),
  )
    .flat()
    .filter((review, place, all) => all.findIndex((r) => r.team === review.team && r.judge === review.judge) === place);
}

const product = (a: Matrix, b: Matrix): Float64Array[] =>
  a.map((row) =>
    Float64Array.from(b[0]!, (_, column) => row.reduce((sum, value, at) => sum + value * b[at]![column]!, 0)),
  );
const transposed = (a: Matrix): Float64Array[] =>
  Array.from(a[0]!, (_, column) => Float64Array.from(a, (row) => row[column]!));

/** Everything about the model from the covariance of all reviews, which is what no program would write down. */
function writtenOut(reviews: readonly TeamReview[], sd: { team: number; judge: number; noise: number }) {
  const design = designOf(reviews);
  const rows = design.reviews;
  const v = rows.map((a) =>
    Float64Array.from(rows, (b) => {
      const shared = (a.team === b.team ? sd.team ** 2 : 0) + (a.judge === b.judge ? sd.judge ** 2 : 0);
      return shared + (a === b ? sd.noise ** 2 : 0);
    }),
  );
  const x = rows.map(({ team }) =>
    Float64Array.from({ length: design.groups }, (_, g) => Number(design.teams.group[team] === g)),
  );
  const y = rows.map(({ value }) => Float64Array.of(value));
  const z = rows.map(({ team }) => Float64Array.from(design.teams.names, (_, t) => Number(team === t)));
  const [l, wide] = [factor(v), inverse(factor(v))];
  const information = product(transposed(x), product(wide, x));
  const means = product(inverse(factor(information)), product(transposed(x), product(wide, y)));
  const left = y.map(([value = 0], at) => Float64Array.of(value - product([x[at]!], means)[0]![0]!));
  const squares = product(transposed(left), product(wide, left))[0]![0]!;
  const freedom = rows.length - design.groups;
  const criterion = logDeterminant(l) + logDeterminant(factor(information)) + squares + freedom * Math.log(2 * Math.PI);
  // Cov(u) - Cov(u, y) P Cov(y, u), with P as in Searle, Casella and McCulloch, "Variance Components", 1992, chapter 7.
  const p = wide.map((row, a) => {
    const through = product(product(wide, x), product(inverse(factor(information)), product(transposed(x), wide)))[a]!;
    return row.map((value, b) => value - through[b]!);
  });
  const explained = product(transposed(z), product(p, z));
  return {
    criterion,
    means: means.map(([mean]) => mean!),
    effects: product(transposed(z), product(wide, left)).map(([sum = 0]) => sd.team ** 2 * sum),
    errors: explained.map((row, t) => Math.sqrt(sd.team ** 2 - sd.team ** 4 * row[t]!)),
  };
}

const shapes = [
  [7, 4, 2],
  [4, 7, 3],
  [6, 4, 1],
  [9, 3, 2],
] as const;
const cases = shapes.flatMap((shape) => [1, 2, 3].map((seed) => [shape, seed] as const));

describe('The equations, beside the likelihood written out in full', () => {
  it.each(cases)('agree for %j teams, judges and reviews each, seed %i', (shape, seed) => {
    const reviews = scattered(seed, shape);
    const ratios = { team: 0.3 + seed, judge: 1.7 / seed };
    const solution = solve(blocksOf(designOf(reviews)), ratios);
    const noise = Math.sqrt(solution.noise);
    const full = writtenOut(reviews, { team: ratios.team * noise, judge: ratios.judge * noise, noise });
    expect(solution.criterion).toBeCloseTo(full.criterion, 6);
  });

  it.each(cases.filter(([[, , each]]) => each > 1))(
    'are solved by the likeliest variances, with effects and errors as they must be: %j, seed %i',
    (shape, seed) => {
      const reviews = scattered(seed, shape);
      const { solution, teamSd, judgeSd, noiseSd, teams, means } = fit(designOf(reviews));
      const full = writtenOut(reviews, { team: teamSd!, judge: judgeSd!, noise: noiseSd! });
      expect(solution?.criterion).toBeCloseTo(full.criterion, 6);
      for (const [group, mean] of full.means.entries()) expect(means[group]).toBeCloseTo(mean, 6);
      for (const [team, effect] of full.effects.entries()) expect(teams[team]?.effect).toBeCloseTo(effect, 6);
      for (const [team, error] of full.errors.entries()) expect(teams[team]?.standardError).toBeCloseTo(error, 6);
      const blocks = blocksOf(designOf(reviews));
      for (let team = 0; team < 4; team += 0.25) {
        for (let judge = 0; judge < 4; judge += 0.25) {
          expect(solve(blocks, { team, judge }).criterion).toBeGreaterThan(full.criterion - 1e-5);
        }
      }
    },
  );
});

describe("Cholesky's factor", () => {
  it('times its transpose is the matrix, and its inverse undoes it', () => {
    const matrix = zeros(3).map((row, at) => row.map((_, column) => (at === column ? 4 : 1 / (1 + at + column))));
    const l = factor(matrix);
    for (const [at, row] of product(l, transposed(l)).entries()) {
      for (const [column, value] of row.entries()) expect(value).toBeCloseTo(matrix[at]![column]!, 12);
    }
    const unit = product(inverse(l), matrix);
    for (const [at, row] of unit.entries()) expect(row[at]).toBeCloseTo(1, 12);
    expect(solveLower(l, matrix[0]!)[0]).toBeCloseTo(l[0]![0]!, 12);
  });
});
