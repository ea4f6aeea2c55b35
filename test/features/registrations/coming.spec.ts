/** From a decision about 400 seats to the day before, with a clock that is moved: reminders, lapses, and who comes instead. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Fact } from '../../../shared/contract/facts.ts';
import { decidingIn, idsOf, type Guest, type Organizing } from '../../support/deciding.ts';
import type { Mail } from '../../support/mails.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({}, { alone: true });
});
afterAll(() => world.close());

const { hackathon, guests, parentsOf, seatsOf, become, placeOf, pass } = decidingIn(() => world);
const [seats, lapse, stay] = [400, 20, 5] as const;

/** The emails of everybody, as subjects without the hackathon, once there are so many. */
async function emails(count: number): Promise<Map<string, string[]>> {
  await world.rows`update mail_queue._private_jobs set run_at = now() where run_at > now()`;
  const directory = join(world.dataDir, 'mail');
  const names = await eventually(
    async () => (await readdir(directory).catch((): string[] => [])).filter((name) => !name.startsWith('.')).sort(),
    ({ length }) => length >= count,
    120_000,
  );
  expect(names).toHaveLength(count);
  const mails = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(directory, name), 'utf8')) as Mail),
  );
  const all = new Map<string, string[]>();
  for (const { to, subject } of mails) all.set(to, [...(all.get(to) ?? []), subject.split(/[:!] /)[0] ?? '']);
  return all;
}
const emailsOf = (all: ReadonlyMap<string, string[]>, people: readonly Guest[]) =>
  people.map(({ person }) => all.get(person.email));
const each = <Value>(people: readonly unknown[], value: Value) => people.map(() => value);

/** Reads what happens from now on, once it is so many facts. */
async function factsFromNow({ api, acme }: Organizing) {
  const path = `/organizations/${acme.id}/facts?limit=500`;
  const read = async (after: string) => (await api.get(path + after)).body.data as { facts: Fact[]; next: string };
  let { facts, next } = await read('');
  while (facts.length > 0) ({ facts, next } = await read(`&after=${next}`));
  return async (count: number) =>
    (
      await eventually(
        () => read(`&after=${next}`),
        ({ facts }) => facts.length >= count,
      )
    ).facts;
}

/** Confirm, ten at once. */
async function confirm({ acme }: Organizing, people: readonly Guest[]): Promise<void> {
  for (let from = 0; from < people.length; from += 10) {
    const some = people.slice(from, from + 10);
    const answers = await Promise.all(
      some.map(({ person, id }) => world.as(person, acme).post(`/super-event-registrations/${id}/confirm`)),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  }
}

it('400 are accepted, 380 confirm, 20 are reminded twice and lapse, 20 others come in, and all are told', async () => {
  const scene = await hackathon({ confirm_within_hours: 96, waitlist_moves: true, max_participants: seats });
  const applied = await guests(
    scene.ai,
    Array.from({ length: seats + lapse + stay }, (_, place) => 1_000 - place),
  );
  const accepted = applied.slice(0, seats);
  const late = accepted.filter((_, place) => place % (seats / lapse) === 7);
  const sure = accepted.filter((guest) => !late.includes(guest));
  const waiting = applied.slice(seats);
  const [next, others] = [waiting.slice(0, lapse), waiting.slice(lapse)];
  const forecast = async () => (await scene.api.get(`/super-events/${scene.hack.slug}/forecast`)).body.data;

  expect((await scene.decide({ status: 'accepted', filter: {} })).body.data).toMatchObject({ decided: seats });
  await scene.decide({ status: 'waitlisted', filter: { status: 'pending' } });
  const [yes, wait, remind] = ["You're in", 'You are on the waiting list', 'Please confirm'];
  const first = await emails(applied.length);
  expect(emailsOf(first, [...accepted, ...waiting])).toEqual([...each(accepted, [yes]), ...each(waiting, [wait])]);
  await confirm(scene, sure);
  const counts = { accepted: seats, confirmed: seats - lapse, expected: Math.round((seats - lapse) * 0.75) };
  expect(await forecast()).toMatchObject({ ...counts, waiting: lapse + stay, lapsed: 0 });

  for (const [hours, reminders] of [
    [49, 1],
    [24, 2],
  ] as const) {
    await pass(late, hours);
    const reminded = await emails(applied.length + reminders * lapse);
    expect(emailsOf(reminded, late)).toEqual(each(late, [yes, ...Array.from({ length: reminders }, () => remind)]));
  }

  const factsSince = await factsFromNow(scene);
  await pass(late, 24);
  await become([...late, ...next], [...each(late, 'waitlisted'), ...each(next, 'accepted')]);
  expect(new Set(await parentsOf(sure))).toEqual(new Set(['accepted']));
  expect(await parentsOf(others)).toEqual(each(others, 'waitlisted'));
  expect(await seatsOf(scene)).toBe(seats);
  expect(await forecast()).toMatchObject({ ...counts, waiting: lapse + stay, lapsed: lapse });
  const told = await emails(applied.length + 4 * lapse);
  expect(emailsOf(told, late)).toEqual(each(late, [yes, remind, remind, wait]));
  expect(emailsOf(told, next)).toEqual(each(next, [wait, yes]));
  expect(emailsOf(told, [...sure, ...others])).toEqual([...each(sure, [yes]), ...each(others, [wait])]);

  const facts = await factsSince(4 * lapse);
  expect(facts.filter(({ actor }) => actor.user_id !== null || actor.key_id !== null)).toEqual([]);
  const placesIn = (type: string) =>
    facts.flatMap((fact) => (fact.type === type && fact.data['super_event_registration_id']) || []).sort();
  expect(placesIn('registration.lapsed')).toEqual(idsOf(late).sort());
  expect(placesIn('registration.status_changed')).toEqual(idsOf(next).sort());
  expect(facts).toHaveLength(4 * lapse);

  await confirm(scene, next);
  expect(await placeOf(scene, next[0]!)).toMatchObject({ status: 'accepted', confirmed_at: expect.any(String) });
  expect(await forecast()).toMatchObject({ accepted: seats, confirmed: seats, waiting: lapse + stay, lapsed: lapse });
});
