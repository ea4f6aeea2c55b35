/** Finds what somebody needs to try scanning and judging in the demo, as far as it still exists. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

interface Found {
  event_id: string;
  point_id: string | null;
  checkin_token: string | null;
  judge_id: string | null;
  team_ids: string[];
}
/** The people and the track of the trial. */
interface Cast {
  readonly track: string;
  readonly participant: string;
  readonly judge: string;
}
export interface Trials {
  readonly point: string | null;
  readonly token: string | null;
  readonly assignment: string | null;
}

/**
 * Finds what can be tried.
 * @param assign Assigns a judge to a team and returns the assignment, also when it exists already.
 */
export async function prepareTrials(
  db: EntityManager,
  cast: Cast,
  assign: (assignment: { event_id: string; judge_user_id: string; team_id: string }) => Promise<string | null>,
): Promise<Trials | undefined> {
  const { rows } = await sql<Found>`
    select t.id as event_id, j.user_id as judge_id,
           (select id from published.checkin_points where event_id = t.id and type = 'attendance'
             order by id limit 1) as point_id,
           (select checkin_token from published.checkin_tokens k join published.people p on p.id = k.user_id
             where k.event_id = t.id and p.email = ${cast.participant} and k.status = 'accepted') as checkin_token,
           array(select id from published.teams where event_id = t.id order by id limit 5) as team_ids
      from published.tracks t
      left join (published.track_roles r join published.people p on p.id = r.user_id and p.email = ${cast.judge}) as j
             on j.event_id = t.id and j.role = 'JUDGE'
     where t.slug = ${cast.track} order by t.id limit 1`.execute(db.getKysely());
  const [found] = rows;
  if (!found) return undefined;
  const { event_id, judge_id, team_ids } = found;
  const assignments = await Promise.all(
    judge_id === null ? [] : team_ids.map((team_id) => assign({ event_id, judge_user_id: judge_id, team_id })),
  );
  return { point: found.point_id, token: found.checkin_token, assignment: assignments[0] ?? null };
}
