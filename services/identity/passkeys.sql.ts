/** SQL for passkeys and their challenges. */
import { LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { oldestFirst, type Listing } from '../../shared/kit/whole-list.ts';
import { passkey, passkeyChallenge } from './entities.ts';

type Row = RowOf<typeof passkey>;
export type ShownPasskey = Pick<Row, 'id' | 'name' | 'created_at' | 'last_used_at'>;
const bytes = (hash: string) => Buffer.from(hash, 'hex');

interface Challenge {
  /** Hexadecimal. */
  readonly challenge_hash: string;
  /** The person who adds a passkey; null to sign in. */
  readonly user_id: string | null;
}
export async function leaveChallenge(db: Db, { challenge_hash, user_id }: Challenge): Promise<void> {
  await db.insert(passkeyChallenge, { challenge_hash: bytes(challenge_hash), user_id });
}

/** Deletes a challenge. False if it was used, is too old, or was given to somebody else or for something else. */
export async function spendChallenge(db: Db, { challenge_hash, user_id }: Challenge): Promise<boolean> {
  const { rows } = await sql`
    delete from passkey_challenge
     where challenge_hash = decode(${challenge_hash}, 'hex') and user_id is not distinct from ${user_id}::uuid
       and expires_at > now()
    returning true`.execute(db.getKysely());
  return rows.length === 1;
}

export const passkeysOf = (user_id: string): Listing<ShownPasskey> => ({
  rows: sql`select k.id, k.name, k.created_at, k.last_used_at from passkey k where k.user_id = ${user_id}`,
  by: oldestFirst,
});

/** Reads the ids that browsers know the passkeys of a person by. */
export const credentialsOf = (db: Db, user_id: string): Promise<Pick<Row, 'credential_id' | 'transports'>[]> =>
  db.find(passkey, { user_id });

export const hasPasskey = async (db: Db, user_id: string): Promise<boolean> =>
  (await db.count(passkey, { user_id })) > 0;

type NewPasskey = Pick<Row, 'user_id' | 'credential_id' | 'public_key' | 'counter' | 'transports' | 'name'>;

/** Adds a passkey. Undefined if somebody has one with this id. */
export async function savePasskey(db: Db, added: NewPasskey): Promise<ShownPasskey | undefined> {
  const { user_id, credential_id, public_key, counter, transports, name } = added;
  const { rows } = await sql<ShownPasskey>`
    insert into passkey (user_id, credential_id, public_key, counter, transports, name)
    values (${user_id}, ${credential_id}, ${public_key}, ${counter}, ${transports}, ${name})
    on conflict (credential_id) do nothing
    returning id, name, created_at, last_used_at`.execute(db.getKysely());
  return rows[0];
}

/** Reads a passkey by the id that its browser knows, and locks it, so that its counter only rises. */
export const holdPasskey = (
  db: Db,
  credential_id: Buffer,
): Promise<Pick<Row, 'id' | 'user_id' | 'public_key' | 'counter'> | null> =>
  db.findOne(passkey, { credential_id }, { lockMode: LockMode.PESSIMISTIC_WRITE });

export async function noteUse(db: Db, id: string, counter: number): Promise<void> {
  await sql`update passkey set counter = ${counter}, last_used_at = now() where id = ${id}`.execute(db.getKysely());
}

interface Renamed extends ShownPasskey {
  former: string;
}
export async function renameOwn(db: Db, { user_id, id, name }: Pick<Row, 'user_id' | 'id' | 'name'>) {
  const { rows } = await sql<Renamed>`
    update passkey set name = ${name} where id = ${id} and user_id = ${user_id}
    returning id, new.name, created_at, last_used_at, old.name as former`.execute(db.getKysely());
  return rows[0];
}

/** Deletes a passkey of a person, and returns its name. */
export async function deleteOwn(db: Db, user_id: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<Pick<Row, 'name'>>`
    delete from passkey where id = ${id} and user_id = ${user_id} returning name`.execute(db.getKysely());
  return rows[0]?.name;
}
