/** SQL for sessions and their tokens. Hashes are hexadecimal here and bytes in the tables. */
import { raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { refreshDays } from '../../shared/contract/sessions.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { oldestFirst, type Listing } from '../../shared/kit/whole-list.ts';
import { session, sessionToken } from './entities.ts';

export interface TokenHashes {
  readonly access_hash: string;
  readonly refresh_hash: string;
}

/** Lifetime of an access token, and the time in which a rotated refresh token still returns its successor. */
export const accessMinutes = 10;
const graceSeconds = 10;

const accessEnd = sql`now() + make_interval(mins => ${accessMinutes})`;
const refreshEnd = sql`now() + make_interval(days => ${refreshDays})`;

type Session = RowOf<typeof session>;
interface Opening extends Readonly<Pick<Session, 'user_id' | 'address_hash' | 'device' | 'second_factor'>> {
  /** If given, it must still be the current password; after a change no session is opened. */
  readonly password_hash?: string | undefined;
}

/** Opens a session and returns its id; undefined if the password was changed meanwhile. */
export async function openSession(db: Db, opening: Opening, hashes: TokenHashes): Promise<string | undefined> {
  const { user_id, password_hash, address_hash, device, second_factor } = opening;
  const stillIs = password_hash === undefined ? sql`true` : sql`p.password_hash = ${password_hash}`;
  const { rows } = await sql<Pick<Session, 'id'>>`
    with held as (select p.id from person p where p.id = ${user_id} and ${stillIs} for share of p),
         opened as (insert into session (user_id, address_hash, device, second_factor, expires_at)
                    select id, ${address_hash}, ${device}, ${second_factor}, ${refreshEnd} from held returning id)
    insert into session_token (session_id, access_hash, refresh_hash, access_expires_at, refresh_expires_at)
    select id, decode(${hashes.access_hash}, 'hex'), decode(${hashes.refresh_hash}, 'hex'), ${accessEnd}, ${refreshEnd}
      from opened returning session_id as id`.execute(db.getKysely());
  return rows[0]?.id;
}

export interface Presented extends Pick<RowOf<typeof sessionToken>, 'session_id'>, Pick<Session, 'user_id'> {
  is_alive: boolean;
  is_rotated: boolean;
  /** The encrypted successor, while the grace period lasts. */
  successor: RowOf<typeof sessionToken>['successor'];
  /** Seconds since the rotation. */
  age: number;
}

/** Reads a refresh token and locks it and its session, so that of several concurrent requests only one rotates a token. */
export async function presentRefresh(db: Db, refresh_hash: string): Promise<Presented | undefined> {
  const { rows } = await sql<Presented>`
    select t.session_id, s.user_id, t.rotated_at is not null as is_rotated,
           s.ended_at is null and t.refresh_expires_at > now() as is_alive,
           case when t.rotated_at > clock_timestamp() - make_interval(secs => ${graceSeconds}) then t.successor end as successor,
           coalesce(ceil(extract(epoch from clock_timestamp() - t.rotated_at)), 0)::int as age
      from session_token t join session s on s.id = t.session_id
     where t.refresh_hash = decode(${refresh_hash}, 'hex') for update`.execute(db.getKysely());
  return rows[0];
}

/** Tells whether a refresh token was exchanged. While its session is locked, that does not change. */
export async function isRotated(db: Db, { refresh_hash }: Pick<TokenHashes, 'refresh_hash'>): Promise<boolean> {
  const token = await db.findOne(sessionToken, Buffer.from(refresh_hash, 'hex'));
  return token !== null && token.rotated_at !== null;
}

/** Replaces a pair of tokens and prolongs the session. */
export async function rotate(
  db: Db,
  { session_id, refresh_hash, successor }: { session_id: string; refresh_hash: string; successor: Buffer },
  next: TokenHashes,
): Promise<void> {
  await sql`
    with rotated as (update session_token set rotated_at = clock_timestamp(), successor = ${successor}
                      where refresh_hash = decode(${refresh_hash}, 'hex')),
         prolonged as (update session set expires_at = ${refreshEnd}, last_seen_at = now() where id = ${session_id})
    insert into session_token (session_id, access_hash, refresh_hash, access_expires_at, refresh_expires_at)
    values (${session_id}, decode(${next.access_hash}, 'hex'), decode(${next.refresh_hash}, 'hex'),
            ${accessEnd}, ${refreshEnd})`.execute(db.getKysely());
}

/** Ends a session. */
export async function endSession(db: Db, id: string): Promise<void> {
  await db.nativeUpdate(session, { id, ended_at: null }, { ended_at: raw('now()') });
}

/** Ends a session of a person. Returns false if they have no such session. */
export const endOwnSession = async (db: Db, user_id: string, id: string): Promise<boolean> =>
  (await db.nativeUpdate(session, { id, user_id, ended_at: null }, { ended_at: raw('now()') })) === 1;

/** The sessions of a person that go on. */
export const sessionsOf = (
  user_id: string,
): Listing<Pick<Session, 'id' | 'device' | 'created_at' | 'last_seen_at'>> => ({
  rows: sql`
    select s.id, s.device, s.created_at, s.last_seen_at
      from session s where s.user_id = ${user_id} and s.ended_at is null and s.expires_at > now()`,
  by: oldestFirst,
});

/** Ends all sessions of a person except `but`. */
export async function endSessionsOf(db: Db, user_id: string, but: string | null = null): Promise<void> {
  const theirs = { user_id, ended_at: null, ...(but !== null && { id: { $ne: but } }) };
  await db.nativeUpdate(session, theirs, { ended_at: raw('now()') });
}

/** Finds the session of an access token that is still valid; null if there is none. */
export async function findSession(db: Db, access_hash: string) {
  const { rows } = await sql<
    Pick<Presented, 'user_id' | 'session_id'> & Pick<Session, 'second_factor'> & { valid_for: number }
  >`
    select s.user_id, s.id as session_id, s.second_factor, extract(epoch from t.access_expires_at - now())::float8 * 1000 as valid_for
      from session_token t join session s on s.id = t.session_id
     where t.access_hash = decode(${access_hash}, 'hex') and t.access_expires_at > now() and s.ended_at is null`.execute(
    db.getKysely(),
  );
  return rows[0] ?? null;
}
