/**
 * Sessions of pages: the refresh token is in a cookie that scripts cannot read, and in no body. Browsers send it only
 * to `/auth` below `PUBLIC_URL`, and only from pages of this address; requests with it are JSON, which a form of
 * another site cannot send.
 */
import type { IncomingMessage } from 'node:http';
import { Failure, isFailure } from '../../../shared/base/failure.ts';
import { isLoopback } from '../../../shared/base/network.ts';
import { sessionCookie as concern } from '../../../shared/contract/concerns.ts';
import { refreshDays } from '../../../shared/contract/sessions.ts';
import { replyTo, type GatewayRequest, type Step } from '../request.ts';

const name = 'muster_refresh';
/** Seconds of a session's cookie. */
export const sessionSeconds = refreshDays * 86_400;

interface Opened {
  readonly refresh_token: string;
}

/** Reads the refresh token from the cookie, and sets the cookie instead of answering the token. */
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
      // Remove the cookie of a session that has ended.
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
    cookie.set(request, refresh_token, sessionSeconds);
    request.reply = { ...reply, data: session ? { ...more, session: rest } : rest };
  };
};

function tokenOf({ req, body }: GatewayRequest): string {
  if (body?.refresh_token !== undefined) throw givenTwice();
  const refresh_token = valueOf(req.headers.cookie);
  if (refresh_token === undefined) throw new Failure('UNAUTHENTICATED');
  return refresh_token;
}

/** The cookie of a public address, and whether a request comes from there. */
export function cookieAt(publicUrl: string) {
  const { origin, protocol, hostname, port, pathname } = new URL(publicUrl);
  // Browsers take no Secure cookie from a plain address, and a loopback one never leaves the machine.
  const isPlain = protocol === 'http:' && isLoopback(hostname);
  const root = pathname.replace(/\/$/, '');
  const secure = isPlain ? '' : '; Secure';
  const cookie = (value: string, seconds: number) =>
    `${name}=${value}; Max-Age=${seconds}; HttpOnly${secure}; SameSite=Strict; Path=${root}/auth`;
  return {
    root,
    secure,
    of: cookie,
    set: ({ head }: GatewayRequest, value: string, seconds: number) => {
      head['Set-Cookie'] = cookie(value, seconds);
    },
    isOurs: ({ headers: { origin: from, host = '' } }: IncomingMessage) => {
      if (from === undefined || from === origin) return true;
      // All names of a loopback address are one machine; another port is another site.
      const there = URL.parse(from);
      // A random port is read from the Host header.
      const own = port === '0' ? URL.parse(`http://${host}`)?.port : port;
      return (
        isPlain && there !== null && isLoopback(there.hostname) && there.protocol === protocol && there.port === own
      );
    },
  };
}

/** Undefined without a cookie; a cookie that we did not set is an unknown token. */
export function valueOf(cookies = '', named = name): string | undefined {
  const pairs = cookies.split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${named}=`));
  return found?.slice(named.length + 1).trim() || undefined;
}

const givenTwice = () =>
  new Failure('VALIDATION_FAILED', {
    errors: [{ field: 'refresh_token', code: 'ambiguous', message: 'Send refresh_token or cookie, not both.' }],
  });
