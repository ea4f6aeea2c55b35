/**
 * Brings a database to this release: schemas and roles first, then every service's migrations in one order, then what
 * each role may do.
 *
 * A migration's name starts with a number. All migrations of one number run before any of the next, and within a number
 * in the order of the services: 0001 brings tables, 0002 what is published of them, 0003 routines. Later ones take the
 * next free number of the whole project, so that what runs later may rest on everything before it.
 *
 * The job queue keeps a schema of its own and brings it up to date itself, before all of them.
 */
import { Migrator, type Migration } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { Logger, runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import type { ServiceName } from '../contract/services.ts';
import { grantRights, prepareSchemas } from './rights.ts';

export type Migrations = Record<string, new (...args: ConstructorParameters<typeof Migration>) => Migration>;
/** Migrations of each service, services in the order in which they build upon each other. */
export type MigrationPlan = readonly (readonly [service: ServiceName, migrations: Migrations])[];

interface Progress {
  applied: string[];
  pending: string[];
}

/** What the job queue says of its own migrations is of no use to anybody. */
const silent = new Logger(() => () => undefined);

/** Two processes that migrate at once take turns; the second finds nothing left to do. */
const lockId = 727_827_001;

/** Runs what is pending, all in one transaction, and answers the names of what ran. */
export const migrateUp = (url: string, plan: MigrationPlan): Promise<string[]> =>
  withMigrator(url, plan, async (orm) => {
    const db = orm.em.getKysely();
    const services = plan.map(([service]) => service);
    return db.connection().execute(async (connection) => {
      // The other one may have much to do.
      await sql`set lock_timeout = 0`.execute(connection);
      await sql`select pg_advisory_lock(${lockId})`.execute(connection);
      try {
        await runMigrations({ connectionString: url, logger: silent });
        // Asking makes the table that keeps them.
        const pending = await orm.migrator.getPending();
        await prepareSchemas(db, services);
        const applied = pending.length > 0 ? await orm.migrator.up() : [];
        await grantRights(db, services);
        return applied.map(({ name }) => name);
      } finally {
        await sql`select pg_advisory_unlock(${lockId})`.execute(connection);
      }
    });
  });

/** Takes back the newest `count` migrations, newest first. */
export const migrateDown = (url: string, plan: MigrationPlan, count: number): Promise<string[]> =>
  withMigrator(url, plan, async (orm) => {
    const undone: string[] = [];
    for (let step = 0; step < count; step++) undone.push(...(await orm.migrator.down()).map(({ name }) => name));
    return undone;
  });

export const migrationStatus = (url: string, plan: MigrationPlan): Promise<Progress> =>
  withMigrator(url, plan, async (orm) => ({
    applied: (await orm.migrator.getExecuted()).map(({ name }) => name),
    pending: (await orm.migrator.getPending()).map(({ name }) => name),
  }));

async function withMigrator<T>(url: string, plan: MigrationPlan, use: (orm: MikroORM) => Promise<T>): Promise<T> {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [],
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

/** The names of all migrations of this release, as the database keeps them. */
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
