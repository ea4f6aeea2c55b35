/** Opens a service's own schema as the role that may write only there. */
import { MikroORM, type EntityManager, type MikroORM as Orm } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { schemaOf, type ServiceName } from '../contract/services.ts';
import type { Described } from './columns.ts';
import { BoundDriver, DefinedOnly } from './mikro-orm.ts';
import { longestStatement, PreparingClient } from './prepared.ts';

export interface DatabaseSettings {
  /** The tables whose rows are found and changed by the entity manager. */
  readonly entities?: readonly Described[] | undefined;
  /** Maximum number of connections. Idle connections are closed. */
  readonly max: number;
  /**
   * Lets PostgreSQL plan each statement once for all parameter values. Worth it where the same few statements run
   * all day, because comparing plans then takes longer than running them. A plan may be made while the tables are
   * still empty, so it is made to use the indexes.
   */
  readonly plansOnce?: true | undefined;
  /** Receives the pool, to be watched. */
  readonly onPool?: (pool: Pool) => void;
}

/**
 * Milliseconds a statement may wait for a lock. Longer than PostgreSQL takes to detect a deadlock (1 s), after which
 * the transaction is tried again.
 */
const lockTimeout = 2_000;

/**
 * Opens the pool of a service.
 * @param url The address of the database.
 * @param wanted The tables, how many connections, and how statements are planned.
 */
export function openDatabase(service: ServiceName, url: string, wanted: DatabaseSettings): Promise<Orm> {
  const settings = {
    role: `muster_${schemaOf(service)}`,
    search_path: `${schemaOf(service)},public`,
    lock_timeout: lockTimeout,
    // No statement may run longer than the longest deadline of a request.
    statement_timeout: longestStatement,
    idle_in_transaction_session_timeout: 10_000,
    // Data is in memory or on an SSD, where random reads cost about as much as sequential ones.
    random_page_cost: 1.1,
    ...(wanted.plansOnce && { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' }),
  };
  return MikroORM.init({
    clientUrl: url,
    driver: BoundDriver,
    entityManager: DefinedOnly,
    entities: [...(wanted.entities ?? [])],
    discovery: { warnWhenNoEntities: false },
    // Most statements change rows without it, and it would go on answering what was.
    disableIdentityMap: true,
    driverOptions: {
      Client: PreparingClient,
      ...(wanted.onPool && { onPoolCreated: wanted.onPool }),
      min: 0,
      max: wanted.max,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: 1_000,
      keepAlive: true,
      application_name: `muster ${service}`,
      options: Object.entries(settings)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    },
  });
}

/** A unit of work: MikroORM's entity manager, whose `getKysely()` runs inside its transaction. */
export type Db = EntityManager;

/** Quotes a name for use in SQL. */
export function quoteIdentifier(name: string): string {
  if (!/^[a-z_]+$/.test(name)) throw new RangeError(`Not a plain identifier: ${name}`);
  return name;
}
