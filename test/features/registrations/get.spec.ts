import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('A registration', () => {
  it('is read with exactly the promised fields, its token among them', async () => {
    const acme = await world.organization();
    const ada = await world.person({
      name: 'Ada',
      linkedin_url: 'https://linkedin.test/ada',
      github_url: 'https://github.test/ada',
    });
    const track = await world.track(await world.superEvent(acme), { name: 'AI' });
    const place = await world.registered(ada, track, 'waitlisted', { answers_json: JSON.stringify({ diet: 'vegan' }) });
    const answer = await world.as(ada, acme).get(`/registrations/${place.id}`);
    expect(answer.body).toEqual({
      success: true,
      data: {
        registration: {
          id: place.id,
          event_id: track.id,
          user_id: ada.id,
          status: 'waitlisted',
          checkin_token: place.token,
          super_event_registration_id: place.parent.id,
          answers_json: { diet: 'vegan' },
          users: {
            id: ada.id,
            name: 'Ada',
            email: ada.email,
            linkedin_url: 'https://linkedin.test/ada',
            github_url: 'https://github.test/ada',
          },
          events: { id: track.id, name: 'AI', slug: track.slug },
        },
      },
    });
  });

  it('is that of its owner, members and organizers of the track; nobody else has the token', async () => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme);
    const [track, other] = [await world.track(hack), await world.track(hack)];
    const nameless = await world.person({ name: null });
    const place = await world.registered(nameless, track);
    const [mia, oscar, judy, olaf, bob] = [
      await world.member(acme, 'MEMBER'),
      await world.person(),
      await world.person(),
      await world.person(),
      await world.person(),
    ];
    await world.role(oscar, track, 'ORGANIZER');
    await world.role(judy, track, 'JUDGE');
    await world.role(olaf, other, 'ORGANIZER');
    await world.registered(bob, track);
    for (const person of [mia, oscar]) {
      const { data } = (await world.as(person, acme).get(`/registrations/${place.id}`)).body;
      expect(data.registration).toMatchObject({
        checkin_token: place.token,
        users: { name: nameless.email.split('@')[0] },
      });
    }
    for (const person of [judy, olaf, bob]) {
      const answer = await world.as(person, acme).get(`/registrations/${place.id}`);
      expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
    }
  });

  it('is not there for another organization, under no other name, and not after its track', async () => {
    const [acme, other] = [await world.organization(), await world.organization()];
    const [olga, otto] = [await world.member(acme, 'OWNER'), await world.member(other, 'OWNER')];
    const hack = await world.superEvent(acme);
    const ada = await world.person();
    const place = await world.registered(ada, await world.track(hack));
    const gone = await world.registered(ada, await world.track(hack, { deleted_at: new Date().toISOString() }));
    const strange = await world.as(otto, other).get(`/registrations/${place.id}`);
    const absent = await world.as(otto, other).get(`/registrations/${crypto.randomUUID()}`);
    expect(strange).toBeRefused(404, 'NOT_FOUND');
    expect({ ...strange.body, request_id: '' }).toEqual({ ...absent.body, request_id: '' });
    for (const id of [gone.id, place.parent.id, 'mine', `${place.id}x`]) {
      expect(await world.as(olga, acme).get(`/registrations/${id}`)).toBeRefused(404, 'NOT_FOUND');
    }
    expect(await world.as(ada, other).get(`/registrations/${place.id}`)).toBeRefused(404, 'NOT_FOUND');
    expect(await world.stranger().get(`/registrations/${place.id}`)).toBeRefused(401, 'UNAUTHENTICATED');
  });
});
