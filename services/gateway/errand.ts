/** A request on its way to its action, and the reply. */
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { Failure } from '../../shared/base/failure.ts';
import type { StoredFile } from '../../shared/contract/files.ts';
import type { FileHead, Headers, Viewer } from '../../shared/base/viewer.ts';

export interface Errand {
  readonly action: string;
  readonly endpoint: Partial<
    Pick<Endpoint, 'deadline' | 'gathered' | 'takesTurns' | 'whole' | 'answer' | 'unit' | 'responses'>
  >;
  /** Called when the request has to wait for something that is away and thus needs no capacity. */
  readonly stepAside?: () => void;
  readonly params: Record<string, unknown>;
  readonly viewer: Viewer | undefined;
  readonly writeKey: string;
  readonly clientChoseKey: boolean;
  /** The id of the request in all logs. */
  readonly requestId?: string;
  /** Milliseconds of the deadline that authentication has already used. */
  readonly waited?: number;
  /** The client's IP address; left out for a call that no request caused. */
  readonly address?: string;
  /** Uploaded files; undefined where the request cannot carry any. */
  readonly files?: readonly StoredFile[] | undefined;
}
export interface Reply {
  readonly data: unknown;
  readonly status: number;
  readonly replayed: boolean;
  /** The cursor of the next page of the list in `data`. */
  readonly next?: string | undefined;
  /** The path of what `data` is about. */
  readonly location?: string | undefined;
  /** Describes the stream in `data`. */
  readonly file?: FileHead | undefined;
  /** The node that answered. All chunks of a stream must go to one node. */
  readonly node: string | undefined;
}

/** The refusal where nobody runs what is asked for, or the bus is away, for longer than a request waits. */
export class Absent extends Failure {
  constructor() {
    super('UNAVAILABLE');
  }
}

/** Milliseconds from the arrival of a request to its last attempt. */
const patience = 8_000;
/** Returns the milliseconds from arrival to last attempt. */
export const patienceFor = ({ deadline = patience }: Pick<Endpoint, 'deadline'>): number => deadline;

/**
 * Returns the headers of a call.
 * @param again The id of the first call, for a repeat.
 */
export const headersOf = ({ writeKey, address, files }: Errand, deadline: number, again?: string): Headers => ({
  deadline,
  write_key: writeKey,
  ...(address && { address }),
  ...(files && { files }),
  ...(again && { again }),
});
