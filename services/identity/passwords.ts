/** Hashes passwords outside the event loop, a few at a time: each takes 19 MiB and most of a core. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { Failure } from '../../shared/base/failure.ts';
import { WaitingList } from '../../shared/base/queue-depth.ts';

/**
 * The hash to compare with if there is no password, so that the check takes the same time. It is the hash of random
 * bytes.
 */
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$OGUwDud0JUTatseSvScvig$s7cZA3BlMpJ95APIoj6XshjbJ1IbAJddXdRyx5jtUcI';

/** Concurrent hashes; one core is left for everything else. */
const atOnce = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Maximum length of the queue; a longer wait would time out. */
const mostWaiting = 15 * atOnce;

let running = 0;
const waiting: (() => void)[] = [];
/** The queue, for the metrics. */
export const hashing = new WaitingList();

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running++;
  // A finished task passes its slot on.
  else {
    const leave = hashing.enter();
    await new Promise<void>((resolve) => waiting.push(resolve));
    leave();
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** Hashes a password, waiting for a free slot as long as necessary. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password));

/**
 * Hashes a password for somebody who waits for an answer.
 * @throws {Failure} `OVERLOADED` when too many are waiting.
 */
export function hashPasswordSoon(password: string): Promise<string> {
  refuseCrowd();
  return hashPassword(password);
}

/** Compares a password with a hash; takes as long when there is no hash. */
export async function isPassword(password: string, hashed: string | null | undefined): Promise<boolean> {
  refuseCrowd();
  const matches = await inTurn(() => verify(hashed ?? nobodys, password));
  return matches && hashed !== null && hashed !== undefined;
}

function refuseCrowd(): void {
  if (waiting.length >= mostWaiting) throw new Failure('OVERLOADED');
}

const digest = promisify(argon2);

/** The minimum that OWASP recommends: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const [saltBytes, hashBytes] = [16, 32];

const written = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/-]+)\$([\w+/-]+)$/;
const plain = (bytes: Buffer) => bytes.toString('base64').replace(/={1,2}$/, '');

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
