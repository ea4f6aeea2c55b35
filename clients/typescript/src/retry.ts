/** Decides whether a request is sent again, and after which delay. */
import type { MusterError } from './errors.ts';
import { RefusedError, UnexpectedAnswerError, UnreachableError } from './errors.ts';

/** Too many requests, and what gateways and proxies answer while nobody behind them can. */
const passing: readonly number[] = [429, 502, 503, 504];

/** Tells whether the same request may be answered otherwise in a while. */
export function isPassing(error: unknown): error is MusterError {
  if (error instanceof UnreachableError) return true;
  const isAnswer = error instanceof RefusedError || error instanceof UnexpectedAnswerError;
  if (!isAnswer) return false;
  const isRunning = error instanceof RefusedError && error.code === 'IDEMPOTENCY_IN_PROGRESS';
  return isRunning || passing.includes(error.status);
}

/** Milliseconds: before the first repeat at most, and before any where the service does not say. */
const [first, longest] = [250, 8_000];

/**
 * Returns the milliseconds to wait: what the service says and a bit, so that not all come back at once; otherwise longer each
 * time.
 * @param repeat Counts from 1.
 */
export function waitBefore(repeat: number, error: MusterError): number {
  const { retryAfter } = error as { retryAfter?: number };
  if (retryAfter !== undefined) return retryAfter * 1_000 + Math.random() * first;
  return Math.min(longest, first * 2 ** (repeat - 1)) * (0.5 + Math.random() / 2);
}

/** Reads `Retry-After`, in seconds or as a date; undefined where there is none. */
export function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Waits; rejects with the reason of the signal when it is aborted. */
export const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const leave = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', leave, { once: true });
  });
