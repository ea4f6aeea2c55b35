/**
 * Signing in by others: leads browsers to an issuer and back. A cookie names the browser that began, so that nobody can
 * have another browser end it. Browsers send it along when the issuer leads back, unlike that of the session.
 */
import type { IncomingMessage } from 'node:http';
import { elsewhere as concern, sessionCookie } from '../../../shared/contract/concerns.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { signInMinutes } from '../../../shared/contract/sign-in-by.ts';
import type { ActionCall } from '../call.ts';
import { replyTo, type Step } from '../request.ts';
import { cookieAt, sessionSeconds, valueOf } from './session-cookie.ts';

const name = 'muster_browser';
/** Tells scripts of our pages for a minute that there is a session to take up. */
const hint = 'muster_signed_in=1; Max-Age=60';

interface Led {
  readonly location: string;
  readonly browser?: string;
  readonly refresh_token?: string;
}

/** Leads the browser where the action says, with the cookies that it needs there. */
export const sendElsewhere: Step = (endpoint, { publicUrl }) => {
  if (!concern.of(endpoint)?.answer) return undefined;
  const cookie = cookieAt(publicUrl);
  return async (request, next) => {
    await next(request);
    const { location, browser, refresh_token } = replyTo(request).data as Led;
    const { res, head } = request;
    const cookies: string[] = [];
    if (browser !== undefined) {
      const kept = `Max-Age=${signInMinutes * 60}; HttpOnly${cookie.secure}; SameSite=Lax; Path=${cookie.root}/auth/by`;
      cookies.push(`${name}=${browser}; ${kept}`);
    }
    if (refresh_token !== undefined) {
      cookies.push(cookie.of(refresh_token, sessionSeconds));
      cookies.push(`${hint}${cookie.secure}; SameSite=Strict; Path=${cookie.root}/`);
    }
    // Neither codes nor states leave in a referrer or stay in a cache.
    const unseen = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };
    res.writeHead(302, { ...head, ...unseen, 'Set-Cookie': cookies, Location: location });
    res.end();
  };
};

/** Characters of a `User-Agent` that are read; browsers send about 150. */
const longestAgent = 300;
const browserForm = /^[\w-]{43}$/;

/** Returns the function that reads what an endpoint needs to know of the client's program; undefined if nothing. */
export function clientReader(
  endpoint: Endpoint,
): ((req: IncomingMessage) => Pick<ActionCall, 'agent' | 'browser'>) | undefined {
  const flow = concern.of(endpoint);
  if (!flow && sessionCookie.of(endpoint)?.does !== 'opens') return undefined;
  return ({ headers }) => {
    const browser = flow && valueOf(headers.cookie, name);
    return {
      agent: headers['user-agent']?.slice(0, longestAgent),
      ...(browser !== undefined && browserForm.test(browser) && { browser }),
    };
  };
}
