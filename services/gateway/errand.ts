/** A request on its way to its action, and what comes back. */
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { StoredFile } from '../../shared/contract/files.ts';
import type { FileHead, Headers, Viewer } from '../../shared/broker/viewer.ts';

export interface Errand {
  readonly action: string;
  readonly endpoint: Pick<Endpoint, 'deadline' | 'gathered' | 'takesTurns'>;
  readonly params: Record<string, unknown>;
  readonly viewer: Viewer | undefined;
  readonly writeKey: string;
  readonly clientChoseKey: boolean;
  /** What the logs of all services know the request by. */
  readonly requestId?: string;
  /** Milliseconds of the deadline that were used up before, by finding out whose request it is. */
  readonly waited?: number;
  /** Where the request came from; left out where it came from nobody. */
  readonly address?: string;
  /** Files that came with the request; undefined where it could not carry any. */
  readonly files?: readonly StoredFile[] | undefined;
}
export interface Reply {
  readonly data: unknown;
  readonly status: number;
  readonly replayed: boolean;
  /** What a stream in `data` is. */
  readonly file?: FileHead | undefined;
  /** Who answered: whoever streams something has to send all of it to one process. */
  readonly node: string | undefined;
}

/** Milliseconds for one try over the bus. */
export const perTry = 1_000;

export const headersOf = ({ writeKey, address, files }: Errand, deadline: number): Headers => ({
  deadline,
  write_key: writeKey,
  ...(address && { address }),
  ...(files && { files }),
});
