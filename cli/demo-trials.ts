/** Prepares what visitors of the demo try: scanning, judging, and a gallery that shows projects. */
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

/** Posts over HTTP as an organizer; returns the `data` of the answer, undefined where it is refused. */
export type Post = (path: string, body: object) => Promise<Record<string, { id: string }> | undefined>;

/** Hands in a project for each team that says what it works on, unless the team has one. */
export async function prepareGallery(db: EntityManager, slug: string, post: Post): Promise<void> {
  const { rows } = await sql<{ team_id: string; title: string; prize_ids: string[] }>`
    select t.id as team_id, t.problem as title,
           array(select id from published.prizes p where p.super_event_id = s.id
                    and (p.track_ids is null or t.event_id = any(p.track_ids)) order by p.order_index) as prize_ids
      from published.teams t
      join published.super_events s on s.id = t.super_event_id
     where s.slug = ${slug} and t.problem is not null
       and not exists (select 1 from published.submissions i where i.team_id = t.id and i.checkin_point_id is null)
     order by t.id`.execute(db.getKysely());
  for (const { team_id, title, prize_ids } of rows)
    await post('/submissions', { team_id, title, description: `${title}. Made at the hackathon.`, prize_ids });
}

/**
 * Finds the possible trials, as far as their data still exists, and assigns the judge to the first teams of the track.
 */
export async function prepareTrials(db: EntityManager, cast: Cast, post: Post): Promise<Trials | undefined> {
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
  const assign = (team_id: string) => post(`/events/${event_id}/assignments`, { judge_user_id: judge_id, team_id });
  const assignments = await Promise.all(judge_id === null ? [] : team_ids.map(assign));
  return { point: found.point_id, token: found.checkin_token, assignment: assignments[0]?.['assignment']?.id ?? null };
}
