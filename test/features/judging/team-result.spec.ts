import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Person } from '../../support/client.ts';
import { openWorld } from '../../support/world.ts';
import { hostContests, type Contest, type Host } from '../../support/judging/contest.ts';

const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

let host: Host;
beforeAll(async () => {
  host = await hostContests(await openWorld());
});
afterAll(() => host.world.close());

const resultOf = (team: { id: string }, by: Client = host.api) => by.get(`/teams/${team.id}/results`);
const breakdownOf = async (team: { id: string }) => (await resultOf(team)).body.data.score_breakdown;

describe("A team's result", () => {
  it('says what it was given for each criterion, and what its judges want to tell it', async () => {
    const contest = await host.contest();
    const beauty = await contest.criterion('0', { name: 'Beauty', description: 'Is it nice?' });
    const [speed] = contest.criteria;
    const team = await contest.team('Bees');
    const first = await contest.judged(team, [{ value: 8, feedback: 'Fast!', comment: 'for organizers only' }]);
    await contest.score(first, beauty, { value: 2 });
    await contest.judged(team, [{ value: 9, feedback: 'Very fast.\nHow?' }]);
    await contest.judged(team, [{ value: 9, feedback: ' \n' }]);
    await contest.calculate();
    const { status, body, text } = await resultOf(team);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      overall_score: 8.6667,
      rank: 1,
      created_at: expect.stringMatching(time),
      score_breakdown: [
        {
          criterion_name: speed?.name,
          criterion_description: null,
          score_value: 8.6667,
          feedback: 'Fast!\n\nVery fast.\nHow?',
        },
        { criterion_name: 'Beauty', criterion_description: 'Is it nice?', score_value: 2, feedback: null },
      ],
      ranked_count: 1,
      scoring: { min: 0, max: 10, step: 0.5 },
    });
    expect(text).not.toContain('organizers only');
  });

  it('shows criteria in their order, and of one place in that of their ids', async () => {
    const contest = await host.contest([0.1, 0.1, 0.1]);
    const [a, b, c] = contest.criteria.map(({ id }) => id);
    await contest.world.rows`update judging.criterion set order_index = case when id = ${a} then 7 else 1 end
                              where id in (${a}, ${b}, ${c})`;
    const team = await contest.team('Bees');
    await contest.judged(team, [1, 2, 3]);
    await contest.calculate();
    const names = (await breakdownOf(team)).map(({ criterion_name }: any) => criterion_name);
    const nameOf = new Map(contest.criteria.map(({ id, name }) => [id, name]));
    expect(names).toEqual([...[b, c].sort(), a].map((id) => nameOf.get(id ?? '')));
  });

  it('rounds the mean of a criterion half up', async () => {
    const contest = await host.contest();
    const team = await contest.team('Bees');
    for (const value of ['0.0001', 0]) await contest.judged(team, [value]);
    await contest.calculate();
    expect(await breakdownOf(team)).toMatchObject([{ score_value: 0.0001 }]);
  });

  it('rests on what was handed in by the last run, not on what came since', async () => {
    const contest = await host.contest([0.5, 0.5]);
    const team = await contest.team('Bees');
    await contest.judged(team, [{ value: 4, feedback: 'In time.' }, null]);
    await contest.calculate();
    await contest.judged(team, [{ value: 10, feedback: 'Too late.' }, 10]);
    await contest.judged(team, [{ value: 0, feedback: 'Still a draft.' }, 0], { submitted: false });
    expect((await resultOf(team)).body.data).toMatchObject({
      overall_score: 4,
      score_breakdown: [{ score_value: 4, feedback: 'In time.' }],
    });
    await contest.calculate();
    expect((await resultOf(team)).body.data).toMatchObject({
      overall_score: 7,
      score_breakdown: [
        { score_value: 7, feedback: 'In time.\n\nToo late.' },
        { score_value: 10, feedback: null },
      ],
    });
  });

  it('says of how many teams, and on which scale, by either ranking', async () => {
    const own = await hostContests(host.world);
    await own.api.patch(`/super-events/${own.hack.id}`, { config_json: { scoring: { max: 5, step: 1 } } });
    const contest = await own.contest();
    const [bees, ants] = [await contest.team('Bees'), await contest.team('Ants')];
    await contest.team('Without a score');
    for (const [team, value] of [
      [bees, 3],
      [ants, 5],
    ] as const)
      await contest.judged(team, [value]);
    await contest.calculate();
    for (const query of ['', '?ranking=fair']) {
      const { body } = await own.api.get(`/teams/${bees.id}/results${query}`);
      expect(body.data).toMatchObject({ ranked_count: 2, scoring: { min: 0, max: 5, step: 1 } });
    }
  });

  it('keeps its rank and their number when others are gone, until the next run', async () => {
    const contest = await host.contest();
    const teams = [await contest.team('Ants'), await contest.team('Bees'), await contest.team('Cats')];
    for (const [index, team] of teams.entries()) await contest.judged(team, [9 - index]);
    await contest.calculate();
    await contest.publish();
    const path = `/super-events/${host.hack.id}/team-management/teams`;
    const [ants, bees, cats] = teams.map(({ id }) => ({ id }));
    expect((await host.api.del(`${path}/${ants!.id}`)).status).toBe(200);
    await host.world.rows`update teams.member set left_at = now() where team_id = ${bees!.id}`;
    const placed = async () => {
      const { rank, ranked_count } = (await resultOf(cats!)).body.data;
      return [rank, ranked_count];
    };
    expect(await placed()).toEqual([3, 3]);
    await contest.calculate();
    await contest.publish();
    expect(await placed()).toEqual([1, 1]);
  });

  it('leaves out a criterion that nobody scored', async () => {
    const contest = await host.contest();
    const team = await contest.team('Bees');
    await contest.judged(team, [6]);
    await contest.criterion(0);
    await contest.calculate();
    expect(await breakdownOf(team)).toMatchObject([{ criterion_name: contest.criteria[0]?.name }]);
  });
});

describe('Its readers', () => {
  let contest: Contest;
  let ada: Person;
  let team: { id: string };
  beforeAll(async () => {
    contest = await host.contest();
    ada = await host.world.person();
    await host.world.registered(ada, contest.track);
    team = await contest.team('Bees', [ada]);
    await contest.judged(team, [6]);
  });
  const as = (person: Person) => host.world.as(person, host.acme);

  it('are organizers as soon as it was calculated', async () => {
    expect(await resultOf(team)).toBeRefused(404, 'NOT_FOUND');
    await contest.calculate();
    const olga = await host.world.person();
    await host.world.role(olga, contest.track, 'ORGANIZER');
    for (const reader of [host.api, as(olga)]) expect((await resultOf(team, reader)).status).toBe(200);
  });

  it('are members of the team once it was published, and no longer than they are members', async () => {
    expect(await resultOf(team, as(ada))).toBeRefused(403, 'PERMISSION_DENIED');
    await contest.publish();
    expect((await resultOf(team, as(ada))).body.data).toMatchObject({ overall_score: 6, rank: 1 });
    await host.world.rows`update teams.member set left_at = now() where team_id = ${team.id}`;
    expect(await resultOf(team, as(ada))).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('are no members of other teams, judges or plain members of the organization', async () => {
    const { world, acme } = host;
    const [bob, judge, mona] = [await world.person(), await contest.judge(), await world.member(acme, 'MEMBER')];
    await world.registered(bob, contest.track);
    await contest.team('Ants', [bob]);
    for (const person of [bob, judge, mona]) {
      expect(await resultOf(team, as(person))).toBeRefused(403, 'PERMISSION_DENIED');
    }
  });
});

describe('A team without a result', () => {
  it('is not found, for its members only once the others are published', async () => {
    const { world, acme } = host;
    const contest = await host.contest();
    const ada = await world.person();
    await world.registered(ada, contest.track);
    const [bees, ants] = [await contest.team('Bees', [ada]), await contest.team('Ants')];
    await contest.judged(ants, [6]);
    const by = world.as(ada, acme);
    expect(await resultOf(bees, by)).toBeRefused(403, 'PERMISSION_DENIED');
    await contest.calculate();
    expect(await resultOf(bees)).toBeRefused(404, 'NOT_FOUND');
    expect(await resultOf(bees, by)).toBeRefused(403, 'PERMISSION_DENIED');
    await contest.publish();
    expect(await resultOf(bees, by)).toBeRefused(404, 'NOT_FOUND');
  });

  it('is one that was ranked on another track', async () => {
    const [contest, other] = [await host.contest(), await host.contest()];
    const team = await contest.team('Bees');
    await contest.judged(team, [6]);
    await contest.calculate();
    await host.api.patch(`/super-events/${host.hack.id}/team-management/teams/${team.id}/track`, {
      targetTrackId: other.track.id,
    });
    await other.calculate();
    expect(await resultOf(team)).toBeRefused(404, 'NOT_FOUND');
  });

  it.each([
    ['never was', randomUUID],
    ['is no id', () => 'bees'],
  ])('may be one that %s', async (_, id) => {
    expect(await resultOf({ id: id() })).toBeRefused(404, 'NOT_FOUND');
  });
});
