/** SQL for submissions. */
import { sql } from 'kysely';
import type { ResourceLocation } from '../../../shared/kit/access.ts';
import type { Listing } from '../../../shared/kit/whole-list.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { checkinPoints } from '../../../shared/database/published/check-in.ts';
import type { submission, Tables } from '../entities.ts';

const shown = [
  'id',
  'team_id',
  'event_id',
  'checkin_point_id',
  'title',
  'description',
  'links',
  'answers_json',
  'submitted_by',
  'submitted_at',
  'updated_at',
] as const;
export type Submission = Pick<RowOf<typeof submission>, (typeof shown)[number]>;
type Written = Pick<Submission, 'title' | 'description' | 'links' | 'answers_json'>;
type NewSubmission = Written & Pick<Submission, 'team_id' | 'checkin_point_id' | 'submitted_by'>;

/** Columns of the submission `h`. */
const columns = sql.join(shown.map((name) => sql.ref(`h.${name}`)));
type Point = RowOf<typeof checkinPoints>;

/** Holds a point that serves the team's track, and returns its type; undefined for any other. */
export async function holdPoint(db: Db, id: string, location: ResourceLocation): Promise<Point['type'] | undefined> {
  const { rows } = await sql<{ type: Point['type'] | null }>`
    select published.hold_point(id) as type from published.checkin_points
     where id = ${id} and super_event_id = ${location.super_event_id}
       and (event_id is null or event_id = ${location.event_id})`.execute(db.getKysely());
  return rows[0]?.type ?? undefined;
}

/** Creates a submission; returns undefined if the team was deleted meanwhile. */
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

/** Reads a submission, with Kysely: the entity manager would take more than a tenth of the request's processor time. */
export const findSubmission = (db: Db, id: string): Promise<Submission | undefined> =>
  db.getKysely<Tables>().selectFrom('submission').select(shown).where('id', '=', id).executeTakeFirst();

/** The submissions on a track. */
export const submissionsOn = (event_id: string): Listing<Submission> => ({
  rows: sql`select ${columns} from submission h where h.event_id = ${event_id}`,
  by: [
    { column: 'submitted_at', kind: 'moment', falls: true },
    { column: 'id', kind: 'id' },
  ],
});

/** Changes a submission; returns undefined once the track has ended. A track without an end ends with its hackathon. */
export async function updateSubmission(
  db: Db,
  id: string,
  { title, description, links, answers_json }: { [Field in keyof Written]?: Written[Field] | undefined },
): Promise<(Submission & { former: Written }) | undefined> {
  const set = [
    ...(title === undefined ? [] : [sql`title = ${title}`]),
    ...(description === undefined ? [] : [sql`description = ${description}`]),
    ...(links === undefined ? [] : [sql`links = ${JSON.stringify(links)}::jsonb`]),
    ...(answers_json === undefined ? [] : [sql`answers_json = ${JSON.stringify(answers_json)}::jsonb`]),
  ];
  const touched = set.length > 0 ? sql`updated_at = now()` : sql`updated_at = h.updated_at`;
  const { rows } = await sql<Submission & { former: Written }>`
    update submission h set ${sql.join([...set, touched])}
      from published.tracks e join published.super_events s on s.id = e.super_event_id
     where h.id = ${id} and e.id = h.event_id and coalesce(e.end_at, s.end_at, 'infinity') > now()
    returning ${columns},
              json_build_object('title', old.title, 'description', old.description, 'links', old.links,
                                'answers_json', old.answers_json) as former`.execute(db.getKysely());
  return rows[0];
}
