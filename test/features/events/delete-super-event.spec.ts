import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
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

describe('Deleting a hackathon', () => {
  it('answers that it is deleted, and keeps its row and those of its tracks', async () => {
    const hack = await world.superEvent(acme);
    const tracks = [await world.track(hack), await world.track(hack)];
    const answer = await olga.del(`/super-events/${hack.slug}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, data: { deleted: true } });
    const rows = await world.rows`select id from events.track
                                   where super_event_id = ${hack.id} and deleted_at is not null`;
    expect(rows).toHaveLength(tracks.length);
    for (const path of [`/organizations/${acme.id}/super-events`, `/organizations/${acme.id}/events`]) {
      expect((await olga.get(path)).text).not.toContain(hack.id);
    }
  });

  it('leaves nothing under it to be found', async () => {
    const hack = await world.superEvent(acme, { stream_url: 'https://stream.test/main' });
    const track = await world.track(hack);
    const field = await olga.post(`/super-events/${hack.id}/registration-fields`, { field_type: 'text', label: 'A' });
    const place = await world.registered(await world.person(), track);
    const [point, main] = [await world.point(track), await world.point(hack)];
    await olga.del(`/super-events/${hack.id}`);
    const newcomer = world.as(await world.person(), acme);
    for (const answer of [
      await olga.get(`/super-events/${hack.id}`),
      await olga.get(`/super-events/${hack.slug}`),
      await olga.patch(`/super-events/${hack.id}`, { name: 'Back' }),
      await olga.del(`/super-events/${hack.id}`),
      await olga.get(`/super-events/${hack.id}/registration-fields`),
      await olga.post(`/super-events/${hack.id}/registration-fields`, { field_type: 'text', label: 'B' }),
      await olga.del(`/super-event-registration-fields/${field.body.data.id}`),
      await olga.get(`/super-events/${hack.id}/registrations`),
      await olga.get(`/super-events/${hack.id}/checkin-points`),
      await newcomer.post(`/super-events/${hack.id}/register`, {}),
      await olga.get(`/events/${track.id}`),
      await olga.get(`/events/${track.slug}`),
      await olga.get(`/events/${track.id}/stream`),
      await olga.patch(`/events/${track.id}`, { name: 'Back' }),
      await olga.get(`/registrations/${place.id}`),
      await olga.get(`/super-event-registrations/${place.parent.id}`),
      await olga.patch(`/super-event-registrations/${place.parent.id}/status`, { status: 'rejected' }),
      await olga.post(`/super-event-registrations/${place.parent.id}/cancel`),
    ]) {
      expect(answer).toBeRefused(404, 'NOT_FOUND');
    }
    for (const { id } of [point, main]) {
      const scan = await olga.post(`/checkin-points/${id}/scan`, { token: place.token });
      expect(scan).toBeRefused(404, 'POINT_NOT_FOUND');
    }
  });

  it('ends every team membership on its tracks', async () => {
    const hack = await world.superEvent(acme);
    const [one, two] = [await world.track(hack), await world.track(hack)];
    await world.team(one, [await world.person(), await world.person()]);
    await world.team(two, [await world.person()]);
    await olga.del(`/super-events/${hack.id}`);
    const active = await world.rows`select 1 from teams.member where super_event_id = ${hack.id} and left_at is null`;
    expect(active).toEqual([]);
  });

  it('frees its slug, and those of its tracks', async () => {
    const [hack, next] = [await world.superEvent(acme), await world.superEvent(acme)];
    const [track, other] = [await world.track(hack), await world.track(next)];
    await olga.patch(`/super-events/${hack.id}`, { name: 'Autumn Hack' });
    await olga.patch(`/events/${track.id}`, { name: 'Biology' });
    await olga.del(`/super-events/${hack.id}`);
    await olga.patch(`/super-events/${next.id}`, { name: 'Autumn Hack' });
    await olga.patch(`/events/${other.id}`, { name: 'Biology' });
    expect((await olga.get('/super-events/autumn-hack')).body.data.super_event.id).toBe(next.id);
    expect((await olga.get('/events/biology')).body.data.event.id).toBe(other.id);
  });

  it('is in the audit with each track that went with it', async () => {
    const hack = await world.superEvent(acme);
    const track = await world.track(hack);
    const before = await world.track(hack);
    await olga.del(`/events/${before.id}`);
    await olga.del(`/super-events/${hack.id}`);
    const rows = await world.rows<{ ids: object }>`
      select ids from events.audit
       where action = 'events.deleteSuperEvent' and ids->>'super_event_id' = ${hack.id} order by ids::text`;
    expect(rows.map(({ ids }) => ids)).toEqual(
      expect.arrayContaining([{ super_event_id: hack.id }, { super_event_id: hack.id, event_id: track.id }]),
    );
    expect(rows).toHaveLength(2);
  });

  it('happens once where two ask at the same time', async () => {
    const hack = await world.superEvent(acme);
    await world.track(hack);
    const answers = await Promise.all([olga.del(`/super-events/${hack.id}`), olga.del(`/super-events/${hack.id}`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

describe('A person who may delete a hackathon', () => {
  it('is an OWNER or an ADMIN, not its organizers, and nobody of another organization', async () => {
    const hack = await world.superEvent(acme);
    const otis = await world.person();
    await world.role(otis, await world.track(hack), 'ORGANIZER');
    const other = await world.organization();
    const otto = world.as(await world.member(other, 'OWNER'), other);
    expect(await otto.del(`/super-events/${hack.id}`)).toBeRefused(404, 'NOT_FOUND');
    expect(await world.as(otis, acme).del(`/super-events/${hack.id}`)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await world.stranger().del(`/super-events/${hack.id}`)).toBeRefused(401, 'UNAUTHENTICATED');
    const anna = await world.member(acme, 'ADMIN');
    expect((await world.as(anna, acme).del(`/super-events/${hack.id}`)).status).toBe(200);
  });
});
