import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eraseKept } from '../../../services/events/due.ts';
import { tables } from '../../../services/events/entities.ts';
import type { BusEvent } from '../../../shared/contract/bus-events.ts';
import { openDatabase } from '../../../shared/database/database.ts';
import type { Client } from '../../support/client.ts';
import { openWorld, type World } from '../../support/world.ts';
import { eventually } from '../../support/wire.ts';
import { columnsWith } from './searching.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** With the login and the rights of the service, as its cleanup does. */
async function carryOut() {
  const events: BusEvent[] = [];
  const orm = await openDatabase('events', world.databaseUrl, { entities: tables, max: 1 });
  try {
    return { hackathons: await eraseKept(orm.em.fork(), (told) => void events.push(...told)), events };
  } finally {
    await orm.close();
  }
}

let nth = 0;
async function ended() {
  const of = `${++nth}@keep.test`;
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const track = await world.track(hack);
  const owner: Client = world.as(await world.member(acme, 'OWNER'), acme);
  const ada = await world.person({ name: 'Ada', email: `ada${of}`, password_hash: 'x' });
  const judge = await world.person({ name: 'Judge', email: `judge${of}` });
  await world.registered(ada, track);
  await world.role(judge, track, 'JUDGE');
  const organizer = await world.person();
  await world.role(organizer, track, 'ORGANIZER');
  await world.team(track, [ada], { name: 'Bees' });
  await owner.post(`/super-events/${hack.id}/participants`, { email: `invited${of}`, firstName: 'Grace' });
  await owner.post(`/super-events/${hack.id}/role-invites`, { email: `mentor${of}`, role: 'MENTOR' });
  await world.rows`update events.super_event set start_at = now() - interval '12 days', end_at = now() - interval '10 days'
                    where id = ${hack.id}`;
  return { acme, hack, owner, ada, judge, organizer, invited: [`invited${of}`, `mentor${of}`] };
}

describe('The retention of a hackathon', () => {
  it('is set and read by those who administer it, between a day and ten years', async () => {
    const { hack, owner } = await ended();
    const path = `/super-events/${hack.id}`;
    for (const retention_days of [0, 3_651, 1.5]) {
      expect(await owner.patch(path, { retention_days })).toBeRefused(400, 'VALIDATION_FAILED');
    }
    expect((await owner.patch(path, { retention_days: 30 })).status).toBe(200);
    expect((await owner.get(path)).body.data.super_event.retention_days).toBe(30);
  });

  it('shows before how much goes, and when', async () => {
    const { hack, owner } = await ended();
    const preview = async (query = '') => (await owner.get(`/super-events/${hack.slug}/retention${query}`)).body.data;
    expect(await preview()).toEqual({ days: null, due_at: null, people: 4, files: 0, letters: expect.any(Number) });
    const { days, due_at } = await preview('?days=30');
    expect([days, Math.round((Date.parse(due_at) - Date.now()) / 86_400_000)]).toEqual([30, 20]);
    expect(await owner.get(`/super-events/${hack.slug}/retention?days=0`)).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('erases its people when it is over and nobody before, and leaves organizers, accounts and names of teams', async () => {
    const { acme, hack, owner, ada, judge, organizer, invited } = await ended();
    await owner.patch(`/super-events/${hack.id}`, { retention_days: 11 });
    expect(await carryOut()).toEqual({ hackathons: 0, events: [] });
    await owner.patch(`/super-events/${hack.id}`, { retention_days: 9 });
    expect(await carryOut()).toEqual({ hackathons: 1, events: [['facts', { organization_id: acme.id }]] });
    const emailOf = async ({ id }: { id: string }) =>
      (await world.rows<{ email: string }>`select email from identity.person where id = ${id}`)[0]?.email;
    expect([await emailOf(ada), await emailOf(judge)]).toEqual([ada.email, `${judge.id}@erased.invalid`]);
    expect(await emailOf(organizer)).toBe(organizer.email);
    const [kept] = await world.rows`
      select (select count(*)::int from registrations.registration where super_event_id = ${hack.id} and status = 'accepted'
                and user_id <> ${ada.id}) as places,
             (select name from teams.team where super_event_id = ${hack.id}) as team`;
    expect(kept).toEqual({ places: 1, team: 'Bees' });
    expect(await carryOut()).toEqual({ hackathons: 0, events: [] });
    await eventually(
      () => columnsWith(world.rows, invited),
      (found) => found.length === 0,
    );
  });
});
