import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import type { TeamReview } from '../../shared/base/fair/design.ts';
import { fairRanking, fallingOrder } from '../../shared/base/fair/ranking.ts';
import { normals } from '../../shared/base/fair/random.ts';

/** The scores of each judge, by team: `{ anna: { rockets: 8 } }`. */
const given = (marks: Record<string, Record<string, number>>): TeamReview[] =>
  Object.entries(marks).flatMap(([judge, own]) => Object.entries(own).map(([team, value]) => ({ judge, team, value })));
const ranksOf = (reviews: TeamReview[]) => fairRanking(reviews).teams.map(({ team, rank }) => [team, rank]);

const strictAndMild = given({
  strict: { foxes: 5, owls: 4, bears: 3, cats: 2 },
  mild: { owls: 8, bears: 7, cats: 6, dogs: 6.5 },
  usual: { foxes: 7, dogs: 4.5, cats: 4, owls: 6 },
});

describe('A fair ranking', () => {
  it('does not make a team pay for a strict judge', () => {
    const { teams, judges, scale } = fairRanking(strictAndMild);
    expect(teams.map(({ team, rank }) => [team, rank])).toEqual([
      ['foxes', 1],
      ['owls', 2],
      ['bears', 3],
      ['dogs', 4],
      ['cats', 5],
    ]);
    const effects = Object.fromEntries(judges.map(({ judge, effect }) => [judge, effect]));
    expect(effects['strict']).toBeLessThan(effects['usual']!);
    expect(effects['usual']).toBeLessThan(effects['mild']!);
    expect(scale.judgeSd).toBeGreaterThan(1);
  });

  it('explains each review by what its judge usually gives', () => {
    const { teams, judges } = fairRanking(strictAndMild);
    const [foxes] = teams;
    const strict = judges.find(({ judge }) => judge === 'strict');
    expect(foxes?.reviews).toEqual([
      { judge: 'strict', given: 5, judgeEffect: strict?.effect, adjusted: 5 - strict!.effect },
      expect.objectContaining({ judge: 'usual', given: 7 }),
    ]);
    expect(strict?.reviewCount).toBe(4);
  });

  it('shrinks towards the mean who was seen seldom', () => {
    const { judges } = fairRanking([...strictAndMild, { judge: 'guest', team: 'cats', value: 9 }]);
    const guest = judges.find(({ judge }) => judge === 'guest');
    const mild = judges.find(({ judge }) => judge === 'mild');
    expect(guest?.effect).toBeGreaterThan(0);
    expect(guest?.standardError).toBeGreaterThan(mild!.standardError!);
  });

  it('is the same whatever the order of the reviews, and however often it is asked for', () => {
    expect(fairRanking(strictAndMild.toReversed())).toEqual(fairRanking(strictAndMild));
  });

  it('names neighbours whose order is not sure, and is sure of the others', () => {
    const near = given({
      a: { foxes: 9, owls: 6, bears: 6.5, cats: 1 },
      b: { foxes: 9.5, owls: 6.5, bears: 6, cats: 1.5 },
      c: { foxes: 8.5, owls: 5.5, bears: 5, cats: 0.5 },
    });
    const { closeCalls, teams } = fairRanking(near);
    expect(closeCalls).toEqual([{ team: 'owls', other: 'bears', probability: expect.any(Number) }]);
    expect(closeCalls[0]?.probability).toBeGreaterThan(0.5);
    expect(teams.map(({ team, rankLow, rankHigh }) => [team, rankLow, rankHigh])).toEqual([
      ['foxes', 1, 1],
      ['owls', 2, 3],
      ['bears', 2, 3],
      ['cats', 4, 4],
    ]);
  });
});

describe('No order is invented that reviews do not support', () => {
  it('with one judge: the order is theirs, and how sure it is nobody knows', () => {
    const { teams, judges, scale, connected, closeCalls } = fairRanking(
      given({ only: { owls: 6, foxes: 8, bears: 7 } }),
    );
    expect(
      teams.map(({ team, score, rankLow, rankHigh, standardError }) => [team, score, rankLow, rankHigh, standardError]),
    ).toEqual([
      ['foxes', 8, 1, 3, null],
      ['bears', 7, 1, 3, null],
      ['owls', 6, 1, 3, null],
    ]);
    expect(judges).toEqual([{ judge: 'only', effect: 0, standardError: null, reviewCount: 3 }]);
    expect(scale).toEqual({ means: [7], teamSd: null, judgeSd: null, noiseSd: null });
    expect([connected, closeCalls]).toEqual([true, []]);
  });

  it('with judges who share no team: each group is ranked for itself', () => {
    const apart = given({
      a: { foxes: 9, owls: 7 },
      b: { foxes: 8, owls: 7 },
      c: { bears: 2, cats: 1 },
      d: { bears: 3, cats: 1 },
    });
    const { connected, groups, teams } = fairRanking(apart);
    expect([connected, groups]).toEqual([
      false,
      [
        ['bears', 'cats'],
        ['foxes', 'owls'],
      ],
    ]);
    expect(teams.map(({ team, rank, rankHigh }) => [team, rank, rankHigh <= 2])).toEqual([
      ['bears', 1, true],
      ['cats', 2, true],
      ['foxes', 1, true],
      ['owls', 2, true],
    ]);
  });

  it('with a team that only a judge of its own saw: it is a group by itself', () => {
    const { connected, groups, teams } = fairRanking([...strictAndMild, { judge: 'guest', team: 'ants', value: 9 }]);
    expect([connected, groups]).toEqual([false, [['ants'], ['bears', 'cats', 'dogs', 'foxes', 'owls']]]);
    const ants = teams.find(({ team }) => team === 'ants');
    expect([ants?.rank, ants?.rankLow, ants?.rankHigh]).toEqual([1, 1, 1]);
    expect(teams.find(({ team }) => team === 'cats')?.rank).toBe(5);
  });

  it('where all gave all the same: everybody is first, and may be last', () => {
    const same = { foxes: 5, owls: 5, bears: 5 };
    const { teams, scale } = fairRanking(given({ a: same, b: same }));
    expect(teams.map(({ rank, rankLow, rankHigh }) => [rank, rankLow, rankHigh])).toEqual(Array(3).fill([1, 1, 3]));
    expect(scale).toEqual({ means: [5], teamSd: 0, judgeSd: 0, noiseSd: 0 });
  });

  it('where judges do not differ: the order is that of the plain means', () => {
    const reviews = given({
      a: { foxes: 9, owls: 6, bears: 3 },
      b: { foxes: 8, owls: 7, bears: 3 },
      c: { foxes: 9, owls: 6, bears: 4 },
    });
    const { scale, judges } = fairRanking(reviews);
    expect(scale.judgeSd).toBe(0);
    for (const { effect, standardError } of judges) expect([effect, standardError]).toEqual([0, null]);
    expect(ranksOf(reviews)).toEqual([
      ['foxes', 1],
      ['owls', 2],
      ['bears', 3],
    ]);
  });

  it('for no review at all: nothing', () => {
    expect(fairRanking([])).toMatchObject({ teams: [], judges: [], groups: [], closeCalls: [] });
  });
});

describe('For any scores', () => {
  const review = fc.record({
    team: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    judge: fc.constantFrom('p', 'q', 'r', 's'),
    value: fc.oneof(fc.integer({ min: 0, max: 10 }), fc.double({ min: -1e6, max: 1e6, noNaN: true })),
  });
  const reviews = fc.uniqueArray(review, { selector: ({ team, judge }) => team + judge, maxLength: 20 });

  it('every number is one, and every rank lies within its interval’s reach', () => {
    fc.assert(
      fc.property(reviews, (some) => {
        const { teams, judges, groups } = fairRanking(some);
        expect(teams.map(({ team }) => team).sort()).toEqual([...new Set(some.map(({ team }) => team))].sort());
        for (const { team, score, rank, rankLow, rankHigh, standardError } of teams) {
          const size = groups.find((group) => group.includes(team))?.length ?? 0;
          expect([score, standardError ?? 0].every(Number.isFinite)).toBe(true);
          expect(1 <= rankLow && rankLow <= rankHigh && rankHigh <= size && 1 <= rank && rank <= size).toBe(true);
        }
        for (const { effect } of judges) expect(Number.isFinite(effect)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('another scale moves the scores along and leaves the ranks', () => {
    const moved = strictAndMild.map((each) => ({ ...each, value: 3 + 2 * each.value }));
    const [plain, other] = [fairRanking(strictAndMild), fairRanking(moved)];
    for (const [place, { team, rank, score }] of plain.teams.entries()) {
      expect([other.teams[place]?.team, other.teams[place]?.rank]).toEqual([team, rank]);
      expect(other.teams[place]?.score).toBeCloseTo(3 + 2 * score, 2);
    }
  });
});

/** Sixty teams, twenty judges who differ as much as the teams do, four reviews of each team. */
function simulated(seed: number, judgeSd = 1) {
  const normal = normals(seed);
  const [teams, judges] = [60, 20];
  const truth = Array.from({ length: teams }, normal);
  const strict = Array.from({ length: judges }, () => judgeSd * normal());
  const reviews = truth.flatMap((own, team) => {
    const turns = strict.map((_, judge) => [normal(), judge] as const).sort(([a], [b]) => a - b);
    return turns.slice(0, 4).map(([, judge]): TeamReview => {
      return { team: `${team}`, judge: `${judge}`, value: own + strict[judge]! + normal() };
    });
  });
  return { truth, reviews };
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Kendall's: of all pairs, those in the same order less those in the other. */
function tau(a: readonly number[], b: readonly number[]): number {
  const signs = a.flatMap((own, at) =>
    a.slice(0, at).map((other, place) => Math.sign(own - other) * Math.sign(b[at]! - b[place]!)),
  );
  return mean(signs);
}

describe('The order of draws', () => {
  it('is that of sorting them, whatever they are', () => {
    const numbers = fc.array(fc.oneof(fc.integer({ min: 0, max: 4 }), fc.double({ min: -1e9, max: 1e9, noNaN: true })));
    fc.assert(
      fc.property(numbers, (some) => {
        const order = fallingOrder(Float64Array.from(some));
        expect([...order].toSorted((a, b) => a - b)).toEqual([...some.keys()]);
        const falling = [...order].map((index) => some[index]!);
        expect(falling.every((value, place) => place === 0 || value <= falling[place - 1]!)).toBe(true);
      }),
    );
  });
});

describe('In simulated hackathons', () => {
  const seeds = Array.from({ length: 10 }, (_, seed) => seed + 1);
  const outcome = (seed: number, judgeSd?: number) => {
    const { truth, reviews } = simulated(seed, judgeSd);
    const { teams } = fairRanking(reviews);
    const ranks = truth.map((own) => truth.filter((other) => other > own).length + 1);
    const scores = truth.map((_, team) => teams.find((each) => each.team === `${team}`)!.score);
    const plain = truth.map((_, team) => mean(reviews.filter((r) => r.team === `${team}`).map(({ value }) => value)));
    const covered = teams.map(({ team, rankLow, rankHigh }) => {
      const rank = ranks[Number(team)]!;
      return Number(rankLow <= rank && rank <= rankHigh);
    });
    return { fair: tau(scores, truth), plain: tau(plain, truth), covered: mean(covered) };
  };

  it('it is nearer to the truth than plain means, and as sure as it says', () => {
    const outcomes = seeds.map((seed) => outcome(seed));
    const [fair, plain, covered] = (['fair', 'plain', 'covered'] as const).map((of) =>
      mean(outcomes.map((each) => each[of])),
    );
    expect(fair! - plain!).toBeGreaterThan(0.06);
    expect(covered).toBeGreaterThan(0.85);
    expect(covered).toBeLessThan(0.95);
  });

  it('it is no worse than plain means where judges do not differ at all', () => {
    const outcomes = seeds.map((seed) => outcome(seed, 0));
    expect(mean(outcomes.map(({ fair, plain }) => fair - plain))).toBeGreaterThan(-0.005);
  });
});
