/** SQL to accept a person who did not apply or was not accepted yet. */
import { sql } from 'kysely';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { superEvents, tracks } from '../../../shared/database/published/events.ts';
import type { registration, superEventRegistration } from '../entities.ts';
import { out } from '../rules.ts';

interface Hackathon extends Pick<RowOf<typeof superEvents>, 'organization_id'> {
  is_paid: boolean;
  /** Null if the hackathon has several tracks, or none. */
  only_track_id: RowOf<typeof tracks>['id'] | null;
}

/** Reads what enrolling needs to know; undefined if the hackathon was deleted. */
export async function findHackathon(db: Db, id: string): Promise<Hackathon | undefined> {
  const { rows } = await sql<Hackathon>`
    select s.organization_id, s.payment_status = 'paid' as is_paid,
           (select (array_agg(t.id))[1] from published.tracks t
             where t.super_event_id = s.id having count(*) = 1) as only_track_id
      from published.super_events s where s.id = ${id}`.execute(db.getKysely());
  return rows[0];
}

type Parent = RowOf<typeof superEventRegistration>;
type Whose = Readonly<Pick<Parent, 'organization_id' | 'super_event_id' | 'user_id'>>;
interface Held extends Pick<Parent, 'id'> {
  /** Null for a new one. */
  former: Parent['status'] | null;
}

/** Returns the person's parent, creating it if necessary, and locks it until the transaction ends. */
export async function holdParent(db: Db, { organization_id, super_event_id, user_id }: Whose): Promise<Held> {
  const { rows } = await sql<Held>`
    insert into super_event_registration as p (organization_id, super_event_id, user_id, status)
    values (${organization_id}, ${super_event_id}, ${user_id}, 'pending')
    on conflict (super_event_id, user_id) do update set status = p.status
    returning id, old.status as former`.execute(db.getKysely());
  const [held] = rows;
  if (!held) throw new Error('An upsert without a condition returned nothing.');
  return held;
}

/** Accepts the person on a track. Returns undefined if they were accepted there before. */
export async function acceptOnTrack(
  db: Db,
  row: Whose & Pick<RowOf<typeof registration>, 'event_id'> & { readonly parent: Pick<Parent, 'id'> },
): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    insert into registration as r
           (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status)
    values (${row.organization_id}, ${row.super_event_id}, ${row.event_id}, ${row.parent.id}, ${row.user_id},
            'accepted')
    on conflict (event_id, user_id) do update
       set status = 'accepted', updated_at = now(), super_event_registration_id = excluded.super_event_registration_id,
           checkin_token = case when r.status = any (${out}::text[]) then excluded.checkin_token
                                else r.checkin_token end
     where r.status <> 'accepted'
    returning id, old.status as former`.execute(db.getKysely());
  return rows[0];
}
