/** How many requests a key may send; scans are counted apart, each of a batch for itself. */
import type { OutgoingHttpHeaders } from 'node:http';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { Failure } from '../../shared/broker/failure.ts';

export interface Allowance {
  readonly points: number;
  /** Seconds in which the points may be used up. */
  readonly seconds: number;
}
export interface RateLimits {
  readonly requests: Allowance | null;
  readonly scans: Allowance | null;
}

export type Limit = (
  head: OutgoingHttpHeaders,
  who: string,
  endpoint: Pick<Endpoint, 'cost'>,
  body: unknown,
) => Promise<void>;

export function rateLimiter({ requests, scans }: RateLimits): Limit {
  const limiters = { requests: limiterOf('requests', requests), scans: limiterOf('scans', scans) };
  return async (head, who, { cost }, body) => {
    const limiter = cost ? limiters.scans : limiters.requests;
    if (!limiter) return;
    try {
      show(head, limiter, await limiter.consume(who, Math.max(1, cost?.(body) ?? 1)));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      show(head, limiter, refusal);
      head['Retry-After'] = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
      throw new Failure('RATE_LIMITED');
    }
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
