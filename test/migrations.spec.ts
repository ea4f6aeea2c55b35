import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrationPlan } from '../services/migrations.ts';
import { ownsSchema, schemaOf, serviceNames } from '../shared/contract/services.ts';
import { migrateTo, migrateUp, migrationStatus } from '../shared/database/migrate.ts';
import { eventually } from './support/wire.ts';

const server = process.env.TEST_DATABASE_URL ?? '';
let url: string;
let name: string;

async function rows<Row>(at: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: at });
  await client.connect();
  try {
    return (await client.query(statement)).rows as Row[];
  } finally {
    await client.end();
  }
}

beforeEach(async () => {
  name = `migrated_${randomUUID().replaceAll('-', '')}`;
  await rows(server, `create database ${name}`);
  url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
});
afterEach(async () => {
  // Pools that were closed a moment ago end by themselves; to be ended by the server would be an error.
  await eventually(
    () => rows(server, `select pid from pg_stat_activity where datname = '${name}'`),
    (sessions) => sessions.length === 0,
  );
  await rows(server, `drop database ${name}`);
});

const all = migrationPlan.flatMap(([service, migrations]) => Object.keys(migrations).map((key) => `${service}/${key}`));

describe('An empty database', () => {
  it('is brought to this release, every migration once', async () => {
    expect(await migrationStatus(url, migrationPlan)).toEqual({ applied: [], pending: expect.any(Array) });
    const ran = await migrateUp(url, migrationPlan);
    expect([...ran].sort()).toEqual([...all].sort());
    expect(await migrationStatus(url, migrationPlan)).toEqual({ applied: ran, pending: [] });
    expect(await migrateUp(url, migrationPlan)).toEqual([]);
  });

  it('begins with one baseline for each service, whose schema it names', async () => {
    const ran = await migrateUp(url, migrationPlan);
    const baselines = ran.filter((migration) => migration.includes('/0001_'));
    expect(ran.slice(0, baselines.length)).toEqual(baselines);
    const owners = serviceNames.filter(ownsSchema);
    expect(new Set(baselines)).toEqual(new Set(owners.map((service) => `${service}/0001_${schemaOf(service)}`)));
  });

  it('has all of one number before any of the next, whatever the service', async () => {
    const rounds = (await migrateUp(url, migrationPlan)).map((migration) => /\/(\d{4})_/.exec(migration)?.[1] ?? '');
    expect(rounds).toEqual([...rounds].sort());
  });

  it('is migrated once by two processes that begin together', async () => {
    const [one, other] = await Promise.all([migrateUp(url, migrationPlan), migrateUp(url, migrationPlan)]);
    expect([one.length, other.length].sort((a, b) => a - b)).toEqual([0, all.length]);
  });
});

describe('A database in which text was folded otherwise', () => {
  it('has it folded anew, with the names that registrations keep', async () => {
    const before = all.filter((migration) => Number(/\/(\d{4})_/.exec(migration)?.[1]) < 45);
    await migrateTo(url, migrationPlan, before);
    await rows(
      url,
      `with person as (insert into identity.person (name, email) values ('Йога', 'yoga@muster.test') returning id),
            parent as (insert into registrations.super_event_registration (organization_id, super_event_id, user_id, status)
                       select gen_random_uuid(), gen_random_uuid(), id, 'pending' from person returning id),
            list as (insert into events.choice_list (organization_id, name) values (gen_random_uuid(), 'x') returning id)
       insert into events.choice_value (list_id, position, value) select id, 1, 'Йога' from list`,
    );
    await rows(
      url,
      `insert into registrations.registration
         (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status)
       select organization_id, super_event_id, gen_random_uuid(), id, user_id, status
         from registrations.super_event_registration`,
    );
    const stored = () =>
      rows<{ fold: string }>(
        url,
        `select name_key as fold from identity.person union all select search from identity.person
         union all select name_key from registrations.registration union all select folded from events.choice_value`,
      );
    const folds = ['йога', 'йога\nyoga@muster.test', 'йога', 'йога'];
    expect((await stored()).map(({ fold }) => fold)).toEqual(folds);
    await migrateUp(url, migrationPlan);
    expect((await stored()).map(({ fold }) => fold)).toEqual(folds.map((fold) => fold.replace('й', 'и')));
  });
});

/** Rights of each login, read from the catalogue. */
const rights = () =>
  rows<{ what: string }>(
    url,
    `with rights as (
       select relnamespace::regnamespace || '.' || relname as what, relacl as acl from pg_class
       union all select nspname, nspacl from pg_namespace
       union all select pronamespace::regnamespace || '.' || proname, proacl from pg_proc
       union all select 'default in ' || defaclnamespace::regnamespace, defaclacl from pg_default_acl)
     select what || ': ' || item as what from rights, unnest(acl::text[]) item where item like 'muster\\_%'
     union all select format('%s.%s: %s %s %s', schemaname, tablename, roles, qual, with_check) from pg_policies
     order by 1`,
  );

describe('A database restored where its roles were missing', () => {
  it('gets them back, with all they may do', async () => {
    await migrateUp(url, migrationPlan);
    const before = await rights();
    const roles = migrationPlan.map(([service]) => `muster_${schemaOf(service)}`).join(', ');
    await rows(url, `drop owned by ${roles}`);
    expect(await rights()).toEqual([]);
    expect(await migrateUp(url, migrationPlan)).toEqual([]);
    expect(await rights()).toEqual(before);
  });
});

describe('A database of an earlier development version', () => {
  // Among them is a name that a present migration has.
  const former = ['identity/0001_people', 'events/0001_events', 'teams/0002_published', 'check-in/0029_arrivals'];
  const sentence =
    'This database was made by an earlier development version. Export its events with that version (muster export), ' +
    'create a new database, and apply the files (muster apply).';

  it('is refused with what to do, and left as it is', async () => {
    await rows(
      url,
      `create table public.migration (id serial primary key, name varchar(255), executed_at timestamptz default now());
       insert into public.migration (name) values ${former.map((migration) => `('${migration}')`).join(', ')}`,
    );
    const before = await contents();
    for (const ask of [migrateUp, migrationStatus]) {
      await expect(ask(url, migrationPlan)).rejects.toThrow(sentence);
    }
    expect(await contents()).toEqual(before);
  });

  const contents = () =>
    rows(
      url,
      `select nspname as what from pg_namespace where nspname not like 'pg\\_%'
       union all select relname from pg_class where relnamespace = 'public'::regnamespace
       union all select name from public.migration order by 1`,
    );
});

describe('A migration that fails', () => {
  it('leaves nothing of its release behind', async () => {
    await rows(url, 'create schema teams; create table teams.submission (mine text)');
    await expect(migrateUp(url, migrationPlan)).rejects.toThrow(/submission/);
    const made = await rows(
      url,
      `select tablename from pg_tables where schemaname in ('identity', 'events', 'registrations')`,
    );
    expect(made).toEqual([]);
    await rows(url, 'drop table teams.submission');
    expect(await migrateUp(url, migrationPlan)).toHaveLength(all.length);
  });
});
