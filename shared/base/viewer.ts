import type { StoredFile } from '../contract/files.ts';
import type { DeviceKind } from '../contract/vocabulary.ts';
import type { Attachment } from '../contract/schema.ts';

/** A kiosk or a board. It may use the endpoints that admit devices, within its hackathon, and no others. */
export interface DeviceScope {
  readonly id: string;
  readonly kind: DeviceKind;
  readonly super_event_id: string;
  /** Null: all points of the hackathon. */
  readonly point_ids: string[] | null;
  readonly may_search: boolean;
  readonly sees_answers: boolean;
  readonly prints: boolean;
}

/**
 * The person who asks. A key acts for one person in one organization; a session acts for one person in all of theirs.
 */
export interface Viewer {
  /** For a device, its own id. No person has that id, so queries for the person find nothing. */
  readonly user_id: string;
  readonly device?: DeviceScope | undefined;
  readonly organization_id: string | null;
  readonly key_id: string | null;
  readonly session_id: string | null;
  /** The session was shown a second factor. A key needs none. */
  readonly second_factor?: boolean;
}

/** Returns the person; null for a device, which acts for nobody. */
export const personOf = ({ user_id, device }: Viewer): string | null => (device ? null : user_id);

/** Tells whether the viewer is a session that was shown no second factor. */
export const isWeak = ({ session_id, second_factor = false }: Pick<Viewer, 'session_id' | 'second_factor'>): boolean =>
  session_id !== null && !second_factor;

/** Returns the scope of write keys and nonces: the id of the key or of the session. */
export const actorOf = ({ key_id, session_id }: Viewer): string => key_id ?? session_id ?? '';

/** The metadata of a file: name, type, size. */
export type FileHead = Omit<Attachment, 'content'>;

/** The complete content of `ctx.meta`. */
export interface Meta {
  readonly viewer?: Viewer;
  $statusCode?: number;
  $replayed?: boolean;
  /** The cursor of the next page. */
  $next?: string;
  /** The path of the resource that the answer is about. */
  $location?: string;
  /** Describes the stream in the answer. */
  $file?: FileHead;
  /** The organization of a file or a zip: the gateway counts by it what is under way, and tells no client. */
  $organization_id?: string;
}

/**
 * Headers of a call: the deadline in milliseconds since 1970, the write key, and other values beside the parameters.
 */
export interface Headers {
  /** The trace that the call is a part of (W3C Trace Context). */
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly deadline?: number;
  readonly write_key?: string;
  /** The client's IP address. */
  readonly address?: string;
  /** The client's program, as its `User-Agent` says, where a session may be opened for it. */
  readonly agent?: string;
  /** The secret that names the client's browser, where it signs in by others. */
  readonly browser?: string;
  /** Uploaded files that are not claimed yet; undefined where the request cannot carry files. */
  readonly files?: readonly StoredFile[];
  /**
   * The id of the first call, if this call repeats it. A process that still works on the first call does not start
   * again.
   */
  readonly again?: string;
}
