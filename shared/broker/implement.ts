/** Contract + handlers = a Moleculer service: everything but the handlers themselves is the same everywhere. */
import { sql } from 'kysely';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Service, ServiceSchema } from 'moleculer';
import type { AnswerOf, Contract, Endpoint, ErrorsOf, ReceivedBy, StatusOf } from '../contract/endpoint.ts';
import { contracts, type ActionName, type Contracts, type Definition } from '../contract/index.ts';
import { gatheredName, gatheredParams } from '../contract/gathered.ts';
import { ownsSchema, type ServiceName } from '../contract/services.ts';
import { openDatabase, type Db } from '../database/database.ts';
import { answerCheck } from './answer-check.ts';
import type { Config } from './config.ts';
import { poolsOf } from './connections.ts';
import type { Ctx, RawContext } from './context.ts';
import { performGathered } from './gathered.ts';
import type { Task } from './handle.ts';
import { keepHouse, type Chore, type House, type Leftovers } from './housekeeping.ts';
import { perform, type Room } from './perform.ts';

type Handler<D> = (ctx: Ctx<ReceivedBy<D>, ErrorsOf<D>, StatusOf<D>>) => AnswerOf<D> | Promise<AnswerOf<D>>;
/** The handler of one action, for handlers that live in a file of their own. */
export type Action<N extends ActionName> = Handler<Definition<N>>;
type Handlers<C> = { [A in keyof C]: Handler<C[A]> };

interface Implementation<C> {
  readonly actions: Handlers<C>;
  /** What grows old in this service's tables, beside its write keys. */
  readonly leftovers?: readonly Leftovers[];
  /** What there is to clear away besides rows. */
  readonly chores?: readonly Chore[];
  /** Each of its statements has one plan for all values, and never reads a whole table that has an index. */
  readonly plansOnce?: true;
}

/** What a process gives to the services it starts. */
export interface Surroundings {
  readonly config: Config;
  readonly databaseUrl: (service: ServiceName) => string;
  /** Every migration of this release; a service is not ready before they have run. */
  readonly migrations: readonly string[];
}
/** Every `*.service.ts` exports one. */
export type MakeService = (surroundings: Surroundings) => ServiceSchema;

/** Actions that come in storms: how many may be under way in a process, and how many may wait. */
const storm = { enabled: true, concurrency: 300, maxQueueSize: 1_000 };
/** The same for calls that carry up to 64 requests each. */
const crowd = { enabled: true, concurrency: 16, maxQueueSize: 16 };

/** One handler per promised action, none missing, none extra. */
export const implement =
  <S extends ServiceName>(name: S, implementation: Implementation<NoInfer<Contracts[S]>>): MakeService =>
  (surroundings) =>
    serviceOf(name, implementation as Implementation<any>, surroundings);

function serviceOf(
  name: ServiceName,
  { actions, plansOnce, ...housework }: Implementation<any>,
  { config, databaseUrl, migrations }: Surroundings,
): ServiceSchema {
  let orm: MikroORM | undefined;
  let house: House | undefined;
  const room = (): Room => ({ em: orm?.em, house });
  const tasks = Object.entries<Endpoint>(contracts[name] as Contract).map(([action, contract]) =>
    taskOf(`${name}.${action}`, contract, (actions as Record<string, Task['handler']>)[action]!, config),
  );
  return {
    name,
    actions: Object.fromEntries(tasks.flatMap((task) => actionsOf(task, room))) as ServiceSchema['actions'] & object,
    methods: {
      /** What is wrong with the database, if anything; rejects where it does not answer. */
      probe: () => (orm ? behindBy(orm.em, migrations) : undefined),
    },
    async started(this: Service) {
      if (!ownsSchema(name)) return;
      orm = await openDatabase(name, databaseUrl(name), { max: poolsOf(name).service, plansOnce });
      house = keepHouse(orm.em, housework, this.logger);
    },
    async stopped() {
      house?.stop();
      await orm?.close();
    },
  };
}

/** The action by its own name, and the one that takes several requests of it where the contract has them gathered. */
function actionsOf(task: Task, room: () => Room): [name: string, action: object][] {
  const { contract } = task;
  const own = task.action.slice(task.action.indexOf('.') + 1);
  const alone = {
    params: { $$strict: 'remove', ...contract.params },
    contract,
    ...(contract.cost && { bulkhead: storm }),
    visibility: contract.http ? 'published' : 'public',
    handler: (raw: RawContext) => perform(raw, task, room()),
  };
  const gathered = {
    params: gatheredParams,
    bulkhead: crowd,
    visibility: 'public',
    handler: performGathered(task, room),
  };
  return [[own, alone], ...(contract.gathered ? [[gatheredName(own), gathered] satisfies [string, object]] : [])];
}

async function behindBy(db: Db, migrations: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ missing: number }>`
    select count(*)::int as missing from unnest(${migrations}::text[]) as wanted (name)
     where not exists (select 1 from public.migration m where m.name = wanted.name)`.execute(db.getKysely());
  const missing = rows[0]?.missing ?? 0;
  return missing > 0 ? `behind by ${missing} migrations: run muster migrate up` : undefined;
}

const taskOf = (action: string, contract: Endpoint, handler: Task['handler'], { mode }: Config): Task => ({
  action,
  contract,
  handler,
  check: mode === 'production' || contract.attachment ? undefined : answerCheck(contract),
});
