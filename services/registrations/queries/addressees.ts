/** Who is written to about a place, and what has to stand in the letter. */
import { sql } from 'kysely';
import type { Db } from '../../../shared/database/database.ts';

/** A place on a track, or one in the hackathon as a whole. */
export type Subject = { readonly registration_id: string } | { readonly parent_id: string };
interface Addressee {
  email: string;
  name: string;
  super_event_name: string;
  event_name: string | null;
  checkin_token: string;
  /** Another one for each decision. */
  decision: string;
}

export async function addressee(db: Db, subject: Subject): Promise<Addressee | undefined> {
  const place =
    'registration_id' in subject
      ? sql`registration r where r.id = ${subject.registration_id}`
      : sql`(select *, null::uuid as event_id from super_event_registration) r where r.id = ${subject.parent_id}`;
  const { rows } = await sql<Addressee>`
    select p.email, p.name, s.name as super_event_name, t.name as event_name, r.checkin_token,
           concat(r.id, ' ', r.status, ' ', extract(epoch from r.updated_at)) as decision
      from (select r.id, r.user_id, r.super_event_id, r.event_id, r.status, r.checkin_token, r.updated_at from ${place}) r
      join published.people p on p.id = r.user_id
      join published.super_events s on s.id = r.super_event_id
      left join published.tracks t on t.id = r.event_id`.execute(db.getKysely());
  return rows[0];
}
