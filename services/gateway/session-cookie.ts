/**
 * Sessions of pages: the refresh token travels in a cookie that no script reads, and stands in no body. It is sent to
 * `/auth` below `PUBLIC_URL` alone, and by pages of this address alone; what it allows is asked for in JSON, which no form of
 * another site sends.
 */
import { Failure } from '../../shared/base/failure.ts';
import { refreshDays } from '../../shared/contract/sessions.ts';
import type { Body } from './read-body.ts';
import type { Visit } from './visit.ts';

const name = 'muster_refresh';
const day = 86_400;

export interface SessionCookie {
  /** The body with what the cookie says of it. Refuses another site's page, and who has no session. */
  readonly read: (visit: Visit, body: Body) => Body;
  /** What is left to answer once the browser was told what to keep. */
  readonly keep: (visit: Visit, body: Body, data: unknown) => unknown;
  /** A session that is over needs no cookie any more. */
  readonly refused: (visit: Visit, body: Body, error: unknown) => void;
}

interface Opened {
  readonly refresh_token: string;
}

export function sessionCookieAt(publicUrl: string): SessionCookie {
  const { origin, protocol, hostname, port, pathname } = new URL(publicUrl);
  // Browsers take no Secure cookie from a plain address, and a loopback one never leaves the machine.
  const isPlain = protocol === 'http:' && isLoopback(hostname);
  const attributes = `HttpOnly${isPlain ? '' : '; Secure'}; SameSite=Strict; Path=${pathname.replace(/\/$/, '')}/auth`;
  const set = ({ head }: Visit, value: string, seconds: number) => {
    head['Set-Cookie'] = `${name}=${value}; Max-Age=${seconds}; ${attributes}`;
  };
  // The names of a loopback address are one machine; another port of it is somebody else.
  const isOurs = (from: string, asked = '') => {
    const there = URL.parse(from);
    const isSameMachine = isPlain && there !== null && isLoopback(there.hostname);
    // A port that is taken as it comes is known by what was asked.
    const own = port === '0' ? URL.parse(`http://${asked}`)?.port : port;
    return from === origin || (isSameMachine && there.protocol === protocol && there.port === own);
  };
  const isMeant = ({ route }: Visit, body: Body) => route.endpoint.cookie !== undefined && body.cookie === true;
  return {
    read(visit, body) {
      if (!isMeant(visit, body)) return body;
      const from = visit.req.headers.origin;
      if (from !== undefined && !isOurs(from, visit.req.headers.host)) throw new Failure('PERMISSION_DENIED');
      if (visit.route.endpoint.cookie !== 'renews') return body;
      if (body.refresh_token !== undefined) throw givenTwice();
      const refresh_token = valueOf(visit.req.headers.cookie);
      if (refresh_token === undefined) throw new Failure('UNAUTHENTICATED');
      return { ...body, refresh_token };
    },
    keep(visit, body, data) {
      if (visit.route.endpoint.cookie === 'ends' && valueOf(visit.req.headers.cookie) !== undefined) set(visit, '', 0);
      if (!isMeant(visit, body)) return data;
      const kept = ({ refresh_token, ...rest }: Opened) => {
        set(visit, refresh_token, refreshDays * day);
        return rest;
      };
      // Some endpoints answer more than the session they open.
      const { session, ...more } = data as { readonly session?: Opened };
      return session ? { ...more, session: kept(session) } : kept(data as Opened);
    },
    refused(visit, body, error) {
      const isOver = (error as { type?: string }).type === 'UNAUTHENTICATED';
      if (isOver && visit.route.endpoint.cookie === 'renews' && isMeant(visit, body)) set(visit, '', 0);
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
