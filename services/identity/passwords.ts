/** Hashes passwords outside the event loop, a few at a time: each takes 19 MiB and most of a core. */
import { availableParallelism } from 'node:os';
import { Failure } from '../../shared/base/failure.ts';
import { WaitingList } from '../../shared/base/queue-depth.ts';
import { hash, verify } from './argon2id.ts';

/** Compared with where there is no password, so that this takes as long. It is the hash of forgotten random bytes. */
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$OGUwDud0JUTatseSvScvig$s7cZA3BlMpJ95APIoj6XshjbJ1IbAJddXdRyx5jtUcI';

/** Leaves one core for everything else. */
const atOnce = Math.max(1, Math.min(4, availableParallelism() - 1));
/** More would wait longer than people do. */
const mostWaiting = 15 * atOnce;

let running = 0;
const waiting: (() => void)[] = [];
/** The same, as the metrics show it. */
export const hashing = new WaitingList();

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running++;
  // The one that finishes passes its slot on.
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
