/** SQL of all people of a hackathon: a row for each person and track, and counts of answers. */
import { sql } from 'kysely';
import type { RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type { teams } from '../../shared/database/published/teams.ts';
import { batchesOf } from '../../shared/database/snapshot.ts';
import type { Field } from './answers.ts';
import type { file, registration, superEventRegistration, Tables } from './entities.ts';

type Registration = RowOf<typeof registration>;
type Parent = RowOf<typeof superEventRegistration>;

/** Returns the slug, or the id if the hackathon was just deleted. */
export async function slugOf(db: Db, super_event_id: string): Promise<string> {
  const named = db.getKysely<Tables>().selectFrom('published.super_events').select('slug');
  return (await named.where('id', '=', super_event_id).executeTakeFirst())?.slug ?? super_event_id;
}

export interface AskedField extends Field {
  readonly key: string | null;
}

/** The questions of a hackathon, in their order. */
export const fieldsOf = (db: Db, super_event_id: string): Promise<AskedField[]> =>
  db
    .getKysely<Tables>()
    .selectFrom('published.registration_fields')
    .select(['id', 'key', 'field_type', 'label', 'options', 'is_required', 'validation_rules', 'choices', 'show_if'])
    .where('super_event_id', '=', super_event_id)
    .orderBy('order_index')
    .orderBy('id')
    .execute();

/**
 * The deleted questions of a hackathon that somebody answered, the first to be deleted first. Their labels say that they are
 * deleted.
 */
export async function deletedFieldsOf(db: Db, super_event_id: string): Promise<Pick<AskedField, 'id' | 'label'>[]> {
  const isIn = (answers: string) => sql`${sql.ref(answers)} ? f.id::text`;
  const { rows } = await sql<Pick<AskedField, 'id' | 'label'>>`
    select f.id, f.label || ' (deleted)' as label from published.deleted_fields f
     where f.super_event_id = ${super_event_id}
       and (exists (select from super_event_registration p
                     where p.super_event_id = f.super_event_id and ${isIn('p.answers_json')})
            or exists (select from registration r where r.super_event_id = f.super_event_id and ${isIn('r.answers_json')}))
     order by f.deleted_at, f.id`.execute(db.getKysely());
  return rows;
}

export const isTrackOf = async (db: Db, super_event_id: string, id: string): Promise<boolean> => {
  const tracks = db.getKysely<Tables>().selectFrom('published.tracks').select('id');
  return !!(await tracks.where('id', '=', id).where('super_event_id', '=', super_event_id).executeTakeFirst());
};

interface Which {
  readonly super_event_id: string;
  readonly status: RegistrationStatus | undefined;
  readonly track_id: string | undefined;
}
interface WhichPeople extends Which {
  readonly onlyArrived: boolean;
}

/** Everything but the address is null where there is none. */
export interface TablePerson
  extends
    Pick<RowOf<typeof people>, 'name' | 'email' | 'linkedin_url'>,
    Pick<Parent, 'status' | 'confirmed_at' | 'answers_json'> {
  track: string | null;
  track_status: Registration['status'] | null;
  team: RowOf<typeof teams>['name'] | null;
  checked_in_at: Date | null;
  applied_at: Date;
}

/** The first check-in of each person at a door or an attendance point; milestones belong to teams. */
const arrived = (super_event_id: string) => sql`
  select c.user_id, min(c.checked_in_at) as checked_in_at
    from published.checkins c join published.checkin_points o on o.id = c.point_id
   where o.super_event_id = ${super_event_id} and o.type <> 'milestone' group by c.user_id`;

const chosen = ({ super_event_id, status, track_id }: Which) => sql`
  p.super_event_id = ${super_event_id}
  and ${status ? sql`p.status = ${status}` : sql`true`} and ${track_id ? sql`r.event_id = ${track_id}` : sql`true`}`;

/** A row for each person and track, the earliest application first. Answers on the track overlay those of the application. */
export const peopleAndTracks = (snapshot: Db, which: Which) =>
  batchesOf(
    snapshot,
    sql<TablePerson>`
      select e.name, e.email, e.linkedin_url, p.status, p.confirmed_at, p.created_at as applied_at, t.name as track,
             r.status as track_status, m.name as team, a.checked_in_at,
             p.answers_json || coalesce(r.answers_json, '{}') as answers_json
        from super_event_registration p
        join published.people e on e.id = p.user_id
        left join (registration r join published.tracks t on t.id = r.event_id) on r.super_event_registration_id = p.id
        left join (select m.user_id, m.event_id, g.name
                     from published.team_members m join published.teams g on g.id = m.team_id
                    where m.super_event_id = ${which.super_event_id}) m on m.user_id = p.user_id and m.event_id = r.event_id
        left join (${arrived(which.super_event_id)}) a on a.user_id = p.user_id
       where ${chosen(which)}
       order by p.created_at, p.id, t.name, r.id`,
  );

/** A row for each person, with the answers of all their tracks. */
export const everyPerson = (snapshot: Db, which: WhichPeople) =>
  batchesOf(
    snapshot,
    sql<TablePerson>`
      select e.name, e.email, e.linkedin_url, p.status, p.confirmed_at, p.created_at as applied_at, null as track,
             null as track_status, null as team, a.checked_in_at, ${allAnswers} as answers_json
        from super_event_registration p
        join published.people e on e.id = p.user_id
        left join (${arrived(which.super_event_id)}) a on a.user_id = p.user_id
       where ${chosen({ ...which, track_id: undefined })}
         and ${which.track_id ? sql`exists (select 1 from registration r where r.super_event_registration_id = p.id and r.event_id = ${which.track_id})` : sql`true`}
         and ${which.onlyArrived ? sql`a.checked_in_at is not null` : sql`true`}
       order by p.created_at, p.id`,
  );

/** Later registrations overlay earlier ones. */
const allAnswers = sql`
  p.answers_json || coalesce((
    select jsonb_object_agg(o.key, o.value order by r.created_at, r.id)
      from registration r cross join jsonb_each(r.answers_json) o
     where r.super_event_registration_id = p.id), '{}')`;

type FileOfPerson = Pick<RowOf<typeof people>, 'name' | 'email'> &
  Pick<Parent, 'status'> & { file_id: string } & Pick<RowOf<typeof file>, 'filename' | 'size'>;

/** The files in people's answers, the earliest application first. The last answer counts as consent. */
export async function filesOf(
  db: Db,
  { super_event_id, status, field_id, consent_field_id }: FilesAsked,
): Promise<FileOfPerson[]> {
  const { rows } = await sql<FileOfPerson>`
    with person as materialized (
      select p.id, p.user_id, p.status, p.created_at, ${allAnswers} as answers
        from super_event_registration p
       where p.super_event_id = ${super_event_id} and ${status ? sql`p.status = ${status}` : sql`true`}
    )
    select e.name, e.email, p.status, f.id as file_id, f.filename, f.size
      from person p
      join published.people e on e.id = p.user_id
      cross join jsonb_each(p.answers) a (field_id, answer)
      join file f on f.id::text = a.answer ->> 'file_id'
     where f.super_event_id = ${super_event_id} and f.claimed_by is not null
       and ${field_id ? sql`a.field_id = ${field_id}` : sql`true`}
       and ${consent_field_id ? sql`p.answers -> ${consent_field_id} = 'true'` : sql`true`}
     order by p.created_at, p.id, f.created_at, f.id`.execute(db.getKysely());
  return rows;
}

interface FilesAsked extends Omit<Which, 'track_id'> {
  readonly field_id: string | undefined;
  readonly consent_field_id: string | undefined;
}

interface Counted {
  counts: { value: string; count: number }[];
  answered: number;
  people: number;
}

/**
 * A person has one answer: the one of the track that they registered on last, else that of the application. Equal answers
 * are put together before they are taken apart into choices: there are far fewer of them than people.
 */
export async function countAnswers(
  db: Db,
  { super_event_id, status, field_id }: Omit<Which, 'track_id'> & { readonly field_id: string },
): Promise<Counted> {
  const { rows } = await sql<Counted>`
    with overlaid as materialized (
      select distinct on (r.super_event_registration_id) r.super_event_registration_id as id, r.answers_json -> ${field_id} as answer
        from registration r where r.super_event_id = ${super_event_id} and r.answers_json ? ${field_id}
       order by r.super_event_registration_id, r.created_at desc, r.id desc
    ), answer as materialized (
      select nullif(coalesce(o.answer, p.answers_json -> ${field_id}), 'null') as answer, count(*) as people
        from super_event_registration p left join overlaid o on o.id = p.id
       where p.super_event_id = ${super_event_id} and ${status ? sql`p.status = ${status}` : sql`true`}
       group by 1
    ), choice as (
      select choice.value, sum(people)::int as count
        from answer cross join lateral jsonb_array_elements_text(
               case when jsonb_typeof(answer) = 'array' then answer else jsonb_build_array(answer) end) choice (value)
       where answer is not null and choice.value is not null group by choice.value
    )
    select (select coalesce(json_agg(c order by c.count desc, c.value), '[]') from choice c) as counts,
           (select coalesce(sum(people), 0)::int from answer where answer is not null) as answered,
           (select coalesce(sum(people), 0)::int from answer) as people`.execute(db.getKysely());
  return rows[0] ?? { counts: [], answered: 0, people: 0 };
}
