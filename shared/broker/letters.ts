/** Sends letters: with the transaction that causes them or not at all. */
import { sql, type RawBuilder } from 'kysely';
import type { LetterFacts, LetterName } from '../contract/letters.ts';
import type { Db } from '../database/database.ts';
import { Failure } from './failure.ts';
import { sealFor } from './sealing.ts';

interface Sending<L extends LetterName> {
  /** An email address. */
  readonly to: string;
  readonly facts: LetterFacts<L>;
  /** What the database must not be able to read: it is sealed for the mail service. */
  readonly secret?: string | undefined;
  /** Recipient, letter and cause: of letters with the same key that still wait, only the latest is sent. */
  readonly key: string;
}

/** Adds the letter to this transaction; the mail service sends it after the commit. */
export const sendLetter = <L extends LetterName>(db: Db, letter: L, sending: Sending<L>): Promise<void> =>
  sendLetterToEach(db, letter, [sending]);

/** The same letter to several, to each with what is theirs. */
export async function sendLetterToEach<L extends LetterName>(
  db: Db,
  letter: L,
  sendings: readonly Sending<L>[],
): Promise<void> {
  if (sendings.length === 0) return;
  const publicKey = sendings.some(({ secret }) => secret !== undefined) ? await mailKey(db) : undefined;
  const payloads = sendings.map(({ facts, secret }) => {
    const sealed = publicKey && secret !== undefined ? sealFor(publicKey, secret).toString('base64') : null;
    return JSON.stringify({ facts, sealed });
  });
  await sql`
    select published.send_letter(${letter}, l.recipient, l.payload, l.key)
      from unnest(${sendings.map(({ to }) => to)}::text[], ${payloads}::jsonb[],
                  ${sendings.map(({ key }) => key)}::text[]) as l (recipient, payload, key)`.execute(db.getKysely());
}

/**
 * Adds a letter for each row of a query, at once; the rows have `recipient`, `facts` and a `key` of their own. For letters
 * that hold no secret.
 */
export async function sendLetters(db: Db, letter: LetterName, rows: RawBuilder<unknown>): Promise<void> {
  await sql`
    select published.send_letters(${letter}, array_agg(r.recipient),
                                  array_agg(jsonb_build_object('facts', r.facts, 'sealed', null)), array_agg(r.key))
      from (${rows}) r having count(*) > 0`.execute(db.getKysely());
}

/** The mail service leaves its public key in the database whenever it starts. */
async function mailKey(db: Db): Promise<Buffer> {
  const { rows } = await sql<{ public_key: Buffer }>`
    select public_key from published.mail_key`.execute(db.getKysely());
  if (!rows[0]) throw new Failure('UNAVAILABLE');
  return rows[0].public_key;
}
