import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import { skip } from '../../support/clock.ts';
import type { Place } from '../../support/fixtures.ts';
import { openFragileWorld, type Fragile } from '../../support/outage.ts';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let organizer: Client;
let places: Place[];
beforeAll(async () => {
  world = await openWorld();
  const acme = await world.organization();
  const track = await world.track(await world.superEvent(acme));
  organizer = world.as(await world.member(acme, 'OWNER'), acme);
  places = [];
  for (let n = 1; n <= 12; n++) places.push(await world.registered(await world.person(), track, 'pending'));
});
afterAll(() => world.close());

const decide = ({ id }: Place) => organizer.patch(`/registrations/${id}/status`, { status: 'waitlisted' });

describe('A write whose connection breaks', () => {
  it('is made again and costs no connection, however many there are', async () => {
    const held = world.rows`
      with locked as materialized (select id from registrations.registration for update)
      select pg_sleep(30) from (select count(*) from locked) all_of_them`.catch(() => []);
    const sleeping = () =>
      world.rows`select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
    await eventually(sleeping, ({ length }) => length === 1);
    const writes = places.map(decide);
    // As many as the service has connections wait for the rows.
    await eventually(waiting, (pids) => pids.length === 10);
    await world.rows`select pg_terminate_backend(pid) from unnest(${await waiting()}::int[]) pid`;
    await world.rows`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like '%pg_sleep(30)%' and pid <> pg_backend_pid()`;
    await held;
    const answers = await Promise.all(writes);
    expect(answers.map(({ status }) => status)).toEqual(places.map(() => 200));

    const again = await Promise.all(places.map(decide));
    expect(again.map(({ status }) => status)).toEqual(places.map(() => 200));
  });
});

describe('A connection that falls silent', () => {
  let fragile: Fragile;
  beforeAll(async () => {
    fragile = await openFragileWorld({ SERVICES: 'identity,organizations,gateway' });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => fragile.close());

  it('ends when it owes an answer for too long, and the request is made again', async () => {
    const { stage, port, services } = fragile;
    const acme = await stage.organization();
    const owner = stage.at(port, await stage.member(acme, 'OWNER'), acme);
    const rename = (name: string) => owner.patch(`/organizations/${acme.id}`, { name });
    expect(await rename('Acme at first')).toMatchObject({ status: 200 });
    fragile.silence();
    const answer = rename('Acme again');
    await eventually(underWay, (calls) => calls === 1);
    await pause(50);
    skip(9_000);
    expect(await answer).toMatchObject({ status: 200 });
    await eventually(underWay, (calls) => calls === 0);

    function underWay(): Promise<number> {
      const service = services.broker.getLocalService('organizations') as unknown as { _trackedContexts: unknown[] };
      return Promise.resolve(service._trackedContexts.length);
    }
  });
});

async function waiting(): Promise<number[]> {
  const rows = await world.rows<{ pid: number }>`
    select pid from pg_stat_activity
     where datname = current_database() and application_name = 'muster registrations' and wait_event_type = 'Lock'`;
  return rows.map(({ pid }) => pid);
}
