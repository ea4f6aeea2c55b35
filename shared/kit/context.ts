/** Defines `ctx`, which every handler receives: Moleculer's context narrowed to what the contract allows. */
import type { Readable } from 'node:stream';
import type { Context } from 'moleculer';
import type { ErrorCode, Refusal } from '../contract/errors.ts';
import type { StoredFile } from '../contract/files.ts';
import type { ActionAnswer, ActionName, ActionParams } from '../contract/index.ts';
import type { Change } from '../database/audit.ts';
import type { Db } from '../database/database.ts';
import type { BusEvents, EventName } from '../contract/bus-events.ts';
import type { ResourceAccess } from './access.ts';
import type { Headers, Meta, Viewer } from '../base/viewer.ts';

/** The context as Moleculer passes it, before the kit has narrowed it. */
export type RawContext = Context<Record<string, unknown>, Meta & Record<string, unknown>> & {
  readonly headers: Headers;
};
/** One request of an action: either a call of its own or one of several requests that share a call. */
export interface ActionRequest extends Pick<RawContext, 'params' | 'headers' | 'requestID' | 'call'> {
  readonly meta: Meta;
  readonly stream?: RawContext['stream'];
}

/** The context of a handler. `Params`, `Code` and `Status` follow from the contract of its action. */
export interface Ctx<Params = unknown, Code extends ErrorCode = ErrorCode, Status extends number = number> {
  readonly params: Params;
  /**
   * The authenticated person. Throws in an action whose contract names no viewer, because reading it there is a bug.
   */
  readonly viewer: Viewer;
  /** The authenticated person in an action that anybody may call; undefined without a key or session. */
  readonly visitor: Viewer | undefined;
  /** The client's IP address; empty for a call that no HTTP request caused. */
  readonly address: string;
  /** The client's `User-Agent`, where a session may be opened for it; else empty. */
  readonly agent: string;
  /** The secret that names the client's browser, where it signs in by others; empty for one that has none. */
  readonly browser: string;
  /** The client's `X-Request-Id`, else the gateway's own id; null for a call that no HTTP request caused. */
  readonly requestId: string | null;
  /** The resource that the path names, and what the viewer may do there. Only set where `access` names a resource. */
  readonly resource: ResourceAccess;
  /** The unit of work on the service's own schema. Inside a write it is the write's transaction. */
  readonly db: Db;
  readonly writeKey: string;
  /**
   * Files that were uploaded with the request, stored but not yet claimed; undefined where the request cannot carry
   * files.
   */
  readonly files: readonly StoredFile[] | undefined;
  /** The stream that came with the call. Throws where there is none, because reading it there is a bug. */
  readonly stream: Readable;
  call<N extends ActionName>(action: N, params: ActionParams<N>): Promise<ActionAnswer<N>>;
  /** Refuses with an error that the contract declares and with the extras that this error promises. Never returns. */
  fail(...refusal: Refusal<Code>): never;
  /** Notes a change for the audit, with its fact type (null for none); written with the transaction. */
  changed(fact: Change['fact'], ids: Change['ids'], before: Change['before'], after: Change['after']): void;
  /** Chooses the success status where the answer alone does not decide it. */
  setStatus(status: Status): void;
  /** Sets the cursor of the next page. */
  setNextCursor(cursor: string): void;
  /** Sends an event to all processes that follow it, after the commit and before the answer. */
  broadcast<N extends EventName>(name: N, content: BusEvents[N]): void;
  /** Runs the cleanup of this service right after the request instead of within the hour. */
  cleanUpSoon(): void;
  /** Sets the header `Location` to the path of the resource. */
  setLocation(path: string): void;
  /** Continues work after the answer: its events are sent when it ends, and a failure is logged. */
  continueAfterAnswer(work: Promise<unknown>): void;
  /**
   * Marks the answer as a repeat under the same write key. Needed only where the kit does not keep the answer
   * itself.
   */
  markReplayed(): void;
}
