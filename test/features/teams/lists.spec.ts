import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openHackathon, type Hackathon } from '../../support/teams/hackathon.ts';

let here: Hackathon;
beforeAll(async () => {
  here = await openHackathon();
});
afterAll(() => here.world.close());

describe('The teams of a track and of a hackathon', () => {
  it('are listed with how many are in them, oldest first', async () => {
    const { world, acme, api } = here;
    const hack = await world.superEvent(acme);
    const [ai, web] = [await world.track(hack), await world.track(hack)];
    const ada = await world.person();
    const first = await world.team(ai, [ada]);
    const second = await world.team(web, []);
    const third = await world.team(ai, []);
    expect((await api.get(`/events/${ai.slug}/teams`)).body.data).toEqual({
      teams: [
        { id: first.id, name: first.name, member_count: 1 },
        { id: third.id, name: third.name, member_count: 0 },
      ],
      count: 2,
    });
    expect((await api.get(`/super-events/${hack.slug}/teams`)).body.data).toEqual({
      teams: [
        { id: first.id, name: first.name, member_count: 1, event_id: ai.id },
        { id: second.id, name: second.name, member_count: 0, event_id: web.id },
        { id: third.id, name: third.name, member_count: 0, event_id: ai.id },
      ],
      count: 3,
    });
  });

  it('are shown to those who take part, and to nobody else', async () => {
    const { world, acme, ai, hack } = here;
    const [ada, nobody] = [await here.builder(), await world.person()];
    for (const path of [`/events/${ai.id}/teams`, `/super-events/${hack.id}/teams`]) {
      expect((await world.as(ada, acme).get(path)).status).toBe(200);
      expect(await world.as(nobody, acme).get(path)).toBeRefused(403, 'PERMISSION_DENIED');
    }
  });

  it('do not count who left, nor teams that were deleted', async () => {
    const { world, acme, api } = here;
    const track = await world.track(await world.superEvent(acme));
    const ada = await world.person();
    const team = await world.team(track, [ada]);
    await world.team(track, [], { deleted_at: new Date().toISOString() });
    await world.rows`update teams.member set left_at = now() where team_id = ${team.id}`;
    expect((await api.get(`/events/${track.id}/teams`)).body.data).toEqual({
      teams: [{ id: team.id, name: team.name, member_count: 0 }],
      count: 1,
    });
  });
});

describe('A team with its members', () => {
  it('names them with their addresses', async () => {
    const { world, ai, api } = here;
    const [ada, bob] = await here.builders(2);
    const team = await world.team(ai, [ada, bob]);
    expect((await api.get(`/teams/${team.id}`)).body.data).toEqual({
      team: { id: team.id, name: team.name, event_id: ai.id },
      members: [
        { user_id: ada.id, role: 'LEADER', name: ada.name, email: ada.email },
        { user_id: bob.id, role: 'MEMBER', name: bob.name, email: bob.email },
      ],
      member_count: 2,
    });
  });

  it('is shown to staff and to its members alone', async () => {
    const { world, acme, ai } = here;
    const [ada, bob, judge] = [await here.builder(), await here.builder(), await world.person()];
    await world.role(judge, ai, 'JUDGE');
    const team = await world.team(ai, [ada]);
    expect((await world.as(ada, acme).get(`/teams/${team.id}`)).status).toBe(200);
    expect((await world.as(judge, acme).get(`/teams/${team.id}`)).status).toBe(200);
    expect(await world.as(bob, acme).get(`/teams/${team.id}`)).toBeRefused(403, 'PERMISSION_DENIED');
    await world.rows`update teams.member set left_at = now() where team_id = ${team.id}`;
    expect(await world.as(ada, acme).get(`/teams/${team.id}`)).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('is not found where there is none', async () => {
    for (const id of [randomUUID(), 'no-team']) {
      expect(await here.api.get(`/teams/${id}`)).toBeRefused(404, 'NOT_FOUND');
    }
  });
});
