/** Runs a write as one transaction: its write key, its changes and its audit rows happen together or not at all. */
import { hashInput, claim, keepAnswer, type WriteKey } from '../database/write-key.ts';
import { recordChanges, type Author, type Change } from '../database/audit.ts';
import type { Db } from '../database/database.ts';
import { transaction } from '../database/transaction.ts';
import { Failure } from './failure.ts';

interface Done {
  status: number;
  answer: unknown;
}
interface Write {
  /** Undefined for public actions: nobody is there to repeat them under their name. */
  readonly key: { readonly scope: string; readonly action: string; readonly key: string } | undefined;
  readonly input: unknown;
  readonly run: (db: Db) => Promise<Done & { author: Author; changes: readonly Change[] }>;
}

/** Serialization failure, deadlock, a statement prepared before a migration, and a write key committed while we looked. */
const worthAnotherTry = (error: unknown) => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return /^(40001|40P01|0A000)$/.test(code ?? '') || (code === '23505' && constraint === 'write_key_pkey');
};
const triesAtMost = 3;

export async function carryOut(db: Db, write: Write): Promise<Done & { replayed: boolean }> {
  const key: WriteKey | undefined = write.key && { ...write.key, inputHash: hashInput(write.input) };
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction(db, (tx) => once(tx, key, write));
    } catch (error) {
      if (attempt === triesAtMost || !worthAnotherTry(error)) throw error;
    }
  }
}

async function once(tx: Db, key: WriteKey | undefined, write: Write): Promise<Done & { replayed: boolean }> {
  const known = key ? await claim(tx, key) : 'first';
  if (known === 'in progress') throw new Failure('IDEMPOTENCY_IN_PROGRESS');
  if (known === 'reused') throw new Failure('IDEMPOTENCY_KEY_REUSED');
  if (known !== 'first') return { ...known, replayed: true };

  const { author, changes, ...done } = await write.run(tx);
  await recordChanges(tx, author, changes);
  if (key) await keepAnswer(tx, key, done);
  return { ...done, replayed: false };
}
