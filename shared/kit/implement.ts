/**
 * Turns a contract and its handlers into a Moleculer service. Everything else about a service is the same everywhere.
 */
import { sql } from 'kysely';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { Service, ServiceBroker, ServiceSchema } from 'moleculer';
import type { AnswerOf, Contract, Endpoint, ErrorsOf, ReceivedBy, StatusOf } from '../contract/endpoint.ts';
import { gathered, carriesSecret } from '../contract/concerns.ts';
import { answerOf } from '../contract/standard-concerns.ts';
import { contracts, type ActionName, type Contracts, type Definition } from '../contract/index.ts';
import { isId, type Rule } from '../contract/schema.ts';
import { gatheredName, gatheredParams } from '../contract/gathered.ts';
import { rulesOf } from '../contract/validator.ts';
import { ownsSchema, type ServiceName } from '../contract/services.ts';
import { gatheredBulkhead } from '../base/limits.ts';
import type { Described } from '../database/columns.ts';
import { openDatabase, roleOf, type Db } from '../database/database.ts';
import { FormerVersion, isOfFormerVersion, madeByFormerVersion } from '../database/former-version.ts';
import { isSlowToConnect, retry } from '../database/transaction.ts';
import { answerCheck } from './answer-check.ts';
import type { Config } from '../process/config.ts';
import type { Metrics } from '../process/metrics.ts';
import { poolsOf } from '../process/connections.ts';
import { contextOf, type ProcessContext } from '../process/context.ts';
import type { Ctx, RawContext } from './context.ts';
import { performGathered, perform, type ServiceResources } from './perform.ts';
import type { PreparedAction } from './handle.ts';
import { sendEvents } from '../bus/events.ts';
import { startCleanup, type CleanupTask, type Cleanup, type ExpiringRows, type PeriodicTask } from './cleanup.ts';

type Handler<D> = (ctx: Ctx<ReceivedBy<D>, ErrorsOf<D>, StatusOf<D>>) => AnswerOf<D> | Promise<AnswerOf<D>>;
/** The type of one action's handler, for handlers in a file of their own. */
export type Action<N extends ActionName> = Handler<Definition<N>>;
type Handlers<C> = { [A in keyof C]: Handler<C[A]> };

interface Implementation<C> {
  readonly actions: Handlers<C>;
  /** The tables of its schema. */
  readonly entities?: readonly Described[];
  /** Tables whose old rows are deleted, besides the write keys. */
  readonly expiringRows?: readonly ExpiringRows[];
  /** Cleanup tasks beyond old rows. */
  readonly cleanupTasks?: readonly CleanupTask[];
  /** Tasks that it runs every few seconds. */
  readonly periodicTasks?: readonly PeriodicTask[];
}

/** The default export of every `*.service.ts`: Moleculer's runner calls it with the broker, and so do we. */
export type MakeService = (broker: ServiceBroker) => ServiceSchema;

/** Builds a service from one handler per action of its contract. A missing or additional handler is a compile error. */
export const implement =
  <S extends ServiceName>(name: S, implementation: Implementation<NoInfer<Contracts[S]>>): MakeService =>
  (broker) =>
    serviceOf(name, implementation as Implementation<any>, contextOf(broker));

function serviceOf(
  name: ServiceName,
  { actions, entities, ...tasksOfService }: Implementation<any>,
  { config, databaseUrl, migrations, metrics }: ProcessContext,
): ServiceSchema {
  let orm: MikroORM | undefined;
  let cleanup: Cleanup | undefined;
  let broker: ServiceBroker | undefined;
  const tell: ServiceResources['tell'] = (events) => broker && sendEvents(broker, events);
  const resources = (): ServiceResources => ({ em: orm?.em, cleanup, tell, logger: broker?.logger });
  let starting: Promise<void> | undefined;
  const onPool = (pool: Pool) => metrics.watchPool(name, 'requests', pool);
  const open = async (logger: Service['logger']) => {
    const isPooled = config.databaseUrlDirect !== undefined;
    orm = await openDatabase(name, databaseUrl(name), { entities, max: poolsOf(name).service, isPooled, onPool });
    const { em } = orm;
    // All services of a process start at once, and on a busy machine connecting takes longer than a request's timeout.
    await retry(() => refuseFormerVersion(em, migrations), { on: isSlowToConnect });
    cleanup = startCleanup(orm.em, tasksOfService, { logger, tell });
  };
  const tasks = Object.entries<Endpoint>(contracts[name] as Contract).map(([action, contract]) =>
    taskOf(`${name}.${action}`, contract, (actions as Record<string, PreparedAction['handler']>)[action]!, config),
  );
  const prepared = Object.fromEntries(tasks.flatMap((task) => actionsOf(task, resources, metrics)));
  return {
    name,
    actions: prepared as ServiceSchema['actions'] & object,
    methods: {
      /** Returns the problem of the database, or undefined; rejects when the database does not answer. */
      probe: () => (orm ? lackOf(orm.em, name, migrations) : undefined),
    },
    started(this: Service) {
      ({ broker } = this);
      return (starting = ownsSchema(name) ? open(this.logger) : Promise.resolve());
    },
    async stopped() {
      // If another service of the process fails to start, this one may still be starting.
      await starting?.catch(() => undefined);
      await cleanup?.stop();
      await orm?.close();
    },
  };
}

/** Returns the action and, if its contract says `gathered`, the variant for several requests in one call. */
function actionsOf(
  task: PreparedAction,
  resources: () => ServiceResources,
  metrics: Metrics,
): [name: string, action: object][] {
  const { contract } = task;
  const own = task.action.slice(task.action.indexOf('.') + 1);
  const alone = {
    params: rulesOf(contract.params, 'drop'),
    contract,
    visibility: contract.http ? 'published' : 'public',
    handler: (raw: RawContext) => perform(raw, task, resources()),
  };
  const shared = {
    params: gatheredParams,
    bulkhead: { enabled: true, ...gatheredBulkhead },
    visibility: 'public',
    handler: performGathered(task, resources, metrics),
  };
  return [[own, alone], ...(gathered.of(contract) ? [[gatheredName(own), shared] satisfies [string, object]] : [])];
}

async function lackOf(db: Db, service: ServiceName, migrations: readonly string[]): Promise<string | undefined> {
  const { applied, role } = await stateOf(db);
  if (isOfFormerVersion(applied, migrations)) return madeByFormerVersion;
  const missing = migrations.filter((name) => !applied.includes(name)).length;
  if (missing > 0) return `behind by ${missing} migrations: run muster migrate up`;
  const lacksSettings =
    'reached without the settings of its login: run muster migrate up, then RECONNECT at the pooler';
  return role === roleOf(service) ? undefined : lacksSettings;
}

/** The readiness probe handles a database that does not answer yet. */
async function refuseFormerVersion(db: Db, migrations: readonly string[]): Promise<void> {
  const { applied } = await stateOf(db).catch(() => ({ applied: [] }));
  if (isOfFormerVersion(applied, migrations)) throw new FormerVersion();
}

async function stateOf(db: Db): Promise<{ applied: string[]; role: string | undefined }> {
  const { rows } = await sql<{
    name: string;
    role: string;
  }>`select name, current_user as role from public.migration`.execute(db.getKysely());
  return { applied: rows.map(({ name }) => name), role: rows[0]?.role };
}

function taskOf(
  action: string,
  contract: Endpoint,
  handler: PreparedAction['handler'],
  { mode }: Config,
): PreparedAction {
  const isFile = answerOf(contract) === 'file';
  return {
    action,
    contract,
    handler,
    ids: Object.keys(contract.params).filter((name) => isId(contract.params[name] as Rule)),
    check: mode === 'production' || isFile ? undefined : answerCheck(contract),
    isFile,
    isSecret: carriesSecret.of(contract) !== undefined,
  };
}
