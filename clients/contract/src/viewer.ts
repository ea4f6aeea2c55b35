/** The viewer a service acts for: the holder of an API key. */
import type { ServiceBroker } from 'moleculer';
import type { Viewer } from '../../../shared/base/viewer.ts';
import { parseKey } from '../../../shared/base/api-key.ts';
import { call } from './call.ts';
import { refusal } from './refusals.ts';

/**
 * Asks whose key this is. Ask anew every few seconds: a key that was ended is noticed by nothing else.
 * @throws A refusal UNAUTHENTICATED for a key that is unknown, revoked or expired.
 */
export async function viewerOf(broker: ServiceBroker, apiKey: string): Promise<Viewer> {
  const key = parseKey(apiKey);
  const known = key && (await call(broker, null, 'identity.resolveKey', key));
  if (!known?.viewer) throw refusal('UNAUTHENTICATED');
  return { ...known.viewer, session_id: null };
}
