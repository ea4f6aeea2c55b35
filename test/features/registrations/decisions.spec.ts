import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decidingIn, idsOf, type Guest } from '../../support/deciding.ts';
import { factsAt } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const { hackathon, guests, parentsOf, onTrack, seatsOf, letters } = decidingIn(() => world);

describe('A decision about many', () => {
  it('accepts those who are named, on the tracks that they applied for, with one email each that waits', async () => {
    const scene = await hackathon();
    const all = await guests(scene.ai, [null, null]);
    await world.registered(all[0]!.person, scene.web, 'pending');
    const { body, status } = await scene.decide({ status: 'accepted', ids: idsOf(all) });
    expect([status, body.data]).toEqual([
      200,
      {
        ...{ id: expect.any(String), decided: 2, unchanged: 0, refused: [], left: 0 },
        undo_until: expect.any(String),
      },
    ]);
    const wait = Date.parse(body.data.undo_until as string) - Date.now();
    expect(wait > 50_000 && wait <= 61_000).toBe(true);
    expect(await parentsOf(all)).toEqual(['accepted', 'accepted']);
    expect([await onTrack(all, scene.ai), await onTrack(all, scene.web)]).toEqual([
      ['accepted', 'accepted'],
      ['accepted', undefined],
    ]);
    expect(await seatsOf(scene)).toBe(2);
    const waiting = { letter: 'decision', status: 'accepted', waits: true };
    const addresses = all.map(({ person }) => person.email).toSorted();
    expect(await letters(all)).toEqual(addresses.map((to) => ({ to, ...waiting })));
  });

  it('tells of each person what a single decision tells', async () => {
    const scene = await hackathon();
    const [guest] = await guests(scene.ai, [null]);
    await scene.decide({ status: 'accepted', ids: [guest!.id] });
    const facts = await factsAt(scene.api, `/organizations/${scene.acme.id}/facts`, 2);
    const told = (facts as { type: string; event_id: string | null; data: Record<string, unknown> }[]).map(
      ({ type, event_id, data }) => ({ type, event_id, ...data }),
    );
    const fact = { type: 'registration.status_changed', status: 'accepted', user_id: guest!.person.id };
    expect(told).toEqual([
      { ...fact, event_id: null, super_event_registration_id: guest!.id },
      { ...fact, event_id: scene.ai.id, registration_id: guest!.place.id },
    ]);
    const audit = await scene.api.get(`/organizations/${scene.acme.id}/audit?action=registrations.decide`);
    expect(audit.body.data.entries).toMatchObject([
      { user_id: scene.owner.id, before: { status: 'pending' }, after: { status: 'accepted' } },
      { user_id: scene.owner.id, before: { status: 'pending' }, after: { status: 'accepted' } },
    ]);
  });

  it('gives the seats by score, then by application, and refuses the others', async () => {
    const scene = await hackathon({ max_participants: 3 });
    const all = await guests(scene.ai, [null, 2, 5, 2, null]);
    const { body } = await scene.decide({ status: 'accepted', ids: idsOf(all) });
    const refused = [all[0], all[4]].map((guest) => ({ id: guest!.id, code: 'MAX_PARTICIPANTS_REACHED' }));
    expect(body.data).toMatchObject({ decided: 3, refused });
    expect(await parentsOf(all)).toEqual(['pending', 'accepted', 'accepted', 'accepted', 'pending']);
    expect(await seatsOf(scene)).toBe(3);
  });

  it('refuses whom it does not know one by one, leaves as they are those who have it already, and counts nobody twice', async () => {
    const [scene, other] = [await hackathon(), await hackathon()];
    const all = await guests(scene.ai, [null]);
    const accepted = await guests(scene.ai, [null], 'accepted');
    const [stranger] = await guests(other.ai, [null]);
    const nobody = randomUUID();
    const ids = [...idsOf(all), ...idsOf(all), ...idsOf(accepted), stranger!.id, nobody];
    const { body } = await scene.decide({ status: 'accepted', ids });
    const refused = [stranger!.id, nobody].map((id) => ({ id, code: 'NOT_FOUND' }));
    expect(body.data).toMatchObject({ decided: 1, unchanged: 1, refused });
    expect(await parentsOf([stranger!])).toEqual(['pending']);
  });

  it('accepts on the tracks that it names, for the first time there as well', async () => {
    const scene = await hackathon();
    const all = await guests(scene.ai, [null]);
    await scene.decide({ status: 'accepted', ids: idsOf(all), track_ids: [scene.web.id] });
    expect([await onTrack(all, scene.ai), await onTrack(all, scene.web)]).toEqual([['pending'], ['accepted']]);
    const again = await scene.decide({ status: 'accepted', ids: idsOf(all), track_ids: [scene.ai.id, scene.web.id] });
    expect(again.body.data).toMatchObject({ decided: 1, unchanged: 0 });
    expect(await onTrack(all, scene.ai)).toEqual(['accepted']);
    expect(await seatsOf(scene)).toBe(1);
  });

  it.each(['rejected', 'waitlisted', 'pending'] as const)(
    'takes people out as %s, off their tracks and out of their teams, and frees their seats',
    async (status) => {
      const scene = await hackathon();
      const all = await guests(scene.ai, [null, null], 'accepted');
      const team = await world.team(
        scene.ai,
        all.map(({ person }) => person),
      );
      const { body } = await scene.decide({ status, ids: idsOf(all) });
      expect(body.data).toMatchObject({ decided: 2, unchanged: 0 });
      expect([await parentsOf(all), await onTrack(all, scene.ai)]).toEqual([
        [status, status],
        [status, status],
      ]);
      expect(await seatsOf(scene)).toBe(0);
      expect(await world.rows`select from teams.member where team_id = ${team.id} and left_at is null`).toEqual([]);
      expect((await letters(all)).map((letter) => letter.status)).toEqual(status === 'pending' ? [] : [status, status]);
    },
  );

  it('sends no email where none is wanted', async () => {
    const scene = await hackathon();
    const all = await guests(scene.ai, [null]);
    await scene.decide({ status: 'rejected', ids: idsOf(all), letters: false });
    expect(await letters(all)).toEqual([]);
  });

  it('finds people by a filter, the best ones first, and says how many it left', async () => {
    const scene = await hackathon();
    const all = await guests(scene.ai, [1, 4, 3, 2]);
    await guests(scene.web, [5]);
    const filter = { status: 'pending', track_id: scene.ai.id, min_score: 2, limit: 2 };
    const { body } = await scene.decide({ status: 'accepted', filter });
    expect(body.data).toMatchObject({ decided: 2, left: 1 });
    expect(await parentsOf(all)).toEqual(['pending', 'accepted', 'accepted', 'pending']);
    const named = await scene.decide({ status: 'waitlisted', filter: { search: all[0]!.person.email } });
    expect(named.body.data).toMatchObject({ decided: 1, left: 0 });
  });

  it('finds people by an answer: the same, or one of several', async () => {
    const scene = await hackathon();
    const all = await guests(scene.ai, [null, null, null]);
    const [size, food] = [randomUUID(), randomUUID()];
    const answer = (guest: Guest, answers: object) => world.rows`
      update registrations.super_event_registration set answers_json = ${JSON.stringify(answers)}::jsonb where id = ${guest.id}`;
    await answer(all[0]!, { [size]: 'M', [food]: ['vegan', 'halal'] });
    await answer(all[1]!, { [size]: 'L' });
    await scene.decide({ status: 'accepted', filter: { field: { id: size, equals: 'M' } } });
    expect(await parentsOf(all)).toEqual(['accepted', 'pending', 'pending']);
    await scene.decide({ status: 'rejected', filter: { field: { id: food, equals: 'halal' } } });
    expect(await parentsOf(all)).toEqual(['rejected', 'pending', 'pending']);
  });

  it.each(['rejected', 'cancelled'] as const)('leaves out who is %s, unless that is asked for', async (status) => {
    const scene = await hackathon();
    const gone = await guests(scene.ai, [null], status);
    expect((await scene.decide({ status: 'accepted', filter: {} })).body.data).toMatchObject({ decided: 0 });
    const asked = await scene.decide({ status: 'accepted', filter: { status } });
    expect(asked.body.data).toMatchObject({ decided: 1 });
    expect(await parentsOf(gone)).toEqual(['accepted']);
  });

  it('happens once under a write key', async () => {
    const scene = await hackathon();
    const all = await guests(scene.ai, [null]);
    const headers = { 'Idempotency-Key': randomUUID() };
    const asked = { status: 'accepted', ids: idsOf(all) };
    const send = () => scene.api.post(`/super-events/${scene.hack.id}/decisions`, asked, { headers });
    const [first, second] = [await send(), await send()];
    expect(second.body.data).toEqual(first.body.data);
    expect(await letters(all)).toHaveLength(1);
  });

  it.each([
    ['neither ids nor a filter', { status: 'accepted' }],
    ['both', { status: 'accepted', ids: [randomUUID()], filter: {} }],
    ['tracks for who is rejected', { status: 'rejected', filter: {}, track_ids: [randomUUID()] }],
    ['a time to confirm for who waits', { status: 'waitlisted', filter: {}, confirm_by: '2027-01-01T00:00:00Z' }],
    ['another status', { status: 'cancelled', filter: {} }],
    ['more than 2,000', { status: 'accepted', ids: Array.from({ length: 2_001 }, () => randomUUID()) }],
    ['a limit beyond', { status: 'accepted', filter: { limit: 2_001 } }],
  ])('refuses %s', async (_, body) => {
    const { decide } = await hackathon();
    expect(await decide(body)).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('refuses tracks of another hackathon, and to accept before it is paid', async () => {
    const [scene, other] = [await hackathon({ payment_status: 'unpaid' }), await hackathon()];
    const [guest] = await guests(scene.ai, [null]);
    const ids = [guest!.id];
    const foreign = await scene.decide({ status: 'accepted', ids, track_ids: [other.ai.id] });
    expect(foreign).toBeRefused(400, 'INVALID_TRACK');
    expect(await scene.decide({ status: 'accepted', ids })).toBeRefused(402, 'EVENT_NOT_PAID');
    expect((await scene.decide({ status: 'waitlisted', ids })).status).toBe(200);
  });
});
