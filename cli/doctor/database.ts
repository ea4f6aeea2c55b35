/** Checks the database. */
import type pg from 'pg';
import { migrationPlan } from '../../services/migrations.ts';
import type { Config } from '../../shared/process/config.ts';
import { storingServices } from '../../shared/process/environment.ts';
import { schemaOf, type ServiceName } from '../../shared/contract/services.ts';
import { roleOf } from '../../shared/database/database.ts';
import { driftsIn } from '../../shared/database/drift.ts';
import { migrationNames } from '../../shared/database/migrate.ts';
import { inSession } from '../../shared/database/session.ts';
import { withDatabaseOf } from '../database.ts';
import { CommandFailure, type CommandOutput } from '../output.ts';
import { ok, problem, warning, messageOf, type Finding } from './finding.ts';
import { clockFinding, connectionsFinding, migrationsFinding, serverFinding, talliesFinding } from './rules.ts';

/** The checks, in the order in which they are shown. */
export const databaseChecks = ['database', 'clock', 'migrations', 'logins', 'connections', 'tallies'] as const;
type Findings = Record<(typeof databaseChecks)[number], Finding>;

interface ServerState {
  number: number;
  name: string;
  is_replica: boolean;
  now: number;
  usable: number;
  has_migrations: boolean;
}

/** Milliseconds to connect and for each query. */
const settings = { name: 'muster doctor', timeoutMs: 4_000 };

/** Runs the checks of the database; all of them fail when it cannot be reached. */
export async function examineDatabase(config: Config, output: CommandOutput): Promise<Findings> {
  const first = config.services.map(config.databaseUrlFor).find((url) => url !== undefined);
  const databaseUrl = config.databaseUrl ?? first;
  try {
    return await withDatabaseOf(
      { ...config, databaseUrl },
      output,
      (url) => ask(url, config, databaseUrl === undefined),
      { schema: 'any' },
    );
  } catch (error) {
    const [message, next] =
      error instanceof CommandFailure
        ? [error.message, error.next]
        : [`The database does not answer: ${messageOf(error)}.`, 'Check DATABASE_URL, and that PostgreSQL runs there.'];
    return unreachableFindings(problem(message, next));
  }
}

/** Returns the findings when the database cannot be reached. */
export function unreachableFindings(database: Finding): Findings {
  const unknown = problem(
    'Not checked without the database.',
    'Correct the database first, then run muster doctor again.',
  );
  return { database, clock: unknown, migrations: unknown, logins: unknown, connections: unknown, tallies: unknown };
}

const ask = (url: string, config: Config, isEmbedded: boolean): Promise<Findings> =>
  inSession(url, settings, async (session) => {
    const before = Date.now();
    const { rows } = await session.query<ServerState>(stateQuery);
    const [state] = rows as [ServerState];
    const applied = state.has_migrations
      ? (await session.query<{ name: string }>('select name from public.migration')).rows.map(({ name }) => name)
      : [];
    const isFresh = isEmbedded && applied.length === 0;
    return {
      database: serverFinding(hostAndDatabase(url), state, state.is_replica),
      clock: clockFinding(state.now - (before + Date.now()) / 2),
      migrations: migrationsFinding({ wanted: migrationNames(migrationPlan), applied, isEmbedded }),
      logins: isFresh ? ok('made when the service starts') : await examineLogins(url, config),
      connections: connectionsFinding({
        usable: state.usable,
        services: config.services,
        hasBus: Boolean(config.nats),
      }),
      tallies: isFresh ? ok('kept from the first start on') : await examineTallies(session),
    };
  });

/** Connections are limited per server, database and login; PostgreSQL reserves some for superusers. */
const stateQuery = `
  select current_setting('server_version_num')::int as number,
         split_part(current_setting('server_version'), ' ', 1) as name,
         pg_is_in_recovery() as is_replica,
         extract(epoch from clock_timestamp())::float8 * 1000 as now,
         to_regclass('public.migration') is not null as has_migrations,
         least(
           current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
             - coalesce(current_setting('reserved_connections', true)::int, 0),
           (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
           (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as usable`;

/** Counting many rows takes long, so a check that runs out of time is no fault. */
const examineTallies = (session: pg.Client): Promise<Finding> =>
  driftsIn((text) => session.query(text)).then(talliesFinding, (error: unknown) =>
    warning(`They were not counted: ${messageOf(error)}.`, 'Run muster doctor again when less is going on.'),
  );

/** Checks that the login of each service can use its role and finds its schema. */
async function examineLogins(main: string, config: Config): Promise<Finding> {
  const storing = storingServices.filter((service) => config.services.includes(service));
  const logins = [...Map.groupBy(storing, (service) => config.databaseUrlFor(service) ?? main)];
  const answers = await Promise.all(
    logins.map(([url, services]) => whatBars(url, services, config.databaseUrlDirect !== undefined)),
  );
  const wrong = answers.flat();
  if (wrong.length === 0) return ok(`all ${storing.length} services find their schema and may write there`);
  return problem(`${wrong.join('; ')}.`, 'Run muster migrate up; make the login of a service a member of its role.');
}

async function whatBars(url: string, services: readonly ServiceName[], isPooled: boolean): Promise<string[]> {
  const who = services.length === storingServices.length ? 'the login' : `the login of ${services.join(', ')}`;
  try {
    return await inSession(url, settings, async (session) => {
      const { rows } = await session.query<{ absent: string[]; closed: string[]; role: string }>(barsAsked, [
        services.map(schemaOf),
      ]);
      return rows.flatMap(({ absent, closed, role }) => [
        ...(isPooled && !services.map(roleOf).includes(role) ? [`${who} has no settings for a pooler`] : []),
        ...(absent.length > 0 ? [`schemas are missing: ${absent.join(', ')}`] : []),
        ...(closed.length > 0 ? [`${who} may not become ${closed.join(', ')}`] : []),
      ]);
    });
  } catch (error) {
    return [`${who} does not work: ${messageOf(error)}`];
  }
}

const barsAsked = `
  select current_user as role,
         array(select s from unnest($1::text[]) s where to_regnamespace(s) is null) as absent,
         array(select 'muster_' || s from unnest($1::text[]) s
                where to_regnamespace(s) is not null
                  and not exists (select from pg_roles where rolname = 'muster_' || s and pg_has_role(oid, 'set'))
              ) as closed`;

/** Returns host and database without the password. */
function hostAndDatabase(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || 5432}${pathname}`;
}
