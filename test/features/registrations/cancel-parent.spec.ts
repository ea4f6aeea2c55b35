import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registrationStatuses } from '../../../shared/contract/vocabulary.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('Giving up a place in a hackathon', () => {
  it.each(registrationStatuses)('is possible while %s, and changes nothing when repeated', async (status) => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme);
    const ada = await world.person();
    const { id } = await world.applied(ada, hack, status);
    const api = world.as(ada, acme);
    for (const answer of [
      await api.post(`/super-event-registrations/${id}/cancel`),
      await api.post(`/super-event-registrations/${id}/cancel`),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual({ id, status: 'cancelled' });
    }
    const { super_event_registration } = (await api.get(`/super-event-registrations/${id}`)).body.data;
    expect(super_event_registration.status).toBe('cancelled');
  });

  it('frees the seat once, and gives up the accepted places on tracks', async () => {
    const acme = await world.organization();
    const hack = await world.superEvent(acme, { max_participants: 1 });
    const track = await world.track(hack);
    const [ada, bob, olga] = [await world.person(), await world.person(), await world.member(acme, 'OWNER')];
    const place = await world.registered(ada, track);
    const waiting = await world.registered(bob, track, 'waitlisted');
    const path = `/super-event-registrations/${place.parent.id}/cancel`;
    const accept = () => world.as(olga, acme).patch(`/registrations/${waiting.id}/status`, { status: 'accepted' });
    expect(await accept()).toBeRefused(409, 'MAX_PARTICIPANTS_REACHED', { acceptedCount: 1, maxParticipants: 1 });
    await Promise.all([1, 2, 3].map(() => world.as(ada, acme).post(path)));
    expect((await accept()).status).toBe(200);
    const { registration } = (await world.as(ada, acme).get(`/registrations/${place.id}`)).body.data;
    expect(registration.status).toBe('cancelled');
    expect(await world.rows`select accepted from registrations.seat where super_event_id = ${hack.id}`).toEqual([
      { accepted: 1 },
    ]);
  });

  it('is for its owner and organizers', async () => {
    const [acme, other] = [await world.organization(), await world.organization()];
    const hack = await world.superEvent(acme);
    const track = await world.track(hack);
    const [ada, bob, oscar, mia] = [
      await world.person(),
      await world.person(),
      await world.person(),
      await world.member(acme, 'MEMBER'),
    ];
    const { id } = await world.applied(ada, hack);
    await world.applied(bob, hack);
    await world.role(oscar, track, 'ORGANIZER');
    const path = `/super-event-registrations/${id}/cancel`;
    for (const person of [bob, mia])
      expect(await world.as(person, acme).post(path)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await world.as(ada, other).post(path)).toBeRefused(404, 'NOT_FOUND');
    expect(await world.stranger().post(path)).toBeRefused(401, 'UNAUTHENTICATED');
    expect((await world.as(oscar, acme).post(path)).status).toBe(200);
  });
});
