/** Keeps a session: stores tokens and refreshes them. */
import type { Muster } from './generated/muster.ts';
import type { PageSession, Session } from './generated/shapes.ts';
import type { TokenProvider } from './options.ts';

/** Milliseconds before its end at which an access token is renewed. */
const early = 60_000;

/**
 * Provides the access token of a session: renews it before it runs out and when it was refused, once for concurrent
 * requests.
 * @param muster A client without a token of its own.
 * @param session What `muster.identity.signIn` answered. The refresh token of a page is in a cookie.
 * @param renewed Told the new session. A refresh token works once, so store the new one.
 */
export function keepSession(
  muster: Pick<Muster, 'identity'>,
  session: Session | PageSession,
  renewed: (session: Session | PageSession) => unknown = () => undefined,
): TokenProvider {
  let current = session;
  let since = Date.now();
  let renewing: Promise<void> | undefined;
  const renew = async () => {
    const shown = 'refresh_token' in current ? { refresh_token: current.refresh_token } : { cookie: true };
    current = await muster.identity.refresh(shown);
    since = Date.now();
    await renewed(current);
  };
  return async (refused) => {
    const isOver = Date.now() > since + current.expires_in * 1_000 - early;
    if (isOver || refused === current.access_token || renewing) {
      renewing ??= renew().finally(() => (renewing = undefined));
      await renewing;
    }
    return current.access_token;
  };
}
