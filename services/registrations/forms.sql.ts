/** Reads the data for registering, applying or changing answers, each in one statement. */
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { tracks } from '../../shared/database/published/events.ts';
import type { Field } from './answers.ts';
import type { registration, superEventRegistration } from './entities.ts';

type Registration = RowOf<typeof registration>;
type Parent = RowOf<typeof superEventRegistration>;
interface Former {
  /** The person's existing row, if any. */
  former_id: Registration['id'] | null;
  former_status: Registration['status'] | null;
  former_answers: Registration['answers_json'] | null;
}
export interface TrackForm extends Former, Pick<RowOf<typeof tracks>, 'super_event_id'> {
  is_open: boolean;
  fields: Field[];
  /** Null if the person has no such parent in this track's hackathon. */
  parent: Pick<Parent, 'id' | 'status' | 'answers_json'> | null;
}
export interface SuperEventForm extends Former {
  is_closed: boolean;
  fields: Field[];
  /** Of the tracks to register on: those that are not open. */
  closed_track_ids: string[];
  /** The given tracks and tracks of interest that are no visible track of the hackathon. */
  unknown_track_ids: string[];
  /** The addresses of the texts that an application agrees to. */
  texts: string[];
}

const fieldsOf = (super_event_id: string) => sql`
  (select coalesce(json_agg(f), '[]')
     from (select id, field_type, label, options, is_required, validation_rules, choices, show_if
             from published.registration_fields where super_event_id = ${sql.ref(super_event_id)}
            order by order_index, id) f) as fields`;

/** Reads the form of a track, with the person's parent and existing registration. */
export async function findTrackForm(
  db: Db,
  who: { user_id: string; event_id: string; parent_id: string | undefined },
): Promise<TrackForm | undefined> {
  const { rows } = await sql<TrackForm>`
    select t.super_event_id, t.is_open, ${fieldsOf('t.super_event_id')},
           case when p.id is not null
                then json_build_object('id', p.id, 'status', p.status, 'answers_json', p.answers_json) end as parent,
           r.id as former_id, r.status as former_status, r.answers_json as former_answers
      from published.tracks t
      left join super_event_registration p
             on p.id = ${who.parent_id ?? null} and p.user_id = ${who.user_id} and p.super_event_id = t.super_event_id
      left join registration r on r.event_id = t.id and r.user_id = ${who.user_id}
     where t.id = ${who.event_id}`.execute(db.getKysely());
  return rows[0];
}

/** Reads the form of a hackathon. */
export async function findSuperEventForm(
  db: Db,
  who: { user_id: string; super_event_id: string; track_ids: readonly string[]; interested: readonly string[] },
): Promise<SuperEventForm | undefined> {
  const { rows } = await sql<SuperEventForm>`
    select s.is_closed,
           array(select t.id from published.tracks t
                  where t.super_event_id = s.id and t.id = any (${who.track_ids}::uuid[]) and not t.is_open)
             as closed_track_ids,
           array(select wanted.id from unnest(${[...who.track_ids, ...who.interested]}::uuid[]) as wanted (id)
                  where not exists (select 1 from published.tracks t
                                     where t.id = wanted.id and t.super_event_id = s.id and t.status = 'final'))
             as unknown_track_ids,
           array_remove(array[s.privacy_url, s.terms_url], null) as texts,
           ${fieldsOf('s.id')}, p.id as former_id, p.status as former_status,
           p.answers_json as former_answers
      from published.super_events s
      left join super_event_registration p on p.super_event_id = s.id and p.user_id = ${who.user_id}
     where s.id = ${who.super_event_id}`.execute(db.getKysely());
  return rows[0];
}

interface HeldForm extends Pick<Registration, 'user_id' | 'super_event_id' | 'event_id' | 'status' | 'answers_json'> {
  /** The answers of the application. */
  applied: Parent['answers_json'];
  fields: Field[];
}

/** Reads and locks a registration. Of two concurrent changes, the second sees the result of the first. */
export async function lockRegistrationForm(db: Db, id: string): Promise<HeldForm | undefined> {
  const { rows } = await sql<HeldForm>`
    select r.user_id, r.super_event_id, r.event_id, r.status, r.answers_json, p.answers_json as applied,
           ${fieldsOf('r.super_event_id')}
      from registration r join super_event_registration p on p.id = r.super_event_registration_id
     where r.id = ${id} for no key update of r`.execute(db.getKysely());
  return rows[0];
}

export interface HeldParentForm extends Pick<
  Parent,
  'user_id' | 'super_event_id' | 'status' | 'answers_json' | 'looking_for_team' | 'interested_track_ids' | 'confirm_by'
> {
  fields: Field[];
  /** The given ids that are no track of the hackathon. */
  foreign_track_ids: string[];
}

/** Reads and locks a parent with its form. */
export async function lockParentForm(
  db: Db,
  id: string,
  track_ids: readonly string[],
): Promise<HeldParentForm | undefined> {
  const { rows } = await sql<HeldParentForm>`
    select p.user_id, p.super_event_id, p.status, p.answers_json, p.looking_for_team, p.interested_track_ids,
           p.confirm_by, ${fieldsOf('p.super_event_id')},
           array(select wanted.id from unnest(${track_ids}::uuid[]) as wanted (id)
                  where not exists (select 1 from published.tracks t
                                     where t.id = wanted.id and t.super_event_id = p.super_event_id)) as foreign_track_ids
      from super_event_registration p where p.id = ${id} for no key update of p`.execute(db.getKysely());
  return rows[0];
}
