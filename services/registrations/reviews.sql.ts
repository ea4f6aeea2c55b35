/** SQL for reviews of applications, and for the application that each reviewer reads. */
import { sql } from 'kysely';
import type { TeamReview } from '../../shared/base/fair/design.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { registrationFields, tracks } from '../../shared/database/published/events.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type { review, reviewRanking, superEventRegistration } from './entities.ts';
import type { ReviewRanking } from './review-ranking.ts';

type ReviewRow = RowOf<typeof review>;
type Application = RowOf<typeof superEventRegistration>;
interface Reviewing {
  readonly super_event_id: string;
  readonly reviewer_id: string;
}

const isBlind = sql`coalesce((s.config_json #>> '{reviews,blind}')::boolean, false)`;
const leaseMinutes = 5;

interface Leased {
  /** Null if others have all that are left. */
  id: string | null;
  left: number;
}

/**
 * Gives the reviewer the application with the fewest reviews that they have not reviewed and nobody else is reading: the one
 * they have, if they ask again. Reviewers of a hackathon wait for each other until the transaction ends.
 */
export async function leaseNext(db: Db, { super_event_id, reviewer_id }: Reviewing): Promise<Leased> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`reviews of ${super_event_id}`}, 0))`.execute(
    db.getKysely(),
  );
  const { rows } = await sql<Leased>`
    with unread as (
      select p.id, p.created_at, (select count(*) from review r where r.super_event_registration_id = p.id) as reviews
        from super_event_registration p
       where p.super_event_id = ${super_event_id} and p.status = 'pending' and p.user_id <> ${reviewer_id}
         and not exists (select from review r
                          where r.super_event_registration_id = p.id and r.reviewer_id = ${reviewer_id})),
    leased as (
      select super_event_registration_id as id, reviewer_id from review_lease
       where super_event_id = ${super_event_id} and expires_at > now())
    select (select u.id from unread u left join leased l on l.id = u.id
             where l.id is null or l.reviewer_id = ${reviewer_id}
             order by l.id is null, u.reviews, u.created_at, u.id limit 1) as id,
           (select count(*)::int from unread) as left`.execute(db.getKysely());
  const [found = { id: null, left: 0 }] = rows;
  if (found.id) await lease(db, { super_event_id, reviewer_id }, found.id);
  return found;
}

async function lease(db: Db, { super_event_id, reviewer_id }: Reviewing, id: string): Promise<void> {
  await sql`
    delete from review_lease
     where super_event_registration_id = ${id} or (super_event_id = ${super_event_id} and reviewer_id = ${reviewer_id})
    `.execute(db.getKysely());
  await sql`
    insert into review_lease (super_event_registration_id, reviewer_id, super_event_id, expires_at)
    values (${id}, ${reviewer_id}, ${super_event_id}, now() + make_interval(mins => ${leaseMinutes}))`.execute(
    db.getKysely(),
  );
}

export type ReviewedField = Pick<RowOf<typeof registrationFields>, 'id' | 'key' | 'label' | 'field_type'>;
export interface ApplicationToReview
  extends Pick<Application, 'id' | 'answers_json'>, Pick<RowOf<typeof people>, 'name' | 'email'> {
  is_blind: boolean;
  /** In the order of the form. */
  fields: ReviewedField[];
  tracks: (Pick<RowOf<typeof tracks>, 'id' | 'name'> & Pick<Application, 'answers_json'>)[];
}

export async function findToReview(db: Db, id: string): Promise<ApplicationToReview | undefined> {
  const { rows } = await sql<ApplicationToReview>`
    select p.id, p.answers_json, u.name, u.email, ${isBlind} as is_blind,
           (select coalesce(json_agg(json_build_object('id', f.id, 'key', f.key, 'label', f.label,
                                                       'field_type', f.field_type) order by f.order_index, f.id), '[]')
              from published.registration_fields f where f.super_event_id = p.super_event_id) as fields,
           (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'answers_json', r.answers_json)
                                     order by r.created_at, r.id), '[]')
              from registration r join published.tracks t on t.id = r.event_id
             where r.super_event_registration_id = p.id and r.status <> 'cancelled') as tracks
      from super_event_registration p
      join published.super_events s on s.id = p.super_event_id
      join published.people u on u.id = p.user_id
     where p.id = ${id}`.execute(db.getKysely());
  return rows[0];
}

type Given = Pick<ReviewRow, 'score' | 'note'>;
interface Saved extends Pick<ReviewRow, 'updated_at'> {
  former: Given | null;
}

/** Saves a review, and leaves its application to others. */
export async function saveReview(
  db: Db,
  { super_event_id, reviewer_id }: Reviewing,
  id: string,
  { score, note }: Given,
): Promise<Saved | undefined> {
  const { rows } = await sql<Saved>`
    with released as (
      delete from review_lease where super_event_registration_id = ${id} and reviewer_id = ${reviewer_id})
    insert into review as r (super_event_registration_id, reviewer_id, super_event_id, score, note)
    values (${id}, ${reviewer_id}, ${super_event_id}, ${score}, ${note})
    on conflict (super_event_registration_id, reviewer_id) do update
       set score = excluded.score, note = excluded.note, updated_at = now()
    returning updated_at, case when old.score is not null
                               then json_build_object('score', old.score, 'note', old.note) end as former`.execute(
    db.getKysely(),
  );
  return rows[0];
}

export interface ReviewProgress extends Pick<RowOf<typeof reviewRanking>, 'connected' | 'pairs_right'> {
  is_blind: boolean;
  calculated_at: Date | string | null;
  applications: number;
  reviewed: number;
  reviews: number;
  reviewers: {
    user_id: string;
    name: string;
    reviews: number;
    mean_score: number;
    effect: number | null;
    last_review_at: string;
  }[];
}

/** Those who reviewed most come first. */
export async function findProgress(db: Db, super_event_id: string): Promise<ReviewProgress | undefined> {
  const { rows } = await sql<ReviewProgress>`
    with own as materialized (select * from review where super_event_id = ${super_event_id}),
    by_reviewer as (
      select o.reviewer_id, count(*)::int as reviews, avg(o.score)::float8 as mean_score,
             max(o.updated_at) as last_review_at
        from own o group by o.reviewer_id),
    named as (
      select b.reviewer_id as user_id, u.name, b.reviews, b.mean_score, (k.effects ->> b.reviewer_id::text)::float8 as effect,
             b.last_review_at
        from by_reviewer b
        join published.people u on u.id = b.reviewer_id
        left join review_ranking k on k.super_event_id = ${super_event_id})
    select ${isBlind} as is_blind, k.calculated_at, coalesce(k.connected, true) as connected, k.pairs_right,
           (select count(*)::int from super_event_registration p
             where p.super_event_id = s.id
               and (p.status = 'pending' or p.id in (select super_event_registration_id from own))) as applications,
           (select count(distinct super_event_registration_id)::int from own) as reviewed,
           (select count(*)::int from own) as reviews,
           (select coalesce(json_agg(n order by n.reviews desc, n.user_id), '[]') from named n) as reviewers
      from published.super_events s
      left join review_ranking k on k.super_event_id = s.id
     where s.id = ${super_event_id}`.execute(db.getKysely());
  return rows[0];
}

export interface ReviewsOfOne extends Pick<Application, 'evaluation_score'> {
  reviews: (Given & Pick<ReviewRow, 'reviewer_id'> & { reviewer_name: string; updated_at: string })[];
}

export async function findReviewsOf(db: Db, id: string): Promise<ReviewsOfOne | undefined> {
  const { rows } = await sql<ReviewsOfOne>`
    select p.evaluation_score,
           (select coalesce(json_agg(json_build_object('reviewer_id', r.reviewer_id, 'reviewer_name', u.name,
                                                       'score', r.score, 'note', r.note, 'updated_at', r.updated_at)
                                     order by r.created_at, r.reviewer_id), '[]')
              from review r join published.people u on u.id = r.reviewer_id
             where r.super_event_registration_id = p.id) as reviews
      from super_event_registration p where p.id = ${id}`.execute(db.getKysely());
  return rows[0];
}

export const refreshTask = 'refresh-scores';

/**
 * Has the scores of a hackathon calculated a second from now. Reviews of that second share the job. The jobs of a hackathon
 * run one after the other, so older scores never replace newer ones.
 */
export async function refreshSoon(db: Db, super_event_id: string): Promise<void> {
  const key = `scores/${super_event_id}`;
  await sql`
    select registrations_queue.add_job(${refreshTask}, json_build_object('super_event_id', ${super_event_id}::text),
      queue_name => ${key}, run_at => now() + interval '1 second', job_key => ${key},
      job_key_mode => 'preserve_run_at')`.execute(db.getKysely());
}

/** Reviews of people who have given up their application since count as well: they tell of their reviewers. */
export async function reviewsOf(db: Db, super_event_id: string): Promise<TeamReview[]> {
  const { rows } = await sql<TeamReview>`
    select super_event_registration_id as team, reviewer_id as judge, score::int as value
      from review where super_event_id = ${super_event_id}`.execute(db.getKysely());
  return rows;
}

/** Writes the scores that changed. They are locked in the order in which decisions lock: applications, then tracks. */
export async function writeScores(db: Db, super_event_id: string, ranked: ReviewRanking): Promise<void> {
  const { scores, effects, connected, pairsRight } = ranked;
  const given = sql`
    unnest(${scores.map(({ id }) => id)}::uuid[], ${scores.map(({ score }) => score)}::float8[]) as n (id, score)`;
  await sql`
    with changed as (
      select p.id, n.score from ${given} join super_event_registration p on p.id = n.id
       where p.evaluation_score is distinct from n.score order by p.id for no key update of p)
    update super_event_registration p set evaluation_score = c.score from changed c where p.id = c.id`.execute(
    db.getKysely(),
  );
  await sql`
    with changed as (
      select r.id, n.score from ${given} join registration r on r.super_event_registration_id = n.id
       where r.evaluation_score is distinct from n.score order by r.super_event_registration_id, r.id
         for no key update of r)
    update registration r set evaluation_score = c.score from changed c where r.id = c.id`.execute(db.getKysely());
  await sql`
    insert into review_ranking (super_event_id, connected, pairs_right, effects)
    values (${super_event_id}, ${connected}, ${pairsRight}, ${JSON.stringify(effects)}::jsonb)
    on conflict (super_event_id) do update
       set connected = excluded.connected, pairs_right = excluded.pairs_right, effects = excluded.effects,
           calculated_at = excluded.calculated_at`.execute(db.getKysely());
}
