import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrationPlan } from '../services/migrations.ts';
import { schemaOf } from '../shared/contract/services.ts';
import { migrateDown, migrateUp, migrationStatus } from '../shared/database/migrate.ts';
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

/** Everything migrations make, as the catalogue tells it. */
const shape = () =>
  rows<{ what: string }>(
    url,
    `select format('%s.%s %s %s %s %s', table_schema, table_name, column_name, data_type, is_nullable, column_default) as what
       from information_schema.columns where table_schema not in ('pg_catalog', 'information_schema')
     union all select indexdef from pg_indexes where schemaname not in ('pg_catalog', 'information_schema')
     union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint where conrelid <> 0
     union all select pg_get_functiondef(p.oid) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
                where n.nspname = 'published' and p.prokind = 'f'
     union all select format('%s %s %s', table_schema, table_name, string_agg(grantee || privilege_type, ' ' order by grantee, privilege_type))
                 from information_schema.role_table_grants
                where grantee like 'muster\\_%' group by table_schema, table_name
     order by 1`,
  );

describe('An empty database', () => {
  it('is brought to this release, every migration once', async () => {
    expect(await migrationStatus(url, migrationPlan)).toEqual({ applied: [], pending: expect.any(Array) });
    const ran = await migrateUp(url, migrationPlan);
    expect([...ran].sort()).toEqual([...all].sort());
    expect(await migrationStatus(url, migrationPlan)).toEqual({ applied: ran, pending: [] });
    expect(await migrateUp(url, migrationPlan)).toEqual([]);
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

/** Who may do what, as the catalogue tells it. */
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

describe('A migrated database', () => {
  it('goes back to nothing and is the same again afterwards', async () => {
    const ran = await migrateUp(url, migrationPlan);
    const before = await shape();
    expect(await migrateDown(url, migrationPlan, ran.length)).toEqual([...ran].reverse());
    expect((await migrationStatus(url, migrationPlan)).applied).toEqual([]);
    const left = await rows<{ name: string }>(
      url,
      `select schemaname || '.' || tablename as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema') and tablename <> 'migration'
       union all select viewname from pg_views where schemaname = 'published'
       union all select proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'published'`,
    );
    expect(left).toEqual([]);
    expect(await migrateUp(url, migrationPlan)).toEqual(ran);
    expect(await shape()).toEqual(before);
  });

  it('goes back by its newest migration alone', async () => {
    const ran = await migrateUp(url, migrationPlan);
    expect(await migrateDown(url, migrationPlan, 1)).toEqual(ran.slice(-1));
    expect((await migrationStatus(url, migrationPlan)).pending).toEqual(ran.slice(-1));
  });
});

describe('People who said no name before everybody had one', () => {
  it('are sorted by their address, on the lists of tracks as well', async () => {
    const ran = await migrateUp(url, migrationPlan);
    await migrateDown(url, migrationPlan, ran.length - ran.indexOf('identity/0010_names'));
    await rows(
      url,
      `with person as (
         insert into identity.person (email) values ('grace@example.org') returning id
       ), parent as (
         insert into registrations.super_event_registration (organization_id, super_event_id, user_id, status)
         select gen_random_uuid(), gen_random_uuid(), id, 'pending' from person returning *
       )
       insert into registrations.registration
              (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status)
       select organization_id, super_event_id, gen_random_uuid(), id, user_id, 'pending' from parent`,
    );
    await migrateUp(url, migrationPlan);
    const kept = await rows(
      url,
      `select p.name, p.is_onboarded, r.name_key from published.people p
         join registrations.registration r on r.user_id = p.id`,
    );
    expect(kept).toEqual([{ name: 'grace', is_onboarded: false, name_key: 'grace' }]);
  });
});

describe('Organizations that were there before slugs were kept', () => {
  it('keep theirs, and those that were renamed over HTTP are known as such, with what they left', async () => {
    const ran = await migrateUp(url, migrationPlan);
    await migrateDown(url, migrationPlan, ran.length - ran.indexOf('organizations/0013_slugs'));
    await rows(
      url,
      `with made as (insert into organizations.organization (slug, name) values ('acme', 'Acme'), ('taken', 'Taken') returning *)
       insert into organizations.audit (organization_id, action, ids, before, after)
       select id, 'organizations.update', '{}', '{"slug": "other"}', jsonb_build_object('slug', slug)
         from made where slug = 'taken'`,
    );
    await migrateUp(url, migrationPlan);
    const kept = await rows(url, 'select slug, is_from_file, retired_at from organizations.slug order by slug');
    expect(kept).toEqual([
      { slug: 'acme', is_from_file: true, retired_at: null },
      { slug: 'other', is_from_file: false, retired_at: expect.anything() },
      { slug: 'taken', is_from_file: false, retired_at: null },
    ]);
  });
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
