/** Asks an installation over HTTP, as any other program does. */
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

/** The load test cannot be made there. */
export class CannotTest extends Error {
  /** A sentence that says what to do now. */
  readonly next: string;

  constructor(message: string, next: string) {
    super(message);
    this.next = next;
  }
}

export class Refused extends CannotTest {
  readonly status: number;

  constructor(path: string, status: number, { code = '', message = '', reason = message, errors, refused }: Answer) {
    const why = errors?.[0]?.message ?? refused?.[0]?.reason ?? reason;
    super(`${path} was answered ${status} ${code}: ${why}`, nextFor(code));
    this.status = status;
  }
}

function nextFor(code: string): string {
  if (code === 'INVALID_CREDENTIALS') return 'Look at --user and MUSTER_PASSWORD.';
  return /UNAUTHENTICATED|PERMISSION_DENIED|FILE_NOT_PERMITTED/.test(code)
    ? 'Sign in as an owner or admin of an organization that may make hackathons. Where payment is required, run it where the database is, without --user.'
    : 'Look at the log of the installation, then try again.';
}

/** An event file of thousands of people takes a while. */
const timeoutMs = 65_000;

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
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error & { cause?: { code?: string } }) => {
    const sentence = `${url} was not reached: ${error.cause?.code ?? error.message}.`;
    throw new CannotTest(sentence, 'Start the service, or name its address with --url.');
  });
  const answer = (await response.json().catch(() => ({}))) as Answer & { data?: T };
  if (!response.ok) throw new Refused(`${method} ${path}`, response.status, answer);
  return answer.data as T;
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  /** Seconds. */
  readonly expires_in: number;
}
interface Session {
  readonly api: Api;
  readonly end: () => Promise<void>;
}

/**
 * Signs a person in; the session is renewed as long as it is used. It is for one request at a time: each may renew it.
 * @param now Milliseconds.
 */
export async function signIn(
  url: string,
  credentials: { readonly email: string; readonly password: string },
  now: () => number = Date.now,
): Promise<Session> {
  const anybody: Api = { url, headers: () => Promise.resolve({}) };
  const open = async (path: string, body: object) => {
    const tokens = await ask<Tokens>(anybody, path, { method: 'POST', body });
    return { ...tokens, renewedAtMs: now() + (tokens.expires_in * 1_000) / 2 };
  };
  let session = await open('/auth/signin', credentials);
  const headers = async () => {
    if (now() >= session.renewedAtMs) session = await open('/auth/refresh', { refresh_token: session.refresh_token });
    return { Authorization: `Bearer ${session.access_token}` };
  };
  const api = { url, headers };
  return { api, end: async () => void (await ask(api, '/auth/signout', { method: 'POST', body: {} })) };
}
