/** Opens a service's own schema, under the role that may write there and nowhere else. */
import { MikroORM, type EntityManager, type MikroORM as Orm } from '@mikro-orm/postgresql';
import { schemaOf, type ServiceName } from '../contract/services.ts';
import { PreparingClient } from './prepared.ts';

export interface PoolSettings {
  /** Connections at most; none is kept when idle. */
  readonly max: number;
  /**
   * Has PostgreSQL plan each statement once for all values, whatever it takes the plan for this one to cost: where the
   * same statement is asked all day, comparing takes longer than running. The plan may be made while the tables are
   * empty; it must use the indexes all the same.
   */
  readonly plansOnce?: true | undefined;
}

/** Milliseconds a statement may wait for a lock; longer than PostgreSQL takes to see a deadlock (1 s), which is tried again. */
const lockTimeout = 2_000;
/** No statement outlives the longest deadline of a request. */
const statementTimeout = 8_000;

export function openDatabase(service: ServiceName, url: string, pool: PoolSettings): Promise<Orm> {
  const settings = {
    role: `muster_${schemaOf(service)}`,
    search_path: `${schemaOf(service)},public`,
    lock_timeout: lockTimeout,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: 10_000,
    // What is asked for is in memory, or on a disk that finds one page as quickly as the next.
    random_page_cost: 1.1,
    ...(pool.plansOnce && { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' }),
  };
  return MikroORM.init({
    clientUrl: url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    driverOptions: {
      Client: PreparingClient,
      min: 0,
      max: pool.max,
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

export type Db = EntityManager;

export function quoteIdentifier(name: string): string {
  if (!/^[a-z_]+$/.test(name)) throw new RangeError(`Not a plain identifier: ${name}`);
  return name;
}
