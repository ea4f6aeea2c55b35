import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function placed(status: RegistrationStatus) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const track = await world.track(hack);
  const ada = await world.person();
  const place = await world.registered(ada, track, status);
  return { acme, hack, track, ada, place, api: world.as(ada, acme), path: `/registrations/${place.id}/cancel` };
}

describe('Cancelling a registration', () => {
  it.each(['pending', 'accepted', 'waitlisted', 'rejected', 'cancelled'] as const)(
    'is possible while %s',
    async (status) => {
      const { api, place, path } = await placed(status);
      const answer = await api.post(path);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ success: true, data: { id: place.id, status: 'cancelled' } });
      const { registration } = (await api.get(`/registrations/${place.id}`)).body.data;
      expect(registration).toMatchObject({ status: 'cancelled', checkin_token: place.token });
    },
  );

  it('changes nothing when repeated', async () => {
    const { acme, api, place, path } = await placed('accepted');
    const answers = await Promise.all([api.post(path), api.post(path), api.post(path)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const olga = await world.member(acme, 'OWNER');
    const audit = await world.as(olga, acme).get(`/organizations/${acme.id}/audit`);
    const entry = (ids: object) =>
      expect.objectContaining({
        action: 'registrations.cancel',
        ids: expect.objectContaining(ids),
        before: { status: 'accepted' },
        after: { status: 'cancelled' },
      });
    const both = [entry({ registration_id: place.id }), entry({ super_event_registration_id: place.parent.id })];
    expect(audit.body.data.entries).toHaveLength(2);
    expect(audit.body.data.entries).toEqual(expect.arrayContaining(both));
  });

  it('ends the team membership on that track, and with the last one the place in the hackathon', async () => {
    const { api, hack, track, ada, place, path } = await placed('accepted');
    const team = await world.team(track, [ada]);
    await api.post(path);
    const [left] = await world.rows<{ left: boolean; is_open: boolean; status: string; accepted: number }>`
      select m.left_at is not null as left, t.is_open, p.status, s.accepted
        from teams.member m join teams.team t on t.id = m.team_id,
             registrations.super_event_registration p, registrations.seat s
       where m.team_id = ${team.id} and p.id = ${place.parent.id} and s.super_event_id = ${hack.id}`;
    expect(left).toEqual({ left: true, is_open: false, status: 'cancelled', accepted: 0 });
  });
});

describe('A person who may cancel', () => {
  it('is its owner or an organizer', async () => {
    const { acme, track, path } = await placed('pending');
    const [oscar, judy, mia, bob] = [
      await world.person(),
      await world.person(),
      await world.member(acme, 'MEMBER'),
      await world.person(),
    ];
    await world.role(oscar, track, 'ORGANIZER');
    await world.role(judy, track, 'JUDGE');
    await world.registered(bob, track);
    for (const person of [judy, mia, bob]) {
      expect(await world.as(person, acme).post(path)).toBeRefused(403, 'PERMISSION_DENIED');
    }
    expect((await world.as(oscar, acme).post(path)).status).toBe(200);
  });

  it('is nobody of another organization, and nobody without a key', async () => {
    const { ada, api, path } = await placed('pending');
    const other = await world.organization();
    expect(await world.as(ada, other).post(path)).toBeRefused(404, 'NOT_FOUND');
    expect(await api.post('/registrations/mine/cancel')).toBeRefused(404, 'NOT_FOUND');
    expect(await world.stranger().post(path)).toBeRefused(401, 'UNAUTHENTICATED');
  });
});
