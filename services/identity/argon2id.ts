/** Hashes with argon2id by Node itself, and writes a hash down as everybody does: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const digest = promisify(argon2);

/** The minimum that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const [saltBytes, hashBytes] = [16, 32];

const written = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/-]+)\$([\w+/-]+)$/;
const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** Returns the hash of a secret with a salt of its own. */
export async function hash(secret: string): Promise<string> {
  const nonce = randomBytes(saltBytes);
  const hashed = await digest('argon2id', { message: secret, nonce, tagLength: hashBytes, ...cost });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(nonce)}$${plain(hashed)}`;
}

/** Tells whether a hash is of this secret, at the cost that stands in the hash. */
export async function verify(hashed: string, secret: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, hash] = written.exec(hashed) ?? [];
  if (salt === undefined || hash === undefined) throw new RangeError('This is no hash of argon2id, version 19.');
  const [nonce, expected] = [Buffer.from(salt, 'base64'), Buffer.from(hash, 'base64')];
  const costs = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const found = await digest('argon2id', { message: secret, nonce, tagLength: expected.length, ...costs });
  return timingSafeEqual(found, expected);
}
