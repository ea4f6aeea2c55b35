/** SQL of all teams and projects of a hackathon at once, by track and name. */
import { sql } from 'kysely';
import { schoolQuestion } from '../../shared/contract/people-tables.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { people } from '../../shared/database/published/identity.ts';
import { batchesOf } from '../../shared/database/snapshot.ts';
import { storedQuestions } from '../../shared/kit/questions.ts';
import type { member, submission, Tables, team } from './entities.ts';

/** Returns the slug, or the id if the hackathon was just deleted. */
export async function slugOf(db: Db, super_event_id: string): Promise<string> {
  const named = db.getKysely<Tables>().selectFrom('published.super_events').select('slug');
  return (await named.where('id', '=', super_event_id).executeTakeFirst())?.slug ?? super_event_id;
}

type Team = RowOf<typeof team>;
type Person = RowOf<typeof people>;

export interface TeamLine extends Pick<Team, 'problem' | 'table'> {
  team: Team['name'];
  track: string;
  /** Null for a team without members. */
  role: RowOf<typeof member>['role'] | null;
  name: Person['name'] | null;
  email: Person['email'] | null;
}

/** The leader first, then in the order in which they joined. */
export const everyMember = (snapshot: Db, super_event_id: string) =>
  batchesOf(
    snapshot,
    sql<TeamLine>`
      select t.name as team, e.name as track, m.role, p.name, p.email, t.problem, t."table"
        from team t join published.tracks e on e.id = t.event_id
        left join (member m join published.people p on p.id = m.user_id) on m.team_id = t.id and m.left_at is null
       where t.super_event_id = ${super_event_id} and t.deleted_at is null
       order by e.name, t.name, t.id, m.role, m.joined_at, m.user_id`,
  );

type Submission = RowOf<typeof submission>;
export interface ExportedProject extends Pick<
  Submission,
  | ('title' | 'description' | 'links' | 'video_url' | 'built_with' | 'submitted_at' | 'late_by_ms')
  | ('event_id' | 'answers_json')
> {
  team: Team['name'];
  table: Team['table'];
  track: string;
  members: Person['name'][];
  emails: Person['email'][];
  /** Empty for a member who named none. */
  schools: string[];
  prizes: string[];
}

export interface AskingTrack {
  readonly id: string;
  /** To its projects, as organizers wrote them. */
  readonly questions: unknown;
}

export async function askedOnTracks(db: Db, super_event_id: string): Promise<AskingTrack[]> {
  const { rows } = await sql<AskingTrack>`
    select e.id, ${storedQuestions} as questions from published.tracks e
     where e.super_event_id = ${super_event_id} order by e.name, e.id`.execute(db.getKysely());
  return rows;
}

/** The first question for a school, as the table of people for Major League Hacking has it. */
const schoolField = (super_event_id: string) => sql`
  select f.id::text from published.registration_fields f
   where f.super_event_id = ${super_event_id} and concat_ws(' ', f.label, f.key) ~* ${schoolQuestion.source.replaceAll('\\b', '\\y')}
   order by f.order_index, f.id limit 1`;

export const everyProject = (snapshot: Db, super_event_id: string) =>
  batchesOf(
    snapshot,
    sql<ExportedProject>`
      select h.title, t.name as team, e.name as track, m.members, m.emails, m.schools, h.description, h.links, h.video_url, h.built_with,
             array(select z.name from published.prizes z where z.id = any (h.prize_ids) order by z.order_index, z.id) as prizes,
             h.submitted_at, h.late_by_ms, t."table", h.event_id, h.answers_json
        from submission h
        join team t on t.id = h.team_id and t.deleted_at is null
        join published.tracks e on e.id = h.event_id
        left join (${schoolField(super_event_id)}) f on true
       cross join lateral (
         select coalesce(array_agg(p.name order by m.role, m.joined_at, m.user_id), '{}') as members,
                coalesce(array_agg(p.email order by m.role, m.joined_at, m.user_id), '{}') as emails,
                coalesce(array_agg(coalesce(r.answers_json ->> f.id, a.answers_json ->> f.id, '')
                                   order by m.role, m.joined_at, m.user_id), '{}') as schools
           from member m join published.people p on p.id = m.user_id
           left join published.super_event_registrations a on a.super_event_id = m.super_event_id and a.user_id = m.user_id
           left join published.registrations r on r.event_id = t.event_id and r.user_id = m.user_id
          where m.team_id = t.id and m.left_at is null) m
       where h.super_event_id = ${super_event_id} and h.checkin_point_id is null
       order by e.name, h.title, h.id`,
  );
