/** Asks an installation over HTTP, as any other program does. */
import { CommandFailure } from '../output.ts';

export interface Api {
  readonly url: string;
  readonly key: string;
}
interface Asked {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: unknown;
}

interface Answer {
  readonly code?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly errors?: readonly { readonly message: string }[];
}

export class Refused extends CommandFailure {
  readonly status: number;
  readonly code: string;

  constructor(path: string, status: number, { code = '', message = '', reason = message, errors }: Answer) {
    super(`${path} was answered ${status} ${code}: ${errors?.[0]?.message ?? reason}`, nextFor(code));
    this.status = status;
    this.code = code;
  }
}

const nextFor = (code: string) =>
  /UNAUTHENTICATED|PERMISSION_DENIED|FILE_NOT_PERMITTED/.test(code)
    ? 'Use a key of an owner or admin of an organization that may make hackathons.'
    : 'Look at the log of the installation, then try again.';

/** Milliseconds: an event file of thousands of people takes a while. */
const patience = 65_000;

/** Returns `data` of the answer. */
export async function ask<T>({ url, key }: Api, path: string, { method = 'GET', body }: Asked = {}): Promise<T> {
  const headers = { 'X-Api-Key': key, ...(body !== undefined && { 'Content-Type': 'application/json' }) };
  const response = await fetch(url + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patience),
  }).catch((error: Error & { cause?: { code?: string } }) => {
    const sentence = `${url} was not reached: ${error.cause?.code ?? error.message}.`;
    throw new CommandFailure(sentence, 'Start the service, or name its address with --url.');
  });
  const answer = (await response.json().catch(() => ({}))) as Answer & { data?: T };
  if (!response.ok) throw new Refused(`${method} ${path}`, response.status, answer);
  return answer.data as T;
}
