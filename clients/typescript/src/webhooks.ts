/** Reads deliveries of webhooks, for receivers. Needs the package `standardwebhooks`. */
import { Webhook } from 'standardwebhooks';
import type { Fact } from './generated/facts.ts';

export { WebhookVerificationError } from 'standardwebhooks';

/** The delivery that `muster.webhooks.test` sends. It looks like a fact, and is none. */
export interface TestDelivery {
  readonly type: 'webhook.test';
  readonly timestamp: string;
  readonly data: Omit<Fact, 'type' | 'data'> & { readonly type: 'webhook.test'; readonly data: { webhook_id: string } };
}
/** A fact that is told. It may come more than once: `data.id` is the same each time. */
export type FactDelivery = Fact extends infer F
  ? F extends Fact
    ? { readonly type: F['type']; readonly timestamp: string; readonly data: F }
    : never
  : never;
export type Delivery = FactDelivery | TestDelivery;

/**
 * Returns what a delivery says, once its signature is found good. Throws a WebhookVerificationError where it is not, or is older
 * than five minutes.
 * @param secret As it was shown when the webhook was made.
 * @param body The bytes or text that came, before anybody parses them.
 */
export function readDelivery(
  secret: string,
  body: string | Uint8Array,
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>,
): Delivery {
  const given = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return new Webhook(secret).verify(text, given as Record<string, string>) as Delivery;
}
