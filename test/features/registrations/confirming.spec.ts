import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decidingIn, idsOf } from '../../support/deciding.ts';
import { factsAt } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

const { hackathon, guests, parentsOf, onTrack, seatsOf, become, placeOf, pass } = decidingIn(() => world);

describe('An accepted place', () => {
  it('is to be confirmed within the hours of its hackathon, and everybody who looks at it sees until when', async () => {
    const scene = await hackathon({ confirm_within_hours: 48 });
    const [guest] = await guests(scene.ai, [null]);
    await scene.api.patch(`/registrations/${guest!.place.id}/status`, { status: 'accepted' });
    const { confirm_by, confirmed_at } = await placeOf(scene, guest!);
    expect(Math.abs(Date.parse(confirm_by as string) - Date.now() - 48 * hour)).toBeLessThan(60_000);
    expect(confirmed_at).toBeNull();
    const own = await world.as(guest!.person, scene.acme).get('/me/registrations');
    expect(own.body.data.registrations[0].super_event_registration).toMatchObject({ confirm_by, confirmed_at });
    const path = `/super-events/${scene.hack.id}/team-management/builders/${guest!.person.id}`;
    expect((await scene.api.get(path)).body.data.builder).toMatchObject({ confirmBy: confirm_by, confirmedAt: null });
    const letter = await world.nextMailTo(guest!.person.email);
    expect(letter.text).toContain('Please confirm');
  });

  it('is to be confirmed by the time that a decision says, and by none where nobody asks', async () => {
    const scene = await hackathon();
    const [one, other] = await guests(scene.ai, [null, null]);
    const confirm_by = inHours(5);
    await scene.decide({ status: 'accepted', ids: [one!.id], confirm_by });
    await scene.decide({ status: 'accepted', ids: [other!.id] });
    expect(await placeOf(scene, one!)).toMatchObject({ confirm_by, confirmed_at: null });
    expect(await placeOf(scene, other!)).toMatchObject({ confirm_by: null, confirmed_at: null });
  });

  it('is confirmed by its person, once, which a fact tells', async () => {
    const scene = await hackathon({ confirm_within_hours: 48 });
    const [guest] = await guests(scene.ai, [null]);
    await scene.decide({ status: 'accepted', ids: [guest!.id] });
    const confirm = () => world.as(guest!.person, scene.acme).post(`/super-event-registrations/${guest!.id}/confirm`);
    const { body } = await confirm();
    expect(body.data).toEqual({
      ...{ id: guest!.id, status: 'accepted', confirmed_at: expect.any(String) },
      confirm_by: expect.any(String),
    });
    expect((await confirm()).body.data).toEqual(body.data);
    const facts = await factsAt(scene.api, `/organizations/${scene.acme.id}/facts?types=registration.changed`);
    const { confirmed_at } = body.data as { confirmed_at: string };
    expect(facts).toMatchObject([{ data: { super_event_registration_id: guest!.id, confirmed_at } }]);
  });

  it.each(['pending', 'waitlisted', 'rejected', 'cancelled'] as const)(
    'cannot be confirmed while it is %s',
    async (status) => {
      const scene = await hackathon();
      const [guest] = await guests(scene.ai, [null], status);
      const answer = await world.as(guest!.person, scene.acme).post(`/super-event-registrations/${guest!.id}/confirm`);
      expect(answer).toBeRefused(403, 'NOT_ACCEPTED');
      expect(await placeOf(scene, guest!)).toMatchObject({ confirmed_at: null });
    },
  );

  it('is to be confirmed by another time where organizers say so, or by none; the person may not', async () => {
    const scene = await hackathon({ confirm_within_hours: 48 });
    const [guest, pending] = await guests(scene.ai, [null, null]);
    await scene.decide({ status: 'accepted', ids: [guest!.id] });
    const path = `/super-event-registrations/${guest!.id}`;
    for (const confirm_by of [inHours(3), null]) {
      const { body } = await scene.api.patch(path, { confirm_by });
      expect(body.data.super_event_registration).toMatchObject({ confirm_by });
    }
    const own = await world.as(guest!.person, scene.acme).patch(path, { confirm_by: inHours(99) });
    expect(own).toBeRefused(403, 'PERMISSION_DENIED');
    const other = await scene.api.patch(`/super-event-registrations/${pending!.id}`, { confirm_by: inHours(3) });
    expect(other).toBeRefused(403, 'NOT_ACCEPTED');
  });

  it('that ends asks for nothing any more', async () => {
    const scene = await hackathon({ confirm_within_hours: 48 });
    const [guest] = await guests(scene.ai, [null]);
    const decide = (status: string) => scene.api.patch(`/super-event-registrations/${guest!.id}/status`, { status });
    await decide('accepted');
    await decide('waitlisted');
    expect(await placeOf(scene, guest!)).toMatchObject({ confirm_by: null, confirmed_at: null });
  });
});

describe('Somebody who has not confirmed', () => {
  it('is reminded at half of the time and a day before its end, and not once they have, or are here', async () => {
    const scene = await hackathon({ confirm_within_hours: 96 });
    const [guest, sure, here] = await guests(scene.ai, [null, null, null]);
    await scene.decide({ status: 'accepted', ids: idsOf([guest!, sure!, here!]), letters: false });
    const point = await world.point(scene.hack);
    await scene.api.post(`/checkin-points/${point.id}/scan`, { token: here!.place.token });
    await world.as(sure!.person, scene.acme).post(`/super-event-registrations/${sure!.id}/confirm`);
    for (const [hours, count] of [
      [49, 1],
      [24, 2],
    ] as const) {
      await pass([here!, guest!], hours);
      const { subject, text } = await world.nextMailTo(guest!.person.email);
      expect(subject).toBe('Please confirm: Spring Hack');
      expect(text).toMatch(/before \w{3}, \d+ \w+ \d{4}/);
      expect(await world.mailsTo(guest!.person.email)).toHaveLength(count);
    }
    const [left] =
      await world.rows`select remind_at from registrations.super_event_registration where id = ${guest!.id}`;
    expect(left).toEqual({ remind_at: null });
    for (const { person } of [sure!, here!]) expect(await world.mailsTo(person.email)).toEqual([]);
  });

  it('loses the place at its time: on the waiting list, off their team, told by an email and by a fact of nobody', async () => {
    const scene = await hackathon({ confirm_within_hours: 4, max_participants: 5 });
    const [guest] = await guests(scene.ai, [null]);
    await scene.decide({ status: 'accepted', ids: [guest!.id], letters: false });
    const team = await world.team(scene.ai, [guest!.person]);
    await pass([guest!], 5);
    await become([guest!], ['waitlisted']);
    expect(await onTrack([guest!], scene.ai)).toEqual(['waitlisted']);
    expect(await seatsOf(scene)).toBe(0);
    expect(await world.rows`select from teams.member where team_id = ${team.id} and left_at is null`).toEqual([]);
    const { subject, text } = await world.nextMailTo(guest!.person.email);
    expect(subject).toBe('You are on the waiting list: Spring Hack');
    expect(text).toContain('If you still want to come, write to the organizers');
    expect(await placeOf(scene, guest!)).toMatchObject({ confirm_by: null, lapsed_at: expect.any(String) });
    expect(await factsAt(scene.api, `/organizations/${scene.acme.id}/facts?types=registration.lapsed`)).toMatchObject([
      {
        actor: { user_id: null, key_id: null },
        data: { super_event_registration_id: guest!.id, status: 'waitlisted' },
      },
    ]);
  });

  it('keeps it where organizers lift the time, where they are here already, and once the hackathon is over', async () => {
    const scene = await hackathon({ confirm_within_hours: 4 });
    const over = await hackathon({ confirm_within_hours: 4, start_at: inHours(-9), end_at: inHours(-1) });
    const [lifted, here, lost] = await guests(scene.ai, [null, null, null]);
    const [late] = await guests(over.ai, [null]);
    await scene.decide({ status: 'accepted', filter: {}, letters: false });
    await over.decide({ status: 'accepted', filter: {}, letters: false });
    await scene.api.patch(`/super-event-registrations/${lifted!.id}`, { confirm_by: null });
    const point = await world.point(scene.hack);
    await scene.api.post(`/checkin-points/${point.id}/scan`, { token: here!.place.token });
    for (const guest of [here, lost, late]) await pass([guest!], 5);
    await become([lost!], ['waitlisted']);
    expect(await parentsOf([lifted!, here!, late!])).toEqual(['accepted', 'accepted', 'accepted']);
  });
});

describe('The forecast of a hackathon', () => {
  it('takes three of four where nothing is known of an earlier one', async () => {
    const scene = await hackathon({ max_participants: 8 });
    const all = await guests(scene.ai, [null, null, null, null], 'accepted');
    await guests(scene.ai, [null], 'waitlisted');
    const forecast = async () => (await scene.api.get(`/super-events/${scene.hack.slug}/forecast`)).body.data;
    const counts = { accepted: 4, waiting: 1, lapsed: 0 };
    expect(await forecast()).toEqual({ ...counts, confirmed: 0, expected: 3, share: 0.75, measured_at: null });
    for (const { person, id } of all.slice(0, 2))
      await world.as(person, scene.acme).post(`/super-event-registrations/${id}/confirm`);
    expect(await forecast()).toMatchObject({ ...counts, confirmed: 2, expected: 2, share: 0.75 });
  });

  it('takes the share that came to the one before', async () => {
    const scene = await hackathon();
    const former = await world.superEvent(scene.acme, {
      name: 'Last year',
      end_at: inHours(-24),
      start_at: inHours(-48),
    });
    const track = await world.track(former);
    const before = await guests(track, [null, null, null, null], 'accepted');
    const point = await world.point(former);
    for (const { place } of before.slice(0, 2))
      await scene.api.post(`/checkin-points/${point.id}/scan`, { token: place.token });
    await guests(scene.ai, [null, null], 'accepted');
    const { body } = await scene.api.get(`/super-events/${scene.hack.slug}/forecast`);
    expect(body.data).toMatchObject({
      accepted: 2,
      expected: 1,
      share: 0.5,
      measured_at: { id: former.id, name: 'Last year' },
    });
  });
});

describe('Whether people confirm, and whether the list moves', () => {
  it('is said of a hackathon', async () => {
    const { api, hack } = await hackathon();
    const path = `/super-events/${hack.id}`;
    expect((await api.get(path)).body.data.super_event).toMatchObject({
      confirm_within_hours: null,
      waitlist_moves: false,
    });
    const said = { confirm_within_hours: 48, waitlist_moves: true };
    expect((await api.patch(path, said)).status).toBe(200);
    expect((await api.get(path)).body.data.super_event).toMatchObject(said);
    expect(await api.patch(path, { confirm_within_hours: 0 })).toBeRefused(400, 'VALIDATION_FAILED');
    expect(await api.patch(path, { waitlist_moves: null })).toBeRefused(400, 'VALIDATION_FAILED');
  });
});
