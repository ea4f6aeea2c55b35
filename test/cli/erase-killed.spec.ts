/** An erasure whose process is killed in the middle of a transaction. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { erase } from '../../cli/commands/erase.ts';
import { restoreEnvironment } from '../support/environment.ts';
import { begin, waitingFor } from '../support/transaction.ts';
import { eventually } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';
import { ask } from './command.ts';

let world: World;
const former = { ...process.env };
beforeAll(async () => {
  world = await openWorld({}, { alone: true });
  process.env.DATABASE_URL = world.databaseUrl;
});
afterAll(async () => {
  await world.close();
  restoreEnvironment(former);
});

/** Kills the command once it waits for the place of this person, and comes back when nothing of it is under way. */
async function killedAt(user_id: string): Promise<void> {
  const held = 'select from registrations.super_event_registration where user_id = $1 for update';
  await using other = await begin(world.databaseUrl, held, [user_id]);
  const env = { ...process.env, DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir };
  const child = spawn(process.execPath, ['cli/muster.ts', 'erase', '--due'], { env, stdio: 'ignore' });
  const waiting = (await waitingFor(world)) as { readonly pid: number }[];
  child.kill('SIGKILL');
  await once(child, 'exit');
  await other.rollback();
  await eventually(
    () => world.rows`select pid from pg_stat_activity where pid = any (${waiting.map(({ pid }) => pid)}::int[])`,
    ({ length }) => length === 0,
  );
}

const size = 250;
interface Place {
  readonly id: string;
  readonly user_id: string;
  /** One for each thing of theirs that an erasure changes. */
  readonly traces: readonly string[];
}
/** The places of a hackathon, in the order in which people are erased. */
const placesOf = (hack: { readonly id: string }) => world.rows<Place>`
  select p.id, p.user_id,
         array[p.user_id::text, p.answers_json::text, p.checkin_token, r.user_id::text, r.answers_json::text, r.checkin_token,
               c.user_id::text] as traces
    from registrations.super_event_registration p
    join registrations.registration r on r.super_event_registration_id = p.id
    join check_in.record c on c.registration_id = r.id
   where p.super_event_id = ${hack.id} order by p.user_id`;

/** A hackathon whose people have answered and were checked in, and are to be erased by now. */
async function overdue() {
  const hack = await world.superEvent(await world.organization());
  const track = await world.track(hack);
  const door = await world.point(track);
  await world.crowd(track, size);
  await world.rows`
    update identity.person set password_hash = 'x'
     where id in (select user_id from registrations.registration where event_id = ${track.id})`;
  await world.rows`
    update registrations.super_event_registration set answers_json = jsonb_build_object('diet', user_id)
     where super_event_id = ${hack.id}`;
  await world.rows`
    update registrations.registration set answers_json = jsonb_build_object('track', user_id) where event_id = ${track.id}`;
  await world.rows`
    insert into check_in.record (id, point_id, user_id, registration_id, method, nonce, scanned_by, checked_in_at, organization_id, portion)
    select uuidv7(), ${door.id}, user_id, id, 'qr_scan', id::text, 'door', now(), organization_id, 1
      from registrations.registration where event_id = ${track.id}`;
  await world.rows`
    update events.super_event set start_at = now() - interval '9 days', end_at = now() - interval '7 days', retention_days = 1
     where id = ${hack.id}`;
  return hack;
}

/** Counts people of whom everything is there, nothing, or a part. */
async function standingOf(hack: { readonly id: string }, before: readonly Place[]) {
  const now = new Map((await placesOf(hack)).map(({ id, traces }) => [id, traces]));
  const kept = before.map(({ id, traces }) => traces.filter((trace, index) => now.get(id)?.[index] === trace).length);
  const count = (is: (traces: number) => boolean) => kept.filter(is).length;
  const all = before[0]!.traces.length;
  return { whole: count((n) => n === all), gone: count((n) => n === 0), parts: count((n) => n > 0 && n < all) };
}

describe('The retention of a hackathon that is killed in the middle', () => {
  it('leaves everybody whole or gone, and the next run erases the rest once', async () => {
    const hack = await overdue();
    const before = await placesOf(hack);
    expect(await standingOf(hack, before)).toEqual({ whole: size, gone: 0, parts: 0 });
    await killedAt(before[150]!.user_id);
    expect(await standingOf(hack, before)).toEqual({ whole: size - 100, gone: 100, parts: 0 });

    expect(await ask(erase, {})).toEqual({ code: 0, answer: { accounts: 0, hackathons: 1 } });
    expect(await standingOf(hack, before)).toEqual({ whole: 0, gone: size, parts: 0 });
    const [facts] = await world.rows`
      select count(*)::int as told, count(distinct ids ->> 'user_id')::int as people
        from identity.audit where fact = 'person.erased' and super_event_id = ${hack.id}`;
    expect(facts).toEqual({ told: size, people: size });
  });
});

describe('The erasure of accounts that is killed in the middle', () => {
  it('leaves each whole or gone, and the next run erases the rest', async () => {
    const track = await world.track(await world.superEvent(await world.organization()));
    const people = [await world.person(), await world.person(), await world.person()];
    for (const [index, person] of people.entries()) {
      await world.registered(person, track);
      await world.rows`
        insert into identity.erasure (user_id, token_hash, due_at)
        values (${person.id}, ${Buffer.from(person.id)}, now() - make_interval(mins => ${10 - index}))`;
    }
    const states = async () =>
      Promise.all(
        people.map(async ({ id, email }) => {
          const [state] = await world.rows<{ email: string; status: string; waits: boolean }>`
            select p.email, r.status, exists (select from identity.erasure where user_id = p.id) as waits
              from identity.person p join registrations.registration r on r.user_id = p.id where p.id = ${id}`;
          return [state?.email === email, state?.status, state?.waits];
        }),
      );
    const [whole, gone] = [
      [true, 'accepted', true],
      [false, 'cancelled', false],
    ];
    await killedAt(people[1]!.id);
    expect(await states()).toEqual([gone, whole, whole]);
    expect(await ask(erase, {})).toEqual({ code: 0, answer: { accounts: 2, hackathons: 0 } });
    expect(await states()).toEqual([gone, gone, gone]);
  });
});
