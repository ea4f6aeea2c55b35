import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Person } from '../../support/client.ts';
import { openWorld } from '../../support/world.ts';
import { hostContests, type Contest, type Host } from '../../support/judging/contest.ts';

let host: Host;
beforeAll(async () => {
  host = await hostContests(await openWorld());
});
afterAll(() => host.world.close());

const fairOf = (contest: Contest) => host.api.get(`/events/${contest.track.id}/results/fair`);

/** The scores of each judge, by team; all of them handed in. */
async function contestWith(marks: Record<string, Record<string, number>>) {
  const contest = await host.contest();
  const teams = new Map<string, { id: string; name: string }>();
  const judges = new Map<string, Person>();
  const assignments = new Map<string, string>();
  for (const [name, own] of Object.entries(marks)) {
    const judge = await contest.judge({ name });
    judges.set(name, judge);
    for (const [team, value] of Object.entries(own)) {
      if (!teams.has(team)) teams.set(team, await contest.team(team));
      const assignment = await contest.judged(teams.get(team)!, [value], { judge });
      assignments.set(`${name} ${team}`, assignment);
    }
  }
  return { contest, teams, judges, assignments };
}

const strictAndMild = {
  Strict: { foxes: 5, owls: 4, bears: 3, cats: 2 },
  Mild: { owls: 8, bears: 7, cats: 6, dogs: 6.5 },
  Usual: { foxes: 7, dogs: 4.5, cats: 4, owls: 6 },
};

describe('The fair ranking', () => {
  it('shows both ranks, how sure the fair one is, and what each judge usually gives', async () => {
    const { contest, teams, judges } = await contestWith(strictAndMild);
    await contest.calculate();
    const { status, body } = await fairOf(contest);
    expect(status).toBe(200);
    const { data } = body;
    expect(data.teams.map((team: any) => [team.team_name, team.plain_rank, team.fair_rank])).toEqual([
      ['foxes', 1, 1],
      ['owls', 1, 2],
      ['bears', 4, 3],
      ['dogs', 3, 4],
      ['cats', 5, 5],
    ]);
    expect(Object.keys(data)).toEqual(['scale', 'connected', 'groups', 'teams', 'judges', 'close_calls']);
    expect([data.connected, data.groups]).toEqual([true, [[...teams.values()].map(({ id }) => id).sort()]]);
    const effects = Object.fromEntries(data.judges.map((judge: any) => [judge.name, judge.effect]));
    expect(effects.Strict).toBeLessThan(effects.Usual);
    expect(effects.Usual).toBeLessThan(effects.Mild);
    const [foxes] = data.teams;
    expect(foxes).toMatchObject({ team_id: teams.get('foxes')?.id, plain_score: 6, rank_low: expect.any(Number) });
    expect(foxes.rank_low).toBeLessThanOrEqual(foxes.fair_rank);
    expect(foxes.rank_high).toBeGreaterThanOrEqual(foxes.fair_rank);
    expect(foxes.reviews).toContainEqual({
      judge_user_id: judges.get('Strict')?.id,
      judge_name: 'Strict',
      given: 5,
      judge_effect: effects.Strict,
      adjusted: expect.closeTo(5 - effects.Strict, 3),
    });
    expect(data.judges).toContainEqual({
      judge_user_id: judges.get('Mild')?.id,
      name: 'Mild',
      effect: effects.Mild,
      standard_error: expect.any(Number),
      review_count: 4,
    });
    expect(data.scale).toEqual({
      mean: expect.any(Number),
      team_sd: expect.any(Number),
      judge_sd: expect.any(Number),
      noise_sd: expect.any(Number),
    });
    const numbers = JSON.stringify(data).match(/\d+\.\d+/g) ?? [];
    expect(numbers.filter((number) => number.split('.')[1]!.length > 4)).toEqual([]);
  });

  it('is the same whenever it is asked for, and leaves the plain one as it is', async () => {
    const { contest } = await contestWith(strictAndMild);
    await contest.calculate();
    const plain = await contest.list();
    const [first, second] = await Promise.all([fairOf(contest), fairOf(contest)]);
    expect(second.body.data).toEqual(first.body.data);
    expect((await fairOf(contest)).body.data).toEqual(first.body.data);
    expect((await contest.list()).body.data).toEqual(plain.body.data);
  });

  it('weights what a judge scored, as the plain ranking does', async () => {
    const contest = await host.contest([0.6, 0.2]);
    const [judge, other] = [await contest.judge(), await contest.judge()];
    const [bees, ants] = [await contest.team('Bees'), await contest.team('Ants')];
    await contest.judged(bees, [8, 4], { judge });
    await contest.judged(ants, [5, null], { judge });
    await contest.judged(bees, [6, 6], { judge: other });
    await contest.judged(ants, [1, 9], { judge: other });
    await contest.calculate();
    const { teams } = (await fairOf(contest)).body.data;
    const given = (name: string) =>
      teams
        .find((team: any) => team.team_name === name)
        .reviews.map((review: any) => review.given)
        .sort();
    expect([given('Bees'), given('Ants')]).toEqual([
      [6, 7],
      [3, 5],
    ]);
  });

  it('rests on the assignments of the last calculation, not on what was handed in since', async () => {
    const { contest, teams } = await contestWith(strictAndMild);
    await contest.calculate();
    const before = (await fairOf(contest)).body.data;
    await contest.judged(teams.get('cats')!, [10]);
    await contest.judged(await contest.team('late'), [10]);
    expect((await fairOf(contest)).body.data).toEqual(before);
    await contest.calculate();
    const after = (await fairOf(contest)).body.data;
    expect(after.teams).toHaveLength(6);
    expect(after.judges).toHaveLength(5);
  });

  it('leaves out a team that is gone', async () => {
    const { contest, teams } = await contestWith(strictAndMild);
    await contest.calculate();
    await host.api.del(`/super-events/${host.hack.id}/team-management/teams/${teams.get('cats')?.id}`);
    const names = (await fairOf(contest)).body.data.teams.map((team: any) => team.team_name);
    expect(names.sort()).toEqual(['bears', 'dogs', 'foxes', 'owls']);
  });
});

describe('No order is invented that reviews do not support', () => {
  it('for teams that no chain of judges connects: each group has its own ranking', async () => {
    const { contest, teams } = await contestWith({
      Ada: { foxes: 9, owls: 7 },
      Bob: { foxes: 8, owls: 6.5 },
      Cleo: { bears: 3, cats: 1 },
      Dan: { bears: 2, cats: 1 },
    });
    await contest.calculate();
    const { data } = (await fairOf(contest)).body;
    const idsOf = (...names: string[]) => names.map((name) => teams.get(name)?.id).sort();
    expect(data).toMatchObject({ connected: false, scale: { mean: null } });
    expect(data.groups.map((group: string[]) => group.toSorted()).sort()).toEqual(
      [idsOf('foxes', 'owls'), idsOf('bears', 'cats')].sort(),
    );
    const ranks = Object.fromEntries(data.teams.map((team: any) => [team.team_name, team.fair_rank]));
    expect(ranks).toEqual({ foxes: 1, owls: 2, bears: 1, cats: 2 });
  });

  it('for one judge: the order is theirs, and nobody knows how sure it is', async () => {
    const { contest } = await contestWith({ Ada: { foxes: 9, owls: 7, bears: 8 } });
    await contest.calculate();
    const { data } = (await fairOf(contest)).body;
    expect(data.teams.map((team: any) => [team.team_name, team.fair_score, team.fair_rank, team.plain_rank])).toEqual([
      ['foxes', 9, 1, 1],
      ['bears', 8, 2, 2],
      ['owls', 7, 3, 3],
    ]);
    expect(data).toMatchObject({
      connected: true,
      scale: { mean: 8, team_sd: null, judge_sd: null, noise_sd: null },
      judges: [{ effect: 0, standard_error: null, review_count: 3 }],
      close_calls: [],
    });
  });
});

describe('The fair ranking is refused', () => {
  it('before there is a plain one', async () => {
    const contest = await host.contest();
    const missing = { missing: ['results'] };
    expect(await fairOf(contest)).toBeRefused(409, 'NOT_READY', missing);
    await contest.calculate();
    expect(await fairOf(contest)).toBeRefused(409, 'NOT_READY', missing);
  });

  it('to judges and members of the organization', async () => {
    const { world, acme } = host;
    const contest = await host.contest();
    for (const person of [await contest.judge(), await world.member(acme, 'MEMBER')]) {
      const answer = await world.as(person, acme).get(`/events/${contest.track.id}/results/fair`);
      expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
    }
  });
});

describe('The CSV of the results', () => {
  const csvOf = async (contest: Contest, query = '') => {
    const { text } = await host.api.get(`/events/${contest.track.id}/results/csv${query}`);
    return text.trim().split('\r\n');
  };

  it('has the fair ranking behind the documented columns where that is asked for', async () => {
    const { contest } = await contestWith(strictAndMild);
    await contest.calculate();
    const plain = await csvOf(contest);
    const fair = await csvOf(contest, '?ranking=fair');
    expect(await csvOf(contest, '?ranking=plain')).toEqual(plain);
    expect(fair[0]).toBe(`${plain[0]},Fair Rank,Fair Score,Rank Low,Rank High,Standard Error`);
    const { teams } = (await fairOf(contest)).body.data;
    for (const [place, line] of plain.entries()) {
      if (place === 0) continue;
      const own = teams.find((team: any) => line.includes(`,${team.team_name},`));
      const cells = [own.fair_rank, own.fair_score, own.rank_low, own.rank_high, own.standard_error];
      expect(fair[place]).toBe(`${line},${cells.join()}`);
    }
  });

  it('has the header alone before there is a ranking, and knows no other one', async () => {
    const contest = await host.contest();
    expect(await csvOf(contest, '?ranking=fair')).toHaveLength(1);
    const answer = await host.api.get(`/events/${contest.track.id}/results/csv?ranking=best`);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: 'ranking' }] });
  });
});
