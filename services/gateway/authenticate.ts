/**
 * X-Api-Key or a session's access token -> viewer. Whose it is, is remembered for a few seconds: that bounds how long a
 * revoked key or an ended session still works.
 */
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { parseKey } from '../../shared/broker/api-key.ts';
import { Failure } from '../../shared/broker/failure.ts';
import { parseBearer } from '../../shared/broker/session-token.ts';
import type { Viewer } from '../../shared/broker/viewer.ts';
import type { Viewers } from './viewers.ts';

/** Milliseconds a known key or session is remembered; its end takes effect within them. */
const memory = 9_000;
const memoryOfNobody = 2_000;

export type Authenticate = (req: IncomingMessage) => Promise<Viewer>;
type Lookup = () => Promise<Viewer | null>;

export function authenticator({ ofKey, ofSession }: Viewers): Authenticate {
  // Requests that arrive while a key is being looked up share the one answer.
  const viewers = new LRUCache<string, { viewer: Viewer | null }, Lookup>({
    max: 10_000,
    ttl: memory,
    fetchMethod: async (_hash, _stale, { context: lookUp, options }) => {
      const viewer = await lookUp();
      if (!viewer) options.ttl = memoryOfNobody;
      return { viewer };
    },
  });
  const known = (name: string, lookUp: Lookup) => viewers.get(name) ?? viewers.fetch(name, { context: lookUp });
  const find = ({ 'x-api-key': text, authorization }: IncomingMessage['headers']) => {
    if (authorization !== undefined) {
      const hash = parseBearer(authorization);
      return hash && known(`session ${hash}`, () => ofSession(hash));
    }
    const key = typeof text === 'string' ? parseKey(text) : undefined;
    return key && known(`key ${key.secret_hash}`, () => ofKey(key));
  };
  return async ({ headers }) => {
    if (headers['x-api-key'] !== undefined && headers.authorization !== undefined) throw bothGiven();
    const found = await find(headers);
    if (!found || !found.viewer) throw new Failure('UNAUTHENTICATED');
    return found.viewer;
  };
}

const bothGiven = () =>
  new Failure('VALIDATION_FAILED', {
    errors: [{ field: 'X-Api-Key', code: 'ambiguous', message: 'Send X-Api-Key or Authorization, not both.' }],
  });
