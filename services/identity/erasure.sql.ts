/** SQL for the erasure of accounts. Tables have their schema, because the command line uses it with the owner's login. */
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { erasure, person } from './entities.ts';

type Erasure = RowOf<typeof erasure>;

const ownsAlone = sql`
  exists (select from published.members m
           where m.user_id = e.user_id and m.role = 'OWNER'
             and not exists (select from published.members o
                              where o.organization_id = m.organization_id and o.user_id <> m.user_id and o.role = 'OWNER'))`;

/** Whether an organization would be left without an owner. */
export async function isLastOwner(db: Db, user_id: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select ${ownsAlone} as is from (select ${user_id}::uuid as user_id) e`.execute(db.getKysely());
  return rows[0]?.is ?? false;
}

/** Begins an erasure, or gives one that was begun another link. Its time stays. */
export async function beginErasure(db: Db, user_id: string, token_hash: string): Promise<Erasure['due_at']> {
  const { rows } = await sql<Pick<Erasure, 'due_at'>>`
    insert into identity.erasure (user_id, token_hash) values (${user_id}, decode(${token_hash}, 'hex'))
    on conflict (user_id) do update set token_hash = excluded.token_hash
    returning due_at`.execute(db.getKysely());
  return rows[0]!.due_at;
}

export async function findErasure(db: Db, user_id: string): Promise<Erasure['due_at'] | null> {
  const { rows } = await sql<Pick<Erasure, 'due_at'>>`
    select due_at from identity.erasure where user_id = ${user_id}`.execute(db.getKysely());
  return rows[0]?.due_at ?? null;
}

/** Takes an erasure back. Returns the person and their address; undefined if it was taken back, or carried out. */
export async function endErasure(db: Db, token_hash: string) {
  const { rows } = await sql<Pick<Erasure, 'user_id'> & Pick<RowOf<typeof person>, 'email'>>`
    delete from identity.erasure e using identity.person p
     where e.token_hash = decode(${token_hash}, 'hex') and p.id = e.user_id
    returning e.user_id, p.email`.execute(db.getKysely());
  return rows[0];
}

/** Reads whose erasure is due. Last owners wait until somebody else owns their organization. */
export async function dueErasures(db: Db): Promise<string[]> {
  const { rows } = await sql<Pick<Erasure, 'user_id'>>`
    select e.user_id from identity.erasure e where e.due_at <= now() and not ${ownsAlone} order by e.due_at`.execute(
    db.getKysely(),
  );
  return rows.map(({ user_id }) => user_id);
}

/**
 * Erases a person everywhere, in the transaction, if it is still due. Returns the organizations that had something of
 * them; undefined if it was taken back.
 */
export async function eraseIfDue(db: Db, user_id: string): Promise<string[] | undefined> {
  const query = db.getKysely();
  // Longer than a request may take, because every audit is read.
  await sql`set local statement_timeout = '10min'`.execute(query);
  const { rows } = await sql<{ told: string[] }>`
    select published.erase_people(array[e.user_id], null) as told
      from (select user_id from identity.erasure where user_id = ${user_id} and due_at <= now() for update) e`.execute(
    query,
  );
  return rows[0]?.told;
}

/** Reads all rows of a person, by schema and table. */
export async function readData(db: Db, user_id: string): Promise<Record<string, readonly Record<string, unknown>[]>> {
  const { rows } = await sql<{ data: Record<string, readonly Record<string, unknown>[]> }>`
    select published.data_of(${user_id}) as data`.execute(db.getKysely());
  return rows[0]?.data ?? {};
}
