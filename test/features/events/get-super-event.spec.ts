import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const gone = { deleted_at: new Date().toISOString() };

describe('Reading a hackathon', () => {
  it('answers exactly the promised fields, never the stream', async () => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme, {
      name: 'Spring Hack',
      description: 'Two days',
      start_at: '2027-03-06T09:00:00+01:00',
      end_at: '2027-03-07T17:00:00.5Z',
      tz: 'Europe/Berlin',
      paid_track_count: 2,
      paid_days: 3,
      max_participants: 400,
      format: 'hybrid',
      stream_url: 'https://stream.test/secret',
      config_json: JSON.stringify({ scoring: { mode: 'slider' } }),
    });
    const ada = await world.person();
    const answer = await world.as(ada, acme).get(`/super-events/${hack.slug}`);
    expect(answer.body).toEqual({
      success: true,
      data: {
        super_event: {
          id: hack.id,
          name: 'Spring Hack',
          slug: hack.slug,
          description: 'Two days',
          status: 'final',
          visibility: 'public',
          payment_status: 'paid',
          start_at: '2027-03-06T08:00:00.000Z',
          end_at: '2027-03-07T17:00:00.500Z',
          tz: 'Europe/Berlin',
          track_count: 0,
          paid_track_count: 2,
          paid_days: 3,
          max_participants: 400,
          opens_at: null,
          closes_at: null,
          confirm_within_hours: null,
          waitlist_moves: false,
          retention_days: null,
          ...{ privacy_url: null, terms_url: null },
          gallery: 'closed',
          locales: [],
          format: 'hybrid',
          ...{ logo_url: null, colour: null, reply_to: null, letters: {} },
          config_json: { scoring: { mode: 'slider' } },
        },
      },
    });
  });

  it('answers null for what is not set yet, and an empty configuration', async () => {
    const acme = await world.organization();
    const olga = await world.member(acme, 'OWNER');
    const bare = { status: 'draft', tz: null, start_at: null, end_at: null };
    const hack = await world.superEvent(acme, bare);
    const { super_event } = (await world.as(olga, acme).get(`/super-events/${hack.id}`)).body.data;
    expect(super_event).toMatchObject({
      ...bare,
      description: null,
      max_participants: null,
      format: null,
      config_json: {},
    });
  });

  it('counts its tracks, drafts included, deleted ones not', async () => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme);
    for (const columns of [{}, { status: 'draft' }, gone]) await world.track(hack, columns);
    const { super_event } = (await world.as(await world.person(), acme).get(`/super-events/${hack.id}`)).body.data;
    expect(super_event.track_count).toBe(2);
  });

  it('finds it by UUID, by slug, and by a slug it had less than thirty days ago', async () => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme);
    const api = world.as(await world.person(), acme);
    await world.rows`insert into events.slug (organization_id, kind, slug, target_id, retired_at)
                     values (${acme.id}, 'super_event', 'once', ${hack.id}, now() - interval '29 days'),
                            (${acme.id}, 'super_event', 'long-ago', ${hack.id}, now() - interval '31 days')`;
    for (const reference of [hack.id, hack.id.toUpperCase(), hack.slug, 'once']) {
      expect((await api.get(`/super-events/${reference}`)).body.data.super_event.id).toBe(hack.id);
    }
    expect(await api.get('/super-events/long-ago')).toBeRefused(404, 'NOT_FOUND');
  });
});

describe('A person who may read a hackathon', () => {
  it('is anybody in the organization, where it is final and public or unlisted', async () => {
    const acme = await world.organization();
    const api = world.as(await world.person(), acme);
    for (const visibility of ['public', 'unlisted']) {
      const hack = await world.superEvent(acme, { visibility });
      expect((await api.get(`/super-events/${hack.slug}`)).status).toBe(200);
    }
  });

  it('is somebody who has a part in it, where it is private', async () => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme, { visibility: 'private' });
    const track = await world.track(hack);
    const [mia, ada, bob] = [await world.member(acme, 'MEMBER'), await world.person(), await world.person()];
    await world.applied(ada, hack, 'rejected');
    await world.role(bob, track, 'PARTICIPANT');
    for (const person of [mia, ada, bob]) {
      expect((await world.as(person, acme).get(`/super-events/${hack.slug}`)).status).toBe(200);
    }
    const answer = await world.as(await world.person(), acme).get(`/super-events/${hack.slug}`);
    expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('is one of its staff, where it is a draft', async () => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme, { status: 'draft' });
    const track = await world.track(hack);
    const [judy, ada] = [await world.person(), await world.person()];
    await world.role(judy, track, 'JUDGE');
    await world.applied(ada, hack);
    expect((await world.as(judy, acme).get(`/super-events/${hack.slug}`)).status).toBe(200);
    expect((await world.as(ada, acme).get(`/super-events/${hack.slug}`)).status).toBe(403);
  });

  it('is nobody of another organization, and nobody once it is deleted', async () => {
    const [acme, other] = [await world.organization(), await world.organization()];
    const [olga, otto] = [await world.member(acme, 'OWNER'), await world.member(other, 'OWNER')];
    const hack = await world.superEvent(acme);
    const deleted = await world.superEvent(acme, gone);
    for (const reference of [hack.id, hack.slug]) {
      expect(await world.as(otto, other).get(`/super-events/${reference}`)).toBeRefused(404, 'NOT_FOUND');
    }
    for (const reference of [deleted.id, deleted.slug, 'nothing', crypto.randomUUID()]) {
      expect(await world.as(olga, acme).get(`/super-events/${reference}`)).toBeRefused(404, 'NOT_FOUND');
    }
    expect(await world.stranger().get(`/super-events/${hack.id}`)).toBeRefused(401, 'UNAUTHENTICATED');
  });
});
