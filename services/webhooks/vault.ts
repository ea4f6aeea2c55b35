/** Seals the secrets of webhooks for this service, and opens them again. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { openSealed, sealFor, type KeyPair } from '../../shared/base/sealing.ts';

/** A secret as rows have it: sealed, and hashed to tell whether another one is the same. Bytes as PostgreSQL writes them. */
export interface KeptSecret {
  readonly secret: string;
  readonly secret_hash: string;
}

const bytes = (value: Buffer) => `\\x${value.toString('hex')}`;

export const hashOf = (secret: string): string => bytes(createHash('sha256').update(secret).digest());

export const keptFor = (publicKey: Buffer, secret: string): KeptSecret => ({
  secret: bytes(sealFor(publicKey, secret)),
  secret_hash: hashOf(secret),
});

export class Vault {
  readonly #keys: KeyPair;
  /** Opening takes a while, and the same few are needed all day. */
  readonly #opened = new LRUCache<string, string>({ max: 1_000 });

  constructor(keys: KeyPair) {
    this.#keys = keys;
  }

  keep = (secret: string): KeptSecret => keptFor(this.#keys.publicKey, secret);

  /** Undefined where it was sealed with another key. */
  open(sealed: Buffer): string | undefined {
    const name = sealed.toString('base64');
    const known = this.#opened.get(name);
    if (known !== undefined) return known;
    try {
      const secret = openSealed(this.#keys, sealed);
      this.#opened.set(name, secret);
      return secret;
    } catch {
      return undefined;
    }
  }

  /** The present one first; undefined where that cannot be opened. */
  openAll({ secret, former_secret }: { secret: Buffer; former_secret: Buffer | null }): string[] | undefined {
    const present = this.open(secret);
    const former = former_secret ? this.open(former_secret) : undefined;
    return present === undefined ? undefined : [present, ...(former === undefined ? [] : [former])];
  }
}
