/** What pages make of a request that failed. */
import {
  RefusedError,
  UnexpectedAnswerError,
  UnreachableError,
  type MusterError,
} from '../../clients/typescript/src/index.ts';

/** Whether nobody answered. */
export const isOffline = (error: MusterError | undefined): boolean => error instanceof UnreachableError;

/** The status of the answer; 0 where there was none. */
export const statusOf = (error: unknown): number =>
  error instanceof RefusedError || error instanceof UnexpectedAnswerError ? error.status : 0;

/** Whether the same may be answered otherwise in a while: nobody answered, or somebody who cannot decide. */
export const isPassing = (error: MusterError): boolean =>
  !(error instanceof RefusedError) || error.status >= 500 || error.status === 429 || error.status === 408;

/** Milliseconds after which to come again; 0 where the service does not say. */
export const waitOf = (error: MusterError): number =>
  1_000 * (error instanceof RefusedError || error instanceof UnexpectedAnswerError ? (error.retryAfter ?? 0) : 0);

/** What to tell people. */
export function inWords(error: MusterError): string {
  if (isOffline(error)) return 'The service cannot be reached. Check the network.';
  return error instanceof RefusedError ? error.message : 'The service does not answer as it should.';
}
