/** Contract + handlers = a Moleculer service: validation, guard, database, transaction, refusals, the same everywhere. */
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { Service, ServiceSchema } from 'moleculer';
import type { AnswerOf, Contract, Endpoint, ErrorsOf, ReceivedBy, StatusOf } from '../contract/endpoint.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { contracts, type ActionName, type Contracts, type Definition } from '../contract/index.ts';
import type { Attachment } from '../contract/schema.ts';
import { ownsSchema, type ServiceName } from '../contract/services.ts';
import type { Change } from '../database/audit.ts';
import { openDatabase, type Db } from '../database/database.ts';
import { authorize } from './access.ts';
import { answerCheck, type AnswerCheck } from './answer-check.ts';
import type { Config } from './config.ts';
import type { Ctx, RawContext } from './context.ts';
import { Failure } from './failure.ts';
import { keepHouse, type Chore, type House, type Leftovers } from './housekeeping.ts';
import { carryOut } from './unit-of-work.ts';
import { actorOf } from './viewer.ts';

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
/**
 * Scans come in storms, lists of registrations take their time, and judges hand in all at once; everything else is
 * answered by few connections.
 */
const connectionsOf = (service: ServiceName) => (['check-in', 'registrations', 'judging'].includes(service) ? 10 : 5);

/** One handler per promised action, none missing, none extra. */
export const implement =
  <S extends ServiceName>(name: S, implementation: Implementation<NoInfer<Contracts[S]>>): MakeService =>
  (surroundings) =>
    serviceOf(name, implementation as Implementation<any>, surroundings);

function serviceOf(
  name: ServiceName,
  { actions, ...housework }: Implementation<any>,
  { config, databaseUrl, migrations }: Surroundings,
): ServiceSchema {
  let orm: MikroORM | undefined;
  let house: House | undefined;
  const actionOf = (action: string, contract: Endpoint) => ({
    params: { $$strict: 'remove', ...contract.params },
    contract,
    ...(contract.cost && { bulkhead: storm }),
    visibility: contract.http ? ('published' as const) : ('public' as const),
    handler: handlerOf(taskOf(contract, (actions as Record<string, Task['handler']>)[action]!, config), () => ({
      em: orm?.em,
      house,
    })),
  });
  return {
    name,
    actions: Object.fromEntries(
      Object.entries<Endpoint>(contracts[name] as Contract).map(([action, contract]) => [
        action,
        actionOf(action, contract),
      ]),
    ),
    methods: {
      /** What is wrong with the database, if anything; rejects where it does not answer. */
      probe: () => (orm ? behindBy(orm.em, migrations) : undefined),
    },
    async started(this: Service) {
      if (!ownsSchema(name)) return;
      orm = await openDatabase(name, databaseUrl(name), { max: connectionsOf(name) });
      house = keepHouse(orm.em, housework, this.logger);
    },
    async stopped() {
      house?.stop();
      await orm?.close();
    },
  };
}

async function behindBy(db: Db, migrations: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ missing: number }>`
    select count(*)::int as missing from unnest(${migrations}::text[]) as wanted (name)
     where not exists (select 1 from public.migration m where m.name = wanted.name)`.execute(db.getKysely());
  const missing = rows[0]?.missing ?? 0;
  return missing > 0 ? `behind by ${missing} migrations: run muster migrate up` : undefined;
}

interface Task {
  readonly contract: Endpoint;
  readonly handler: (ctx: any) => unknown;
  readonly check: AnswerCheck | undefined;
}

const taskOf = (contract: Endpoint, handler: Task['handler'], { mode }: Config): Task => ({
  contract,
  handler,
  check: mode === 'production' || contract.attachment ? undefined : answerCheck(contract),
});

interface Room {
  readonly em: Db | undefined;
  readonly house: House | undefined;
}

const handlerOf = (task: Task, room: () => Room) => (ctx: RawContext) => perform(ctx, task, room());

async function perform(raw: RawContext, task: Task, { em, house }: Room): Promise<unknown> {
  const { deadline = Infinity, write_key = '' } = raw.headers;
  if (Date.now() > deadline) throw new Failure('TIMEOUT');
  const action = raw.action?.name ?? '';
  const { viewer } = raw.meta;

  if (task.contract.unit !== 'write' || !em) {
    const { answer, status, isUntidy } = await handle(raw, task, em?.fork());
    raw.meta.$statusCode = status;
    if (isUntidy) house?.tidy();
    return task.contract.attachment ? send(raw, answer as Attachment) : answer;
  }
  let isUntidy = false;
  const done = await carryOut(em, {
    key: viewer && write_key && !task.contract.secret ? { scope: actorOf(viewer), action, key: write_key } : undefined,
    input: inputOf(raw),
    run: async (db) => {
      const { place, ...rest } = await handle(raw, task, db);
      isUntidy = rest.isUntidy;
      const organization_id = place?.organization_id ?? viewer?.organization_id ?? null;
      const { user_id = null, key_id = null, session_id = null } = viewer ?? {};
      return { ...rest, author: { organization_id, user_id, key_id, session_id, action, request_id: raw.requestID } };
    },
  });
  raw.meta.$statusCode = done.status;
  if (done.replayed) raw.meta.$replayed = true;
  if (isUntidy) house?.tidy();
  return done.answer;
}

/** Files are compared by what they hold: those of a repeated request were stored once more, under other ids. */
function inputOf({ params, headers }: RawContext): Record<string, unknown> {
  if (!headers.files) return params;
  const files = headers.files.map(({ field_id, filename, size, sha256 }) => ({ field_id, filename, size, sha256 }));
  return { ...params, files: files.sort((a, b) => (a.field_id < b.field_id ? -1 : 1)) };
}

/** The bus streams what is readable; what it is travels beside it. */
function send(raw: RawContext, { content, ...head }: Attachment) {
  raw.meta.$file = head;
  return content;
}

async function handle(raw: RawContext, { contract, handler, check }: Task, db?: Db) {
  const changes: Change[] = [];
  let status: number | undefined;
  let isUntidy = false;
  if (contract.access === 'session' && viewerOf(raw).session_id === null) throw new Failure('SESSION_REQUIRED');
  const place = db && (await locate(raw, contract, db));
  const ctx = {
    params: raw.params,
    get viewer() {
      return viewerOf(raw);
    },
    visitor: raw.meta.viewer,
    address: raw.headers.address ?? '',
    place,
    db,
    writeKey: raw.headers.write_key ?? '',
    files: raw.headers.files,
    get stream() {
      return streamOf(raw);
    },
    call: (name: ActionName, params: Record<string, unknown>) => callOn(raw, name, params),
    fail,
    changed: (ids: Change['ids'], before: Change['before'], after: Change['after']) =>
      void changes.push({ ids, before, after }),
    answers: (chosen: number) => void (status = chosen),
    tidies: () => void (isUntidy = true),
    replayed: () => void (raw.meta.$replayed = true),
  };
  const answer = await handler(ctx);
  status ??= statusOf(contract, answer);
  check?.(status, answer);
  return { answer, changes, place, status, isUntidy };
}

async function locate(raw: RawContext, { access, absent }: Endpoint, db: Db) {
  if (typeof access !== 'object') return undefined;
  const found = await authorize(db, viewerOf(raw), access, raw.params);
  if ('place' in found) return found.place;
  throw new Failure(found.refused === 'NOT_FOUND' && absent ? absent : found.refused);
}

/** A further write made for this one has a key that follows from it, so that repeating us repeats nothing there. */
async function callOn(raw: RawContext, name: ActionName, params: Record<string, unknown>): Promise<unknown> {
  const { deadline, write_key } = raw.headers;
  const { viewer, $replayed = false } = raw.meta;
  try {
    return await raw.call(name, params, {
      meta: { viewer },
      headers: { deadline, ...(write_key && { write_key: `${write_key}/${name}` }) },
    });
  } finally {
    // Moleculer merges the callee's meta into ours; that its answer was a repeated one says nothing of ours.
    raw.meta.$replayed = $replayed;
  }
}

function viewerOf(raw: RawContext) {
  if (!raw.meta.viewer) throw new Error(`${raw.action?.name} was called without a viewer.`);
  return raw.meta.viewer;
}

function streamOf({ stream, action }: RawContext) {
  if (!(stream instanceof Readable)) throw new Error(`${action?.name} was called without a stream.`);
  return stream;
}

function statusOf({ responses, status }: Endpoint, answer: unknown): number {
  return Number(status ? status(answer) : Object.keys(responses)[0]);
}

function fail(code: ErrorCode, extras?: Record<string, unknown>): never {
  throw new Failure(code, extras);
}
