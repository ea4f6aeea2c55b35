import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld } from '../../support/world.ts';
import { hostContests, type Host } from '../../support/judging/contest.ts';

const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

let host: Host;
beforeAll(async () => {
  host = await hostContests(await openWorld());
});
afterAll(() => host.world.close());

describe('The results of a track', () => {
  it('are empty before it was ever ranked', async () => {
    const contest = await host.contest();
    await contest.judged(await contest.team('Ants'), [5]);
    const { status, body } = await contest.list();
    expect([status, body.data]).toEqual([200, { results: [], count: 0, notifications_sent_at: null }]);
  });

  it('are those of the last run, best team first, whatever was handed in since', async () => {
    const contest = await host.contest();
    const [ants, bees] = [await contest.team('Ants'), await contest.team('Bees')];
    await contest.judged(ants, [5]);
    await contest.judged(bees, [7.25]);
    await contest.calculate();
    await contest.judged(ants, [10]);
    const created_at = expect.stringMatching(time);
    expect((await contest.list()).body.data).toEqual({
      results: [
        { team_id: bees.id, team_name: 'Bees', overall_score: 7.25, rank: 1, created_at },
        { team_id: ants.id, team_name: 'Ants', overall_score: 5, rank: 2, created_at },
      ],
      count: 2,
      notifications_sent_at: null,
    });
  });

  it('tell when they were published', async () => {
    const contest = await host.contest();
    await contest.judged(await contest.team('Ants'), [5]);
    await contest.calculate();
    const { notifications_sent_at } = (await contest.publish()).body.data;
    expect((await contest.list()).body.data).toEqual({
      ...{ results: [expect.anything()], count: 1, notifications_sent_at },
    });
    await contest.calculate();
    expect((await contest.list()).body.data).toMatchObject({ notifications_sent_at });
  });

  it('show no team that was deleted or went to another track meanwhile, and each by the name it has', async () => {
    const contest = await host.contest();
    const teams = [await contest.team('Ants'), await contest.team('Bees'), await contest.team('Cats')];
    const [ants, bees, cats] = teams.map(({ id }) => id);
    for (const team of teams) await contest.judged(team, [5]);
    await contest.calculate();
    const managed = `/super-events/${host.hack.id}/team-management/teams`;
    await host.api.del(`${managed}/${ants}`);
    await host.api.patch(`${managed}/${bees}/track`, { targetTrackId: (await host.contest()).track.id });
    await host.api.patch(`${managed}/${cats}`, { name: 'Lions' });
    const { results, count } = (await contest.list()).body.data;
    expect([results.map(({ team_name }: any) => team_name), count]).toEqual([['Lions'], 1]);
  });

  it('are read by members of the organization and organizers of the track', async () => {
    const { world, acme } = host;
    const { track } = await host.contest();
    const [mona, olga] = [await world.member(acme, 'MEMBER'), await world.person()];
    await world.role(olga, track, 'ORGANIZER');
    for (const person of [mona, olga]) {
      expect((await world.as(person, acme).get(`/events/${track.slug}/results`)).status).toBe(200);
    }
  });

  it.each(['JUDGE', 'MENTOR', 'PARTICIPANT'] as const)('are not read by a %s', async (role) => {
    const { world, acme } = host;
    const { track } = await host.contest();
    const somebody = await world.person();
    await world.role(somebody, track, role);
    const answer = await world.as(somebody, acme).get(`/events/${track.id}/results`);
    expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
  });
});
