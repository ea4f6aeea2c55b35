/** What a handler works with: Moleculer's context, narrowed to what the contracts allow. */
import type { Readable } from 'node:stream';
import type { Context } from 'moleculer';
import type { ErrorCode } from '../contract/errors.ts';
import type { StoredFile } from '../contract/files.ts';
import type { ActionAnswer, ActionName, ActionParams } from '../contract/index.ts';
import type { Change } from '../database/audit.ts';
import type { Db } from '../database/database.ts';
import type { Standing } from './access.ts';
import type { Headers, Meta, Viewer } from './viewer.ts';

/** As Moleculer hands it over, before the kit. */
export type RawContext = Context<Record<string, unknown>, Meta & Record<string, unknown>> & {
  readonly headers: Headers;
};
/** One request of an action: a call of its own, or one of those that share a call. */
export interface Request extends Pick<RawContext, 'params' | 'headers' | 'requestID' | 'call'> {
  readonly meta: Meta;
  readonly stream?: RawContext['stream'];
}

export interface Ctx<Params = unknown, Code extends ErrorCode = ErrorCode, Status extends number = number> {
  readonly params: Params;
  /** Who asks; reading it in an action without a viewer is a bug and throws. */
  readonly viewer: Viewer;
  /** Who asks where anyone may; undefined for whom nobody knows. */
  readonly visitor: Viewer | undefined;
  /** Where the request came from; empty for a call that came from no request. */
  readonly address: string;
  /** What the client calls this request, or the gateway; null for what came from no request. */
  readonly requestId: string | null;
  /** What the guard found in the path, and where the viewer stands there; only where `access` names a resource. */
  readonly place: Standing;
  /** This request's unit of work on the service's own schema; inside a write, its transaction. */
  readonly db: Db;
  readonly writeKey: string;
  /** Files that came with the request, stored and not yet claimed; undefined where it could not carry any. */
  readonly files: readonly StoredFile[] | undefined;
  /** What is streamed along with the call; reading it where nothing is, is a bug and throws. */
  readonly stream: Readable;
  call<N extends ActionName>(action: N, params: ActionParams<N>): Promise<ActionAnswer<N>>;
  /** Refuses with one of the errors this action's contract declares. */
  fail(code: Code, extras?: Record<string, unknown>): never;
  /** Notes a change for the audit; written with the transaction. */
  changed(ids: Change['ids'], before: Change['before'], after: Change['after']): void;
  /** Takes this success status where the answer alone does not tell which. */
  answers(status: Status): void;
  /** Has the chores of this service done as soon as this is over, not when their hour comes. */
  tidies(): void;
  /** Says that this answer was given before, under the same write key; only where the kit does not keep the answer. */
  replayed(): void;
}
