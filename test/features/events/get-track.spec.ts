import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registrationStatuses } from '../../../shared/contract/vocabulary.ts';
import { accessTokenOf, bearer } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const gone = { deleted_at: new Date().toISOString() };

describe('Reading a track', () => {
  it('answers exactly the promised fields, never the stream', async () => {
    const acme = await world.organization();
    const track = await world.track(await world.superEvent(acme), {
      name: 'AI',
      mode: 'online',
      start_at: '2027-03-06T09:00:00+01:00',
      end_at: '2027-03-07T17:00:00Z',
      stream_start_at: '2027-03-06T10:00:00Z',
      tz: 'Europe/Berlin',
      stream_url: 'https://stream.test/secret',
      config_json: JSON.stringify({ max_team_size: 5 }),
    });
    const answer = await world.as(await world.person(), acme).get(`/events/${track.slug}`);
    expect(answer.body).toEqual({
      success: true,
      data: {
        event: {
          id: track.id,
          name: 'AI',
          slug: track.slug,
          status: 'final',
          mode: 'online',
          start_at: '2027-03-06T08:00:00.000Z',
          end_at: '2027-03-07T17:00:00.000Z',
          tz: 'Europe/Berlin',
          super_event_id: track.super_event_id,
          stream_start_at: '2027-03-06T10:00:00.000Z',
          config_json: { max_team_size: 5 },
        },
        registration_count: 0,
        team_count: 0,
      },
    });
  });

  it('counts everybody registered but the cancelled, and the teams that are not deleted', async () => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme);
    const [track, other] = [await world.track(hack), await world.track(hack)];
    for (const status of registrationStatuses) await world.registered(await world.person(), track, status);
    const [ada, bob] = [await world.person(), await world.person()];
    await world.registered(ada, other);
    await world.team(other, [ada]);
    await world.team(track, [bob]);
    await world.team(track, [], gone);
    const { data } = (await world.as(ada, acme).get(`/events/${track.id}`)).body;
    expect(data).toMatchObject({ registration_count: 4, team_count: 1 });
  });

  it('finds it by UUID, by slug, and by a slug it had less than thirty days ago', async () => {
    const acme = await world.organization();
    const track = await world.track(await world.superEvent(acme));
    const api = world.as(await world.person(), acme);
    await world.rows`insert into events.slug (organization_id, kind, slug, target_id, retired_at)
                     values (${acme.id}, 'event', 'once', ${track.id}, now() - interval '29 days'),
                            (${acme.id}, 'event', 'long-ago', ${track.id}, now() - interval '31 days')`;
    for (const reference of [track.id, track.slug, 'once']) {
      expect((await api.get(`/events/${reference}`)).body.data.event.id).toBe(track.id);
    }
    expect(await api.get('/events/long-ago')).toBeRefused(404, 'NOT_FOUND');
  });
});

describe('A person who may read a track', () => {
  it.each([
    ['a draft', { status: 'draft' }, {}],
    ['final in a draft hackathon', {}, { status: 'draft' }],
  ])('is one of its staff, where it is %s', async (_situation, columns, around) => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme, around);
    const [track, other] = [await world.track(hack, columns), await world.track(hack)];
    const [mia, judy, jim, ada] = [
      await world.member(acme, 'MEMBER'),
      await world.person(),
      await world.person(),
      await world.person(),
    ];
    await world.role(judy, track, 'JUDGE');
    await world.role(jim, other, 'JUDGE');
    await world.registered(ada, track);
    for (const person of [mia, judy])
      expect((await world.as(person, acme).get(`/events/${track.slug}`)).status).toBe(200);
    for (const person of [jim, ada])
      expect((await world.as(person, acme).get(`/events/${track.slug}`)).status).toBe(403);
  });

  it('is somebody who has a part in its hackathon, where that is private', async () => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme, { visibility: 'private' });
    const [track, other] = [await world.track(hack), await world.track(hack)];
    const ada = await world.person();
    await world.registered(ada, other, 'pending');
    expect((await world.as(ada, acme).get(`/events/${track.slug}`)).status).toBe(200);
    const answer = await world.as(await world.person(), acme).get(`/events/${track.slug}`);
    expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('is nobody of another organization, and nobody once it or its hackathon is deleted', async () => {
    const [acme, other] = [await world.organization(), await world.organization()];
    const [olga, otto] = [await world.member(acme, 'OWNER'), await world.member(other, 'OWNER')];
    const track = await world.track(await world.superEvent(acme));
    expect(await world.as(otto, other).get(`/events/${track.id}`)).toBeRefused(404, 'NOT_FOUND');
    const deleted = await world.track(await world.superEvent(acme), gone);
    const orphan = await world.track(await world.superEvent(acme, gone));
    for (const reference of [deleted.id, deleted.slug, orphan.id, orphan.slug, 'nothing']) {
      expect(await world.as(olga, acme).get(`/events/${reference}`)).toBeRefused(404, 'NOT_FOUND');
    }
    expect(await world.stranger().get(`/events/${track.id}`)).toBeRefused(401, 'UNAUTHENTICATED');
  });

  it('finds by a slug that many organizations have the one of the viewer', async () => {
    const slug = 'many-have-it';
    for (let n = 0; n < 7; n++) {
      const acme = await world.organization();
      const track = await world.track(await world.superEvent(acme, { visibility: 'private' }), { slug });
      const olga = await world.member(acme, 'OWNER');
      const answer = await bearer(world, await accessTokenOf(world, olga)).get(`/events/${slug}`);
      expect([answer.status, answer.body.data?.event.id]).toEqual([200, track.id]);
    }
  });
});
