/** SQL for calculated results: reading and publishing them. */
import { sql } from 'kysely';
import { sendLetters } from '../../../shared/kit/letters.ts';
import type { Listing } from '../../../shared/kit/whole-list.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { teams } from '../../../shared/database/published/teams.ts';
import type { RankingName } from '../../../shared/contract/vocabulary.ts';
import type { criterion, publishedResult, ranking, result, score, Tables } from '../entities.ts';
import { roundedMean } from './ranking.ts';

type Row = RowOf<typeof result>;
type Ranking = RowOf<typeof ranking>;
type Criterion = RowOf<typeof criterion>;

export interface Result extends Pick<Row, 'id' | 'event_id' | 'team_id' | 'rank' | 'created_at' | 'updated_at'> {
  team_name: RowOf<typeof teams>['name'];
  overall_score: number;
}

/** Results `r` of teams `t` that still exist and are on the track. */
export const ranked = sql`result r join published.teams t on t.id = r.team_id and t.event_id = r.event_id`;

export const rankedOn = (event_id: string): Listing<Result> => ({
  rows: sql`
    select r.id, r.event_id, r.team_id, t.name as team_name, r.overall_score::float8, r.rank, r.created_at, r.updated_at
      from ${ranked}
     where r.event_id = ${event_id}`,
  by: [
    { column: 'rank', kind: 'number' },
    { column: 'team_name', kind: 'text' },
    { column: 'team_id', kind: 'id' },
  ],
});

/** When the results were published, and by which ranking. */
export type Published = Pick<Ranking, 'notifications_sent_at' | 'published_as'>;

export async function publishedOn(db: Db, event_id: string): Promise<Published> {
  const rankings = db.getKysely<Tables>().selectFrom('ranking').select(['notifications_sent_at', 'published_as']);
  const found = await rankings.where('event_id', '=', event_id).executeTakeFirst();
  return found ?? { notifications_sent_at: null, published_as: null };
}

interface Mean extends Pick<RowOf<typeof score>, 'feedback'> {
  criterion_name: Criterion['name'];
  criterion_description: Criterion['description'];
  score_value: number;
}
export interface TeamResult extends Pick<Result, 'overall_score' | 'rank' | 'created_at'> {
  score_breakdown: Mean[];
  /** Null unless the fair ranking was published. */
  explanation: RowOf<typeof publishedResult>['explanation'] | null;
}
interface TeamPublication extends Pick<Ranking, 'notifications_sent_at'> {
  /** Null for a team that is not ranked. */
  result: TeamResult | null;
}

/**
 * The mean per criterion over the assignments that counted in the calculation, not over later ones. What was reopened since is
 * left out until it is handed in anew.
 */
export const breakdown = sql`
  select c.name as criterion_name, c.description as criterion_description, ${roundedMean(sql`s.value`)} as score_value,
         string_agg(s.feedback, E'\n\n' order by a.created_at, a.id) filter (where s.feedback ~ '\\S') as feedback
    from assignment a join score s on s.assignment_id = a.id join criterion c on c.id = s.criterion_id
   where a.id = any (r.assignment_ids) and a.submitted_at is not null
   group by c.id order by c.order_index, c.id`;

/**
 * Returns a team's result and when it was published; undefined before the track was first ranked. Where the fair ranking was
 * published, it is what was published; else what was calculated last.
 */
export async function findTeamPublication(
  db: Db,
  { id, event_id }: { id: string; event_id: string | null },
): Promise<TeamPublication | undefined> {
  const { rows } = await sql<TeamPublication>`
    select k.notifications_sent_at,
           case when k.published_as = 'fair'
                then (select to_json(f) from published_result f where f.event_id = k.event_id and f.team_id = ${id})
                else (select json_build_object('overall_score', r.overall_score, 'rank', r.rank, 'created_at', r.created_at,
                                               'score_breakdown', coalesce((select json_agg(b) from (${breakdown}) b), '[]'))
                        from result r where r.event_id = k.event_id and r.team_id = ${id}) end as result
      from ranking k where k.event_id = ${event_id}`.execute(db.getKysely());
  return rows[0];
}

interface Publication {
  notifications_sent_at: NonNullable<Ranking['notifications_sent_at']>;
  /** When it was published before; null for the first time. */
  former: Ranking['notifications_sent_at'];
  published_as: RankingName;
}

/**
 * Marks the results as published and returns when that happened first. A concurrent request waits and finds it done.
 */
export async function markPublished(db: Db, event_id: string, as: RankingName): Promise<Publication | undefined> {
  const { rows } = await sql<Publication>`
    update ranking set notifications_sent_at = coalesce(notifications_sent_at, clock_timestamp()),
                       published_as = case when notifications_sent_at is null then ${as} else published_as end
     where event_id = ${event_id}
    returning notifications_sent_at, old.notifications_sent_at as former, coalesce(published_as, 'plain') as published_as`.execute(
    db.getKysely(),
  );
  return rows[0];
}

/** Tells whether any team is ranked. That cannot change while the ranking is locked. */
export async function isAnyRanked(db: Db, event_id: string): Promise<boolean> {
  const { rows } = await sql`select from ${ranked} where r.event_id = ${event_id} limit 1`.execute(db.getKysely());
  return rows.length > 0;
}

/** Queues a letter to each current member of each ranked team, with the score and rank that are published. */
export async function writeToTeams(db: Db, event_id: string, as: RankingName): Promise<void> {
  const told = as === 'fair' ? sql`published_result` : sql`result`;
  const letters = sql`
    select p.email as recipient, concat('results ', k.event_id, ' ', p.id) as key,
           jsonb_build_object('name', p.name, 'team_name', k.team_name, 'event_name', e.name,
                              'super_event_name', s.name, 'overall_score', k.overall_score, 'rank', k.rank,
                              'ranked', k.ranked) as data
      from (select r.event_id, r.team_id, r.overall_score, r.rank, t.name as team_name, count(*) over () as ranked
              from ${told} r join published.teams t on t.id = r.team_id and t.event_id = r.event_id
             where r.event_id = ${event_id}) k
      join published.team_members m on m.team_id = k.team_id
      join published.people p on p.id = m.user_id
      join published.tracks e on e.id = k.event_id
      join published.super_events s on s.id = e.super_event_id`;
  await sendLetters(db, 'results', letters);
}
