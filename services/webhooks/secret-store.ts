/** Encrypts the secrets of webhooks for this service, and decrypts them. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { openSealed, sealFor, type KeyPair } from '../../shared/base/sealing.ts';

/** A stored secret: encrypted, and hashed for comparing it. Bytes in PostgreSQL's notation. */
export interface KeptSecret {
  readonly secret: string;
  readonly secret_hash: string;
}

const bytes = (value: Buffer) => `\\x${value.toString('hex')}`;

export const hashOf = (secret: string): string => bytes(createHash('sha256').update(secret).digest());

export const sealedFor = (publicKey: Buffer, secret: string): KeptSecret => ({
  secret: bytes(sealFor(publicKey, secret)),
  secret_hash: hashOf(secret),
});

export class SecretStore {
  readonly #keys: KeyPair;
  /** A cache, because decrypting takes time and the same few secrets are used all day. */
  readonly #opened = new LRUCache<string, string>({ max: 1_000 });

  constructor(keys: KeyPair) {
    this.#keys = keys;
  }

  keep = (secret: string): KeptSecret => sealedFor(this.#keys.publicKey, secret);

  /** Undefined if it was encrypted with another key. */
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

  /** The current secret first; undefined if that cannot be decrypted. */
  openAll({ secret, former_secret }: { secret: Buffer; former_secret: Buffer | null }): string[] | undefined {
    const present = this.open(secret);
    const former = former_secret ? this.open(former_secret) : undefined;
    return present === undefined ? undefined : [present, ...(former === undefined ? [] : [former])];
  }
}
