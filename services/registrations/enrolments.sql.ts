/** SQL to accept a person who did not apply or was not accepted yet. */
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { superEvents, tracks } from '../../shared/database/published/events.ts';
import type { Answers } from './answers.ts';
import type { superEventRegistration } from './entities.ts';
import type { Placed } from './many.sql.ts';
import { out } from './rules.ts';

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
type Home = Readonly<Pick<Parent, 'organization_id' | 'super_event_id'>>;
type ParentKey = Readonly<Pick<Parent, 'organization_id' | 'super_event_id' | 'user_id'>>;
interface Held extends Pick<Parent, 'id'> {
  /** Null for a new one. */
  former: Parent['status'] | null;
}

/** Returns the person's parent, creating it if necessary, and locks it until the transaction ends. */
export async function lockParent(db: Db, { organization_id, super_event_id, user_id }: ParentKey): Promise<Held> {
  const { rows } = await sql<Held>`
    insert into super_event_registration as p (organization_id, super_event_id, user_id, status)
    values (${organization_id}, ${super_event_id}, ${user_id}, 'pending')
    on conflict (super_event_id, user_id) do update set status = p.status
    returning id, old.status as former`.execute(db.getKysely());
  const [held] = rows;
  if (!held) throw new Error('An upsert without a condition returned nothing.');
  return held;
}

export interface TrackPlacement {
  readonly parent_id: string;
  readonly user_id: string;
  readonly event_id: string;
}

/** Accepts people on tracks. Returns those who were not accepted there before. */
export async function placeOnTracks(
  db: Db,
  { organization_id, super_event_id }: Home,
  placements: readonly TrackPlacement[],
): Promise<Placed[]> {
  const { rows } = await sql<Placed>`
    insert into registration as r
           (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status)
    select ${organization_id}, ${super_event_id}, n.event_id, n.parent_id, n.user_id, 'accepted'
      from jsonb_to_recordset(${JSON.stringify(placements)}::jsonb) as n (parent_id uuid, user_id uuid, event_id uuid)
      join published.tracks t on t.id = n.event_id and t.super_event_id = ${super_event_id}
     order by n.user_id, n.event_id
    on conflict (event_id, user_id) do update
       set status = 'accepted', updated_at = now(), super_event_registration_id = excluded.super_event_registration_id,
           checkin_token = case when r.status = any (${out}::text[]) then excluded.checkin_token
                                else r.checkin_token end
     where r.status <> 'accepted'
    returning id, super_event_registration_id as parent_id, user_id, event_id, old.status as former`.execute(
    db.getKysely(),
  );
  return rows;
}

/** Fills in answers that people have not given themselves. */
export async function fillAnswers(
  db: Db,
  given: readonly { readonly id: string; readonly answers: Answers }[],
): Promise<void> {
  await sql`
    update super_event_registration p set answers_json = n.answers || p.answers_json
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as n (id uuid, answers jsonb)
     where p.id = n.id and n.answers <> '{}'`.execute(db.getKysely());
}
