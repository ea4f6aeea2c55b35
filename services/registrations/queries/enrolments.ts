/** SQL of bringing a person into a hackathon who did not apply, or whom nobody had accepted yet. */
import { sql } from 'kysely';
import type { RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';

interface Hackathon {
  organization_id: string;
  is_paid: boolean;
  /** Null where it has several tracks, or none. */
  only_track_id: string | null;
}

export async function findHackathon(db: Db, id: string): Promise<Hackathon | undefined> {
  const { rows } = await sql<Hackathon>`
    select s.organization_id, s.payment_status = 'paid' as is_paid,
           (select (array_agg(t.id))[1] from published.tracks t
             where t.super_event_id = s.id having count(*) = 1) as only_track_id
      from published.super_events s where s.id = ${id}`.execute(db.getKysely());
  return rows[0];
}

interface Whose {
  readonly organization_id: string;
  readonly super_event_id: string;
  readonly user_id: string;
}
interface Held {
  id: string;
  /** Null for one that was not there before. */
  former: RegistrationStatus | null;
}

/** The person's parent, made where there is none; held either way until the transaction ends. */
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

/** Nothing where the person was accepted there before. */
export async function acceptOnTrack(
  db: Db,
  place: Whose & { readonly event_id: string; readonly parent: { readonly id: string } },
): Promise<Held | undefined> {
  const { rows } = await sql<Held>`
    insert into registration as r
           (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status)
    values (${place.organization_id}, ${place.super_event_id}, ${place.event_id}, ${place.parent.id}, ${place.user_id},
            'accepted')
    on conflict (event_id, user_id) do update
       set status = 'accepted', updated_at = now(), super_event_registration_id = excluded.super_event_registration_id,
           checkin_token = case when r.status in ('cancelled', 'rejected') then excluded.checkin_token
                                else r.checkin_token end
     where r.status <> 'accepted'
    returning id, old.status as former`.execute(db.getKysely());
  return rows[0];
}
