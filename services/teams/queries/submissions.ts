/** What teams handed in. */
import { sql } from 'kysely';
import type { Place } from '../../../shared/broker/access.ts';
import { wholeList, type PointType } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';

export interface Submission {
  id: string;
  team_id: string;
  event_id: string;
  checkin_point_id: string | null;
  title: string;
  description: string | null;
  links: string[];
  answers_json: Record<string, unknown>;
  submitted_by: string;
  submitted_at: string;
  updated_at: string;
}
export interface NewSubmission {
  readonly team_id: string;
  readonly checkin_point_id: string | null;
  readonly title: string;
  readonly description: string | null;
  readonly links: readonly string[];
  readonly answers_json: Record<string, unknown>;
  readonly submitted_by: string;
}

const columns = sql`h.id, h.team_id, h.event_id, h.checkin_point_id, h.title, h.description, h.links, h.answers_json,
                    h.submitted_by, h.submitted_at, h.updated_at`;

/** What kind of point it is, if it serves the team's track. */
export async function pointType(db: Db, id: string, place: Place): Promise<PointType | undefined> {
  const { rows } = await sql<{ type: PointType }>`
    select type from published.checkin_points
     where id = ${id} and super_event_id = ${place.super_event_id}
       and (event_id is null or event_id = ${place.event_id})`.execute(db.getKysely());
  return rows[0]?.type;
}

/** Nothing comes of it where the team was deleted meanwhile. */
export async function insertSubmission(db: Db, given: NewSubmission): Promise<Submission | undefined> {
  const { rows } = await sql<Submission>`
    insert into submission as h (team_id, super_event_id, event_id, checkin_point_id, title, description, links,
                                 answers_json, submitted_by)
    select t.id, t.super_event_id, t.event_id, ${given.checkin_point_id}::uuid, ${given.title}, ${given.description},
           ${JSON.stringify(given.links)}::jsonb, ${JSON.stringify(given.answers_json)}::jsonb, ${given.submitted_by}::uuid
      from team t where t.id = ${given.team_id} and t.deleted_at is null
       for share
    returning ${columns}`.execute(db.getKysely());
  return rows[0];
}

export async function findSubmission(db: Db, id: string): Promise<Submission | undefined> {
  const { rows } = await sql<Submission>`
    select ${columns} from submission h where h.id = ${id}`.execute(db.getKysely());
  return rows[0];
}

export async function listSubmissions(db: Db, event_id: string): Promise<Submission[]> {
  const { rows } = await sql<Submission>`
    select ${columns} from submission h where h.event_id = ${event_id}
     order by h.submitted_at desc, h.id desc limit ${wholeList}`.execute(db.getKysely());
  return rows;
}

export type SubmissionFields = Partial<Pick<Submission, 'title' | 'description' | 'links' | 'answers_json'>>;

/** Undefined once the track is over. A track without an end of its own ends with its hackathon. */
export async function updateSubmission(
  db: Db,
  id: string,
  { title, description, links, answers_json }: { [K in keyof SubmissionFields]?: SubmissionFields[K] | undefined },
): Promise<(Submission & { former: SubmissionFields }) | undefined> {
  const set = [
    ...(title === undefined ? [] : [sql`title = ${title}`]),
    ...(description === undefined ? [] : [sql`description = ${description}`]),
    ...(links === undefined ? [] : [sql`links = ${JSON.stringify(links)}::jsonb`]),
    ...(answers_json === undefined ? [] : [sql`answers_json = ${JSON.stringify(answers_json)}::jsonb`]),
  ];
  const touched = set.length > 0 ? sql`updated_at = now()` : sql`updated_at = h.updated_at`;
  const { rows } = await sql<Submission & { former: SubmissionFields }>`
    update submission h set ${sql.join([...set, touched])}
      from published.tracks e join published.super_events s on s.id = e.super_event_id
     where h.id = ${id} and e.id = h.event_id and coalesce(e.end_at, s.end_at, 'infinity') > now()
    returning h.id, h.team_id, h.event_id, h.checkin_point_id, new.title, new.description, new.links, new.answers_json,
              h.submitted_by, h.submitted_at, new.updated_at,
              json_build_object('title', old.title, 'description', old.description, 'links', old.links,
                                'answers_json', old.answers_json) as former`.execute(db.getKysely());
  return rows[0];
}
