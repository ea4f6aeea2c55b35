/** What has to be known before somebody may register, apply or change their answers, each in one statement. */
import { sql } from 'kysely';
import { wholeList, type RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { Answers, Field } from '../answers.ts';

interface Former {
  /** The person's row there, if they have one already. */
  former_id: string | null;
  former_status: RegistrationStatus | null;
  former_answers: Answers | null;
}
export interface TrackForm extends Former {
  super_event_id: string;
  is_open: boolean;
  fields: Field[];
  /** Null where the person has no such parent in this track's hackathon. */
  parent: { id: string; status: RegistrationStatus } | null;
}
export interface SuperEventForm extends Former {
  is_closed: boolean;
  fields: Field[];
}

const fieldsOf = (super_event_id: string) => sql`
  (select coalesce(json_agg(f), '[]')
     from (select id, field_type, label, options, is_required, validation_rules
             from published.registration_fields where super_event_id = ${sql.ref(super_event_id)}
            order by order_index, id limit ${wholeList}) f) as fields`;

export async function findTrackForm(
  db: Db,
  who: { user_id: string; event_id: string; parent_id: string | undefined },
): Promise<TrackForm | undefined> {
  const { rows } = await sql<TrackForm>`
    select t.super_event_id, t.registration = 'open' as is_open, ${fieldsOf('t.super_event_id')},
           case when p.id is not null then json_build_object('id', p.id, 'status', p.status) end as parent,
           r.id as former_id, r.status as former_status, r.answers_json as former_answers
      from published.tracks t
      left join super_event_registration p
             on p.id = ${who.parent_id ?? null} and p.user_id = ${who.user_id} and p.super_event_id = t.super_event_id
      left join registration r on r.event_id = t.id and r.user_id = ${who.user_id}
     where t.id = ${who.event_id}`.execute(db.getKysely());
  return rows[0];
}

/** Closed is a hackathon whose every track was closed; one that was never opened does not count. */
export async function findSuperEventForm(
  db: Db,
  who: { user_id: string; super_event_id: string },
): Promise<SuperEventForm | undefined> {
  const { rows } = await sql<SuperEventForm>`
    select coalesce((select bool_and(t.registration = 'closed') from published.tracks t where t.super_event_id = s.id),
                    false) as is_closed,
           ${fieldsOf('s.id')}, p.id as former_id, p.status as former_status,
           p.answers_json as former_answers
      from published.super_events s
      left join super_event_registration p on p.super_event_id = s.id and p.user_id = ${who.user_id}
     where s.id = ${who.super_event_id}`.execute(db.getKysely());
  return rows[0];
}

interface HeldForm {
  user_id: string;
  super_event_id: string;
  status: RegistrationStatus;
  answers_json: Answers;
  fields: Field[];
}

/** Holds the row: of two who change the same answers, the second judges by what the first has left. */
export async function holdRegistrationForm(db: Db, id: string): Promise<(HeldForm & { event_id: string }) | undefined> {
  const { rows } = await sql<HeldForm & { event_id: string }>`
    select r.user_id, r.super_event_id, r.event_id, r.status, r.answers_json, ${fieldsOf('r.super_event_id')}
      from registration r where r.id = ${id} for no key update of r`.execute(db.getKysely());
  return rows[0];
}

export interface HeldParentForm extends HeldForm {
  looking_for_team: boolean;
  interested_track_ids: string[];
  /** Those of the given ids that are no track of the hackathon. */
  foreign_track_ids: string[];
}

export async function holdParentForm(
  db: Db,
  id: string,
  track_ids: readonly string[],
): Promise<HeldParentForm | undefined> {
  const { rows } = await sql<HeldParentForm>`
    select p.user_id, p.super_event_id, p.status, p.answers_json, p.looking_for_team, p.interested_track_ids,
           ${fieldsOf('p.super_event_id')},
           array(select wanted.id from unnest(${track_ids}::uuid[]) as wanted (id)
                  where not exists (select 1 from published.tracks t
                                     where t.id = wanted.id and t.super_event_id = p.super_event_id)) as foreign_track_ids
      from super_event_registration p where p.id = ${id} for no key update of p`.execute(db.getKysely());
  return rows[0];
}
