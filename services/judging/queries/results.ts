/** SQL for reading results: as they were calculated last, as they were published, or ranked fairly. */
import { sql, type RawBuilder } from 'kysely';
import type { Listing } from '../../../shared/kit/whole-list.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { teams } from '../../../shared/database/published/teams.ts';
import type { RankingName } from '../../../shared/contract/vocabulary.ts';
import type { criterion, publishedResult, ranking, result, score } from '../entities.ts';
import { roundedMean } from './ranking.ts';

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
 * The mean per criterion over the assignments that counted in the calculation, not over later ones. What was reopened since is
 * left out until it is handed in anew.
 */
const breakdown = sql`
  coalesce((select jsonb_agg(b) from (
    select c.name as criterion_name, c.description as criterion_description, ${roundedMean(sql`s.value`)} as score_value,
           string_agg(s.feedback, E'\n\n' order by a.created_at, a.id) filter (where s.feedback ~ '\\S') as feedback
      from assignment a join score s on s.assignment_id = a.id join criterion c on c.id = s.criterion_id
     where a.id = any (r.assignment_ids) and a.submitted_at is not null
     group by c.id order by c.order_index, c.id) b), '[]')`;

/** As they were published. */
export const asPublished: Results = sql`published_result`;

/** As they were calculated last. */
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

/** As they were calculated last, with these scores and ranks instead. */
export const rankedFairly = (teams: readonly FairResult[]): Results => sql`(
  select r.event_id, r.team_id, f.overall_score, f.rank, ${breakdown} as score_breakdown, f.explanation,
         r.created_at, f.rank_low, f.rank_high, f.standard_error, k.calculated_at
    from result r join ranking k on k.event_id = r.event_id
    join jsonb_to_recordset(${JSON.stringify(teams)}::jsonb)
         as f (team_id uuid, overall_score numeric, rank int, explanation text[],
               rank_low int, rank_high int, standard_error numeric) on f.team_id = r.team_id)`;

/** Results `r` of teams `t` that still exist and are on the track. */
export const ofTeams = (results: Results) =>
  sql`${results} r join published.teams t on t.id = r.team_id and t.event_id = r.event_id`;
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
}

/** Returns the result of a team on its track; undefined where it is not ranked. */
export async function findTeamResult(
  db: Db,
  { id, event_id }: { readonly id: string; readonly event_id: string | null },
  results: Results,
): Promise<TeamResult | undefined> {
  const { rows } = await sql<TeamResult>`
    select r.overall_score::float8, r.rank, r.created_at, r.score_breakdown, r.explanation
      from ${results} r where r.event_id = ${event_id} and r.team_id = ${id}`.execute(db.getKysely());
  return rows[0];
}
