/**
 * Brings a database to this release: first schemas and roles, then all migrations in one order, then the rights of
 * each role.
 *
 * The name of a migration starts with a number. 0001 is the baseline, the schema of the first release. All migrations
 * of one number run before any of the next; within a number the order is that of the services. Give a new migration the
 * next free number of the whole project, so that it can build on all earlier ones.
 *
 * The job queues migrate their own schemas first.
 */
import { Migrator, type Migration } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { Logger, runMigrations } from 'graphile-worker';
import { sql, type QueryExecutorProvider as Db } from 'kysely';
import type pg from 'pg';
import { queueOwners, queueSchemaOf, schemaOf, type ServiceName } from '../contract/services.ts';
import { FormerVersion, isOfFormerVersion } from './former-version.ts';
import { grantRights, prepareSchemas } from './rights.ts';
import { inSession } from './session.ts';

export type Migrations = Record<string, new (...args: ConstructorParameters<typeof Migration>) => Migration>;
/** The migrations of each service, services in the order in which they build on each other. */
export type MigrationPlan = readonly (readonly [service: ServiceName, migrations: Migrations])[];

interface Progress {
  applied: string[];
  pending: string[];
}

/** Silences the messages of the job queues' own migrations. */
const silent = new Logger(() => () => undefined);

/** The advisory lock that makes concurrent migrations take turns; the second then finds nothing to do. */
const lockId = 727_827_001;

/**
 * Runs all pending migrations in one transaction.
 * @returns The names of the migrations that ran.
 * @throws {FormerVersion}
 */
export const migrateUp = (url: string, plan: MigrationPlan): Promise<string[]> =>
  prepared(url, plan, async (orm, pending) => {
    const [db, services] = [orm.em.getKysely(), plan.map(([service]) => service)];
    const applied = pending.length > 0 ? await orm.migrator.up() : [];
    await grantRights(db, services);
    await settleRestored(db, services);
    return applied.map(({ name }) => name);
  });

/**
 * Brings an empty database to the release that ran exactly these migrations, so that a copy of such a database fits.
 * `migrateUp` adds the rights of roles.
 */
export const migrateTo = (url: string, plan: MigrationPlan, names: readonly string[]): Promise<void> =>
  prepared(url, plan, async (orm, pending) => {
    const wanted = pending.filter((name) => names.includes(name));
    if (wanted.length > 0) await orm.migrator.up({ migrations: wanted });
  });

type Migrate<T> = (orm: MikroORM, pending: string[]) => Promise<T>;

/** Runs `migrate` with job queues and schemas created, while no other process migrates. */
const prepared = <T>(url: string, plan: MigrationPlan, migrate: Migrate<T>): Promise<T> =>
  withMigrator(url, plan, async (orm) => {
    const db = orm.em.getKysely();
    return db.connection().execute(async (connection) => {
      // Waits without limit, because the other process may have a long migration to run.
      await sql`set lock_timeout = 0`.execute(connection);
      await sql`set statement_timeout = 0`.execute(connection);
      await sql`select pg_advisory_lock(${lockId})`.execute(connection);
      try {
        // This query also creates the table that records migrations.
        const { pending } = await progressOf(orm, plan);
        for (const service of queueOwners) {
          await runMigrations({ connectionString: url, schema: queueSchemaOf(service), logger: silent });
        }
        await prepareSchemas(
          db,
          plan.map(([service]) => service),
        );
        return await migrate(orm, pending);
      } finally {
        await sql`select pg_advisory_unlock(${lockId})`.execute(connection);
      }
    });
  });

/**
 * Returns the names of applied and pending migrations; changes nothing.
 * @throws {FormerVersion}
 */
export async function migrationStatus(url: string, plan: MigrationPlan): Promise<Progress> {
  // The migrator would create its table.
  if (!(await inSession(url, { name: 'muster', timeoutMs: 10_000 }, isBegun))) {
    return { applied: [], pending: migrationNames(plan) };
  }
  return withMigrator(url, plan, (orm) => progressOf(orm, plan));
}

async function progressOf(orm: MikroORM, plan: MigrationPlan): Promise<Progress> {
  const applied = (await orm.migrator.getExecuted()).map(({ name }) => name);
  if (isOfFormerVersion(applied, migrationNames(plan))) throw new FormerVersion();
  return { applied, pending: (await orm.migrator.getPending()).map(({ name }) => name) };
}

async function isBegun(session: pg.Client): Promise<boolean> {
  const { rows } = await session.query<{ is_begun: boolean }>(
    `select to_regclass('public.migration') is not null as is_begun`,
  );
  return rows[0]?.is_begun === true;
}

async function withMigrator<T>(url: string, plan: MigrationPlan, use: (orm: MikroORM) => Promise<T>): Promise<T> {
  const orm = await MikroORM.init({
    clientUrl: url,
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    driverOptions: { max: 3, options: '-c lock_timeout=2000 -c statement_timeout=300000' },
    migrations: {
      tableName: 'migration',
      schema: 'public',
      snapshot: false,
      silent: true,
      allOrNothing: true,
      migrationsList: inOrder(plan),
    },
  });
  try {
    return await use(orm);
  } finally {
    await orm.close();
  }
}

/** Returns the names of all migrations of this release, as the database records them. */
export const migrationNames = (plan: MigrationPlan): string[] => inOrder(plan).map(({ name }) => name);

function inOrder(plan: MigrationPlan) {
  const all = plan.flatMap(([service, migrations], position) =>
    Object.entries(migrations).map(([name, migration]) => ({
      round: name.slice(0, 4),
      position,
      service,
      name,
      migration,
    })),
  );
  all.sort((a, b) => a.round.localeCompare(b.round) || a.position - b.position);
  return all.map(({ service, name, migration }) => ({ name: `${service}/${name}`, class: migration }));
}

/**
 * Moves the facts of a restored database before all new ones. A dump keeps transaction numbers, but the server it is
 * restored to may have smaller ones, and facts would not be sent until it catches up. Earlier positions are refused
 * then. Runs after migrations. The newest row decides, so that usually nothing else is read.
 */
export async function settleRestored(db: Db, services: readonly ServiceName[]): Promise<void> {
  const tables = [
    ...services.map((service) => `${schemaOf(service)}.audit`),
    'check_in.record',
    'check_in.refused_scan',
  ];
  for (const table of tables) {
    const name = sql.table(table);
    await sql`
      update ${name} set xid = '0'
       where (select xid from ${name} order by id desc limit 1) >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db);
  }
}
