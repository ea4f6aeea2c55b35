import { setTimeout as pause } from 'node:timers/promises';

/** The result of a check: all is well, or what to do. */
export interface Finding {
  readonly state: 'ok' | 'warning' | 'problem';
  readonly message: string;
  readonly next?: string;
}

/** All is well. */
export const ok = (message: string): Finding => ({ state: 'ok', message });
/** Something an operator should know, with what to do. */
export const warning = (message: string, next: string): Finding => ({ state: 'warning', message, next });
/** Something that must be corrected, with what to do. */
export const problem = (message: string, next: string): Finding => ({ state: 'problem', message, next });

/** Returns the message of an error; one that combines several has none, so theirs are joined. */
export function messageOf(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: Error[] };
  return (message || errors?.map((one) => one.message).join(', ') || code || String(error)).replace(/\.$/, '');
}

/** Returns the result of the work, or rejects when it takes longer. */
export async function withTimeout<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  const over = new AbortController();
  const late = pause(timeoutMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`no answer within ${timeoutMs / 1_000} seconds`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    over.abort();
  }
}
