/** Queues letters in the transaction that causes them, so that a rollback sends none. */
import { sql, type RawBuilder } from 'kysely';
import { instant } from '../base/instant.ts';
import type { Happening, LetterData, LetterName } from '../contract/letters.ts';
import type { Db } from '../database/database.ts';
import { Failure } from '../base/failure.ts';
import { sealFor } from '../base/sealing.ts';

interface Sending<L extends LetterName> {
  /** The recipient's email address. */
  readonly to: string;
  readonly data: LetterData<L>;
  /** The secret part of the letter. It is sealed for the mail service, so that the database never holds it readable. */
  readonly secret?: string | undefined;
  /** Identifies recipient, letter and cause. While letters with the same key are waiting, only the latest is sent. */
  readonly key: string;
}

/**
 * Queues one letter in this transaction; the mail service sends it after the commit.
 * @throws {Failure} `UNAVAILABLE` when there is a secret and the mail service has never started, because its public
 *   key is then unknown.
 */
export const sendLetter = <L extends LetterName>(db: Db, letter: L, sending: Sending<L>): Promise<void> =>
  sendLetterToEach(db, letter, [sending]);

/** Queues the same letter for several recipients, each with their own data and secret. See `sendLetter`. */
export async function sendLetterToEach<L extends LetterName>(
  db: Db,
  letter: L,
  sendings: readonly Sending<L>[],
): Promise<void> {
  if (sendings.length === 0) return;
  const publicKey = sendings.some(({ secret }) => secret !== undefined) ? await mailKey(db) : undefined;
  const payloads = sendings.map(({ data, secret }) => {
    const sealed = publicKey && secret !== undefined ? sealFor(publicKey, secret).toString('base64') : null;
    return JSON.stringify({ data, sealed });
  });
  await sql`
    select published.send_letter(${letter}, l.recipient, l.payload, l.key)
      from unnest(${sendings.map(({ to }) => to)}::text[], ${payloads}::jsonb[],
                  ${sendings.map(({ key }) => key)}::text[]) as l (recipient, payload, key)`.execute(db.getKysely());
}

/**
 * Queues one letter for each row of a query, in one statement. For letters without a secret.
 * @param rows A query with the columns `recipient`, `data` (JSON) and `key`.
 */
export async function sendLetters(db: Db, letter: LetterName, rows: RawBuilder<unknown>): Promise<void> {
  await sql`
    select published.send_letters(${letter}, array_agg(r.recipient),
                                  array_agg(jsonb_build_object('data', r.data, 'sealed', null)), array_agg(r.key))
      from (${rows}) r having count(*) > 0`.execute(db.getKysely());
}

/**
 * Says when and where something is, and whose, as a column `happening` of a query with the organization as `o`.
 * @param of The aliases of the track and of the hackathon: what the first does not say, the next does.
 */
export const happening = (...of: readonly string[]) => sql`jsonb_build_object(
  'organization_name', o.name, 'start_at', ${first(of, 'start_at')}, 'end_at', ${first(of, 'end_at')},
  'tz', ${first(of, 'tz')}, 'place', ${placeIn(of)}) as happening`;

/** Returns it with its times as the interface writes them. */
export const inAnswer = ({ start_at, end_at, ...held }: Happening) => ({
  ...held,
  start_at: instant(start_at),
  end_at: instant(end_at),
});

const first = (of: readonly string[], column: string) =>
  sql`coalesce(${sql.join(of.map((alias) => sql.ref(`${alias}.${column}`)))})`;

/** A place is a text in `config_json`. */
const placeIn = (of: readonly string[]) =>
  sql`coalesce(${sql.join(
    of.map((alias) => {
      const config = sql.ref(`${alias}.config_json`);
      return sql`jsonb_path_query_first(${config}, '$.place ? (@.type() == "string" && @ != "")') #>> '{}'`;
    }),
  )})`;

/** Returns the public key of the mail service, which it publishes at every start. */
async function mailKey(db: Db): Promise<Buffer> {
  const { rows } = await sql<{ public_key: Buffer }>`
    select public_key from published.mail_key`.execute(db.getKysely());
  if (!rows[0]) throw new Failure('UNAVAILABLE');
  return rows[0].public_key;
}
