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
  /** The tables that the entity manager reads and changes. */
  readonly entities?: readonly Described[] | undefined;
  /** Maximum number of connections. Idle connections are closed. */
  readonly max: number;
  readonly work?: Work;
  /** The address leads to a pooler in transaction mode. It takes no settings, so the login has them. */
  readonly isPooled?: boolean;
  /** Receives the pool, for its metrics. */
  readonly onPool?: (pool: Pool) => void;
}

/** The work of a connection: requests, or the jobs of a queue. */
type Work = 'requests' | 'jobs';

/**
 * Services whose requests are a few statements that run all day, as all jobs are. PostgreSQL plans each of them once for
 * all parameter values, because choosing between plans would take longer than running them. A plan may be made while
 * tables are empty, so it must use indexes.
 */
const plannedOnce: readonly ServiceName[] = ['check-in'];

/** Returns the settings of a service's connections to PostgreSQL. */
export const settingsOf = (service: ServiceName, work: Work = 'requests'): Readonly<Record<string, string>> => ({
  role: roleOf(service),
  search_path: `${schemaOf(service)},public`,
  lock_timeout: `${lockTimeoutMs}ms`,
  statement_timeout: `${requestTimeoutMs}ms`,
  idle_in_transaction_session_timeout: `${idleInTransactionMs}ms`,
  // Data is in memory or on an SSD, where random reads cost about as much as sequential ones.
  random_page_cost: '1.1',
  ...((work === 'jobs' || plannedOnce.includes(service)) && {
    plan_cache_mode: 'force_generic_plan',
    enable_seqscan: 'off',
  }),
});

/** Returns the name of a service's database role. */
export const roleOf = (service: ServiceName): string => `muster_${quoteIdentifier(schemaOf(service))}`;

const optionsOf = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/**
 * Opens the pool of a service.
 * @param url The address of the database.
 * @param wanted The tables, the number of connections, and their work.
 */
export function openDatabase(service: ServiceName, url: string, wanted: DatabaseSettings): Promise<Orm> {
  return MikroORM.init({
    clientUrl: url,
    driver: BoundDriver,
    entityManager: DefinedOnly,
    entities: [...(wanted.entities ?? [])],
    discovery: { warnWhenNoEntities: false },
    // Migrations create the database; a check would cost each start a connection and a statement.
    ensureDatabase: false,
    // Most statements change rows without the identity map, which would then answer old values.
    disableIdentityMap: true,
    driverOptions: {
      Client: PreparingClient,
      ...(wanted.onPool && { onPoolCreated: wanted.onPool }),
      min: 0,
      max: wanted.max,
      idleTimeoutMillis: idleConnectionMs,
      connectionTimeoutMillis: connectWithinMs,
      keepAlive: true,
      application_name: wanted.work === 'jobs' ? `muster ${service} jobs` : `muster ${service}`,
      ...(!wanted.isPooled && { options: optionsOf(settingsOf(service, wanted.work)) }),
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
