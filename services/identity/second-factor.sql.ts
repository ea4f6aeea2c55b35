/** SQL for apps that make codes, recovery codes, and sign-ins that wait for either. Hashes are hexadecimal here and bytes in the tables. */
import { LockMode, raw } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Db } from '../../shared/database/database.ts';
import { recoveryCode, secondFactorTicket, session, totp } from './entities.ts';

type App = RowOf<typeof totp>;
type Ticket = RowOf<typeof secondFactorTicket>;
const bytes = (hash: string) => Buffer.from(hash, 'hex');

/** Keeps the secret of an app that is to be confirmed, in place of one that never was. False if there is one that was. */
export async function leaveApp(db: Db, { user_id, sealed }: Pick<App, 'user_id' | 'sealed'>): Promise<boolean> {
  const { rows } = await sql`
    insert into totp as t (user_id, sealed) values (${user_id}, ${sealed})
    on conflict (user_id) do update set sealed = excluded.sealed, last_step = null, created_at = now()
     where t.confirmed_at is null
    returning user_id`.execute(db.getKysely());
  return rows.length === 1;
}

/** Reads the app of a person and locks it, so that of several requests with one code only one has it taken. */
export const holdApp = (db: Db, user_id: string): Promise<Pick<App, 'sealed' | 'last_step' | 'confirmed_at'> | null> =>
  db.findOne(totp, { user_id }, { lockMode: LockMode.PESSIMISTIC_WRITE });

/** Notes the code that was taken last; the first one confirms the app. */
export async function noteStep(db: Db, user_id: string, last_step: number): Promise<void> {
  await sql`
    update totp set last_step = ${last_step}, confirmed_at = coalesce(confirmed_at, now())
     where user_id = ${user_id}`.execute(db.getKysely());
}

export const hasApp = async (db: Db, user_id: string): Promise<boolean> =>
  (await db.count(totp, { user_id, confirmed_at: { $ne: null } })) === 1;

export const countRecoveryCodes = (db: Db, user_id: string): Promise<number> => db.count(recoveryCode, { user_id });

export async function saveRecoveryCodes(db: Db, user_id: string, hashes: readonly string[]): Promise<void> {
  await db.nativeDelete(recoveryCode, { user_id });
  await db.insertMany(
    recoveryCode,
    hashes.map((hash) => ({ user_id, code_hash: bytes(hash) })),
  );
}

/** Deletes a recovery code. False if it is none of this person, or was used. */
export const spendRecoveryCode = async (db: Db, user_id: string, hash: string): Promise<boolean> =>
  (await db.nativeDelete(recoveryCode, { user_id, code_hash: bytes(hash) })) === 1;

/** Deletes the app of a person and their recovery codes. */
export async function deleteApp(db: Db, user_id: string): Promise<void> {
  await db.nativeDelete(recoveryCode, { user_id });
  await db.nativeDelete(totp, { user_id });
}

interface NewTicket extends Pick<Ticket, 'user_id' | 'password_hash' | 'address_hash'> {
  readonly ticket_hash: string;
}
export async function leaveTicket(db: Db, { ticket_hash, ...waiting }: NewTicket): Promise<void> {
  await db.insert(secondFactorTicket, { ...waiting, ticket_hash: bytes(ticket_hash) });
}

type Waiting = Pick<Ticket, 'user_id' | 'password_hash' | 'address_hash'>;

/** Finds the sign-in of a ticket that is neither used nor too old. */
export const findTicket = (db: Db, ticket_hash: string): Promise<Waiting | null> =>
  db.findOne(secondFactorTicket, { ticket_hash: bytes(ticket_hash), expires_at: { $gt: raw('now()') } });

/** Deletes a ticket. False if it was used before. */
export const spendTicket = async (db: Db, ticket_hash: string): Promise<boolean> =>
  (await db.nativeDelete(secondFactorTicket, { ticket_hash: bytes(ticket_hash) })) === 1;

/** Notes that a second factor was shown in a session. Gateways, which keep what they know of it, look again. */
export async function strengthen({ db, broadcast }: Pick<Ctx, 'db' | 'broadcast'>, id: string | null): Promise<void> {
  if (id === null) return;
  await db.nativeUpdate(session, { id }, { second_factor: true });
  broadcast('access-ended', { id });
}

/** Takes it back from the sessions of a person who has no second factor left. */
export async function weaken(db: Db, { broadcast }: Pick<Ctx, 'broadcast'>, user_id: string): Promise<void> {
  const { rows } = await sql`
    update session s set second_factor = false
     where s.user_id = ${user_id} and s.second_factor
       and not exists (select 1 from totp t where t.user_id = s.user_id and t.confirmed_at is not null)
       and not exists (select 1 from passkey k where k.user_id = s.user_id)
    returning s.id`.execute(db.getKysely());
  if (rows.length > 0) broadcast('access-ended', { id: user_id });
}

interface Strength {
  has_factor: boolean;
  is_strong: boolean;
}
/** Tells whether a person has a second factor, and whether a session of theirs was shown one. */
export async function strengthOf(db: Db, user_id: string, session_id: string | null): Promise<Strength> {
  const { rows } = await sql<Strength>`
    select exists (select 1 from totp where user_id = ${user_id} and confirmed_at is not null)
           or exists (select 1 from passkey where user_id = ${user_id}) as has_factor,
           exists (select 1 from session where id = ${session_id} and second_factor) as is_strong`.execute(
    db.getKysely(),
  );
  return rows[0] ?? { has_factor: false, is_strong: false };
}
