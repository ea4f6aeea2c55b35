/** SQL for the letters about registrations. */
import { sql } from 'kysely';
import type { Happening } from '../../../shared/contract/letters.ts';
import { happening } from '../../../shared/kit/letters.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { superEvents, tracks } from '../../../shared/database/published/events.ts';
import type { people } from '../../../shared/database/published/identity.ts';
import type { registration } from '../entities.ts';

/** A registration on a track, or for the hackathon as a whole. */
export type Subject = { readonly registration_id: string } | { readonly parent_id: string };
interface Addressee
  extends Pick<RowOf<typeof people>, 'email' | 'name'>, Pick<RowOf<typeof registration>, 'checkin_token'> {
  registration_id: string;
  happening: Happening;
  super_event_name: RowOf<typeof superEvents>['name'];
  event_name: RowOf<typeof tracks>['name'] | null;
  /** Differs for each decision. */
  decision: string;
}

/** Reads whom to write to about a registration, and what the letter says. */
export async function addressee(db: Db, subject: Subject): Promise<Addressee | undefined> {
  const registrations =
    'registration_id' in subject
      ? sql`registration r where r.id = ${subject.registration_id}`
      : sql`(select *, null::uuid as event_id from super_event_registration) r where r.id = ${subject.parent_id}`;
  const { rows } = await sql<Addressee>`
    select p.email, p.name, s.name as super_event_name, t.name as event_name, r.checkin_token,
           r.id as registration_id, ${happening('t', 's')},
           concat(r.id, ' ', r.status, ' ', extract(epoch from r.updated_at)) as decision
      from (select r.id, r.user_id, r.super_event_id, r.event_id, r.status, r.checkin_token, r.updated_at from ${registrations}) r
      join published.people p on p.id = r.user_id
      join published.super_events s on s.id = r.super_event_id
      join published.organizations o on o.id = s.organization_id
      left join published.tracks t on t.id = r.event_id`.execute(db.getKysely());
  return rows[0];
}
