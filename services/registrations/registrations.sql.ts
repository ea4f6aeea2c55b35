/** SQL for registrations on tracks. */
import { raw } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import type { RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { tracks } from '../../shared/database/published/events.ts';
import type { people } from '../../shared/database/published/identity.ts';
import { registration } from './entities.ts';
import { tokenOn } from './parents.sql.ts';

type Row = RowOf<typeof registration>;
type Person = RowOf<typeof people>;
type Track = RowOf<typeof tracks>;
export type Registration = Pick<Row, 'id' | 'event_id' | 'user_id' | 'status' | 'checkin_token'>;
export interface RegistrationDetail
  extends
    Registration,
    Pick<Row, 'answers_json' | 'super_event_registration_id'>,
    Pick<Person, 'linkedin_url' | 'github_url'> {
  user_name: Person['name'];
  user_email: Person['email'];
  event_name: Track['name'];
  event_slug: Track['slug'];
}

/** Reads a registration with its person and track. Its answers are those of the application, overlaid by its own. */
export async function findRegistration(db: Db, id: string): Promise<RegistrationDetail | undefined> {
  const { rows } = await sql<RegistrationDetail>`
    select r.id, r.event_id, r.user_id, r.status, r.checkin_token, r.super_event_registration_id, a.answers_json || r.answers_json as answers_json,
           p.name as user_name, p.email as user_email, p.linkedin_url, p.github_url, t.name as event_name, t.slug as event_slug
      from registration r
      join super_event_registration a on a.id = r.super_event_registration_id
      join published.tracks t on t.id = r.event_id
      left join published.people p on p.id = r.user_id
     where r.id = ${id}`.execute(db.getKysely());
  return rows[0];
}

interface Undecided extends Pick<Row, 'status'> {
  is_paid: boolean;
}

/** Reads what a decision needs to know. */
export async function findUndecided(db: Db, id: string): Promise<Undecided | undefined> {
  const { rows } = await sql<Undecided>`
    select r.status, s.payment_status = 'paid' as is_paid
      from registration r join published.super_events s on s.id = r.super_event_id
     where r.id = ${id}`.execute(db.getKysely());
  return rows[0];
}

export interface NewRegistration extends Readonly<
  Pick<Row, 'organization_id' | 'super_event_id' | 'event_id' | 'user_id'>
> {
  readonly parent_id: Row['super_event_registration_id'];
  /** Null keeps former answers. */
  readonly answers: Row['answers_json'] | null;
}

/** Creates a registration, or reopens a cancelled one. Returns undefined if the person has one already. */
export async function createRegistration(db: Db, row: NewRegistration) {
  const answers = row.answers && JSON.stringify(row.answers);
  const { rows } = await sql<Registration & { former: Row['status'] | null }>`
    insert into registration as r
           (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status, answers_json)
    values (${row.organization_id}, ${row.super_event_id}, ${row.event_id}, ${row.parent_id}, ${row.user_id},
            'pending', coalesce(${answers}::jsonb, '{}'))
    on conflict (event_id, user_id) do update
       set status = 'pending', super_event_registration_id = excluded.super_event_registration_id,
           answers_json = coalesce(${answers}::jsonb, r.answers_json),
           checkin_token = excluded.checkin_token, updated_at = now()
     where r.status = 'cancelled'
    returning id, event_id, user_id, new.status, checkin_token, old.status as former`.execute(db.getKysely());
  return rows[0];
}

export type OnTrack = Pick<Row, 'id' | 'event_id' | 'status'> & { former: Row['status'] | null };

/** Registers on several tracks under a new application. Registrations that exist and are not cancelled stay as they are. */
export async function registerOnTracks(
  db: Db,
  row: Omit<NewRegistration, 'event_id' | 'answers'>,
  track_ids: readonly string[],
): Promise<OnTrack[]> {
  const { rows } = await sql<OnTrack>`
    insert into registration as r
           (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status, answers_json)
    select ${row.organization_id}, ${row.super_event_id}, wanted.id, ${row.parent_id}, ${row.user_id}, 'pending', '{}'
      from unnest(${track_ids}::uuid[]) as wanted (id) order by wanted.id
    on conflict (event_id, user_id) do update
       set status = case r.status when 'cancelled' then 'pending' else r.status end,
           checkin_token = case r.status when 'cancelled' then excluded.checkin_token else r.checkin_token end,
           updated_at = case r.status when 'cancelled' then now() else r.updated_at end
    returning id, event_id, new.status, old.status as former`.execute(db.getKysely());
  return rows;
}

/** Returns the id of the person's registration on a track. */
export async function takenRegistration(db: Db, event_id: string, user_id: string): Promise<string | undefined> {
  return (await db.findOne(registration, { event_id, user_id }))?.id;
}

/** Replaces the answers of a registration. */
export async function writeAnswers(db: Db, id: string, answers_json: Row['answers_json']): Promise<void> {
  await db.nativeUpdate(registration, id, { answers_json, updated_at: raw('now()') });
}

type Evaluation = Pick<Row, 'evaluation_score' | 'evaluation_recommendation'>;
interface Evaluated extends Pick<Row, 'user_id'> {
  before: Evaluation;
  after: Evaluation;
}

/** Changes the evaluation. Undefined keeps a value; null removes it. */
export async function writeEvaluation(
  db: Db,
  id: string,
  { evaluation_score: score, evaluation_recommendation: recommendation }: { [K in keyof Evaluation]?: Evaluation[K] },
): Promise<Evaluated | undefined> {
  const { rows } = await sql<Evaluated>`
    update registration
       set evaluation_score = ${score === undefined ? sql`evaluation_score` : sql`${score}::double precision`},
           evaluation_recommendation = ${recommendation === undefined ? sql`evaluation_recommendation` : recommendation},
           updated_at = now()
     where id = ${id}
    returning user_id,
      json_build_object('evaluation_score', old.evaluation_score,
                        'evaluation_recommendation', old.evaluation_recommendation) as before,
      json_build_object('evaluation_score', new.evaluation_score,
                        'evaluation_recommendation', new.evaluation_recommendation) as after`.execute(db.getKysely());
  return rows[0];
}

export interface Moved extends Pick<Row, 'id' | 'user_id' | 'event_id'> {
  former: Row['status'];
}

/** The condition for one registration `r`. */
export const registrationIs = (id: string) => sql`r.id = ${id}`;
/** The condition for the accepted registrations `r` of a parent. */
export const acceptedUnder = (parent_id: string) =>
  sql`r.super_event_registration_id = ${parent_id} and r.status = 'accepted'`;

/**
 * Changes the status of these registrations, except those that already have it. A person who leaves `accepted` also
 * leaves their team on that track: `parted` is asked for because PostgreSQL runs no SELECT in a WITH that nobody reads.
 */
export async function moveRegistrations(db: Db, which: RawBuilder<unknown>, to: RegistrationStatus): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    with moved as (
      update registration r set status = ${to}, checkin_token = ${tokenOn(to)}, updated_at = now()
       where ${which} and r.status <> ${to}
      returning r.id, r.user_id, r.event_id, old.status as former),
    parted as (
      select published.end_memberships(array_agg(user_id), array_agg(event_id)) from moved
       where former = 'accepted' having count(*) > 0)
    select id, user_id, event_id, former, (select count(*) from parted) as parted from moved`.execute(db.getKysely());
  return rows;
}
