/** SQL of results as they were last calculated: read, and published. */
import { sql } from 'kysely';
import { sendLetters } from '../../../shared/broker/letters.ts';
import { wholeList } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';
import { roundedMean } from '../ranking.ts';

export interface Result {
  id: string;
  event_id: string;
  team_id: string;
  team_name: string;
  overall_score: number;
  rank: number;
  created_at: string;
  updated_at: string;
}

/** Results `r` of teams `t` that are still there and on the track. */
export const ranked = sql`result r join published.teams t on t.id = r.team_id and t.event_id = r.event_id`;

export async function listRanked(db: Db, event_id: string): Promise<Result[]> {
  const { rows } = await sql<Result>`
    select r.id, r.event_id, r.team_id, t.name as team_name, r.overall_score::float8, r.rank, r.created_at, r.updated_at
      from ${ranked}
     where r.event_id = ${event_id}
     order by r.rank, t.name, t.id limit ${wholeList}`.execute(db.getKysely());
  return rows;
}

export async function publishedAt(db: Db, event_id: string): Promise<string | null> {
  const { rows } = await sql<{ notifications_sent_at: string | null }>`
    select notifications_sent_at from ranking where event_id = ${event_id}`.execute(db.getKysely());
  return rows[0]?.notifications_sent_at ?? null;
}

export interface TeamResult extends Pick<Result, 'overall_score' | 'rank' | 'created_at'> {
  score_breakdown: {
    criterion_name: string;
    criterion_description: string | null;
    score_value: number;
    feedback: string | null;
  }[];
}
interface TeamStanding {
  notifications_sent_at: string | null;
  /** Null for a team that is not ranked. */
  result: TeamResult | null;
}

/** By the assignments that counted when it was calculated, not by those handed in since. */
const breakdown = sql`
  select c.name as criterion_name, c.description as criterion_description, ${roundedMean(sql`s.value`)} as score_value,
         string_agg(s.feedback, E'\n\n' order by a.created_at, a.id) filter (where s.feedback ~ '\\S') as feedback
    from assignment a join score s on s.assignment_id = a.id join criterion c on c.id = s.criterion_id
   where a.id = any (r.assignment_ids)
   group by c.id order by c.order_index, c.id`;

/** Undefined before the track was ever ranked. */
export async function findTeamStanding(
  db: Db,
  { id, event_id }: { id: string; event_id: string | null },
): Promise<TeamStanding | undefined> {
  const { rows } = await sql<TeamStanding>`
    select k.notifications_sent_at,
           (select json_build_object('overall_score', r.overall_score, 'rank', r.rank, 'created_at', r.created_at,
                                     'score_breakdown', coalesce((select json_agg(b) from (${breakdown}) b), '[]'))
              from result r where r.event_id = k.event_id and r.team_id = ${id}) as result
      from ranking k where k.event_id = ${event_id}`.execute(db.getKysely());
  return rows[0];
}

interface Publication {
  notifications_sent_at: string;
  /** What it was before; null for the first. */
  former: string | null;
}

/** Once and for all; whoever publishes at the same time waits, and finds it done. */
export async function markPublished(db: Db, event_id: string): Promise<Publication | undefined> {
  const { rows } = await sql<Publication>`
    update ranking set notifications_sent_at = coalesce(notifications_sent_at, clock_timestamp())
     where event_id = ${event_id}
    returning notifications_sent_at, old.notifications_sent_at as former`.execute(db.getKysely());
  return rows[0];
}

/** Whether any team is. Once the ranking is held, that stays so. */
export async function isAnyRanked(db: Db, event_id: string): Promise<boolean> {
  const { rows } = await sql`select from ${ranked} where r.event_id = ${event_id} limit 1`.execute(db.getKysely());
  return rows.length > 0;
}

/** One to each member of each ranked team, as teams are now. */
export async function writeToTeams(db: Db, event_id: string): Promise<void> {
  const letters = sql`
    select p.email as recipient, concat('results ', k.event_id, ' ', p.id) as key,
           jsonb_build_object('name', p.name, 'team_name', k.team_name, 'event_name', e.name,
                              'super_event_name', s.name, 'overall_score', k.overall_score, 'rank', k.rank,
                              'ranked', k.ranked) as facts
      from (select r.*, t.name as team_name, count(*) over () as ranked
              from ${ranked} where r.event_id = ${event_id}) k
      join published.team_members m on m.team_id = k.team_id
      join published.people p on p.id = m.user_id
      join published.tracks e on e.id = k.event_id
      join published.super_events s on s.id = e.super_event_id`;
  await sendLetters(db, 'results', letters);
}
