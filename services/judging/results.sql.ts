/** SQL for reading results: as they were calculated last, as they were published, or ranked fairly. */
import { sql, type RawBuilder } from 'kysely';
import type { RankingName } from '../../shared/contract/vocabulary.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type { teams } from '../../shared/database/published/teams.ts';
import { eventDetails, sendEmails } from '../../shared/kit/emails.ts';
import type { Listing } from '../../shared/kit/whole-list.ts';
import type { assignment, criterion, publishedResult, ranking, result, score } from './entities.ts';
import { mark, rankedTeam, roundedMean } from './ranking.sql.ts';

type Row = RowOf<typeof result>;
type Criterion = RowOf<typeof criterion>;

export interface Result extends Pick<Row, 'team_id' | 'rank' | 'created_at'> {
  team_name: RowOf<typeof teams>['name'];
  overall_score: number;
}
export interface CalculatedResult extends Result, Pick<Row, 'id' | 'event_id' | 'updated_at'> {}

/** Where results are read from: rows with the columns of `published_result`. */
export type Results = RawBuilder<unknown>;

/**
 * The mean per criterion over the assignments that counted in the calculation, not over later ones. A reopened
 * assignment is left out until it is submitted again.
 */
const breakdown = sql`
  coalesce((select jsonb_agg(b) from (
    select c.name as criterion_name, c.description as criterion_description, ${roundedMean(sql`s.value`)} as score_value,
           string_agg(s.feedback, E'\n\n' order by a.created_at, a.id) filter (where s.feedback ~ '\\S') as feedback
      from assignment a join score s on s.assignment_id = a.id join criterion c on c.id = s.criterion_id
     where a.id = any (r.assignment_ids) and a.submitted_at is not null
     group by c.id order by c.order_index, c.id) b), '[]')`;

/** The published results. */
export const asPublished: Results = sql`published_result`;

/** The last calculated results. */
export const asCalculated: Results = sql`(
  select r.event_id, r.team_id, r.overall_score, r.rank, ${breakdown} as score_breakdown, '{}'::text[] as explanation,
         r.created_at, null::int as rank_low, null::int as rank_high, null::numeric as standard_error, k.calculated_at
    from result r join ranking k on k.event_id = r.event_id)`;

export interface FairResult {
  readonly team_id: string;
  readonly overall_score: number;
  readonly rank: number;
  readonly explanation: readonly string[];
  readonly rank_low: number;
  readonly rank_high: number;
  readonly standard_error: number | null;
}

/** The last calculated results with other scores and ranks. */
export const rankedFairly = (teams: readonly FairResult[]): Results => sql`(
  select r.event_id, r.team_id, f.overall_score, f.rank, ${breakdown} as score_breakdown, f.explanation,
         r.created_at, f.rank_low, f.rank_high, f.standard_error, k.calculated_at
    from result r join ranking k on k.event_id = r.event_id
    join jsonb_to_recordset(${JSON.stringify(teams)}::jsonb)
         as f (team_id uuid, overall_score numeric, rank int, explanation text[],
               rank_low int, rank_high int, standard_error numeric) on f.team_id = r.team_id)`;

/** Results `r` of teams `t` that still exist, have a member and are on the track. */
export const ofTeams = (results: Results) => sql`${results} r ${rankedTeam('r')}`;
export const ranked = ofTeams(sql`result`);

const byRank = [
  { column: 'rank', kind: 'number' },
  { column: 'team_name', kind: 'text' },
  { column: 'team_id', kind: 'id' },
] as const;

export const resultsOn = (event_id: string, results: Results): Listing<Result> => ({
  rows: sql`
    select r.team_id, t.name as team_name, r.overall_score::float8, r.rank, r.created_at
      from ${ofTeams(results)} where r.event_id = ${event_id}`,
  by: byRank,
});

export const calculatedOn = (event_id: string): Listing<CalculatedResult> => ({
  rows: sql`
    select r.id, r.event_id, r.team_id, t.name as team_name, r.overall_score::float8, r.rank, r.created_at, r.updated_at
      from ${ranked} where r.event_id = ${event_id}`,
  by: byRank,
});

/** Tells whether any team is ranked. That cannot change while the ranking is locked. */
export async function isAnyRanked(db: Db, event_id: string): Promise<boolean> {
  const { rows } = await sql`select from ${ranked} where r.event_id = ${event_id} limit 1`.execute(db.getKysely());
  return rows.length > 0;
}

export interface Publication extends Pick<RowOf<typeof ranking>, 'notifications_sent_at'> {
  /** Null before publication. */
  published_as: RankingName | null;
}

/** Tells when the results of a track were published, and by which ranking. */
export async function publicationOn(db: Db, event_id: string | null): Promise<Publication> {
  const { rows } = await sql<Publication>`
    select k.notifications_sent_at, k.published_as from ranking k where k.event_id = ${event_id}`.execute(
    db.getKysely(),
  );
  return rows[0] ?? { notifications_sent_at: null, published_as: null };
}

interface Mean extends Pick<RowOf<typeof score>, 'feedback'> {
  criterion_name: Criterion['name'];
  criterion_description: Criterion['description'];
  score_value: number;
}
export interface TeamResult
  extends Omit<Result, 'team_id' | 'team_name'>, Pick<RowOf<typeof publishedResult>, 'explanation'> {
  score_breakdown: Mean[];
  /** Of teams when they were ranked, also of those that are gone since: ranks stay, and none is beyond it. */
  ranked_count: number;
  /** As the hackathon has it configured; null without. */
  scoring: unknown;
}

/** Returns the result of a team on its track; undefined if it is not ranked. */
export async function findTeamResult(
  db: Db,
  { id, event_id }: { readonly id: string; readonly event_id: string | null },
  results: Results,
): Promise<TeamResult | undefined> {
  const { rows } = await sql<TeamResult>`
    select r.overall_score::float8, r.rank, r.created_at, r.score_breakdown, r.explanation,
           (select greatest(count(*), max(o.rank))::int from ${results} o where o.event_id = r.event_id) as ranked_count,
           (select s.config_json -> 'scoring'
              from published.tracks e join published.super_events s on s.id = e.super_event_id
             where e.id = r.event_id) as scoring
      from ${results} r where r.event_id = ${event_id} and r.team_id = ${id}`.execute(db.getKysely());
  return rows[0];
}

type Ranking = RowOf<typeof ranking>;

interface Marked {
  notifications_sent_at: NonNullable<Ranking['notifications_sent_at']>;
  /** When it was published before; null for the first time. */
  former: Ranking['notifications_sent_at'];
  published_as: RankingName;
}

/**
 * Marks the results as published and returns when that happened first. A concurrent request waits and then finds it
 * published.
 */
export async function markPublished(db: Db, event_id: string, as: RankingName): Promise<Marked | undefined> {
  const { rows } = await sql<Marked>`
    update ranking set notifications_sent_at = coalesce(notifications_sent_at, clock_timestamp()),
                       published_as = case when notifications_sent_at is null then ${as} else published_as end
     where event_id = ${event_id}
    returning notifications_sent_at, old.notifications_sent_at as former, published_as`.execute(db.getKysely());
  return rows[0];
}

const kept = [
  ...(['overall_score', 'rank', 'score_breakdown', 'explanation', 'created_at'] as const),
  ...(['rank_low', 'rank_high', 'standard_error'] as const),
] satisfies (keyof RowOf<typeof publishedResult>)[];
const columns = sql.join(kept.map((name) => sql.ref(name)));
const columnsOf = (table: string) => sql.join(kept.map((name) => sql.ref(`${table}.${name}`)));

/**
 * Stores these results as the published ones, and returns whether they differ from the former ones. Call it while
 * holding the ranking's lock.
 */
export async function keepPublished(db: Db, event_id: string, results: Results): Promise<boolean> {
  const { rows } = await sql`
    with told as materialized (
      select r.* from ${results} r where r.event_id = ${event_id}
    ), gone as (
      delete from published_result p
       where p.event_id = ${event_id} and p.team_id not in (select team_id from told) returning p.team_id
    ), written as (
      insert into published_result as p (event_id, team_id, calculated_at, ${columns})
      select told.event_id, told.team_id, told.calculated_at, ${columnsOf('told')} from told
      on conflict (event_id, team_id) do update
         set (calculated_at, ${columns}) = row(excluded.calculated_at, ${columnsOf('excluded')})
       where (${columnsOf('p')}) is distinct from (${columnsOf('excluded')})
      returning p.team_id
    )
    select from gone union all select from written limit 1`.execute(db.getKysely());
  return rows.length > 0;
}

/** Queues an email to each current member of each team with a published result. */
export async function writeToTeams(db: Db, event_id: string): Promise<void> {
  const emails = sql`
    select p.email as recipient, concat('results ', k.event_id, ' ', p.id) as key,
           jsonb_build_object('name', p.name, 'team_name', k.team_name, 'event_name', e.name,
                              'super_event_name', s.name, 'overall_score', k.overall_score, 'rank', k.rank,
                              'ranked', k.ranked, 'organization_name', o.name,
                              'happening', (select h.happening from (select ${eventDetails('e', 's')}) h)) as data
      from (select r.event_id, r.team_id, r.overall_score, r.rank, t.name as team_name, count(*) over () as ranked
              from ${ofTeams(asPublished)} where r.event_id = ${event_id}) k
      join published.team_members m on m.team_id = k.team_id
      join published.people p on p.id = m.user_id
      join published.tracks e on e.id = k.event_id
      join published.super_events s on s.id = e.super_event_id
      join published.organizations o on o.id = s.organization_id`;
  await sendEmails(db, 'results', emails);
}

export interface MarkedReview
  extends
    Pick<Result, 'team_id' | 'team_name' | 'overall_score' | 'rank'>,
    Pick<RowOf<typeof assignment>, 'judge_user_id'> {
  judge_name: RowOf<typeof people>['name'];
  mark: number;
}

/**
 * The marks of the assignments that counted in the last calculation, with their result. A reopened assignment is left
 * out until it is submitted again.
 */
export async function reviewsOn(db: Db, event_id: string): Promise<MarkedReview[]> {
  const { rows } = await sql<MarkedReview>`
    select r.team_id, t.name as team_name, r.overall_score::float8, r.rank, a.judge_user_id, p.name as judge_name,
           (${mark})::float8 as mark
      from ${ranked}
      cross join lateral unnest(r.assignment_ids) as u (id)
      join assignment a on a.id = u.id
      join published.people p on p.id = a.judge_user_id
      join score s on s.assignment_id = a.id
      join criterion c on c.id = s.criterion_id
     where r.event_id = ${event_id} and a.submitted_at is not null
     group by r.id, t.id, t.name, a.id, p.id, p.name`.execute(db.getKysely());
  return rows;
}
