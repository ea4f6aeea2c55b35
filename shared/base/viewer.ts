import type { StoredFile } from '../contract/files.ts';
import type { DeviceKind } from '../contract/vocabulary.ts';
import type { Attachment } from '../contract/schema.ts';

/** A kiosk or a board: it may what endpoints let devices do, in its hackathon, and nothing that people may. */
export interface DeviceScope {
  readonly id: string;
  readonly kind: DeviceKind;
  readonly super_event_id: string;
  /** Null: all of the hackathon. */
  readonly point_ids: string[] | null;
}

/**
 * The person who asks. A key acts for one person in one organization; a session acts for one person in all of theirs.
 */
export interface Viewer {
  /** Of a device its own id: nobody has it, so whatever asks what this person is finds nothing. */
  readonly user_id: string;
  readonly device?: DeviceScope | undefined;
  readonly organization_id: string | null;
  readonly key_id: string | null;
  readonly session_id: string | null;
}

/** Null where a device asks, which acts for nobody. */
export const personOf = ({ user_id, device }: Viewer): string | null => (device ? null : user_id);

/** Returns the scope of write keys and nonces: the id of the key or of the session. */
export const actorOf = ({ key_id, session_id }: Viewer): string => key_id ?? session_id ?? '';

/** What is told about a file besides its content: name, type, size. */
export type FileHead = Omit<Attachment, 'content'>;

/** The complete content of `ctx.meta`. */
export interface Meta {
  readonly viewer?: Viewer;
  $statusCode?: number;
  $replayed?: boolean;
  /** The cursor of the next page. */
  $next?: string;
  /** The path of what the answer is about. */
  $location?: string;
  /** Describes the stream in the answer. */
  $file?: FileHead;
}

/**
 * Headers of a call: the deadline in milliseconds since 1970, the write key, and what else travels beside the
 * parameters.
 */
export interface Headers {
  /** The trace that the call is a part of (W3C Trace Context). */
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly deadline?: number;
  readonly write_key?: string;
  /** The client's IP address. */
  readonly address?: string;
  /** Uploaded files that wait to be claimed; undefined where the request cannot carry files. */
  readonly files?: readonly StoredFile[];
  /**
   * The id of the first call, where this one repeats it. A process that still works on the first call need not
   * start again.
   */
  readonly again?: string;
}
