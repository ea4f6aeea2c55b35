/** SQL for the exports. Numbers are read as text, so that no decimal is lost. */
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type { teams } from '../../shared/database/published/teams.ts';
import { batchesOf } from '../../shared/database/snapshot.ts';
import type { publishedResult, ranking, score, Tables } from './entities.ts';
import { roundedMean } from './ranking.sql.ts';
import { ofTeams, type Results } from './results.sql.ts';

/** Returns the slug, or the id if the track was just deleted. */
export async function slugOf(db: Db, event_id: string): Promise<string> {
  const track = db.getKysely<Tables>().selectFrom('published.tracks').select('slug').where('id', '=', event_id);
  return (await track.executeTakeFirst())?.slug ?? event_id;
}

type Team = RowOf<typeof teams>;
type Person = RowOf<typeof people>;

export interface RankedTeam
  extends Pick<RowOf<typeof ranking>, 'calculated_at'>, Pick<RowOf<typeof publishedResult>, 'rank_low' | 'rank_high'> {
  readonly team_id: Team['id'];
  readonly rank: string;
  readonly team_name: Team['name'];
  readonly overall_score: string;
  /** As `rank_low` and `rank_high`, null in a plain ranking. */
  readonly standard_error: string | null;
}

export const rankedTeams = (snapshot: Db, event_id: string, results: Results) =>
  batchesOf(
    snapshot,
    sql<RankedTeam>`
      select r.team_id, r.rank::text, t.name as team_name, trim_scale(r.overall_score)::text as overall_score,
             r.calculated_at, r.rank_low, r.rank_high,
             trim_scale(r.standard_error)::text as standard_error
        from ${ofTeams(results)}
       where r.event_id = ${event_id}
       order by r.rank, t.name, t.id`,
  );

export interface Sheet {
  readonly team_name: Team['name'];
  readonly judge_name: Person['name'];
  readonly judge_email: Person['email'];
  readonly average_score: string;
  /** By the id of the criterion. */
  readonly given: Readonly<Partial<Record<string, readonly [value: string, comment: RowOf<typeof score>['comment']]>>>;
}

/** All scores of each judge for each team, submitted or not. */
export const scoreSheets = (snapshot: Db, event_id: string) =>
  batchesOf(
    snapshot,
    sql<Sheet>`
      select t.name as team_name, p.name as judge_name, p.email as judge_email, s.*
        from published.assignments a
        join published.teams t on t.id = a.team_id
        join published.people p on p.id = a.judge_user_id
        cross join lateral (
          select trim_scale(${roundedMean(sql`s.value`)})::text as average_score,
                 json_object_agg(s.criterion_id, json_build_array(s.value::text, s.comment)) as given
            from score s where s.assignment_id = a.id having count(*) > 0) s
       where a.event_id = ${event_id} and a.prize_id is null
       order by t.name, p.name_key, a.team_id, a.judge_user_id`,
  );
