/** Runs one request of an action: checks access, builds `ctx`, calls the handler and checks its answer. */
import { Readable } from 'node:stream';
import type { BusEvent } from '../contract/bus-events.ts';
import type { Endpoint, Requirement } from '../contract/endpoint.ts';
import type { Refusal } from '../contract/errors.ts';
import { isUuid } from '../contract/formats.ts';
import type { ActionName } from '../contract/index.ts';
import type { Change } from '../database/audit.ts';
import type { Db } from '../database/database.ts';
import { authorize, decideAccess, type ResourceAccess } from './access.ts';
import type { DeviceScope } from '../base/viewer.ts';
import type { AnswerCheck } from './answer-check.ts';
import type { Ctx, ActionRequest } from './context.ts';
import { Failure } from '../base/failure.ts';

/** An action, prepared once and run for many requests. */
export interface PreparedAction {
  /** The full name, such as `check-in.scan`. */
  readonly action: string;
  readonly contract: Endpoint;
  /** Expects the `Ctx` of its own contract. */
  readonly handler: (ctx: never) => unknown;
  readonly check: AnswerCheck | undefined;
  /** The answer is a stream of bytes. */
  readonly isFile: boolean;
  /** The answer carries a secret. */
  readonly isSecret: boolean;
  /** Names of path parameters that are ids and that the access guard does not look up. */
  readonly ids: readonly string[];
}

/**
 * Runs one request and returns its answer, status, changes for the audit and resource.
 * @param open Opens the database. It is called at most once, and only when the guard or the handler needs the
 *   database.
 * @param events Receives the events to send, also when the handler refuses afterwards.
 * @param found The rows of `accessQuery`, where they were read before; else the guard reads them.
 * @throws {Failure} When the guard or the handler refuses.
 */
export async function handle(
  request: ActionRequest,
  task: PreparedAction,
  events: BusEvent[],
  open?: () => Db,
  found?: readonly ResourceAccess[],
) {
  const { contract, check } = task;
  const { noted, methods } = contextMethods(request, events);
  const db = once(open);
  const resource = await guard(request, task, db, found);
  const ctx = {
    params: request.params,
    get viewer() {
      return viewerOf(request);
    },
    visitor: request.meta.viewer,
    address: request.headers.address ?? '',
    agent: request.headers.agent ?? '',
    browser: request.headers.browser ?? '',
    requestId: request.requestID,
    resource,
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
    ...methods,
  };
  const answer = await answerOf(task, ctx);
  const { changes, needsCleanup, rest, status = statusOf(contract, answer) } = noted;
  check?.answer(status, answer);
  check?.changes(changes);
  return { answer, changes, resource, status, needsCleanup, rest };
}

function once(open: (() => Db) | undefined): () => Db | undefined {
  let opened: Db | undefined;
  return () => (opened ??= open?.());
}

/** Refuses a request that may not go on; returns the resource that its path names. */
async function guard(
  request: ActionRequest,
  { contract, ids }: PreparedAction,
  open: () => Db | undefined,
  rows: readonly ResourceAccess[] | undefined,
) {
  if (contract.access === 'session' && viewerOf(request).session_id === null) throw new Failure('SESSION_REQUIRED');
  if (!isForDevice(contract, request.meta.viewer?.device)) throw new Failure('PERMISSION_DENIED');
  const resource = await locate(request, contract, open, rows);
  for (const name of ids) if (!isUuid(String(request.params[name]))) throw new Failure(codeOfMissing(contract, name));
  return resource;
}

/** Each endpoint lists the devices it admits; an endpoint for devices admits nobody else. */
const isForDevice = ({ access, devices = [] }: Endpoint, device: DeviceScope | undefined) =>
  device ? devices.includes(device.kind) : access !== 'device';

async function answerOf({ handler, check }: PreparedAction, ctx: object): Promise<unknown> {
  try {
    return await handler(ctx as never);
  } catch (error) {
    check?.refusal(error);
    throw error;
  }
}

interface Noted {
  readonly changes: Change[];
  status?: number;
  needsCleanup: boolean;
  /** Work that continues after the answer. */
  rest?: Promise<unknown>;
}

/** Builds the functions by which a handler reports more than its answer, and the object that collects their reports. */
function contextMethods(request: ActionRequest, events: BusEvent[]) {
  const noted: Noted = { changes: [], needsCleanup: false };
  const methods = {
    changed: (...[fact, ids, before, after]: Parameters<Ctx['changed']>) =>
      void noted.changes.push({ fact, ids, before, after }),
    setStatus: (chosen: number) => void (noted.status = chosen),
    setNextCursor: (cursor: string) => void (request.meta.$next = cursor),
    broadcast: (...event: BusEvent) => void events.push(event),
    cleanUpSoon: () => void (noted.needsCleanup = true),
    setLocation: (path: string) => void (request.meta.$location = path),
    continueAfterAnswer: (work: Promise<unknown>) => void (noted.rest = work),
    markReplayed: () => void (request.meta.$replayed = true),
  };
  return { noted, methods };
}

async function locate(
  request: ActionRequest,
  { access, absent }: Endpoint,
  open: () => Db | undefined,
  rows: readonly ResourceAccess[] | undefined,
) {
  const db = typeof access === 'object' ? open() : undefined;
  if (!db) return undefined;
  const [viewer, requirement] = [viewerOf(request), access as Requirement];
  const found = rows
    ? decideAccess(rows, viewer, requirement)
    : await authorize(db, viewer, requirement, request.params);
  if ('resource' in found) return found.resource;
  throw new Failure(found.refused === 'NOT_FOUND' && absent ? absent : found.refused);
}

const codeOfMissing = ({ invalid, absent }: Endpoint, name: string) => invalid?.[name] ?? absent ?? 'NOT_FOUND';

/**
 * Calls another service with the same viewer and deadline. Its write key is derived from ours, so repeating this
 * request repeats nothing there.
 */
async function callOn(request: ActionRequest, name: ActionName, params: Record<string, unknown>): Promise<unknown> {
  const { deadline, write_key } = request.headers;
  const { viewer, $replayed = false } = request.meta;
  try {
    return await request.call(name, params, {
      meta: { viewer },
      headers: { deadline, ...(write_key && { write_key: `${write_key}/${name}` }) },
    });
  } finally {
    // Moleculer merges the callee's meta into ours, but a repeated answer there does not mean that this request is one.
    request.meta.$replayed = $replayed;
  }
}

function viewerOf({ meta: { viewer } }: ActionRequest) {
  if (!viewer) throw new Error('An action that asks for the viewer was called without one.');
  return viewer;
}

function streamOf({ stream }: ActionRequest) {
  if (!(stream instanceof Readable)) throw new Error('An action that reads a stream was called without one.');
  return stream;
}

function statusOf({ responses, status }: Endpoint, answer: unknown): number {
  return Number(status ? status(answer) : Object.keys(responses)[0]);
}

function fail(...refusal: Refusal): never {
  throw new Failure(...refusal);
}
