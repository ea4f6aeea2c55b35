/**
 * Sessions of pages: the refresh token travels in a cookie that no script reads, and stands in no body. It is sent to
 * `/auth` below `PUBLIC_URL` alone, and by pages of this address alone; what it allows is asked for in JSON, which no form of
 * another site sends.
 */
import type { IncomingMessage } from 'node:http';
import { Failure, isFailure } from '../../../shared/base/failure.ts';
import { sessionCookie as concern } from '../../../shared/contract/concerns.ts';
import { refreshDays } from '../../../shared/contract/sessions.ts';
import { replyTo, type Request, type Step } from '../request.ts';

const name = 'muster_refresh';
const secondsOfDay = 86_400;

interface Opened {
  readonly refresh_token: string;
}

/** Reads the refresh token from the cookie, and tells the browser what to keep instead of answering it. */
export const sessionCookie: Step = (endpoint, { publicUrl }) => {
  const { does } = concern.of(endpoint) ?? {};
  if (!does) return undefined;
  const cookie = cookieAt(publicUrl);
  return async (request, next) => {
    const isMeant = request.body?.cookie === true;
    if (isMeant) {
      if (!cookie.isOurs(request.req)) throw new Failure('PERMISSION_DENIED');
      if (does === 'renews') request.body = { ...request.body, refresh_token: tokenOf(request) };
    }
    try {
      await next(request);
    } catch (error) {
      // A session that is over needs no cookie any more.
      if (isMeant && does === 'renews' && isFailure(error, 'UNAUTHENTICATED')) cookie.set(request, '', 0);
      throw error;
    }
    if (does === 'ends') {
      if (valueOf(request.req.headers.cookie) !== undefined) cookie.set(request, '', 0);
      return;
    }
    if (!isMeant) return;
    const reply = replyTo(request);
    // Some endpoints answer more than the session they open.
    const { session, ...more } = reply.data as { readonly session?: Opened };
    const { refresh_token, ...rest } = session ?? (reply.data as Opened);
    cookie.set(request, refresh_token, refreshDays * secondsOfDay);
    request.reply = { ...reply, data: session ? { ...more, session: rest } : rest };
  };
};

function tokenOf({ req, body }: Request): string {
  if (body?.refresh_token !== undefined) throw givenTwice();
  const refresh_token = valueOf(req.headers.cookie);
  if (refresh_token === undefined) throw new Failure('UNAUTHENTICATED');
  return refresh_token;
}

/** The cookie of a public address, and whether a request comes from there. */
function cookieAt(publicUrl: string) {
  const { origin, protocol, hostname, port, pathname } = new URL(publicUrl);
  // Browsers take no Secure cookie from a plain address, and a loopback one never leaves the machine.
  const isPlain = protocol === 'http:' && isLoopback(hostname);
  const attributes = `HttpOnly${isPlain ? '' : '; Secure'}; SameSite=Strict; Path=${pathname.replace(/\/$/, '')}/auth`;
  return {
    set: ({ head }: Request, value: string, seconds: number) => {
      head['Set-Cookie'] = `${name}=${value}; Max-Age=${seconds}; ${attributes}`;
    },
    isOurs: ({ headers: { origin: from, host = '' } }: IncomingMessage) => {
      if (from === undefined || from === origin) return true;
      // The names of a loopback address are one machine; another port of it is somebody else.
      const there = URL.parse(from);
      // A port that is taken as it comes is known by what was asked.
      const own = port === '0' ? URL.parse(`http://${host}`)?.port : port;
      return (
        isPlain && there !== null && isLoopback(there.hostname) && there.protocol === protocol && there.port === own
      );
    },
  };
}

const isLoopback = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host);

/** Undefined where there is none; another one than we set is a token that nobody has. */
function valueOf(cookies = ''): string | undefined {
  const [, value] = new RegExp(`(?:^|;)\\s*${name}=([^;]*)`).exec(cookies) ?? [];
  return value?.trim() || undefined;
}

const givenTwice = () =>
  new Failure('VALIDATION_FAILED', {
    errors: [{ field: 'refresh_token', code: 'ambiguous', message: 'Send refresh_token or cookie, not both.' }],
  });
