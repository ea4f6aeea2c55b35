/** SQL of registrations on tracks. */
import { sql, type RawBuilder } from 'kysely';
import type { RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';
import { tokenOn } from './tokens.ts';

export interface Registration {
  id: string;
  event_id: string;
  user_id: string;
  status: RegistrationStatus;
  checkin_token: string;
}
export interface RegistrationDetail extends Registration {
  answers_json: Record<string, unknown>;
  user_name: string;
  linkedin_url: string | null;
  github_url: string | null;
  event_name: string;
  event_slug: string;
}

export async function findRegistration(db: Db, id: string): Promise<RegistrationDetail | undefined> {
  const { rows } = await sql<RegistrationDetail>`
    select r.id, r.event_id, r.user_id, r.status, r.checkin_token, r.answers_json,
           p.name as user_name, p.linkedin_url, p.github_url, t.name as event_name, t.slug as event_slug
      from registration r
      join published.tracks t on t.id = r.event_id
      left join published.people p on p.id = r.user_id
     where r.id = ${id}`.execute(db.getKysely());
  return rows[0];
}

interface Undecided {
  status: RegistrationStatus;
  parent_id: string;
  is_paid: boolean;
}

export async function findUndecided(db: Db, id: string): Promise<Undecided | undefined> {
  const { rows } = await sql<Undecided>`
    select r.status, r.super_event_registration_id as parent_id, s.payment_status = 'paid' as is_paid
      from registration r join published.super_events s on s.id = r.super_event_id
     where r.id = ${id}`.execute(db.getKysely());
  return rows[0];
}

export interface NewRegistration {
  readonly organization_id: string;
  readonly super_event_id: string;
  readonly event_id: string;
  readonly parent_id: string;
  readonly user_id: string;
  /** Null keeps what was answered before. */
  readonly answers: Record<string, unknown> | null;
}

/** Takes the place, or takes it up again where it was cancelled; nothing where the person has it already. */
export async function takePlace(db: Db, place: NewRegistration) {
  const answers = place.answers && JSON.stringify(place.answers);
  const { rows } = await sql<Registration & { former: RegistrationStatus | null }>`
    insert into registration as r
           (organization_id, super_event_id, event_id, super_event_registration_id, user_id, status, answers_json)
    values (${place.organization_id}, ${place.super_event_id}, ${place.event_id}, ${place.parent_id}, ${place.user_id},
            'pending', coalesce(${answers}::jsonb, '{}'))
    on conflict (event_id, user_id) do update
       set status = 'pending', super_event_registration_id = excluded.super_event_registration_id,
           answers_json = coalesce(${answers}::jsonb, r.answers_json),
           checkin_token = excluded.checkin_token, updated_at = now()
     where r.status = 'cancelled'
    returning id, event_id, user_id, new.status, checkin_token, old.status as former`.execute(db.getKysely());
  return rows[0];
}

export async function placeTaken(db: Db, event_id: string, user_id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from registration where event_id = ${event_id} and user_id = ${user_id}`.execute(db.getKysely());
  return rows[0]?.id;
}

export async function writeAnswers(db: Db, id: string, answers: Record<string, unknown>): Promise<void> {
  await sql`
    update registration set answers_json = ${JSON.stringify(answers)}::jsonb, updated_at = now()
     where id = ${id}`.execute(db.getKysely());
}

interface Evaluation extends Record<string, unknown> {
  evaluation_score: number | null;
  evaluation_recommendation: string | null;
}

/** What is undefined stays as it is; null takes it back. */
export async function writeEvaluation(
  db: Db,
  id: string,
  { evaluation_score: score, evaluation_recommendation: recommendation }: { [K in keyof Evaluation]?: Evaluation[K] },
): Promise<{ user_id: string; before: Evaluation; after: Evaluation } | undefined> {
  const { rows } = await sql<{ user_id: string; before: Evaluation; after: Evaluation }>`
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

export interface Moved {
  id: string;
  user_id: string;
  former: RegistrationStatus;
}

export const registrationIs = (id: string) => sql`r.id = ${id}`;
export const acceptedUnder = (parent_id: string) =>
  sql`r.super_event_registration_id = ${parent_id} and r.status = 'accepted'`;

/** Moves these registrations, those already there left alone. Who leaves `accepted` leaves their team on that track. */
export async function moveRegistrations(db: Db, which: RawBuilder<unknown>, to: RegistrationStatus): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    with moved as (
      update registration r set status = ${to}, checkin_token = ${tokenOn(to)}, updated_at = now()
       where ${which} and r.status <> ${to}
      returning r.id, r.user_id, r.event_id, old.status as former),
    parted as (
      select published.end_memberships(array_agg(user_id), array_agg(event_id)) from moved
       where former = 'accepted' having count(*) > 0)
    select id, user_id, former, (select count(*) from parted) as parted from moved`.execute(db.getKysely());
  return rows;
}
