/**
 * Turns a contract and its handlers into a Moleculer service. Everything else about a service is the same everywhere.
 */
import { sql } from 'kysely';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { Service, ServiceBroker, ServiceSchema } from 'moleculer';
import type { AnswerOf, Contract, Endpoint, ErrorsOf, ReceivedBy, StatusOf } from '../contract/endpoint.ts';
import { answerOf, gathered, secret } from '../contract/concerns.ts';
import { contracts, type ActionName, type Contracts, type Definition } from '../contract/index.ts';
import { isId, type Rule } from '../contract/schema.ts';
import { gatheredName, gatheredParams } from '../contract/gathered.ts';
import { rulesOf } from '../contract/validator.ts';
import { ownsSchema, type ServiceName } from '../contract/services.ts';
import { gatheredBulkhead } from '../base/limits.ts';
import type { Described } from '../database/columns.ts';
import { openDatabase, type Db } from '../database/database.ts';
import { FormerVersion, isOfFormerVersion, madeByFormerVersion } from '../database/former-version.ts';
import { answerCheck } from './answer-check.ts';
import type { Config } from '../process/config.ts';
import type { Metrics } from '../process/metrics.ts';
import { poolsOf } from '../process/connections.ts';
import { contextOf, type ProcessContext } from '../process/context.ts';
import type { Ctx, RawContext } from './context.ts';
import { performGathered } from './gathered.ts';
import type { Task } from './handle.ts';
import { sendEvents } from '../bus/events.ts';
import { keepHouse, type Chore, type House, type Leftovers } from './housekeeping.ts';
import { perform, type Room } from './perform.ts';

type Handler<D> = (ctx: Ctx<ReceivedBy<D>, ErrorsOf<D>, StatusOf<D>>) => AnswerOf<D> | Promise<AnswerOf<D>>;
/** The type of one action's handler, for handlers in a file of their own. */
export type Action<N extends ActionName> = Handler<Definition<N>>;
type Handlers<C> = { [A in keyof C]: Handler<C[A]> };

interface Implementation<C> {
  readonly actions: Handlers<C>;
  /** The tables of its schema. */
  readonly entities?: readonly Described[];
  /** Tables whose old rows are deleted, besides the write keys. */
  readonly leftovers?: readonly Leftovers[];
  /** Cleanup tasks beyond old rows. */
  readonly chores?: readonly Chore[];
  /** Plans each statement once for all parameter values, and never scans a whole table that has an index. */
  readonly plansOnce?: true;
}

/** The default export of every `*.service.ts`: what Moleculer's runner calls with the broker, as we do. */
export type MakeService = (broker: ServiceBroker) => ServiceSchema;

/** Builds a service from one handler per action of its contract. A missing or additional handler is a compile error. */
export const implement =
  <S extends ServiceName>(name: S, implementation: Implementation<NoInfer<Contracts[S]>>): MakeService =>
  (broker) =>
    serviceOf(name, implementation as Implementation<any>, contextOf(broker));

function serviceOf(
  name: ServiceName,
  { actions, entities, plansOnce, ...housework }: Implementation<any>,
  { config, databaseUrl, migrations, metrics }: ProcessContext,
): ServiceSchema {
  let orm: MikroORM | undefined;
  let house: House | undefined;
  let broker: ServiceBroker | undefined;
  const tell: Room['tell'] = (events) => broker && sendEvents(broker, events);
  const room = (): Room => ({ em: orm?.em, house, tell, logger: broker?.logger });
  let starting: Promise<void> | undefined;
  const onPool = (pool: Pool) => metrics.watchPool(name, 'requests', pool);
  const open = async (logger: Service['logger']) => {
    orm = await openDatabase(name, databaseUrl(name), { entities, max: poolsOf(name).service, plansOnce, onPool });
    await refuseFormerVersion(orm.em, migrations);
    house = keepHouse(orm.em, housework, logger);
  };
  const tasks = Object.entries<Endpoint>(contracts[name] as Contract).map(([action, contract]) =>
    taskOf(`${name}.${action}`, contract, (actions as Record<string, Task['handler']>)[action]!, config),
  );
  return {
    name,
    actions: Object.fromEntries(tasks.flatMap((task) => actionsOf(task, room, metrics))) as ServiceSchema['actions'] &
      object,
    methods: {
      /** Returns what is wrong with the database, or undefined; rejects when the database does not answer. */
      probe: () => (orm ? lackOf(orm.em, migrations) : undefined),
    },
    started(this: Service) {
      ({ broker } = this);
      return (starting = ownsSchema(name) ? open(this.logger) : Promise.resolve());
    },
    async stopped() {
      // Where another service of the process fails to start, this one may still be starting.
      await starting?.catch(() => undefined);
      house?.stop();
      await orm?.close();
    },
  };
}

/** Returns the action and, where the contract has it gathered, its variant for several requests in one call. */
function actionsOf(task: Task, room: () => Room, metrics: Metrics): [name: string, action: object][] {
  const { contract } = task;
  const own = task.action.slice(task.action.indexOf('.') + 1);
  const alone = {
    params: rulesOf(contract.params, 'drop'),
    contract,
    visibility: contract.http ? 'published' : 'public',
    handler: (raw: RawContext) => perform(raw, task, room()),
  };
  const shared = {
    params: gatheredParams,
    bulkhead: { enabled: true, ...gatheredBulkhead },
    visibility: 'public',
    handler: performGathered(task, room, metrics),
  };
  return [[own, alone], ...(gathered.of(contract) ? [[gatheredName(own), shared] satisfies [string, object]] : [])];
}

async function lackOf(db: Db, migrations: readonly string[]): Promise<string | undefined> {
  const applied = await appliedIn(db);
  if (isOfFormerVersion(applied, migrations)) return madeByFormerVersion;
  const missing = migrations.filter((name) => !applied.includes(name)).length;
  return missing > 0 ? `behind by ${missing} migrations: run muster migrate up` : undefined;
}

/** A database that does not answer yet is left to the probe. */
async function refuseFormerVersion(db: Db, migrations: readonly string[]): Promise<void> {
  const applied = await appliedIn(db).catch(() => []);
  if (isOfFormerVersion(applied, migrations)) throw new FormerVersion();
}

async function appliedIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from public.migration`.execute(db.getKysely());
  return rows.map(({ name }) => name);
}

function taskOf(action: string, contract: Endpoint, handler: Task['handler'], { mode }: Config): Task {
  const isFile = answerOf(contract) === 'file';
  return {
    action,
    contract,
    handler,
    ids: Object.keys(contract.params).filter((name) => isId(contract.params[name] as Rule)),
    check: mode === 'production' || isFile ? undefined : answerCheck(contract),
    isFile,
    isSecret: secret.of(contract) !== undefined,
  };
}
