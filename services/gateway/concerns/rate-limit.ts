/**
 * Rate limits: by key or person, and by network for unauthenticated requests. Scans have their own limit, and each scan
 * of a batch counts.
 */
import type { OutgoingHttpHeaders } from 'node:http';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Failure } from '../../../shared/base/failure.ts';
import { networkOf } from '../../../shared/base/network.ts';
import type { Viewer } from '../../../shared/base/viewer.ts';
import { scanLimit } from '../../../shared/contract/concerns.ts';
import { unknownKeysPerSecond } from '../limits.ts';
import type { Incoming, Gateway, Step } from '../request.ts';

export interface Allowance {
  readonly points: number;
  /** The number of seconds for which the points are granted. */
  readonly seconds: number;
}
export interface RateLimits {
  readonly requests: Allowance | null;
  readonly scans: Allowance | null;
}

export interface RateLimiter {
  /**
   * Counts a request.
   * @throws {Failure} `RATE_LIMITED` when it exceeds the limit.
   */
  readonly countRequest: (head: OutgoingHttpHeaders, who: string) => Promise<void>;
  /** Counts this number of scans. Throws as `countRequest` does. */
  readonly countScans: (head: OutgoingHttpHeaders, who: string, scans: number) => Promise<void>;
  /** Uncounts one request that turned out to be of somebody else. */
  readonly takeBack: (who: string) => Promise<void>;
  /** Tells whether a refused request may go on, as a few per second may. */
  readonly hasLeeway: (who: string) => Promise<boolean>;
}

/** Counts requests in this process by the configured limits. */
export function rateLimiter({ requests, scans }: RateLimits): RateLimiter {
  const limiters = { requests: limiterOf('requests', requests), scans: limiterOf('scans', scans) };
  const leeway = new RateLimiterMemory({ keyPrefix: 'leeway', points: unknownKeysPerSecond, duration: 1 });
  return {
    countRequest: (head, who) => count(limiters.requests, head, who, 1),
    countScans: (head, who, points) => count(limiters.scans, head, who, Math.max(1, points)),
    takeBack: async (who) => {
      await limiters.requests?.reward(who);
    },
    hasLeeway: (who) =>
      leeway.consume(who).then(
        () => true,
        () => false,
      ),
  };
}

const limiterOf = (keyPrefix: string, allowance: Allowance | null) =>
  allowance && new RateLimiterMemory({ keyPrefix, points: allowance.points, duration: allowance.seconds });

async function count(
  limiter: RateLimiterMemory | null,
  head: OutgoingHttpHeaders,
  who: string,
  points: number,
): Promise<void> {
  if (!limiter) return;
  try {
    show(head, limiter, await limiter.consume(who, points));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    show(head, limiter, refusal);
    throw new Failure('RATE_LIMITED', { retry_after: Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)) });
  }
}

function show(
  head: OutgoingHttpHeaders,
  limiter: RateLimiterMemory,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
): void {
  head['RateLimit-Policy'] = `"${limiter.keyPrefix}";q=${limiter.points};w=${limiter.duration}`;
  head.RateLimit = `"${limiter.keyPrefix}";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1_000)}`;
}

/** Counts a request by the client's network. `apart`: a separate count for this kind of request. */
export function countNetwork(gateway: Gateway, { req, head }: Incoming, apart?: string): Promise<void> {
  const network = networkOf(gateway.addressOf(req));
  return gateway.countRequest(head, apart ? `${apart} ${network}` : network);
}

/**
 * Returns what a viewer's requests are counted by: the key, since an operator makes one per kiosk, or the person,
 * since anybody can open many sessions.
 */
export const countedAs = ({ key_id, user_id }: Viewer): string => key_id ?? user_id;

/** Counts scans by what the body has of them; other requests are counted before their body is read. */
export const countScans: Step = (endpoint, gateway) => {
  const limit = scanLimit.of(endpoint);
  if (!limit) return undefined;
  return async (request, next) => {
    const { head, viewer, body } = request;
    if (viewer) await gateway.countScans(head, countedAs(viewer), limit.cost(body));
    return next(request);
  };
};
