/** SQL for changes of address. */
import { raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { stopDays } from '../../shared/contract/account.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { emailChange } from './entities.ts';

type Change = RowOf<typeof emailChange>;
const bytes = (hash: string) => Buffer.from(hash, 'hex');

interface NewChange extends Readonly<Pick<Change, 'user_id' | 'former_email' | 'email' | 'code_hash'>> {
  /** Hexadecimal, of the link in the email to the new address. */
  readonly token_hash: string;
  /** The same of the former address. */
  readonly stop_hash: string;
}

export async function leaveChange(db: Db, { token_hash, stop_hash, ...change }: NewChange): Promise<void> {
  await db.insert(emailChange, { ...change, token_hash: bytes(token_hash), stop_hash: bytes(stop_hash) });
}

const isPending = { confirmed_at: null, expires_at: { $gt: raw('now()') } };

/** Makes earlier changes of a person no longer confirmable. Their former addresses can still undo what followed. */
export async function dropPending(db: Db, user_id: string): Promise<void> {
  await db.nativeUpdate(emailChange, { user_id, ...isPending }, { expires_at: raw('now()') });
}

type Found = Pick<Change, 'id' | 'code_hash'>;

export const findChange = (db: Db, token_hash: string): Promise<Found | null> =>
  db.findOne(emailChange, { token_hash: bytes(token_hash), ...isPending });

/** Finds the newest change to an address; an older one is confirmed by its link alone. */
export const findChangeByEmail = (db: Db, email: string): Promise<Found | null> =>
  db.findOne(emailChange, { email, ...isPending }, { orderBy: { created_at: 'desc' } });

type Changed = Pick<Change, 'user_id' | 'former_email' | 'email'>;

/** Changes the address. Undefined if this was done before, or the address has changed otherwise meanwhile. */
export async function confirmChange(db: Db, id: string): Promise<Changed | undefined> {
  const { rows } = await sql<Changed>`
    with done as (update email_change set confirmed_at = now()
                   where id = ${id} and confirmed_at is null and expires_at > now()
                  returning user_id, former_email, email)
    update person p set email = d.email from done d where p.id = d.user_id and p.email = d.former_email
    returning d.user_id, d.former_email, d.email`.execute(db.getKysely());
  return rows[0];
}

/**
 * Gives an account its former address back, without a password, and drops this change and all that came after it.
 * Returns the addresses before and after.
 */
export async function undoChange(db: Db, stop_hash: string): Promise<Changed | undefined> {
  const { rows } = await sql<Changed>`
    with stopped as (select user_id, former_email, created_at from email_change
                      where stop_hash = decode(${stop_hash}, 'hex') and created_at > now() - make_interval(days => ${stopDays})
                        for update),
         dropped as (delete from email_change c using stopped s where c.user_id = s.user_id and c.created_at >= s.created_at)
    update person p set email = s.former_email, password_hash = null from stopped s where p.id = s.user_id
    returning p.id as user_id, s.former_email, old.email`.execute(db.getKysely());
  return rows[0];
}
