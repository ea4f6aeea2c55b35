/** Asks the guard, gives the handler what it works with, and sees how it answered. */
import { Readable } from 'node:stream';
import type { Endpoint, Requirement } from '../contract/endpoint.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { ActionName } from '../contract/index.ts';
import type { Change } from '../database/audit.ts';
import type { Db } from '../database/database.ts';
import { authorize } from './access.ts';
import type { AnswerCheck } from './answer-check.ts';
import type { Request } from './context.ts';
import { Failure } from './failure.ts';

/** An action, as it is carried out for one request after another. */
export interface Task {
  /** `service.action` */
  readonly action: string;
  readonly contract: Endpoint;
  /** Takes a `Ctx` of its own contract's. */
  readonly handler: (ctx: never) => unknown;
  readonly check: AnswerCheck | undefined;
}

/** `open` is asked at most once, and only where the guard or the handler asks the database something. */
export async function handle(request: Request, { contract, handler, check }: Task, open?: () => Db) {
  const changes: Change[] = [];
  let status: number | undefined;
  let isUntidy = false;
  let opened: Db | undefined;
  const db = () => (opened ??= open?.());
  if (contract.access === 'session' && viewerOf(request).session_id === null) throw new Failure('SESSION_REQUIRED');
  const place = await locate(request, contract, db);
  const ctx = {
    params: request.params,
    get viewer() {
      return viewerOf(request);
    },
    visitor: request.meta.viewer,
    address: request.headers.address ?? '',
    requestId: request.requestID,
    place,
    get db() {
      return db();
    },
    writeKey: request.headers.write_key ?? '',
    files: request.headers.files,
    get stream() {
      return streamOf(request);
    },
    call: (name: ActionName, params: Record<string, unknown>) => callOn(request, name, params),
    fail,
    changed: (ids: Change['ids'], before: Change['before'], after: Change['after']) =>
      void changes.push({ ids, before, after }),
    answers: (chosen: number) => void (status = chosen),
    tidies: () => void (isUntidy = true),
    replayed: () => void (request.meta.$replayed = true),
  };
  const answer = await handler(ctx as never);
  status ??= statusOf(contract, answer);
  check?.(status, answer);
  return { answer, changes, place, status, isUntidy };
}

async function locate(request: Request, { access, absent }: Endpoint, open: () => Db | undefined) {
  const db = typeof access === 'object' ? open() : undefined;
  if (!db) return undefined;
  const found = await authorize(db, viewerOf(request), access as Requirement, request.params);
  if ('place' in found) return found.place;
  throw new Failure(found.refused === 'NOT_FOUND' && absent ? absent : found.refused);
}

/** A further write made for this one has a key that follows from it, so that repeating us repeats nothing there. */
async function callOn(request: Request, name: ActionName, params: Record<string, unknown>): Promise<unknown> {
  const { deadline, write_key } = request.headers;
  const { viewer, $replayed = false } = request.meta;
  try {
    return await request.call(name, params, {
      meta: { viewer },
      headers: { deadline, ...(write_key && { write_key: `${write_key}/${name}` }) },
    });
  } finally {
    // Moleculer merges the callee's meta into ours; that its answer was a repeated one says nothing of ours.
    request.meta.$replayed = $replayed;
  }
}

function viewerOf({ meta: { viewer } }: Request) {
  if (!viewer) throw new Error('An action that asks for the viewer was called without one.');
  return viewer;
}

function streamOf({ stream }: Request) {
  if (!(stream instanceof Readable)) throw new Error('An action that reads a stream was called without one.');
  return stream;
}

function statusOf({ responses, status }: Endpoint, answer: unknown): number {
  return Number(status ? status(answer) : Object.keys(responses)[0]);
}

function fail(code: ErrorCode, extras?: Record<string, unknown>): never {
  throw new Failure(code, extras);
}
