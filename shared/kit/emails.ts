/** Queues emails in the transaction that causes them, so that a rollback sends none. */
import { sql, type RawBuilder } from 'kysely';
import { instant } from '../base/instant.ts';
import type { EventDetails, EmailData, EmailName } from '../contract/emails.ts';
import type { Db } from '../database/database.ts';
import { Failure } from '../base/failure.ts';
import { sealFor } from '../base/sealing.ts';

interface Sending<L extends EmailName> {
  /** The recipient's email address. */
  readonly to: string;
  readonly data: EmailData<L>;
  /**
   * The secret part of the email. It is encrypted for the mail service, so that the database never holds it as plain
   * text.
   */
  readonly secret?: string | undefined;
  /** Identifies recipient, email and cause. Of queued emails with the same key, only the latest is sent. */
  readonly key: string;
}

/**
 * Queues one email in this transaction; the mail service sends it after the commit.
 * @throws {Failure} `UNAVAILABLE` when there is a secret and the mail service has never started, because its public
 *   key is then unknown.
 */
export const sendEmail = <L extends EmailName>(db: Db, letter: L, sending: Sending<L>): Promise<void> =>
  sendEmailToEach(db, letter, [sending]);

/** Queues the same email for several recipients, each with their own data and secret. See `sendEmail`. */
export async function sendEmailToEach<L extends EmailName>(
  db: Db,
  letter: L,
  sendings: readonly Sending<L>[],
): Promise<void> {
  if (sendings.length === 0) return;
  const { recipients, payloads, keys } = await sealedFor(db, sendings);
  await sql`
    select published.send_letter(${letter}, l.recipient, l.payload, l.key)
      from unnest(${recipients}::text[], ${payloads}::jsonb[], ${keys}::text[]) as l (recipient, payload, key)`.execute(
    db.getKysely(),
  );
}

/** The same for emails that are sent later. Until then `published.take_back_letter` can cancel one. */
export async function sendEmailsLater<L extends EmailName>(
  db: Db,
  letter: L,
  sendings: readonly Sending<L>[],
  leavesAt: Date,
): Promise<void> {
  if (sendings.length === 0) return;
  const { recipients, payloads, keys } = await sealedFor(db, sendings);
  await sql`
    select published.send_letters_later(${letter}, ${recipients}::text[], ${payloads}::jsonb[], ${keys}::text[],
                                        ${leavesAt}::timestamptz)`.execute(db.getKysely());
}

async function sealedFor<L extends EmailName>(db: Db, sendings: readonly Sending<L>[]) {
  const publicKey = sendings.some(({ secret }) => secret !== undefined) ? await mailKey(db) : undefined;
  const payloads = sendings.map(({ data, secret }) => {
    const sealed = publicKey && secret !== undefined ? sealFor(publicKey, secret).toString('base64') : null;
    return JSON.stringify({ data, sealed });
  });
  return { recipients: sendings.map(({ to }) => to), payloads, keys: sendings.map(({ key }) => key) };
}

/**
 * Queues one email for each row of a query, in one statement. For emails without a secret.
 * @param rows A query with the columns `recipient`, `data` (JSON) and `key`.
 */
export async function sendEmails(db: Db, letter: EmailName, rows: RawBuilder<unknown>): Promise<void> {
  await sql`
    select published.send_letters(${letter}, array_agg(r.recipient),
                                  array_agg(jsonb_build_object('data', r.data, 'sealed', null)), array_agg(r.key))
      from (${rows}) r having count(*) > 0`.execute(db.getKysely());
}

/**
 * The column `happening` with time, place and organization, for a query with the organization as `o`.
 * @param of The aliases of the track and of the hackathon: a value that the first lacks comes from the next.
 */
export const eventDetails = (...of: readonly string[]) => sql`jsonb_build_object(
  'organization_name', o.name, 'start_at', ${first(of, 'start_at')}, 'end_at', ${first(of, 'end_at')},
  'tz', ${first(of, 'tz')}, 'place', ${placeInConfig(of)}, 'super_event_id', ${hackathonOf(of)}) as happening`;

/** Returns it with its times in the format of the interface. */
export const eventDetailsInAnswer = ({ organization_name, start_at, end_at, tz, place }: EventDetails) => ({
  ...{ organization_name, tz, place },
  start_at: instant(start_at),
  end_at: instant(end_at),
});

const hackathonOf = (of: readonly string[]) => sql.ref(`${of.at(-1)}.id`);

const first = (of: readonly string[], column: string) =>
  sql`coalesce(${sql.join(of.map((alias) => sql.ref(`${alias}.${column}`)))})`;

/** The place, a text in `config_json`; null without one. */
export const placeInConfig = (of: readonly string[]) =>
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
