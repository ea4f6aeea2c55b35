/** The call of an action for a request, and its reply. */
import { Failure } from '../../shared/base/failure.ts';
import { requestTimeoutMs } from '../../shared/base/limits.ts';
import { deadline, gathered, job, queued, wholeList } from '../../shared/contract/concerns.ts';
import { answerOf } from '../../shared/contract/standard-concerns.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { StoredFile } from '../../shared/contract/files.ts';
import type { EncodedBody } from './concerns/etag.ts';
import type { FileHead, Headers, Viewer } from '../../shared/base/viewer.ts';

/** How an action is called, by its contract. */
export type CallTraits = Partial<ReturnType<typeof traitsOf>>;
export const traitsOf = (endpoint: Pick<Endpoint, 'with' | 'unit' | 'responses'>) => ({
  deadline: deadline.of(endpoint)?.ms ?? job.of(endpoint)?.ms,
  gathered: gathered.of(endpoint) !== undefined,
  takesTurns: queued.of(endpoint) !== undefined,
  whole: wholeList.of(endpoint) !== undefined,
  answer: answerOf(endpoint),
  unit: endpoint.unit,
  responses: endpoint.responses,
});

export interface ActionCall {
  readonly action: string;
  readonly endpoint: CallTraits;
  /** Called when the request waits for something unreachable and so needs no capacity. */
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
  /** The client's `User-Agent`, where a session may be opened for it. */
  readonly agent?: string | undefined;
  /** The secret that names the client's browser, where it signs in by others. */
  readonly browser?: string | undefined;
  /** Uploaded files; undefined where the request cannot carry any. */
  readonly files?: readonly StoredFile[] | undefined;
}
export interface Reply {
  readonly data: unknown;
  /** The same as ready bytes, if it is cached. */
  readonly ready?: EncodedBody;
  readonly status: number;
  readonly replayed: boolean;
  /** The cursor of the next page of the list in `data`. */
  readonly next?: string | undefined;
  /** The path of the resource in `data`. */
  readonly location?: string | undefined;
  /** Describes the stream in `data`. */
  readonly file?: FileHead | undefined;
  /** The organization of what is sent as a file or a zip. */
  readonly organization_id?: string | undefined;
  /** The node that answered. All chunks of a stream must go to one node. */
  readonly node: string | undefined;
}

/** The refusal if the service or the bus has been unreachable for longer than a request waits. */
export class ServiceUnreachable extends Failure {
  constructor() {
    super('UNAVAILABLE');
  }
}

/** Returns the milliseconds from the arrival of a request to its last attempt. */
export const timeoutMsOf = ({ deadline: timeoutMs = requestTimeoutMs }: CallTraits): number => timeoutMs;

/**
 * Returns the headers of a call.
 * @param again The id of the first call, for a repeat.
 */
export const headersOf = (
  { writeKey, address, agent, browser, files }: ActionCall,
  deadline: number,
  again?: string,
): Headers => ({
  deadline,
  write_key: writeKey,
  ...(address && { address }),
  ...(agent && { agent }),
  ...(browser && { browser }),
  ...(files && { files }),
  ...(again && { again }),
});
