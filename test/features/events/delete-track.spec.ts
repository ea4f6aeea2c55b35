import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import { begin, waitingFor } from '../../support/transaction.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: { id: string };
let olga: Client;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  olga = world.as(await world.member(acme, 'OWNER'), acme);
});
afterAll(() => world.close());

describe('Deleting a track', () => {
  it('answers that it is deleted, keeps its row, and leaves its hackathon and sister alone', async () => {
    const hack = await world.superEvent(acme);
    const [track, sister] = [await world.track(hack), await world.track(hack)];
    const answer = await olga.del(`/events/${track.slug}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, data: { deleted: true } });
    const rows = await world.rows<{ id: string }>`
      select id from events.track where super_event_id = ${hack.id} and deleted_at is not null`;
    expect(rows).toEqual([{ id: track.id }]);
    expect((await olga.get(`/events/${sister.id}`)).status).toBe(200);
    expect((await olga.get(`/super-events/${hack.id}`)).body.data.super_event.track_count).toBe(1);
    const { events } = (await olga.get(`/organizations/${acme.id}/events`)).body.data;
    expect(events.map(({ id }: { id: string }) => id)).not.toContain(track.id);
  });

  it('leaves nothing under it to be found', async () => {
    const track = await world.track(await world.superEvent(acme));
    const place = await world.registered(await world.person(), track);
    const point = await world.point(track);
    const scan = await olga.post(`/checkin-points/${point.id}/scan`, { token: place.token });
    expect(scan.status).toBe(201);
    const [checkin] = await world.rows<{ id: string }>`select id from check_in.record where point_id = ${point.id}`;
    await olga.del(`/events/${track.id}`);
    for (const answer of [
      await olga.get(`/events/${track.id}`),
      await olga.get(`/events/${track.slug}`),
      await olga.get(`/events/${track.id}/stream`),
      await olga.patch(`/events/${track.id}`, { name: 'Back' }),
      await olga.del(`/events/${track.id}`),
      await olga.get(`/events/${track.id}/registrations`),
      await olga.get(`/events/${track.id}/checkin-points`),
      await olga.get(`/registrations/${place.id}`),
      await olga.patch(`/registrations/${place.id}/status`, { status: 'rejected' }),
      await olga.post(`/registrations/${place.id}/cancel`),
      await olga.get(`/registrations/${place.id}/checkin`),
      await olga.del(`/checkins/${checkin?.id}`, { reason: 'late' }),
      await world.as(await world.person(), acme).post(`/events/${track.id}/register`, {}),
    ]) {
      expect(answer).toBeRefused(404, 'NOT_FOUND');
    }
    const rescan = await olga.post(`/checkin-points/${point.id}/scan`, { token: place.token });
    expect(rescan).toBeRefused(404, 'POINT_NOT_FOUND');
    expect((await olga.get(`/super-event-registrations/${place.parent.id}`)).status).toBe(200);
  });

  it('ends the memberships in its teams, and no others', async () => {
    const hack = await world.superEvent(acme);
    const [track, sister] = [await world.track(hack), await world.track(hack)];
    const [ada, bob, cleo] = [await world.person(), await world.person(), await world.person()];
    const team = await world.team(track, [ada, bob]);
    const other = await world.team(sister, [cleo]);
    await olga.del(`/events/${track.id}`);
    const active = await world.rows`select team_id, user_id from teams.member
                                     where super_event_id = ${hack.id} and left_at is null`;
    expect(active).toEqual([{ team_id: other.id, user_id: cleo.id }]);
    const [row] = await world.rows`select is_open, deleted_at from teams.team where id = ${team.id}`;
    expect(row).toEqual({ is_open: false, deleted_at: null });
    await world.team(sister, [ada]);
  });

  it.each([
    { how: 'joins a team', path: '/members', sent: (userId: string) => ({ userId }) },
    {
      how: 'founds one',
      path: '',
      sent: (userId: string, trackId: string) => ({ name: 'Bees', trackId, memberUserIds: [userId] }),
    },
  ])('ends the membership of somebody who $how at the same moment', async ({ path, sent }) => {
    const hack = await world.superEvent(acme);
    const track = await world.track(hack);
    const [ada, bob] = [await world.person(), await world.person()];
    const team = await world.team(track, [ada]);
    await world.registered(bob, track);
    await using other = await begin(world.databaseUrl, 'lock table teams.audit in exclusive mode');
    const teams = `/super-events/${hack.slug}/team-management/teams`;
    const joining = olga.post(path ? `${teams}/${team.id}${path}` : teams, sent(bob.id, track.id));
    await waitingFor(world);
    const deleting = olga.del(`/events/${track.id}`);
    await waitingFor(world, 2);
    await other.rollback();
    expect([(await joining).body.success, (await deleting).status]).toEqual([true, 200]);
    const active = await world.rows`select from teams.member where super_event_id = ${hack.id} and left_at is null`;
    expect(active).toEqual([]);
  });

  it('frees its slug, and former ones', async () => {
    const hack = await world.superEvent(acme);
    const [track, next, third] = [await world.track(hack), await world.track(hack), await world.track(hack)];
    await olga.patch(`/events/${track.id}`, { name: 'Robotics' });
    await olga.patch(`/events/${track.id}`, { name: 'Robots' });
    await olga.del(`/events/${track.id}`);
    await olga.patch(`/events/${next.id}`, { name: 'Robotics' });
    await olga.patch(`/events/${third.id}`, { name: 'Robots' });
    expect((await olga.get('/events/robotics')).body.data.event.id).toBe(next.id);
    expect((await olga.get('/events/robots')).body.data.event.id).toBe(third.id);
  });

  it('is in the audit', async () => {
    const track = await world.track(await world.superEvent(acme));
    await olga.del(`/events/${track.id}`);
    const rows = await world.rows`select action, ids, before, after from events.audit
                                   where ids->>'event_id' = ${track.id}`;
    const iso = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:]{8}\.\d{3}Z$/);
    expect(rows).toEqual([
      {
        action: 'events.deleteTrack',
        ids: { super_event_id: track.super_event_id, event_id: track.id },
        before: { deleted_at: null },
        after: { deleted_at: iso },
      },
    ]);
  });

  it('happens once where two ask at the same time', async () => {
    const track = await world.track(await world.superEvent(acme));
    const answers = await Promise.all([olga.del(`/events/${track.id}`), olga.del(`/events/${track.id}`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('answers a repeat under the same idempotency key as the first', async () => {
    const track = await world.track(await world.superEvent(acme));
    const headers = { 'Idempotency-Key': `delete ${track.id}` };
    const remove = () => olga.del(`/events/${track.id}`, undefined, { headers });
    expect([(await remove()).status, (await remove()).status]).toEqual([200, 200]);
  });
});

describe('A person who may delete a track', () => {
  it('is an organizer of it, an OWNER or an ADMIN, and nobody of another organization', async () => {
    const hack = await world.superEvent(acme);
    const [track, sister] = [await world.track(hack), await world.track(hack)];
    const [otis, sue] = [await world.person(), await world.person()];
    await world.role(otis, track, 'ORGANIZER');
    await world.role(sue, sister, 'ORGANIZER');
    const other = await world.organization();
    const otto = world.as(await world.member(other, 'OWNER'), other);
    expect(await otto.del(`/events/${track.id}`)).toBeRefused(404, 'NOT_FOUND');
    expect(await world.as(sue, acme).del(`/events/${track.id}`)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await world.stranger().del(`/events/${track.id}`)).toBeRefused(401, 'UNAUTHENTICATED');
    expect((await world.as(otis, acme).del(`/events/${track.id}`)).status).toBe(200);
  });
});
