import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld } from '../../support/world.ts';
import { hostContests, type Contest, type Host } from '../../support/judging/contest.ts';

const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const uuid = /^[0-9a-f-]{36}$/;

let host: Host;
beforeAll(async () => {
  host = await hostContests(await openWorld());
});
afterAll(() => host.world.close());

describe('A ranking', () => {
  it('is answered whole, best team first', async () => {
    const contest = await host.contest([0.6, 0.4]);
    const [bees, ants] = [await contest.team('Bees'), await contest.team('Ants')];
    const judge = await contest.judge();
    await contest.judged(bees, [9, 4], { judge });
    await contest.judged(ants, [8, 9.5], { judge });
    const { status, body } = await contest.calculate();
    expect(status).toBe(201);
    const same = { id: expect.stringMatching(uuid), event_id: contest.track.id };
    const times = { created_at: expect.stringMatching(time), updated_at: expect.stringMatching(time) };
    expect(body.data).toEqual({
      results: [
        { ...same, ...times, team_id: ants.id, team_name: 'Ants', overall_score: 8.6, rank: 1 },
        { ...same, ...times, team_id: bees.id, team_name: 'Bees', overall_score: 7, rank: 2 },
      ],
      count: 2,
    });
  });

  it('gives equal scores one rank, and leaves out as many: 1, 2, 2, 4', async () => {
    const contest = await host.contest();
    for (const [name, value] of [
      ['Last', 3],
      ['Cats', 5],
      ['Ants', 5],
      ['Best', 9],
    ] as const) {
      await contest.judged(await contest.team(name), [value]);
    }
    expect(await contest.ranking()).toEqual([
      [1, 'Best', 9],
      [2, 'Ants', 5],
      [2, 'Cats', 5],
      [4, 'Last', 3],
    ]);
  });

  it('lists teams of one name and score by their ids', async () => {
    const contest = await host.contest();
    const twins = [await contest.team('Twins'), await contest.team('Twins'), await contest.team('Twins')];
    for (const twin of twins) await contest.judged(twin, [5]);
    const { results } = (await contest.calculate()).body.data;
    expect(results.map(({ team_id }: any) => team_id)).toEqual(twins.map(({ id }) => id).sort());
  });

  it('is empty where nothing was handed in', async () => {
    const contest = await host.contest();
    const { status, body } = await contest.calculate();
    expect([status, body.data]).toEqual([201, { results: [], count: 0 }]);
  });
});

describe('A score', () => {
  it.each([
    ['the weighted mean, the weights made 1 together', [0.2, 0.3], [[10, 5]], 7],
    ['the mean over judges', [1], [[9], [4], [5]], 6],
    ['the plain mean where all weights are 0', [0, 0], [[4, 7]], 5.5],
    ['without a criterion of weight 0 beside one that weighs', [0.5, 0], [[4, 10]], 4],
    [
      'without what a judge did not score',
      [0.5, 0.5],
      [
        [8, null],
        [4, 6],
      ],
      6.5,
    ],
    ['the plain mean of a judge whose criteria weigh nothing', [0.5, 0, 0], [[null, 3, 6]], 4.5],
    ['rounded half up', [1], [['1.00005']], 1.0001],
    ['rounded down below a half', [1], [['1.0000499999']], 1],
    ['rounded half up below zero too', [1], [['-1.00005']], -1],
    ['rounded down below zero past a half', [1], [['-1.0000500001']], -1.0001],
    [
      'a half where thirds add up to it',
      ['0.1', '0.2'],
      [
        ['0.0001', 0],
        ['0.0001', 0],
        ['0.00025', 0],
      ],
      0.0001,
    ],
    [
      'rounded down a hair below a half, at 5.26865 less 10⁻²⁰',
      ['0.32734', '0.21049', '0.22611'],
      [
        ['8.17768', '8.22992', null],
        ['2.28897', null, '2.67989'],
        ['5.11083', '5.23429', '5.15914'],
      ],
      5.2686,
    ],
    [
      'exact with decimals that no binary number has',
      ['0.1', '0.2'],
      [
        ['0.1', '0.7'],
        ['0.3', '0.3'],
      ],
      0.4,
    ],
    ['of any size', [1], [['123456789012345.5']], 123456789012345.5],
  ] as const)('is %s', async (_, weights, marks, expected) => {
    const contest = await host.contest(weights);
    const team = await contest.team('Bees');
    for (const given of marks) await contest.judged(team, given);
    expect(await contest.ranking()).toEqual([[1, 'Bees', expected]]);
  });
});

describe('Left out of the ranking', () => {
  let contest: Contest;
  beforeAll(async () => {
    contest = await host.contest([0.5, 0.5]);
    await contest.judged(await contest.team('Bees'), [4, 6]);
  });
  const onlyBees = [[1, 'Bees', 5]];

  it('is an assignment that is not handed in', async () => {
    const ants = await contest.team('Ants');
    await contest.judged(ants, [9, 9], { submitted: false });
    expect(await contest.ranking()).toEqual(onlyBees);
  });

  it('is one that was handed in and has no scores left', async () => {
    const ants = await contest.team('Ants');
    await contest.judged(ants, []);
    expect(await contest.ranking()).toEqual(onlyBees);
    await contest.judged(ants, [2, 2]);
    expect(await contest.ranking()).toEqual([...onlyBees, [2, 'Ants', 2]]);
    await contest.world.rows`delete from judging.score s using judging.assignment a
                              where a.id = s.assignment_id and a.team_id = ${ants.id}`;
    expect(await contest.ranking()).toEqual(onlyBees);
  });

  it('is a team that was deleted', async () => {
    const ants = await contest.team('Ants');
    await contest.judged(ants, [9, 9]);
    expect(await contest.ranking()).toHaveLength(2);
    await host.api.del(`/super-events/${host.hack.id}/team-management/teams/${ants.id}`);
    expect(await contest.ranking()).toEqual(onlyBees);
  });

  it('is a team that went to another track, there or here', async () => {
    const [ants, other] = [await contest.team('Ants'), await host.contest()];
    await contest.judged(ants, [9, 9]);
    await host.api.patch(`/super-events/${host.hack.id}/team-management/teams/${ants.id}/track`, {
      targetTrackId: other.track.id,
    });
    expect(await contest.ranking()).toEqual(onlyBees);
    expect(await other.ranking()).toEqual([]);
  });
});

describe('A further run', () => {
  it('changes nothing where nothing has changed', async () => {
    const contest = await host.contest([0.3, 0.7]);
    for (const name of ['Ants', 'Bees', 'Cats']) await contest.judged(await contest.team(name), [name.length, 5.5]);
    const first = await contest.calculate();
    const second = await contest.calculate();
    expect(second.text).toBe(first.text);
  });

  it('follows what has, and keeps since when a team is ranked', async () => {
    const contest = await host.contest();
    const [ants, bees, cats] = [await contest.team('Ants'), await contest.team('Bees'), await contest.team('Cats')];
    for (const [team, value] of [
      [ants, 9],
      [bees, 8],
      [cats, 7],
    ] as const) {
      await contest.judged(team, [value]);
    }
    const before = (await contest.calculate()).body.data.results;
    await contest.judged(cats, [10]);
    const after = (await contest.calculate()).body.data.results;
    expect(after).toEqual([
      before[0],
      { ...before[2], overall_score: 8.5, rank: 2, updated_at: expect.stringMatching(time) },
      { ...before[1], rank: 3, updated_at: expect.stringMatching(time) },
    ]);
    expect(after[1].updated_at > before[2].updated_at).toBe(true);
    expect(after[2].updated_at).toBe(after[1].updated_at);
  });

  it('follows a criterion that weighs otherwise now, or is gone', async () => {
    const contest = await host.contest([0.5, 0.5]);
    const [speed, beauty] = contest.criteria.map(({ id }) => id);
    await contest.judged(await contest.team('Ants'), [8, 2]);
    expect(await contest.ranking()).toEqual([[1, 'Ants', 5]]);
    await contest.world.rows`update judging.criterion set weight = 0.1 where id = ${beauty}`;
    expect(await contest.ranking()).toEqual([[1, 'Ants', 7]]);
    await contest.world.rows`delete from judging.criterion where id = ${speed}`;
    expect(await contest.ranking()).toEqual([[1, 'Ants', 2]]);
  });

  it('leaves other tracks alone', async () => {
    const [one, other] = [await host.contest(), await host.contest()];
    await one.judged(await one.team('Ants'), [1]);
    await other.judged(await other.team('Bees'), [2]);
    await one.calculate();
    expect(await other.ranking()).toEqual([[1, 'Bees', 2]]);
    expect((await one.list()).body.data.count).toBe(1);
  });

  it('leaves a row in the audit, with the time of the run before', async () => {
    const contest = await host.contest();
    await contest.calculate();
    await contest.calculate();
    const noted = await contest.world.rows<{ before: object; after: { calculated_at: string } }>`
      select before, after from judging.audit
       where action = 'judging.calculateResults' and ids ->> 'event_id' = ${contest.track.id} order by at`;
    expect(noted).toHaveLength(2);
    expect(noted[0]).toEqual({
      before: { calculated_at: null },
      after: { calculated_at: expect.stringMatching(time) },
    });
    expect(noted[1]?.before).toEqual(noted[0]?.after);
  });
});

describe('Twenty runs at the same time', () => {
  it('are all answered, with one and the same ranking', async () => {
    const contest = await host.contest([0.2, 0.3]);
    for (let number = 0; number < 12; number++) {
      const team = await contest.team(`Team ${number}`);
      await contest.judged(team, [number % 5, number % 3]);
    }
    const answers = await Promise.all(Array.from({ length: 20 }, contest.calculate));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body.data.count).toBe(12);
  });
});

describe('A person who may calculate', () => {
  it('is an organizer of the track, who may name it by its slug', async () => {
    const { world, acme } = host;
    const { track } = await host.contest();
    const olga = await world.person();
    await world.role(olga, track, 'ORGANIZER');
    expect((await world.as(olga, acme).post(`/events/${track.slug}/calculate-results`)).status).toBe(201);
  });

  it.each(['JUDGE', 'MENTOR', 'PARTICIPANT'] as const)('is no %s', async (role) => {
    const { world, acme } = host;
    const { track } = await host.contest();
    const somebody = await world.person();
    await world.role(somebody, track, role);
    const answer = await world.as(somebody, acme).post(`/events/${track.id}/calculate-results`);
    expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('is no plain member of the organization, and the track must be there', async () => {
    const { world, acme, api } = host;
    const { track } = await host.contest();
    const member = world.as(await world.member(acme, 'MEMBER'), acme);
    expect(await member.post(`/events/${track.id}/calculate-results`)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await api.post(`/events/${randomUUID()}/calculate-results`)).toBeRefused(404, 'NOT_FOUND');
  });
});
