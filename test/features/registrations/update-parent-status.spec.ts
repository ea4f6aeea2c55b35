import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registrationStatuses, type RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const decisions = ['pending', 'accepted', 'waitlisted', 'rejected'] as const;

async function applied(status: RegistrationStatus, columns: Record<string, unknown> = {}) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme, columns);
  const track = await world.track(hack);
  const [ada, oscar] = [await world.person(), await world.person()];
  await world.role(oscar, track, 'ORGANIZER');
  const parent = await world.applied(ada, hack, status);
  const api = world.as(oscar, acme);
  const path = `/super-event-registrations/${parent.id}/status`;
  return { acme, hack, track, ada, parent, api, path, decide: (to: string) => api.patch(path, { status: to }) };
}
const stored = async (id: string) =>
  (
    await world.rows<{ status: string; token: string }>`
    select status, checkin_token as token from registrations.super_event_registration where id = ${id}`
  )[0];
const seats = async (hack: { id: string }) =>
  (await world.rows<{ accepted: number }>`select accepted from registrations.seat where super_event_id = ${hack.id}`)[0]
    ?.accepted ?? 0;

describe('Deciding about a super-event registration', () => {
  const moves = registrationStatuses.flatMap((from) =>
    decisions.filter((to) => to !== from).map((to) => [from, to] as const),
  );

  it.each(moves)('takes it from %s to %s, its seat with it', async (from, to) => {
    const { hack, parent, decide } = await applied(from, { max_participants: 1 });
    expect((await decide(to)).body).toEqual({ success: true, data: { updated: true, status: to } });
    const now = await stored(parent.id);
    expect(now?.status).toBe(to);
    expect(now?.token === parent.token).toBe(!(['cancelled', 'rejected'].includes(from) && to !== 'rejected'));
    expect(await seats(hack)).toBe(to === 'accepted' ? 1 : 0);
  });

  it.each(decisions)('changes nothing where it is %s already, whatever payment and cap say', async (status) => {
    const { hack, parent, decide } = await applied(status, { max_participants: 1, payment_status: 'unpaid' });
    await world.applied(await world.person(), hack);
    expect((await decide(status)).body.data).toEqual({ updated: false, status });
    expect(await stored(parent.id)).toEqual({ status, token: parent.token });
  });

  it('asks for payment, then for a seat', async () => {
    const { hack, parent, decide } = await applied('pending', { max_participants: 1, payment_status: 'unpaid' });
    await world.applied(await world.person(), hack);
    expect(await decide('accepted')).toBeRefused(402, 'EVENT_NOT_PAID');
    await world.rows`update events.super_event set payment_status = 'paid' where id = ${hack.id}`;
    const answer = await decide('accepted');
    expect(answer).toBeRefused(409, 'MAX_PARTICIPANTS_REACHED', { acceptedCount: 1, maxParticipants: 1 });
    expect((await stored(parent.id))?.status).toBe('pending');
  });

  it('refuses any other status', async () => {
    const { api, path } = await applied('pending');
    for (const status of ['cancelled', 'lost', undefined]) {
      expect(await api.patch(path, { status })).toBeRefused(400, 'VALIDATION_FAILED');
    }
  });
});

describe('A parent that leaves accepted', () => {
  it.each(['pending', 'waitlisted', 'rejected'] as const)(
    'as %s takes its accepted registrations along, out of their teams',
    async (status) => {
      const { acme, hack, track, ada, decide } = await applied('accepted');
      const [second, third] = [await world.track(hack), await world.track(hack)];
      const places = [
        await world.registered(ada, track, 'accepted'),
        await world.registered(ada, second, 'accepted'),
        await world.registered(ada, third, 'cancelled'),
      ];
      const bob = await world.person();
      await world.registered(bob, track);
      const team = await world.team(track, [ada, bob]);
      await decide(status);
      const now = await world.rows<{ id: string; status: string }>`
        select id, status from registrations.registration where user_id = ${ada.id}`;
      const ids = places.map(({ id }) => id);
      expect(Object.fromEntries(now.map((row) => [row.id, row.status]))).toEqual({
        [String(ids[0])]: status,
        [String(ids[1])]: status,
        [String(ids[2])]: 'cancelled',
      });
      const members = await world.rows<{ user_id: string }>`
        select user_id from teams.member where team_id = ${team.id} and left_at is null`;
      expect(members).toEqual([{ user_id: bob.id }]);
      expect(await seats(hack)).toBe(1);
      const olga = await world.member(acme, 'OWNER');
      const audit = await world
        .as(olga, acme)
        .get(`/organizations/${acme.id}/audit?action=registrations.updateParentStatus`);
      // The parent, two registrations, and who left the team, and who leads it then.
      expect(audit.body.data.pagination.total).toBe(5);
    },
  );
});

describe('A person who may decide about it', () => {
  it('is somebody who organizes any track of the hackathon', async () => {
    const { acme, hack, track, ada, parent, path } = await applied('pending');
    const other = await world.track(hack);
    const [olaf, judy, mia] = [await world.person(), await world.person(), await world.member(acme, 'MEMBER')];
    await world.role(olaf, other, 'ORGANIZER');
    await world.role(judy, track, 'JUDGE');
    for (const person of [judy, mia, ada]) {
      expect(await world.as(person, acme).patch(path, { status: 'accepted' })).toBeRefused(403, 'PERMISSION_DENIED');
    }
    expect((await world.as(olaf, acme).patch(path, { status: 'accepted' })).status).toBe(200);
    const elsewhere = await world.organization();
    const otto = await world.member(elsewhere, 'OWNER');
    expect(await world.as(otto, elsewhere).patch(path, { status: 'accepted' })).toBeRefused(404, 'NOT_FOUND');
    expect(await world.stranger().patch(path, { status: 'accepted' })).toBeRefused(401, 'UNAUTHENTICATED');
    expect((await stored(parent.id))?.status).toBe('accepted');
  });
});
