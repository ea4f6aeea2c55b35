/** Rate limits. Requests beyond them are refused with RATE_LIMITED, as any request may be. */
import type { Endpoint } from '../endpoint.ts';
import { concern, type Promised } from './concern.ts';

/**
 * Counts against the limit of scans, once the body has been read. `cost`: how many scans a body is. Such requests also
 * have their own share of what a gateway and a process take at once.
 */
export const scanLimit = concern('scanLimit', (cost: (body: unknown) => number) => ({ cost }));

/** Small and held in memory: not counted by address, because a whole hall opens it at once from one. */
export const uncounted = concern('uncounted', () => ({}));

export const remaining = {
  RateLimit: 'What is left of the limit that counted this request: "requests";r=599;t=60',
  'RateLimit-Policy': 'That limit, and the seconds it is for: "requests";q=600;w=60',
};

export const rateLimitOf = ({ access }: Endpoint): Promised => (access === 'public' ? {} : { headers: remaining });
