/** Asks an installation over HTTP, as any other program does. */
import { CommandFailure } from '../output.ts';

export interface Api {
  readonly url: string;
  /** Those that say as whom it is asked. */
  readonly headers: () => Promise<Readonly<Record<string, string>>>;
}
interface Asked {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: unknown;
}

interface Answer {
  readonly code?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly refused?: readonly { readonly reason: string }[];
  readonly errors?: readonly { readonly message: string }[];
}

export class Refused extends CommandFailure {
  readonly status: number;
  readonly code: string;

  constructor(path: string, status: number, { code = '', message = '', reason = message, errors, refused }: Answer) {
    const why = errors?.[0]?.message ?? refused?.[0]?.reason ?? reason;
    super(`${path} was answered ${status} ${code}: ${why}`, nextFor(code));
    this.status = status;
    this.code = code;
  }
}

function nextFor(code: string): string {
  if (code === 'INVALID_CREDENTIALS') return 'Look at --user and MUSTER_PASSWORD.';
  return /UNAUTHENTICATED|PERMISSION_DENIED|FILE_NOT_PERMITTED/.test(code)
    ? 'Sign in as an owner or admin of an organization that may make hackathons. Where payment is required, run it where the database is, without --user.'
    : 'Look at the log of the installation, then try again.';
}

/** Milliseconds: an event file of thousands of people takes a while. */
const patience = 65_000;

/** Returns `data` of the answer. */
export async function ask<T>(
  { url, headers: own }: Api,
  path: string,
  { method = 'GET', body }: Asked = {},
): Promise<T> {
  const headers = { ...(await own()), ...(body !== undefined && { 'Content-Type': 'application/json' }) };
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
