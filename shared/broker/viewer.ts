import type { StoredFile } from '../contract/files.ts';
import type { Attachment } from '../contract/schema.ts';

/** Who asks. A key acts for one person in one organization; a session is one person in all of theirs. */
export interface Viewer {
  readonly user_id: string;
  readonly organization_id: string | null;
  readonly key_id: string | null;
  readonly session_id: string | null;
}

/** What repeated writes and nonces are counted by: the key, or the session family. */
export const actorOf = ({ key_id, session_id }: Viewer): string => key_id ?? session_id ?? '';

export type FileHead = Omit<Attachment, 'content'>;

/** `ctx.meta` carries this and nothing else. */
export interface Meta {
  readonly viewer?: Viewer;
  $statusCode?: number;
  $replayed?: boolean;
  /** What the stream in the answer is. */
  $file?: FileHead;
}

/** What travels beside a call: `deadline` in milliseconds since 1970, the write key, and whether the client chose it. */
export interface Headers {
  readonly deadline?: number;
  readonly write_key?: string;
  /** Where the request came from. */
  readonly address?: string;
  /** Files that came with the request and wait to be claimed; undefined where it could not carry any. */
  readonly files?: readonly StoredFile[];
}
