/** Opens a service's own schema as the role that may write only there. */
import { MikroORM, type EntityManager, type MikroORM as Orm } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import {
  connectWithinMs,
  idleConnectionMs,
  idleInTransactionMs,
  lockTimeoutMs,
  requestTimeoutMs,
} from '../base/limits.ts';
import { schemaOf, type ServiceName } from '../contract/services.ts';
import type { Described } from './columns.ts';
import { BoundDriver, DefinedOnly } from './mikro-orm.ts';
import { PreparingClient } from './prepared.ts';

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
 * Opens the pool of a service.
 * @param url The address of the database.
 * @param wanted The tables, how many connections, and how statements are planned.
 */
export function openDatabase(service: ServiceName, url: string, wanted: DatabaseSettings): Promise<Orm> {
  const settings = {
    role: `muster_${schemaOf(service)}`,
    search_path: `${schemaOf(service)},public`,
    lock_timeout: lockTimeoutMs,
    statement_timeout: requestTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
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
      idleTimeoutMillis: idleConnectionMs,
      connectionTimeoutMillis: connectWithinMs,
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
