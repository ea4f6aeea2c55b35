/** Sessions and their tokens, as SQL. Hashes are hexadecimal here and bytes in the tables. */
import { sql } from 'kysely';
import type { Db } from '../../../shared/database/database.ts';

export interface TokenHashes {
  readonly access_hash: string;
  readonly refresh_hash: string;
}

/** Minutes an access token lives, days a refresh token does, seconds a rotated one still gives its successor. */
export const accessMinutes = 10;
const refreshDays = 30;
const graceSeconds = 10;

const accessEnd = sql`now() + make_interval(mins => ${accessMinutes})`;
const refreshEnd = sql`now() + make_interval(days => ${refreshDays})`;

interface Opening {
  readonly user_id: string;
  /** Where given, it must still be the password: one that was changed meanwhile opens nothing. */
  readonly password_hash?: string | undefined;
  readonly address_hash: string | null;
}

/** Answers the id of the new session; undefined where the password is another one by now. */
export async function openSession(db: Db, opening: Opening, hashes: TokenHashes): Promise<string | undefined> {
  const { user_id, password_hash, address_hash } = opening;
  const stillIs = password_hash === undefined ? sql`true` : sql`p.password_hash = ${password_hash}`;
  const { rows } = await sql<{ id: string }>`
    with held as (select p.id from person p where p.id = ${user_id} and ${stillIs} for share of p),
         opened as (insert into session (user_id, address_hash, expires_at)
                    select id, ${address_hash}, ${refreshEnd} from held returning id)
    insert into session_token (session_id, access_hash, refresh_hash, access_expires_at, refresh_expires_at)
    select id, decode(${hashes.access_hash}, 'hex'), decode(${hashes.refresh_hash}, 'hex'), ${accessEnd}, ${refreshEnd}
      from opened returning session_id as id`.execute(db.getKysely());
  return rows[0]?.id;
}

export interface Presented {
  session_id: string;
  user_id: string;
  is_alive: boolean;
  is_rotated: boolean;
  /** Within its grace. */
  successor: Buffer | null;
  /** Seconds since it was rotated. */
  age: number;
}

/** Held until the end of the transaction: of many who present the same token, one rotates it. */
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

export async function rotate(
  db: Db,
  { session_id, refresh_hash, successor }: { session_id: string; refresh_hash: string; successor: Buffer },
  next: TokenHashes,
): Promise<void> {
  await sql`
    with rotated as (update session_token set rotated_at = clock_timestamp(), successor = ${successor}
                      where refresh_hash = decode(${refresh_hash}, 'hex')),
         prolonged as (update session set expires_at = ${refreshEnd} where id = ${session_id})
    insert into session_token (session_id, access_hash, refresh_hash, access_expires_at, refresh_expires_at)
    values (${session_id}, decode(${next.access_hash}, 'hex'), decode(${next.refresh_hash}, 'hex'),
            ${accessEnd}, ${refreshEnd})`.execute(db.getKysely());
}

export async function endSession(db: Db, id: string): Promise<void> {
  await sql`update session set ended_at = now() where id = ${id} and ended_at is null`.execute(db.getKysely());
}

/** All of a person's, but the one given. */
export async function endSessionsOf(db: Db, user_id: string, but: string | null = null): Promise<void> {
  await sql`
    update session set ended_at = now()
     where user_id = ${user_id} and ended_at is null and id is distinct from ${but}::uuid`.execute(db.getKysely());
}

export async function findSession(db: Db, access_hash: string) {
  const { rows } = await sql<{ user_id: string; session_id: string }>`
    select s.user_id, s.id as session_id
      from session_token t join session s on s.id = t.session_id
     where t.access_hash = decode(${access_hash}, 'hex') and t.access_expires_at > now() and s.ended_at is null`.execute(
    db.getKysely(),
  );
  return rows[0] ?? null;
}
