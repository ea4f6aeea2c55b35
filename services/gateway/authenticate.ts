/** Turns an X-Api-Key or an access token into a viewer. */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { parseKey } from '../../shared/base/api-key.ts';
import { Failure } from '../../shared/base/failure.ts';
import { parseBearer } from '../../shared/base/session-token.ts';
import type { Viewer } from '../../shared/base/viewer.ts';
import { provenForMs, viewersAtMost } from './limits.ts';
import { ViewerCache, type LookUp } from './viewer-cache.ts';
import type { Viewers } from './viewers.ts';

export interface Authenticator {
  /** Reads the credentials of a request without a look-up; undefined if there is nothing that could be valid. */
  readonly recognize: (req: IncomingMessage) => Credential | undefined;
  /**
   * Returns the viewer.
   * @throws {Failure} `UNAUTHENTICATED`, or `UNAVAILABLE` when identity has not answered by the deadline
   *   (milliseconds since 1970).
   */
  readonly authenticate: (req: IncomingMessage, shown: Credential | undefined, deadline: number) => Promise<Viewer>;
  /** Removes the key or session with this id from the cache, or all of the person with this id. */
  readonly forget: (id: string) => void;
  /** Shortens the life of cached entries, because events may have been lost. */
  readonly doubt: () => void;
}
export interface Credential {
  /** Its key in the cache. */
  readonly name: string;
  readonly lookUp: LookUp;
  /** It was valid within the last hour. */
  readonly isKnown: boolean;
}

/** Authenticates by the identity service, with a cache. */
export function authenticator({ ofKey, ofSession }: Viewers): Authenticator {
  const viewers = new ViewerCache();
  const proven = new LRUCache<string, true>({ max: viewersAtMost, ttl: provenForMs });
  const shownAs = (name: string, lookUp: LookUp): Credential => ({ name, lookUp, isKnown: proven.has(name) });
  return {
    recognize({ headers: { 'x-api-key': text, authorization } }) {
      if (isBearer(authorization)) {
        const hash = parseBearer(authorization);
        return hash ? shownAs(`session ${hash}`, () => ofSession(hash)) : undefined;
      }
      const key = typeof text === 'string' ? parseKey(text) : undefined;
      return key && shownAs(`key ${key.secret_hash}`, () => ofKey(key));
    },
    async authenticate({ headers }, shown, deadline) {
      if (headers['x-api-key'] !== undefined && isBearer(headers.authorization)) throw bothGiven();
      const viewer = shown && (await viewers.find(shown.name, shown.lookUp, deadline));
      if (viewer && !shown.isKnown) proven.set(shown.name, true);
      else if (shown && !viewer) proven.delete(shown.name);
      if (!viewer) throw new Failure('UNAUTHENTICATED');
      return viewer;
    },
    forget: (id) => viewers.forget(id),
    doubt: () => viewers.doubt(),
  };
}

/** Credentials of another scheme are for a proxy in front and ignored here. */
const isBearer = (authorization: string | undefined): authorization is string =>
  authorization !== undefined && /^bearer(?: |$)/i.test(authorization);

const bothGiven = () =>
  new Failure('VALIDATION_FAILED', {
    errors: [{ field: 'X-Api-Key', code: 'ambiguous', message: 'Send X-Api-Key or a Bearer token, not both.' }],
  });
