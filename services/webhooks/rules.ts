/** Decides about the retries of a delivery, and which facts a webhook gets. */
import { facts, type FactType } from '../../shared/contract/facts.ts';
import { allFactTypes } from '../../shared/contract/fields.ts';
import type { DeliveryError } from '../../shared/contract/webhooks.ts';

/** Maximum number of webhooks of an organization. */
export const webhooksAtMost = 50;
/** Timeout of a receiver's answer. */
export const timeoutMs = 15_000;
/** A webhook with slower answers counts as slow. */
export const slowAfterMs = 2_000;
/** Concurrent tries to one webhook, and the retries among them. */
export const triesAtOnce = { ofWebhook: 4, again: 2 };
/**
 * Webhooks that a process sends to at once, the slow ones among them, so that fast ones never wait for these, and those of an
 * organization, so that no other one waits for all of its. A webhook that has not answered yet counts as slow.
 */
export const webhooksAtOnce = { all: 30, slow: 20, ofOrganization: 15 };
/** Days of failures only after which a webhook is switched off. */
export const daysOfFailure = 3;

const [minute, hour] = [60, 3_600];
/** Seconds between tries, as in Svix. */
export const retries: readonly number[] = [
  5,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** The outcome of one try. */
export interface TryOutcome {
  readonly response_status: number | null;
  readonly duration_ms: number;
  readonly error: DeliveryError | null;
}

export type RetryDecision =
  | { readonly status: 'delivered' | 'failed'; readonly ends: boolean }
  /** Seconds until the next try. */
  | { readonly status: 'pending'; readonly wait: number; readonly ends: false };

/**
 * @param tries the number of tries, including this one.
 * @param chance between 0 and 1: each wait is up to a tenth shorter or longer, so that those that failed at once do not
 *   all come back at once.
 */
export function decideRetry({ error, response_status }: TryOutcome, tries: number, chance: number): RetryDecision {
  if (error === null) return { status: 'delivered', ends: false };
  // 410 Gone: the receiver asks for no more deliveries.
  if (response_status === 410) return { status: 'failed', ends: true };
  const wait = retries[tries - 1];
  if (error === 'ADDRESS_FORBIDDEN' || wait === undefined) return { status: 'failed', ends: false };
  return { status: 'pending', wait: wait * (0.9 + 0.2 * chance), ends: false };
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const toldByName = (type: FactType) => 'byName' in facts[type];

export interface Listener {
  readonly types: readonly string[];
  readonly super_event_id: string | null;
  readonly active_since: string;
}
interface Told {
  readonly type: FactType;
  readonly super_event_id: string | null;
  readonly occurred_at: string;
}

export function isFor({ types, super_event_id, active_since }: Listener, fact: Told): boolean {
  const isWanted = types.includes(fact.type) || (types.includes(allFactTypes) && !toldByName(fact.type));
  const isThere = super_event_id === null || super_event_id === fact.super_event_id;
  return isWanted && isThere && Date.parse(fact.occurred_at) >= Date.parse(active_since);
}
