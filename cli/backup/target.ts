/** The target database of a restore: its users, its contents, and emptying it. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { schemaOf } from '../../shared/contract/services.ts';
import { dropAll } from '../../shared/database/copying.ts';
import { storingServices } from '../../shared/process/environment.ts';
import { CommandFailure } from '../output.ts';

export interface TargetContents {
  /** Counts by readable name; empty without our tables. */
  readonly counts: Readonly<Record<string, number>>;
  /** Keys of uploaded files. */
  readonly files: readonly string[];
}

const counted = {
  people: 'identity.person',
  organizations: 'organizations.organization',
  hackathons: 'events.super_event',
  registrations: 'registrations.registration',
  'check-ins': 'check_in.record',
  files: 'registrations.file',
};

/** Time for which sessions may outlast their processes, and the interval of checks. */
const [sessionsOutlastMs, betweenLooksMs] = [2_000, 100];

/** @throws {CommandFailure} When services are connected. */
export async function refuseWhileUsed(session: pg.Client): Promise<void> {
  const end = performance.now() + sessionsOutlastMs;
  let users = await usersOf(session);
  while (users.length > 0 && performance.now() < end) {
    await pause(betweenLooksMs);
    users = await usersOf(session);
  }
  if (users.length === 0) return;
  const names = users.map(({ name, count }) => `${name} (${count})`).join(', ');
  throw new CommandFailure(`The database is in use by ${names}.`, 'Stop every service first, then restore.');
}

/** A login may not see the kind of other logins' sessions. */
async function usersOf(session: pg.Client) {
  const { rows } = await session.query<{ name: string; count: number }>(
    `select coalesce(nullif(application_name, ''), 'a program without a name') as name, count(*)::int as count
       from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and usesysid is not null and coalesce(backend_type, 'client backend') = 'client backend'
      group by 1 order by 1`,
  );
  return rows;
}

/**
 * @throws {CommandFailure} When the contents were not made by muster.
 */
export async function contentsOf(session: pg.Client): Promise<TargetContents> {
  const { rows } = await session.query<{ schemas: string[]; has_migrations: boolean }>(
    `select array(select nspname::text from pg_namespace where nspname = any ($1) order by 1) as schemas,
            to_regclass('public.migration') is not null as has_migrations`,
    [storingServices.map(schemaOf)],
  );
  const [{ schemas, has_migrations } = { schemas: [], has_migrations: false }] = rows;
  if (has_migrations && !(await areOurMigrations(session))) throw ofOthers('a table public.migration');
  if (schemas.length > 0 && !has_migrations) throw ofOthers(`schemas: ${schemas.join(', ')}`);
  const counts: Record<string, number> = {};
  for (const [what, table] of Object.entries(counted)) counts[what] = await countOf(session, table);
  const files = counts['files']
    ? await session.query<{ key: string }>('select key from registrations.file')
    : undefined;
  return { counts, files: files?.rows.map(({ key }) => key) ?? [] };
}

/** Other programs have a table of this name, too. */
async function areOurMigrations(session: pg.Client): Promise<boolean> {
  const { rows } = await session.query<{ name: string | null }>(
    `select to_jsonb(m) ->> 'name' as name from public.migration m`,
  );
  return rows.every(({ name }) => /^[a-z-]+\/\d{4}_/.test(name ?? ''));
}

const ofOthers = (what: string) =>
  new CommandFailure(
    `The database has something that muster did not make: ${what}.`,
    'Nothing was changed. Restore into a database of its own.',
  );

async function countOf(session: pg.Client, table: string): Promise<number> {
  const known = await session.query('select to_regclass($1) as name', [table]);
  if ((known.rows as { name: string | null }[])[0]?.name === null) return 0;
  const { rows } = await session.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
}

export const emptyTarget = (session: pg.Client) => dropAll(session, storingServices);

export const contentsText = ({ counts }: TargetContents) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');
