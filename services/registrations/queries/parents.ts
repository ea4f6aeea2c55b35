/** SQL for super event registrations, the parents, and for their seats. */
import { raw } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { superEvents } from '../../../shared/database/published/events.ts';
import { seat, superEventRegistration } from '../entities.ts';
import { out } from '../rules.ts';
import { tokenOn } from './tokens.ts';

type Row = RowOf<typeof superEventRegistration>;
export type Parent = Pick<Row, 'id' | 'super_event_id' | 'user_id' | 'status' | 'checkin_token'>;
export interface ParentDetail
  extends
    Parent,
    Pick<Row, 'answers_json' | 'looking_for_team' | 'interested_track_ids' | 'created_at' | 'updated_at'> {
  is_paid: boolean;
}

/** Reads a parent. */
export async function findParent(db: Db, id: string): Promise<ParentDetail | undefined> {
  const { rows } = await sql<ParentDetail>`
    select p.id, p.super_event_id, p.user_id, p.status, p.checkin_token, p.answers_json, p.looking_for_team,
           p.interested_track_ids, p.created_at, p.updated_at, s.payment_status = 'paid' as is_paid
      from super_event_registration p join published.super_events s on s.id = p.super_event_id
     where p.id = ${id}`.execute(db.getKysely());
  return rows[0];
}

export interface NewParent extends Readonly<Pick<Row, 'organization_id' | 'super_event_id' | 'user_id'>> {
  readonly answers: Row['answers_json'];
}

/** Creates an application, or reopens a cancelled one. Returns undefined if the person has applied already. */
export async function createApplication(db: Db, { organization_id, super_event_id, user_id, answers }: NewParent) {
  const { rows } = await sql<Parent & { former: Row['status'] | null }>`
    insert into super_event_registration as p (organization_id, super_event_id, user_id, status, answers_json)
    values (${organization_id}, ${super_event_id}, ${user_id}, 'pending', ${JSON.stringify(answers)}::jsonb)
    on conflict (super_event_id, user_id) do update
       set status = 'pending', answers_json = excluded.answers_json, checkin_token = excluded.checkin_token,
           updated_at = now()
     where p.status = 'cancelled'
    returning id, super_event_id, user_id, new.status, checkin_token, old.status as former`.execute(db.getKysely());
  return rows[0];
}

/** Returns the id of the person's application. */
export async function takenApplication(db: Db, super_event_id: string, user_id: string): Promise<string | undefined> {
  return (await db.findOne(superEventRegistration, { super_event_id, user_id }))?.id;
}

type WrittenParent = Partial<Pick<Row, 'looking_for_team' | 'interested_track_ids' | 'answers_json'>>;

/** Changes what is named. */
export async function writeParent(db: Db, id: string, written: WrittenParent): Promise<void> {
  await db.nativeUpdate(superEventRegistration, id, { ...written, updated_at: raw('now()') });
}

/** Locks the parent of a registration until the transaction ends. */
export async function holdParentOf(db: Db, registration_id: string): Promise<void> {
  await sql`select from super_event_registration p where ${isParentOf(registration_id)} for no key update`.execute(
    db.getKysely(),
  );
}

/** The condition for one parent `p`. */
export const parentIs = (id: string) => sql`p.id = ${id}`;
/** The condition for one parent `p` that is rejected or cancelled. */
export const parentIsOut = (id: string) => sql`p.id = ${id} and p.status = any (${out}::text[])`;
/** The condition for the parent `p` of a registration. */
export const isParentOf = (registration_id: string) =>
  sql`p.id = (select r.super_event_registration_id from registration r where r.id = ${registration_id})`;
/**
 * The condition for the parent `p` of a registration that is the only accepted one below it. Those on deleted tracks do
 * not count, because nobody can decide about them.
 */
export const isParentOfOnlyAccepted = (registration_id: string) => sql`
  ${isParentOf(registration_id)}
  and exists (select from registration r where r.id = ${registration_id} and r.status = 'accepted')
  and not exists (select from registration r join published.tracks t on t.id = r.event_id
                   where r.super_event_registration_id = p.id and r.id <> ${registration_id} and r.status = 'accepted')`;

export interface MovedParent extends Pick<Row, 'id' | 'super_event_id' | 'user_id'> {
  former: Row['status'];
}

/** Sets the status. Writes even an unchanged one, because that locks the row until the transaction ends. */
export async function setParentStatus(
  db: Db,
  which: RawBuilder<unknown>,
  to: RegistrationStatus,
): Promise<MovedParent | undefined> {
  const { rows } = await sql<MovedParent>`
    update super_event_registration p
       set status = ${to}, checkin_token = ${tokenOn(to)},
           updated_at = case when status = ${to} then updated_at else now() end
     where ${which}
    returning p.id, p.super_event_id, p.user_id, old.status as former`.execute(db.getKysely());
  return rows[0];
}

/** Takes a seat if the cap leaves one. A cap is at least 1, so the first seat is always free. */
export async function takeSeat(db: Db, super_event_id: string): Promise<boolean> {
  const { rows } = await sql`
    insert into seat as s (super_event_id, accepted) values (${super_event_id}, 1)
    on conflict (super_event_id) do update set accepted = s.accepted + 1
     where (select e.max_participants is null or s.accepted < e.max_participants
              from published.super_events e where e.id = s.super_event_id)
    returning accepted`.execute(db.getKysely());
  return rows.length > 0;
}

/**
 * Frees a seat. A statement of its own: one that waited for the parent does not see a seat that was first taken
 * meanwhile.
 */
export async function freeSeat(db: Db, super_event_id: string): Promise<void> {
  await db.nativeUpdate(seat, super_event_id, { accepted: raw('accepted - 1') });
}

export interface Occupancy extends Record<string, unknown> {
  acceptedCount: RowOf<typeof seat>['accepted'];
  maxParticipants: RowOf<typeof superEvents>['max_participants'];
}

/** Reads how many are accepted, and the cap. */
export async function occupancyOf(db: Db, super_event_id: string): Promise<Occupancy> {
  const { rows } = await sql<Occupancy>`
    select s.accepted as "acceptedCount", e.max_participants as "maxParticipants"
      from seat s left join published.super_events e on e.id = s.super_event_id
     where s.super_event_id = ${super_event_id}`.execute(db.getKysely());
  return rows[0] ?? { acceptedCount: 0, maxParticipants: null };
}
