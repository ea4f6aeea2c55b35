/**
 * Signs deliveries by Standard Webhooks:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const prefix = 'whsec_';

export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/** A cache, because creating a key takes as long as signing with it. */
const keys = new LRUCache<string, KeyObject>({ max: 1_000 });

function keyOf(secret: string): KeyObject {
  const key = keys.get(secret) ?? createSecretKey(secret.slice(prefix.length), 'base64');
  keys.set(secret, key);
  return key;
}

export interface SignedMessage {
  /** The same for all tries. */
  readonly id: string;
  readonly body: string | Buffer;
}

/**
 * @param secrets the present one first; each signs.
 * @param at when it is sent, in milliseconds since 1970.
 * @returns the headers of one try.
 */
export function signedHeaders({ id, body }: SignedMessage, secrets: readonly string[], at: number) {
  const timestamp = String(Math.floor(at / 1_000));
  const signatures = secrets.map((secret) => {
    return `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
