/** Limits the requests of a key. Scans have a limit of their own, and each scan of a batch counts. */
import type { OutgoingHttpHeaders } from 'node:http';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { Failure } from '../../shared/base/failure.ts';

export interface Allowance {
  readonly points: number;
  /** The number of seconds for which the points are granted. */
  readonly seconds: number;
}
export interface RateLimits {
  readonly requests: Allowance | null;
  readonly scans: Allowance | null;
}

export interface Limits {
  /**
   * Counts a request.
   * @throws {Failure} `RATE_LIMITED` when it exceeds the limit.
   */
  readonly limit: (
    head: OutgoingHttpHeaders,
    who: string,
    endpoint: Pick<Endpoint, 'cost'>,
    body: unknown,
  ) => Promise<void>;
  /** Takes back one count, when a request turned out to be somebody else's. */
  readonly forgive: (who: string) => Promise<void>;
  /** Tells whether a refused request may go on, as a few per second may. */
  readonly hasLeeway: (who: string) => Promise<boolean>;
}

/** Counts requests in this process by the configured limits. */
export function rateLimiter({ requests, scans }: RateLimits): Limits {
  const limiters = { requests: limiterOf('requests', requests), scans: limiterOf('scans', scans) };
  const leeway = new RateLimiterMemory({ keyPrefix: 'leeway', points: 10, duration: 1 });
  const limit: Limits['limit'] = async (head, who, { cost }, body) => {
    const limiter = cost ? limiters.scans : limiters.requests;
    if (!limiter) return;
    try {
      show(head, limiter, await limiter.consume(who, Math.max(1, cost?.(body) ?? 1)));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      show(head, limiter, refusal);
      throw new Failure('RATE_LIMITED', { retry_after: Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000)) });
    }
  };
  return {
    limit,
    forgive: async (who) => {
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

function show(
  head: OutgoingHttpHeaders,
  limiter: RateLimiterMemory,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
): void {
  head['RateLimit-Policy'] = `"${limiter.keyPrefix}";q=${limiter.points};w=${limiter.duration}`;
  head.RateLimit = `"${limiter.keyPrefix}";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1_000)}`;
}
