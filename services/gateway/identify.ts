/** Authenticates a request and counts it against the rate limits. */
import type { OutgoingHttpHeaders } from 'node:http';
import { isFailure, type Failure } from '../../shared/base/failure.ts';
import { networkOf } from '../../shared/base/network.ts';
import type { Viewer } from '../../shared/base/viewer.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { AddressOf } from './address.ts';
import type { Authenticator, Shown } from './authenticate.ts';
import { patienceFor } from './errand.ts';
import type { Limits } from './rate-limit.ts';
import type { Asked } from './visit.ts';

export interface Threshold extends Authenticator, Limits {
  readonly addressOf: AddressOf;
}

/** Counts a request by the client's network. `apart`: a separate count for this kind of request. */
export const limitNetwork = (
  threshold: Threshold,
  { req, head }: Pick<Asked, 'req' | 'head'>,
  apart?: string,
): Promise<void> => {
  const network = networkOf(threshold.addressOf(req));
  return threshold.limit(head, apart ? `${apart} ${network}` : network, {}, undefined);
};

/**
 * Authenticates a request. One without recently valid credentials is first counted by network, and the count is taken
 * back if its credentials turn out valid. Beyond the limit a few are still looked up, because other people may share
 * the address. Costs that depend on the body are counted after it was read.
 */
export async function identify(
  threshold: Threshold,
  asked: Asked,
  endpoint: Pick<Endpoint, 'cost' | 'deadline'>,
): Promise<Viewer> {
  const { req, head, trace } = asked;
  const shown = threshold.recognize(req);
  const isKnown = shown?.isKnown ?? false;
  const excess = isKnown ? undefined : await meet(threshold, asked, shown);
  const forgive = () => threshold.forgive(networkOf(threshold.addressOf(req)));
  const known = threshold.authenticate(req, shown, Date.now() + patienceFor(endpoint));
  const viewer = await known.catch(async (error: unknown) => {
    const isRefused = isFailure(error, 'UNAUTHENTICATED');
    if (isKnown && isRefused) await limitNetwork(threshold, asked);
    if (!isKnown && !isRefused) await forgive();
    throw isRefused && excess ? excess : error;
  });
  trace.viewer = viewer;
  if (!isKnown) {
    await forgive();
    forget(head);
  }
  if (!endpoint.cost) await threshold.limit(head, countedAs(viewer), endpoint, undefined);
  return viewer;
}

/** Counts a stranger. Returns the refusal if they are over the limit but among the few who are still looked up. */
async function meet(threshold: Threshold, asked: Asked, shown?: Shown): Promise<Failure | undefined> {
  const { req } = asked;
  try {
    await limitNetwork(threshold, asked);
    return undefined;
  } catch (refusal) {
    const mayBeRight = shown !== undefined && isFailure(refusal, 'RATE_LIMITED');
    if (mayBeRight && (await threshold.hasLeeway(networkOf(threshold.addressOf(req))))) return refusal;
    throw refusal;
  }
}

/** Removes the network's rate limit headers, which do not apply to the authenticated viewer. */
function forget(head: OutgoingHttpHeaders): void {
  for (const name of ['RateLimit', 'RateLimit-Policy']) delete head[name];
}

/**
 * Returns what a viewer's requests are counted by: the key, since an operator makes one per kiosk, or the person,
 * since anybody can open many sessions.
 */
export const countedAs = ({ key_id, user_id }: Viewer): string => key_id ?? user_id;
