/** Authenticates a request where its endpoint needs it, and counts it against the rate limits. */
import type { OutgoingHttpHeaders } from 'node:http';
import { Failure, isFailure } from '../../../shared/base/failure.ts';
import { networkOf } from '../../../shared/base/network.ts';
import type { Viewer } from '../../../shared/base/viewer.ts';
import { cached, scanLimit, uncounted } from '../../../shared/contract/concerns.ts';
import { answerOf } from '../../../shared/contract/standard-concerns.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { Credential } from '../authenticate.ts';
import { timeoutMsOf, traitsOf } from '../call.ts';
import type { Incoming, Gateway, Next, PreparedStep, Step } from '../request.ts';
import { countedAs, countNetwork } from './rate-limit.ts';

/** Finds the viewer. Anybody may call what is public. */
export const authenticate: Step = (endpoint, gateway) => {
  const anonymous = countAnonymous(endpoint, gateway);
  if (endpoint.access === 'public') return anonymous;
  const identify = identifier(gateway, endpoint);
  const known = async (request: Parameters<Next>[0], next: Next) => {
    const arrived = Date.now();
    request.viewer = await identify(request);
    request.waitedMs = Date.now() - arrived;
    return next(request);
  };
  if (endpoint.access !== 'anyone') return known;
  return (request, next) => {
    const { 'x-api-key': key, authorization } = request.req.headers;
    if (key !== undefined || authorization !== undefined) return known(request, next);
    return anonymous ? anonymous(request, next) : next(request);
  };
};

/** Refuses a key where the endpoint is for sessions alone. Every other permission is decided where the data is. */
export const authorize: Step = ({ access }) => {
  if (access !== 'session') return undefined;
  return async (request, next) => {
    if (request.viewer?.session_id === null) throw new Failure('SESSION_REQUIRED');
    return next(request);
  };
};

/**
 * Counts requests of nobody in particular by network; what they only read is counted apart. A cached answer is counted where it
 * is asked for.
 */
function countAnonymous(endpoint: Endpoint, gateway: Gateway): PreparedStep | undefined {
  if (uncounted.of(endpoint) || cached.of(endpoint)) return undefined;
  const apart = answerOf(endpoint) === 'asset' || endpoint.unit === 'read' ? 'pages' : undefined;
  return async (request, next) => {
    await countNetwork(gateway, request, apart);
    return next(request);
  };
}

/**
 * Returns the function that authenticates a request. One without recently valid credentials is first counted by network,
 * and the count is taken back if its credentials turn out valid. Beyond the limit a few are still looked up, because other
 * people may share the address. Scans are counted after the body was read.
 */
export function identifier(
  gateway: Gateway,
  endpoint: Parameters<typeof traitsOf>[0],
): (incoming: Incoming) => Promise<Viewer> {
  const timeoutMs = timeoutMsOf(traitsOf(endpoint));
  const isScan = scanLimit.of(endpoint) !== undefined;
  return async (incoming) => {
    const { req, head, trace } = incoming;
    const shown = gateway.recognize(req);
    const isKnown = shown?.isKnown ?? false;
    const excess = isKnown ? undefined : await countStranger(gateway, incoming, shown);
    const takeBack = () => gateway.takeBack(networkOf(gateway.addressOf(req)));
    const known = gateway.authenticate(req, shown, Date.now() + timeoutMs);
    const viewer = await known.catch(async (error: unknown) => {
      const isRefused = isFailure(error, 'UNAUTHENTICATED');
      if (isKnown && isRefused) await countNetwork(gateway, incoming);
      if (!isKnown && !isRefused) await takeBack();
      throw isRefused && excess ? excess : error;
    });
    trace.viewer = viewer;
    if (!isKnown) {
      await takeBack();
      hideCount(head);
    }
    if (!isScan) await gateway.countRequest(head, countedAs(viewer));
    return viewer;
  };
}

/** Returns the refusal of somebody who is over the limit but among the few who are still looked up. */
async function countStranger(gateway: Gateway, incoming: Incoming, shown?: Credential): Promise<Failure | undefined> {
  try {
    await countNetwork(gateway, incoming);
    return undefined;
  } catch (refusal) {
    const mayBeRight = shown !== undefined && isFailure(refusal, 'RATE_LIMITED');
    if (mayBeRight && (await gateway.hasLeeway(networkOf(gateway.addressOf(incoming.req))))) return refusal;
    throw refusal;
  }
}

/** Removes the network's rate limit headers, which do not apply to the authenticated viewer. */
function hideCount(head: OutgoingHttpHeaders): void {
  for (const name of ['RateLimit', 'RateLimit-Policy']) delete head[name];
}
