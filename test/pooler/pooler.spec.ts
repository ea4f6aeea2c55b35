/**
 * The behaviour of services when the pooler between them and PostgreSQL is away, or carries them without their
 * settings.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { Client } from '../support/client.ts';
import { startPgBouncer, type Pooler } from '../support/pgbouncer.ts';
import { eventually } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';

let pooler: Pooler;
let world: World;
let owner: Client;
let read: string;
beforeAll(async () => {
  const server = process.env.TEST_DATABASE_URL ?? '';
  pooler = await startPgBouncer(server);
  process.env.TEST_POOLER_URL = pooler.url;
  world = await openWorld({}, { alone: true });
  const acme = await world.organization();
  const track = await world.track(await world.superEvent(acme));
  owner = world.as(await world.member(acme, 'OWNER'), acme);
  read = `/registrations/${(await world.registered(await world.person(), track)).id}`;
});
afterAll(async () => {
  await world.close();
  await pooler.stop();
});

const readiness = async () => {
  const answer = await fetch(`http://127.0.0.1:${world.services.adminPort}/ready`);
  return { status: answer.status, problems: ((await answer.json()) as { problems?: string[] }).problems ?? [] };
};
const restarted = async () => {
  await pooler.stop();
  pooler = await startPgBouncer(process.env.TEST_DATABASE_URL ?? '', Number(new URL(pooler.url).port));
};

describe('Through a pooler', () => {
  it('services work as their roles, with the settings of their logins', async () => {
    expect(await owner.get(read)).toMatchObject({ status: 200 });
    // On a busy machine one of its services may be late at first.
    expect(await eventually(readiness, ({ status }) => status === 200)).toEqual({ status: 200, problems: [] });
  });

  it('each service has connections of its own, and what listens goes past it', async () => {
    const connections = () => world.rows<{ login: string; listens: boolean }>`
      select distinct usename as login, query ilike 'listen%' as listens from pg_stat_activity
       where datname = current_database() and application_name like 'muster%' order by login`;
    // Each queue begins to listen by itself, after the process is ready.
    const found = await eventually(connections, (seen) => seen.filter(({ listens }) => listens).length >= 3);
    expect(found.map(({ login }) => login)).toEqual(
      expect.arrayContaining(['pooled_registrations', 'pooled_identity']),
    );
    expect(found.filter(({ login }) => !login.startsWith('pooled_'))).toEqual([]);
    const listening = found.filter(({ listens }) => listens).map(({ login }) => login);
    expect(listening).toEqual(['pooled_mail', 'pooled_registrations', 'pooled_webhooks']);
  });

  it('a request is 503 while it is away, and answered once it is back', async () => {
    await pooler.stop();
    const refused = await owner.get(read, { once: true });
    expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    await restarted();
    expect(
      await eventually(
        () => owner.get(read),
        ({ status }) => status !== 503,
      ),
    ).toMatchObject({ status: 200 });
  });

  it('a process whose login lacks its settings says so, and what to do', async () => {
    const [{ name } = { name: '' }] = await world.rows<{ name: string }>`select current_database() as name`;
    await world.rows`${sql.raw(`alter role pooled_teams in database ${name} reset role`)}`;
    await restarted();
    // On a busy machine the others may be late at first, too.
    const { problems } = await eventually(readiness, (answer) => answer.problems.length === 1);
    expect(problems).toEqual([
      'the database of teams is reached without the settings of its login: run muster migrate up, then RECONNECT at the pooler',
    ]);
  });
});
