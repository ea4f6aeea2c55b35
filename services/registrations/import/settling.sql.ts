/** SQL to enroll or invite many people at once, each onto tracks of their own. */
import { sql } from 'kysely';
import type { EventDetails } from '../../../shared/contract/emails.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import { eventDetails } from '../../../shared/kit/emails.ts';
import type { Answers } from '../answers.ts';
import type { superEventRegistration } from '../entities.ts';

type Parent = RowOf<typeof superEventRegistration>;
type Home = Readonly<Pick<Parent, 'organization_id' | 'super_event_id'>>;

/** Locks the places of those who have one, in the order of ids, like every transaction that locks several. */
export async function lockPlaces(db: Db, super_event_id: string, emails: readonly string[]): Promise<void> {
  await sql`
    select from super_event_registration p join published.people u on u.id = p.user_id
     where p.super_event_id = ${super_event_id} and u.email = any (${emails}::text[])
     order by p.id for no key update of p`.execute(db.getKysely());
}

export interface HeldPlace extends Pick<Parent, 'id' | 'user_id'> {
  /** Null for a new one. */
  former: Parent['status'] | null;
}

/** Returns the places of these people, created where missing, and locks them. */
export async function lockOrMake(db: Db, { organization_id, super_event_id }: Home, people: readonly string[]) {
  const { rows } = await sql<HeldPlace>`
    insert into super_event_registration as p (organization_id, super_event_id, user_id, status)
    select ${organization_id}, ${super_event_id}, u.id, 'pending' from unnest(${people}::uuid[]) as u (id) order by u.id
    on conflict (super_event_id, user_id) do update set status = p.status
    returning id, user_id, old.status as former`.execute(db.getKysely());
  return rows;
}

/** Takes back places that this transaction has made, because there was no seat for them. */
export async function removePlaces(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from super_event_registration where id = any (${ids}::uuid[])`.execute(db.getKysely());
}

export interface ImportedInvitee {
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly track_ids: readonly string[];
  readonly answers_json: Answers;
  /** Of the token in the email, hexadecimal. */
  readonly token_hash: string;
}
export interface Invited extends Pick<ImportedInvitee, 'email' | 'first_name' | 'last_name'> {
  id: string;
  expires_at: Date | string;
  super_event_name: string;
  happening: EventDetails;
}

/** Invites people. One who is invited already keeps that invitation, which is for these tracks as well; returned are the others. */
export async function invite(
  db: Db,
  { super_event_id, invited_by }: { super_event_id: string; invited_by: string },
  people: readonly ImportedInvitee[],
): Promise<Invited[]> {
  const { rows } = await sql<Invited>`
    select i.id, i.email, i.first_name, i.last_name, i.expires_at, s.name as super_event_name, ${eventDetails('s')}
      from published.invite_people(${super_event_id}, ${invited_by}, ${JSON.stringify(people)}::jsonb) i
      join published.super_events s on s.id = ${super_event_id}
      join published.organizations o on o.id = s.organization_id`.execute(db.getKysely());
  return rows;
}
