/** SQL for signing in by others. Hashes are hexadecimal here and bytes in the tables. */
import { raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { person, signInBegun, signInJoining } from './entities.ts';
import { hasPasskey } from './passkeys.sql.ts';
import type { Told } from './profiles.ts';

type Begun = RowOf<typeof signInBegun>;
type Joining = RowOf<typeof signInJoining>;
const bytes = (hash: string) => Buffer.from(hash, 'hex');

interface Beginning extends Readonly<Pick<Begun, 'provider' | 'sealed' | 'next'>> {
  readonly state_hash: string;
  readonly browser_hash: string;
}
export async function leaveBegun(db: Db, { state_hash, browser_hash, ...begun }: Beginning): Promise<void> {
  await db.insert(signInBegun, { ...begun, state_hash: bytes(state_hash), browser_hash: bytes(browser_hash) });
}

export interface Claimed extends Pick<Begun, 'provider' | 'sealed' | 'next'> {
  /** Hexadecimal. */
  browser_hash: string;
  /** False if another attempt of the same request works on it. */
  is_first: boolean;
}
/** Claims a sign-in for one request; undefined if another one answered it, and where there is none. */
export async function claimBegun(db: Db, state_hash: string, request: string): Promise<Claimed | undefined> {
  const { rows } = await sql<Claimed>`
    update sign_in_begun b set claimed_by = ${request}
     where b.state_hash = decode(${state_hash}, 'hex') and b.expires_at > now() and coalesce(b.claimed_by, ${request}) = ${request}
    returning b.provider, b.sealed, b.next, encode(b.browser_hash, 'hex') as browser_hash,
              old.claimed_by is null as is_first`.execute(db.getKysely());
  return rows[0];
}

/** Finds the person who has joined this sign-in, and notes its use. */
export async function useSignIn(
  db: Db,
  { issuer, subject }: Pick<Told, 'issuer' | 'subject'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    update sign_in set last_used_at = now() where issuer = ${issuer} and subject = ${subject} returning user_id`.execute(
    db.getKysely(),
  );
  return rows[0]?.user_id;
}

interface NewSignIn extends Pick<Told, 'issuer' | 'subject'> {
  readonly user_id: string;
  readonly provider: string;
  readonly email: string;
}
/** Joins a sign-in to a person. False if it is somebody else's by now. */
export async function addSignIn(db: Db, added: NewSignIn): Promise<boolean> {
  const { user_id, issuer, subject, provider, email } = added;
  const { rows } = await sql<{ user_id: string }>`
    insert into sign_in as s (issuer, subject, user_id, provider, email)
    values (${issuer}, ${subject}, ${user_id}, ${provider}, ${email})
    on conflict (issuer, subject) do update set last_used_at = now() where s.user_id = excluded.user_id
    returning user_id`.execute(db.getKysely());
  return rows.length === 1;
}

/** Finds the confirmed account with an address, and whether it has a password or a passkey. */
export async function findKnown(db: Db, email: string): Promise<{ id: string; is_guarded: boolean } | undefined> {
  const known = await db.findOne(person, { email, email_confirmed_at: { $ne: null } });
  return known
    ? { id: known.id, is_guarded: known.password_hash !== null || (await hasPasskey(db, known.id)) }
    : undefined;
}

interface Waiting extends NewSignIn {
  readonly id_hash: string;
  readonly browser_hash: string;
}
export async function leaveJoining(db: Db, { id_hash, browser_hash, ...joining }: Waiting): Promise<void> {
  await db.insert(signInJoining, { ...joining, id_hash: bytes(id_hash), browser_hash: bytes(browser_hash) });
}

interface Asked {
  readonly provider: string;
  readonly id_hash: string;
  readonly browser_hash: string;
}
export type FoundJoining = Pick<Joining, 'user_id' | 'issuer' | 'subject' | 'provider' | 'email'>;

/** Finds what waits for a password in this browser. */
export const findJoining = (db: Db, { provider, id_hash, browser_hash }: Asked): Promise<FoundJoining | null> =>
  db.findOne(signInJoining, {
    provider,
    id_hash: bytes(id_hash),
    browser_hash: bytes(browser_hash),
    expires_at: { $gt: raw('now()') },
  });

/** Deletes what waited. Returns false if it was used before. */
export const spendJoining = async (db: Db, id_hash: string): Promise<boolean> =>
  (await db.nativeDelete(signInJoining, { id_hash: bytes(id_hash) })) === 1;
