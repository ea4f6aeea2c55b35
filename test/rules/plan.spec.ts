/** Plans of assignments: what each must be, whatever teams, judges and conflicts there are. */
import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { designOf } from '../../shared/base/fair/design.ts';
import { planOf, type Pair, type Plan, type Wish } from '../../services/judging/plan/plan.ts';

const named = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index}`);
const wishFor = (teams: number, judges: number, reviewsPerTeam: number, more: Partial<Wish> = {}): Wish => ({
  ...{ teams: named('t', teams), judges: named('j', judges), reviewsPerTeam, kept: [], barred: [], seed: 1 },
  ...more,
});
function planned(wish: Wish): Plan {
  const plan = planOf(wish);
  if ('missing' in plan) throw new Error(`There is no plan for lack of ${plan.missing}.`);
  return plan;
}
const keyOf = ({ team, judge }: Pair) => `${team} ${judge}`;
const countsOf = ({ loads }: Plan) => loads.map(({ count }) => count);

/** How many teams each two judges share. */
function meetings(pairs: readonly Pair[], judges: readonly string[]): number[] {
  const teamsOf = Map.groupBy(pairs, ({ judge }) => judge);
  const sets = judges.map((judge) => new Set((teamsOf.get(judge) ?? []).map(({ team }) => team)));
  return sets.flatMap((own, at) => sets.slice(0, at).map((other) => [...own].filter((team) => other.has(team)).length));
}

describe('A plan', () => {
  it.each([
    [7, 7, 3],
    [60, 20, 4],
    [13, 5, 2],
    [9, 40, 5],
    [1, 3, 3],
  ])('of %i teams, %i judges and %i reviews of each gives all as many, once', (teams, judges, each) => {
    const plan = planned(wishFor(teams, judges, each));
    expect(new Set(plan.created.map(keyOf)).size).toBe(teams * each);
    const perTeam = Map.groupBy(plan.created, ({ team }) => team);
    expect([...perTeam.values()].map((own) => own.length)).toEqual(Array(teams).fill(each));
    const counts = countsOf(plan);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    expect(counts.reduce((sum, count) => sum + count)).toBe(teams * each);
  });

  it("of Fano's plane lets every two judges meet exactly once", () => {
    const wish = wishFor(7, 7, 3);
    expect(meetings(planned(wish).created, wish.judges)).toEqual(Array(21).fill(1));
  });

  it('lets judges meet about as often as any others', () => {
    const wish = wishFor(60, 20, 4);
    const met = meetings(planned(wish).created, wish.judges);
    expect(Math.min(...met)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...met)).toBeLessThanOrEqual(3);
  });

  it('is the same for the same seed, and another for another', () => {
    const wish = wishFor(20, 8, 3);
    expect(planned(wish)).toEqual(planned(wish));
    expect(planned({ ...wish, seed: 2 }).created).not.toEqual(planned(wish).created);
  });

  it('keeps what there is and makes up for it', () => {
    const kept = ['t0', 't1', 't2'].map((team) => ({ team, judge: 'j0' }));
    const plan = planned(wishFor(6, 3, 1, { kept }));
    expect(plan.created.map(({ team }) => team).sort()).toEqual(['t3', 't4', 't5']);
    expect(countsOf(plan).toSorted()).toEqual([1, 2, 3]);
    expect(plan.loads[0]).toEqual({ judge: 'j0', count: 3 });
  });

  it('counts what judges keep who are given nothing more', () => {
    const kept = [{ team: 't0', judge: 'guest' }];
    const plan = planned(wishFor(2, 2, 2, { kept }));
    expect(plan.created).toHaveLength(3);
    expect(plan.loads).toContainEqual({ judge: 'guest', count: 1 });
  });

  it('hands teams on where those who may judge one have all they may', () => {
    // Nobody but j0 may judge the last team, who would have been given others before.
    const barred = named('j', 4)
      .slice(1)
      .map((judge) => ({ team: 't3', judge }));
    for (let seed = 0; seed < 20; seed++) {
      const plan = planned(wishFor(4, 4, 1, { barred, maxPerJudge: 1, seed }));
      expect(plan.created).toContainEqual({ team: 't3', judge: 'j0' });
    }
  });

  it('says how sure it would be: more reviews, smaller errors', () => {
    const errors = [1, 2, 4].map((each) => planned(wishFor(30, 10, each)).expectedError);
    expect(errors[0]!).toBeGreaterThan(errors[1]!);
    expect(errors[1]!).toBeGreaterThan(errors[2]!);
    expect(errors[2]!).toBeGreaterThan(0);
    expect(errors[0]!).toBeLessThan(1);
  });

  it('of 2,000 teams and 200 judges is made while somebody waits', () => {
    const plan = planned(wishFor(2_000, 200, 5));
    expect(new Set(countsOf(plan))).toEqual(new Set([50]));
    expect(plan.connected).toBe(true);
  });
});

describe('A plan', () => {
  it('says that judges who see one team each cannot be compared', () => {
    expect(planned(wishFor(4, 4, 1)).connected).toBe(false);
    expect(planned(wishFor(4, 1, 1)).connected).toBe(true);
  });

  it.each(Array.from({ length: 12 }, (_, seed) => seed))(
    'connects all teams where reviews just suffice, seed %i',
    (seed) => {
      // A tree: 20 teams and 21 judges are held together by 40 reviews at the least.
      const plan = planned(wishFor(20, 21, 2, { seed }));
      expect(plan.connected).toBe(true);
      expect(Math.max(...countsOf(plan)) - Math.min(...countsOf(plan))).toBe(1);
    },
  );

  it('connects groups that are there already by the reviews that are still free', () => {
    const kept = [
      ...['t0', 't1'].flatMap((team) => ['j0', 'j1'].map((judge) => ({ team, judge }))),
      ...['t2', 't3'].flatMap((team) => ['j2', 'j3'].map((judge) => ({ team, judge }))),
    ];
    for (let seed = 0; seed < 10; seed++) {
      const plan = planned(wishFor(5, 4, 2, { kept, seed }));
      expect([plan.created.length, plan.connected]).toEqual([2, true]);
    }
  });
});

describe('There is no plan', () => {
  it.each<[string, Wish, object]>([
    ['without teams', wishFor(0, 3, 1), { missing: 'teams', teams: [] }],
    ['without judges', wishFor(2, 0, 1), { missing: 'judges', teams: ['t0', 't1'] }],
    ['for more reviews than judges', wishFor(1, 2, 3), { missing: 'judges', teams: ['t0'] }],
    [
      'for a team that too few may judge',
      wishFor(2, 2, 2, { barred: [{ team: 't1', judge: 'j0' }] }),
      { missing: 'judges', teams: ['t1'] },
    ],
    ['where judges may have too few', wishFor(4, 3, 2, { maxPerJudge: 2 }), { missing: 'max_per_judge', teams: [] }],
    [
      'where the only ones who may judge some may not have them all',
      wishFor(3, 2, 1, { maxPerJudge: 2, barred: named('t', 3).map((team) => ({ team, judge: 'j1' })) }),
      { missing: 'max_per_judge', teams: [] },
    ],
  ])('%s', (_why, wish, lack) => {
    expect(planOf(wish)).toEqual(lack);
  });
});

describe('For any wish', () => {
  const pair = (teams: number, judges: number) =>
    fc.record({
      team: fc.nat(teams - 1).map((n) => `t${n}`),
      judge: fc.nat(judges - 1).map((n) => `j${n}`),
    });
  const wishes = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 8 })).chain(([teams, judges]) =>
    fc
      .record({
        reviewsPerTeam: fc.integer({ min: 1, max: 4 }),
        maxPerJudge: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
        kept: fc.uniqueArray(pair(teams, judges), { maxLength: 8, selector: keyOf }),
        barred: fc.uniqueArray(pair(teams, judges), { maxLength: 8, selector: keyOf }),
        seed: fc.nat(1_000),
      })
      .map((more) => ({ ...wishFor(teams, judges, more.reviewsPerTeam), ...more })),
  );
  const outcomes = (check: (wish: Wish, plan: Plan, all: Pair[]) => void) =>
    fc.assert(
      fc.property(wishes, (wish) => {
        const plan = planOf(wish);
        if (!('missing' in plan)) check(wish, plan, [...wish.kept, ...plan.created]);
      }),
      { numRuns: 400 },
    );

  it('nobody gets what they may not have, a team twice, or more than they may', () =>
    outcomes((wish, plan, all) => {
      const barred = new Set(wish.barred.map(keyOf));
      expect(plan.created.filter((each) => barred.has(keyOf(each)))).toEqual([]);
      expect(new Set(all.map(keyOf)).size).toBe(all.length);
      for (const { judge, count } of plan.loads) {
        const kept = wish.kept.filter((each) => each.judge === judge).length;
        expect(count).toBe(all.filter((each) => each.judge === judge).length);
        expect(count).toBeLessThanOrEqual(Math.max(kept, wish.maxPerJudge ?? Infinity));
      }
    }));

  it('every team gets what it lacks and no more, and what is said of groups is so', () =>
    outcomes((wish, plan, all) => {
      for (const team of wish.teams) {
        const kept = wish.kept.filter((each) => each.team === team).length;
        expect(all.filter((each) => each.team === team)).toHaveLength(Math.max(kept, wish.reviewsPerTeam));
      }
      const design = designOf(all.map((each) => ({ ...each, value: 0 })));
      expect(plan.connected).toBe(design.groups === 1);
    }));

  it('without conflicts all have as many, and two reviews per team connect all where they suffice', () => {
    const sizes = fc.record({
      teams: fc.integer({ min: 1, max: 25 }),
      judges: fc.integer({ min: 2, max: 15 }),
      each: fc.integer({ min: 2, max: 4 }),
      seed: fc.nat(1_000),
    });
    fc.assert(
      fc.property(sizes, ({ teams, judges, each, seed }) => {
        fc.pre(each <= judges);
        const plan = planned(wishFor(teams, judges, each, { seed }));
        const counts = countsOf(plan);
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
        if (teams * each >= teams + judges - 1) expect(plan.connected).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
