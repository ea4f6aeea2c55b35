import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Person } from '../../support/client.ts';
import { accessTokenOf, bearer } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const signedIn = async (person: Person) => bearer(world, await accessTokenOf(world, person));

/** Ada leads a team of two on a track. */
async function teamed(columns: Record<string, unknown> = {}) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const track = await world.track(hack, columns);
  const [ada, bob] = [await world.person({ name: 'Ada' }), await world.person({ name: 'Bob' })];
  for (const person of [ada, bob]) await world.registered(person, track);
  const team = await world.team(track, [ada, bob], { problem: 'Bees die.' });
  return { acme, hack, track, ada, bob, team };
}

describe('GET /my-teams', () => {
  it('answers exactly what a member may know of their team', async () => {
    const { hack, track, ada, bob, team } = await teamed({
      config_json: JSON.stringify({ max_team_size: 4, submissions: { closes_at: '2099-01-02T03:04:05Z' } }),
    });
    const answer = await (await signedIn(bob)).get('/my-teams');
    expect([answer.status, answer.body.data]).toEqual([
      200,
      {
        teams: [
          {
            ...{ id: team.id, event_id: track.id, super_event_id: hack.id },
            ...{ name: team.name, problem: 'Bees die.', is_open: true, table: null, role: 'MEMBER' },
            members: [
              { user_id: ada.id, role: 'LEADER', name: 'Ada' },
              { user_id: bob.id, role: 'MEMBER', name: 'Bob' },
            ],
            ...{ places_left: 2, submission: null, submissions_close_at: '2099-01-02T03:04:05.000Z' },
            ...{ questions: [], self_service: true, locked_at: null, prizes_won: [] },
          },
        ],
        count: 1,
      },
    ]);
  });

  it('answers the newest project, as the submission itself does, and none of a milestone', async () => {
    const { acme, track, ada, bob, team } = await teamed();
    const point = await world.point(track, { type: 'milestone' });
    const api = world.as(ada, acme);
    const submit = async (given: object) =>
      (await api.post('/submissions', { team_id: team.id, ...given })).body.data.submission as { id: string };
    await submit({ title: 'First' });
    const newest = await submit({ title: 'Second', video_url: 'https://video.test/1', built_with: ['Go'] });
    await submit({ title: 'Asked for', checkin_point_id: point.id });
    const { body } = await (await signedIn(bob)).get('/my-teams');
    expect(body.data.teams[0].submission).toEqual((await api.get(`/submissions/${newest.id}`)).body.data.submission);
  });

  it('closes with the track where its settings say nothing, else with the hackathon, else never', async () => {
    const end_at = '2099-05-06T00:00:00.000Z';
    const { hack, track, ada } = await teamed({ end_at });
    const api = await signedIn(ada);
    const closing = async () => (await api.get('/my-teams')).body.data.teams[0].submissions_close_at as string | null;
    expect(await closing()).toBe(end_at);
    await world.rows`update events.track set end_at = null where id = ${track.id}`;
    await world.rows`update events.super_event set end_at = '2099-06-07' where id = ${hack.id}`;
    expect(await closing()).toBe('2099-06-07T00:00:00.000Z');
    await world.rows`update events.super_event set end_at = null where id = ${hack.id}`;
    expect(await closing()).toBe(null);
  });

  it('leaves out teams that somebody left, that were deleted, and for a key those of other organizations', async () => {
    const { acme, ada, bob, team } = await teamed();
    const elsewhere = await teamed();
    const other = await world.track(elsewhere.hack);
    const foreign = await world.team(other, [ada]);
    const idsFor = async (api: Awaited<ReturnType<typeof signedIn>>) =>
      (await api.get('/my-teams')).body.data.teams.map(({ id }: { id: string }) => id) as string[];
    expect(await idsFor(await signedIn(ada))).toEqual([team.id, foreign.id]);
    expect(await idsFor(world.as(ada, acme))).toEqual([team.id]);
    await world.rows`update teams.member set left_at = now() where team_id = ${team.id} and user_id = ${bob.id}`;
    await world.rows`update teams.team set deleted_at = now() where id = ${foreign.id}`;
    expect(await idsFor(await signedIn(bob))).toEqual([]);
    expect(await idsFor(await signedIn(ada))).toEqual([team.id]);
  });
});
