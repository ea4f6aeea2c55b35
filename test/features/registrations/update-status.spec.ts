import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registrationStatuses, type RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

type Columns = Record<string, unknown>;
const decisions = ['pending', 'accepted', 'waitlisted', 'rejected'] as const;

/** Ada, registered in this state under a parent in that state, and an organizer who decides. */
async function placed(status: RegistrationStatus, parentStatus: RegistrationStatus = status, columns: Columns = {}) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme, columns);
  const track = await world.track(hack);
  const [ada, oscar] = [await world.person(), await world.person()];
  await world.role(oscar, track, 'ORGANIZER');
  await world.applied(ada, hack, parentStatus);
  const place = await world.registered(ada, track, status);
  const api = world.as(oscar, acme);
  const decide = (to: string) => api.patch(`/registrations/${place.id}/status`, { status: to });
  return { acme, hack, track, ada, oscar, place, api, decide };
}
const stored = async ({ id, parent }: { id: string; parent: { id: string } }) =>
  (
    await world.rows<{ status: string; token: string; parent_status: string; parent_token: string }>`
      select r.status, r.checkin_token as token, p.status as parent_status, p.checkin_token as parent_token
        from registrations.registration r
        join registrations.super_event_registration p on p.id = ${parent.id} where r.id = ${id}`
  )[0];
const seats = async (hack: { id: string }) =>
  (await world.rows<{ accepted: number }>`select accepted from registrations.seat where super_event_id = ${hack.id}`)[0]
    ?.accepted ?? 0;
const activeMembers = async (team: { id: string }) =>
  (
    await world.rows<{ user_id: string; role: string }>`
    select user_id, role from teams.member where team_id = ${team.id} and left_at is null`
  ).map(({ user_id, role }) => ({ user_id, role }));

describe('Deciding about a registration', () => {
  const moves = registrationStatuses.flatMap((from) =>
    decisions.filter((to) => to !== from).map((to) => [from, to] as const),
  );

  it.each(moves)('takes it from %s to %s', async (from, to) => {
    const { place, decide } = await placed(from, 'accepted');
    const answer = await decide(to);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, data: { updated: true, status: to } });
    const now = await stored(place);
    expect(now).toMatchObject({ status: to, parent_status: from === 'accepted' ? to : 'accepted' });
    const comesBack = ['cancelled', 'rejected'].includes(from) && to !== 'rejected';
    expect(now?.token === place.token).toBe(!comesBack);
  });

  it.each(decisions)('changes nothing where it is %s already', async (status) => {
    const { place, decide } = await placed(status);
    expect((await decide(status)).body.data).toEqual({ updated: false, status });
    expect(await stored(place)).toMatchObject({ status, token: place.token });
  });

  it.each([['cancelled'], ['lost'], [1], [null], [undefined]])('is not possible as %j', async (status) => {
    const { place, api } = await placed('pending');
    expect(await api.patch(`/registrations/${place.id}/status`, { status })).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field: 'status' })],
    });
  });
});

describe('Accepting somebody', () => {
  it.each(['pending', 'waitlisted', 'rejected', 'cancelled'] as const)(
    'lifts a %s parent to accepted and takes a seat',
    async (parentStatus) => {
      const { hack, place, decide } = await placed('pending', parentStatus, { max_participants: 1 });
      expect((await decide('accepted')).body.data).toEqual({ updated: true, status: 'accepted' });
      const now = await stored(place);
      expect(now).toMatchObject({ status: 'accepted', parent_status: 'accepted' });
      expect(now?.parent_token === place.parent.token).toBe(!['rejected', 'cancelled'].includes(parentStatus));
      expect(await seats(hack)).toBe(1);
    },
  );

  it('takes no second seat where the parent has one, so a full hackathon has room on another track', async () => {
    const { hack, decide } = await placed('pending', 'accepted', { max_participants: 1 });
    expect((await decide('accepted')).status).toBe(200);
    expect(await seats(hack)).toBe(1);
  });

  it.each(['unpaid', 'pending', 'refunded'])('is refused while the payment is %s', async (payment_status) => {
    const { place, decide } = await placed('pending', 'accepted', { payment_status });
    expect(await decide('accepted')).toBeRefused(402, 'EVENT_NOT_PAID');
    expect((await decide('waitlisted')).status).toBe(200);
    expect(await stored(place)).toMatchObject({ status: 'waitlisted' });
  });

  it('is refused where every seat is taken, with how many there are, and leaves everything as it was', async () => {
    const { hack, place, decide } = await placed('waitlisted', 'cancelled', { max_participants: 2 });
    for (const person of [await world.person(), await world.person()]) await world.applied(person, hack);
    const answer = await decide('accepted');
    expect(answer).toBeRefused(409, 'MAX_PARTICIPANTS_REACHED', { acceptedCount: 2, maxParticipants: 2 });
    expect(await stored(place)).toEqual({
      status: 'waitlisted',
      token: place.token,
      parent_status: 'cancelled',
      parent_token: place.parent.token,
    });
    expect(await seats(hack)).toBe(2);
  });

  it('is asked about payment before seats, and about neither where it changes nothing', async () => {
    const full = { max_participants: 1, payment_status: 'unpaid' };
    const waiting = await placed('pending', 'pending', full);
    await world.applied(await world.person(), waiting.hack);
    expect(await waiting.decide('accepted')).toBeRefused(402, 'EVENT_NOT_PAID');
    const { decide } = await placed('accepted', 'accepted', full);
    expect((await decide('accepted')).body.data).toEqual({ updated: false, status: 'accepted' });
  });

  it('knows no limit where there is no cap', async () => {
    const { hack, decide } = await placed('pending', 'pending', { max_participants: null });
    for (const person of [await world.person(), await world.person()]) await world.applied(person, hack);
    expect((await decide('accepted')).status).toBe(200);
    expect(await seats(hack)).toBe(3);
  });

  it('throws nobody out where the cap was lowered, and lets nobody in', async () => {
    const { hack, place, decide } = await placed('pending', 'pending', { max_participants: 3 });
    const ada = await world.registered(await world.person(), await world.track(hack));
    await world.applied(await world.person(), hack);
    await world.rows`update events.super_event set max_participants = 1 where id = ${hack.id}`;
    const answer = await decide('accepted');
    expect(answer).toBeRefused(409, 'MAX_PARTICIPANTS_REACHED', { acceptedCount: 2, maxParticipants: 1 });
    expect(await stored(ada)).toMatchObject({ status: 'accepted', parent_status: 'accepted' });
    expect(await stored(place)).toMatchObject({ status: 'pending' });
  });
});

describe('Leaving accepted on a track', () => {
  it.each(['pending', 'waitlisted', 'rejected'] as const)(
    'as %s ends the team membership there and frees the seat',
    async (status) => {
      const { hack, track, ada, place, decide } = await placed('accepted');
      const bob = await world.person();
      await world.registered(bob, track);
      const team = await world.team(track, [ada, bob]);
      expect((await decide(status)).body.data.updated).toBe(true);
      expect(await activeMembers(team)).toEqual([{ user_id: bob.id, role: 'LEADER' }]);
      expect(await stored(place)).toMatchObject({ parent_status: status });
      expect(await seats(hack)).toBe(1);
    },
  );

  it('keeps the memberships on other tracks', async () => {
    const { hack, ada, decide } = await placed('accepted');
    const other = await world.track(hack);
    await world.registered(ada, other);
    const team = await world.team(other, [ada]);
    await decide('rejected');
    expect(await activeMembers(team)).toEqual([{ user_id: ada.id, role: 'LEADER' }]);
  });
});

describe('A person who may decide', () => {
  it('is somebody who organizes the track', async () => {
    const { acme, hack, track, ada, place, decide } = await placed('pending');
    const other = await world.track(hack);
    const [olga, adam] = [await world.member(acme, 'OWNER'), await world.member(acme, 'ADMIN')];
    const [mia, judy, olaf] = [await world.member(acme, 'MEMBER'), await world.person(), await world.person()];
    await world.role(judy, track, 'JUDGE');
    await world.role(olaf, other, 'ORGANIZER');
    const path = `/registrations/${place.id}/status`;
    for (const person of [mia, judy, olaf, ada]) {
      const answer = await world.as(person, acme).patch(path, { status: 'accepted' });
      expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
    }
    expect((await decide('waitlisted')).status).toBe(200);
    for (const [person, status] of [
      [olga, 'accepted'],
      [adam, 'rejected'],
    ] as const) {
      expect((await world.as(person, acme).patch(path, { status })).body.data).toEqual({ updated: true, status });
    }
  });

  it('is nobody of another organization, and nobody without a key', async () => {
    const { place, api } = await placed('pending');
    const other = await world.organization();
    const otto = await world.member(other, 'OWNER');
    const path = `/registrations/${place.id}/status`;
    expect(await world.as(otto, other).patch(path, { status: 'accepted' })).toBeRefused(404, 'NOT_FOUND');
    expect(await api.patch(`/registrations/${crypto.randomUUID()}/status`, { status: 'accepted' })).toBeRefused(
      404,
      'NOT_FOUND',
    );
    expect(await api.patch('/registrations/mine/status', { status: 'accepted' })).toBeRefused(404, 'NOT_FOUND');
    expect(await world.stranger().patch(path, { status: 'accepted' })).toBeRefused(401, 'UNAUTHENTICATED');
  });
});
