/** SQL of the tables organizers download. Numbers are text here, so that no decimal is lost. */
import { sql } from 'kysely';
import type { Db } from '../../../shared/database/database.ts';
import { batchesOf } from '../../../shared/database/snapshot.ts';
import { roundedMean } from '../ranking.ts';
import { ranked } from './results.ts';

/** The id of a track that was deleted just now. */
export async function slugOf(db: Db, event_id: string): Promise<string> {
  const { rows } = await sql<{ slug: string }>`
    select slug from published.tracks where id = ${event_id}`.execute(db.getKysely());
  return rows[0]?.slug ?? event_id;
}

export interface RankedTeam {
  readonly rank: string;
  readonly team_name: string;
  readonly overall_score: string;
  readonly calculated_at: string;
}

export const rankedTeams = (snapshot: Db, event_id: string) =>
  batchesOf(
    snapshot,
    sql<RankedTeam>`
      select r.rank::text, t.name as team_name, trim_scale(r.overall_score)::text as overall_score, k.calculated_at
        from ${ranked}
        join ranking k on k.event_id = r.event_id
       where r.event_id = ${event_id}
       order by r.rank, t.name, t.id`,
  );

export interface Sheet {
  readonly team_name: string;
  readonly judge_name: string;
  readonly judge_email: string;
  readonly average_score: string;
  /** By the id of the criterion. */
  readonly given: Readonly<Partial<Record<string, readonly [value: string, comment: string | null]>>>;
}

/** What each judge gave each team, handed in or not. */
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
       where a.event_id = ${event_id}
       order by t.name, p.name_key, a.team_id, a.judge_user_id`,
  );
