/** Hashes passwords beside the event loop, a few at a time: each takes 19 MiB and most of a core. */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Failure } from '../../shared/broker/failure.ts';

/** argon2id, the library's default, with the least that OWASP asks for: 19 MiB of memory, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Compared with where there is no password, so that this takes the same time. It is the hash of forgotten bytes. */
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$OGUwDud0JUTatseSvScvig$s7cZA3BlMpJ95APIoj6XshjbJ1IbAJddXdRyx5jtUcI';

/** One core is left to everybody else. */
const atOnce = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Above it, who comes next would wait longer than people do. */
const mostWaiting = 15 * atOnce;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running++;
  // Whoever finishes hands the place on.
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** Waits for its turn however long that takes. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost));

/** For whoever waits for an answer: refused where too many wait already. */
export function hashPasswordSoon(password: string): Promise<string> {
  refuseCrowd();
  return hashPassword(password);
}

/** Takes the same time whether or not there is a password to compare with. */
export async function isPassword(password: string, hashed: string | null | undefined): Promise<boolean> {
  refuseCrowd();
  const matches = await inTurn(() => verify(hashed ?? nobodys, password));
  return matches && hashed !== null && hashed !== undefined;
}

function refuseCrowd(): void {
  if (waiting.length >= mostWaiting) throw new Failure('OVERLOADED');
}
