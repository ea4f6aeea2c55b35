/** SQL of super-event registrations, the parents, and of their seats. */
import { sql } from 'kysely';
import type { RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';
import { tokenOn } from './tokens.ts';

export interface Parent {
  id: string;
  super_event_id: string;
  user_id: string;
  status: RegistrationStatus;
  checkin_token: string;
}
export interface ParentDetail extends Parent {
  answers_json: Record<string, unknown>;
  looking_for_team: boolean;
  interested_track_ids: string[];
  created_at: Date | string;
  updated_at: Date | string;
  is_paid: boolean;
}

export async function findParent(db: Db, id: string): Promise<ParentDetail | undefined> {
  const { rows } = await sql<ParentDetail>`
    select p.id, p.super_event_id, p.user_id, p.status, p.checkin_token, p.answers_json, p.looking_for_team,
           p.interested_track_ids, p.created_at, p.updated_at, s.payment_status = 'paid' as is_paid
      from super_event_registration p join published.super_events s on s.id = p.super_event_id
     where p.id = ${id}`.execute(db.getKysely());
  return rows[0];
}

export interface NewParent {
  readonly organization_id: string;
  readonly super_event_id: string;
  readonly user_id: string;
  readonly answers: Record<string, unknown>;
}

/** Applies, or applies again after cancelling; nothing where the person has applied already. */
export async function placeApplication(db: Db, { organization_id, super_event_id, user_id, answers }: NewParent) {
  const { rows } = await sql<Parent & { former: RegistrationStatus | null }>`
    insert into super_event_registration as p (organization_id, super_event_id, user_id, status, answers_json)
    values (${organization_id}, ${super_event_id}, ${user_id}, 'pending', ${JSON.stringify(answers)}::jsonb)
    on conflict (super_event_id, user_id) do update
       set status = 'pending', answers_json = excluded.answers_json, checkin_token = excluded.checkin_token,
           updated_at = now()
     where p.status = 'cancelled'
    returning id, super_event_id, user_id, new.status, checkin_token, old.status as former`.execute(db.getKysely());
  return rows[0];
}

export async function applicationPlaced(db: Db, super_event_id: string, user_id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from super_event_registration
     where super_event_id = ${super_event_id} and user_id = ${user_id}`.execute(db.getKysely());
  return rows[0]?.id;
}

interface WrittenParent {
  readonly looking_for_team?: boolean;
  readonly interested_track_ids?: readonly string[];
  readonly answers_json?: Record<string, unknown>;
}

/** What is absent stays as it is. */
export async function writeParent(db: Db, id: string, written: WrittenParent): Promise<void> {
  const { looking_for_team = null, interested_track_ids = null, answers_json } = written;
  await sql`
    update super_event_registration
       set looking_for_team = coalesce(${looking_for_team}::boolean, looking_for_team),
           interested_track_ids = coalesce(${interested_track_ids}::uuid[], interested_track_ids),
           answers_json = coalesce(${answers_json ? JSON.stringify(answers_json) : null}::jsonb, answers_json),
           updated_at = now()
     where id = ${id}`.execute(db.getKysely());
}

export interface MovedParent {
  id: string;
  super_event_id: string;
  user_id: string;
  former: RegistrationStatus;
}

/** Written even where it changes nothing: that holds the row, and nobody moves it until we are done. */
export async function setParentStatus(
  db: Db,
  id: string,
  to: RegistrationStatus,
  from: readonly RegistrationStatus[],
): Promise<MovedParent | undefined> {
  const { rows } = await sql<MovedParent>`
    update super_event_registration p
       set status = ${to}, checkin_token = ${tokenOn(to)},
           updated_at = case when status = ${to} then updated_at else now() end
     where p.id = ${id} and p.status = any (${from}::text[])
    returning p.id, p.super_event_id, p.user_id, old.status as former`.execute(db.getKysely());
  return rows[0];
}

/** Takes a seat if the cap leaves one. A cap is at least one, so the first seat is always free. */
export async function takeSeat(db: Db, super_event_id: string): Promise<boolean> {
  const { rows } = await sql`
    insert into seat as s (super_event_id, accepted) values (${super_event_id}, 1)
    on conflict (super_event_id) do update set accepted = s.accepted + 1
     where (select e.max_participants is null or s.accepted < e.max_participants
              from published.super_events e where e.id = s.super_event_id)
    returning accepted`.execute(db.getKysely());
  return rows.length > 0;
}

export async function freeSeat(db: Db, super_event_id: string): Promise<void> {
  await sql`update seat set accepted = accepted - 1 where super_event_id = ${super_event_id}`.execute(db.getKysely());
}

export interface Occupancy extends Record<string, unknown> {
  acceptedCount: number;
  maxParticipants: number | null;
}

export async function occupancyOf(db: Db, super_event_id: string): Promise<Occupancy> {
  const { rows } = await sql<Occupancy>`
    select s.accepted as "acceptedCount", e.max_participants as "maxParticipants"
      from seat s left join published.super_events e on e.id = s.super_event_id
     where s.super_event_id = ${super_event_id}`.execute(db.getKysely());
  return rows[0] ?? { acceptedCount: 0, maxParticipants: null };
}
