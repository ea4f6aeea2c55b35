import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { ownsSchema, schemaOf, serviceNames } from '../../../shared/contract/services.ts';
import { deleteExpired } from '../../../shared/kit/cleanup.ts';
import { openDatabase } from '../../../shared/database/database.ts';
import type { Client } from '../../support/client.ts';
import type { Place } from '../../support/fixtures.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let organizer: Client;
let place: Place;
beforeAll(async () => {
  world = await openWorld({ SERVICES: 'identity,registrations,mail,gateway' });
  const acme = await world.organization();
  organizer = world.as(await world.member(acme, 'OWNER'), acme);
  place = await world.registered(await world.person(), await world.track(await world.superEvent(acme)), 'pending');
});
afterAll(() => world.close());

const schemas = serviceNames.filter(ownsSchema).map(schemaOf);

/** Says what the database answers this role: a refusal by its SQLSTATE. */
async function as(schema: string, statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  try {
    await client.query(`set role muster_${schema}`);
    await client.query(statement);
    return 'done';
  } catch (error) {
    return String((error as { code?: string }).code);
  } finally {
    await client.end();
  }
}
const insufficientPrivilege = '42501';

/** Event files are one transaction in the schemas of all services, so the service that applies them is an exception. */
const alone = schemas.filter((schema) => schema !== 'setup');

describe("A service's role", () => {
  it.each(schemas)('%s neither changes nor empties its audit', async (schema) => {
    for (const statement of [
      'update audit set action = 1::text',
      'delete from audit',
      'truncate audit',
      'drop table audit',
    ]) {
      expect(await as(schema, statement.replace('audit', `${schema}.audit`))).toBe(insufficientPrivilege);
    }
  });

  it.each(alone)("%s reads no other service's table, only what is published", async (schema) => {
    for (const other of schemas.filter((name) => name !== schema)) {
      expect(await as(schema, `select 1 from ${other}.audit`)).toBe(insufficientPrivilege);
      expect(await as(schema, `insert into ${other}.write_key default values`)).toBe(insufficientPrivilege);
    }
    expect(await as(schema, 'select 1 from published.people')).toBe('done');
    expect(await as(schema, 'update published.people set avatar_url = null')).toBe(insufficientPrivilege);
    expect(await as(schema, 'create view published.mine as select 1')).toBe(insufficientPrivilege);
  });

  it.each(alone)('%s may not become another', async (schema) => {
    for (const other of schemas.filter((name) => name !== schema)) {
      const member = await world.rows`select pg_has_role(${`muster_${schema}`}, ${`muster_${other}`}, 'member') as is`;
      expect(member).toEqual([{ is: false }]);
    }
  });

  it('setup may what each of the others may, and no more', async () => {
    for (const other of schemas) expect(await as('setup', `select 1 from ${other}.audit`)).toBe('done');
    expect(await as('setup', 'update published.people set avatar_url = null')).toBe(insufficientPrivilege);
    expect(await as('setup', 'create view published.mine as select 1')).toBe(insufficientPrivilege);
  });
});

describe("A service's connection", () => {
  it('works under its role, in its schema, and waits for nothing long', async () => {
    const orm = await openDatabase('check-in', world.databaseUrl, { max: 1 });
    const show = async (setting: string) =>
      (await orm.em.getConnection().execute<Record<string, string>[]>(`show ${setting}`))[0]?.[setting];
    expect(await show('role')).toBe('muster_check_in');
    expect((await show('search_path'))?.split(',')[0]).toBe('check_in');
    expect(await show('lock_timeout')).toBe('2s');
    expect(await show('statement_timeout')).toBe('8s');
    expect(await show('idle_in_transaction_session_timeout')).toBe('10s');
    await orm.close();
  });
});

describe('Two people who decide about the same registration at once', () => {
  it('come one after the other, and the audit tells a story without gaps', async () => {
    const words = ['waitlisted', 'rejected', 'pending', 'accepted'];
    const decisions = Array.from({ length: 12 }, (_, n) => words[n % words.length] ?? '');
    const answers = await Promise.all(
      decisions.map((status) => organizer.patch(`/registrations/${place.id}/status`, { status })),
    );
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
    const steps = await world.rows<{ from: string; to: string }>`
      select before->>'status' as from, after->>'status' as to from registrations.audit
       where ids->>'registration_id' = ${place.id}`;
    const [present] = await world.rows<{ status: string }>`
      select status from registrations.registration where id = ${place.id}`;
    const balance = new Map<string, number>([['pending', 1]]);
    for (const { from, to } of steps) {
      balance.set(from, (balance.get(from) ?? 0) - 1);
      balance.set(to, (balance.get(to) ?? 0) + 1);
    }
    expect([...balance].filter(([, count]) => count !== 0)).toEqual([[present?.status, 1]]);
  });
});

describe('Cleanup', () => {
  it('forgets write keys after a day, and nothing younger', async () => {
    await world.rows`
      insert into registrations.write_key (scope, action, key, input_hash, status, answer, created_at)
      select 'a', 'b', n::text, '', 200, '{}', now() - n * interval '1 hour' from generate_series(1, 48) n`;
    const orm = await openDatabase('registrations', world.databaseUrl, { max: 1 });
    const removed = await deleteExpired(orm.em, [{ table: 'write_key', since: 'created_at', days: 1 }]);
    await orm.close();
    expect(removed).toBe(25);
    expect(await world.rows`select count(*)::int as n from registrations.write_key where scope = 'a'`).toEqual([
      { n: 23 },
    ]);
  });
});
