import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function staged(columns: Record<string, unknown> = {}) {
  const acme = await world.organization();
  const track = await world.track(await world.superEvent(acme), columns);
  const api = world.as(await world.member(acme, 'MEMBER'), acme);
  const status = async () => (await api.get(`/events/${track.slug}/setup-status`)).body.data;
  return { acme, track, api, status };
}

describe('The setup status of a track', () => {
  it('has exactly the promised fields', async () => {
    const { api, track } = await staged();
    const answer = await api.get(`/events/${track.id}/setup-status`);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        success: true,
        data: {
          checklist: { has_name: true, has_dates: true, has_registration_open: true },
          is_ready_for_registration: true,
          stats: { registrations: 0, teams: 0 },
        },
      },
    ]);
  });

  it.each([
    ['never_opened', false],
    ['open', true],
    ['closed', false],
  ])('says of a registration that is %s that it is open: %s', async (registration, isOpen) => {
    const { status } = await staged({ registration });
    expect(await status()).toMatchObject({
      checklist: { has_registration_open: isOpen },
      is_ready_for_registration: true,
    });
  });

  it.each([
    ['start', { start_at: null }, { has_dates: false, has_name: true }],
    ['end', { end_at: null }, { has_dates: false, has_name: true }],
    ['name', { name: '  ' }, { has_dates: true, has_name: false }],
  ])('is not ready without its %s', async (_what, columns, checklist) => {
    const { status } = await staged(columns);
    expect(await status()).toMatchObject({ checklist, is_ready_for_registration: false });
  });

  it('is not ready as a draft', async () => {
    const { status } = await staged({ status: 'draft' });
    expect(await status()).toMatchObject({
      checklist: { has_name: true, has_dates: true },
      is_ready_for_registration: false,
    });
  });

  it('counts who is registered, whoever has cancelled left out, and the teams', async () => {
    const { acme, track, status } = await staged();
    const people = [];
    for (const state of ['pending', 'accepted', 'waitlisted', 'rejected', 'cancelled'] as const) {
      const person = await world.person();
      await world.registered(person, track, state);
      people.push(person);
    }
    await world.team(track, people.slice(1, 2));
    const gone = await world.team(track, []);
    await world.rows`update teams.team set deleted_at = now() where id = ${gone.id}`;
    await world.registered(await world.person(), await world.track(await world.superEvent(acme)));
    expect((await status()).stats).toEqual({ registrations: 4, teams: 1 });
  });

  it('is told to members and those who take part', async () => {
    const { acme, track } = await staged();
    const [ada, nobody] = [await world.person(), await world.person()];
    await world.registered(ada, track, 'pending');
    const path = `/events/${track.id}/setup-status`;
    expect((await world.as(ada, acme).get(path)).status).toBe(200);
    expect(await world.as(nobody, acme).get(path)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await world.stranger().get(path)).toBeRefused(401, 'UNAUTHENTICATED');
    const other = await staged();
    expect(await other.api.get(path)).toBeRefused(404, 'NOT_FOUND');
    await world.rows`update events.track set deleted_at = now() where id = ${track.id}`;
    expect(await world.as(ada, acme).get(path)).toBeRefused(404, 'NOT_FOUND');
  });
});
