/** SQL for assignments and their progress. */
import { sql } from 'kysely';
import type { AssignmentStatus } from '../../shared/contract/judging/scores.ts';
import type { Locale } from '../../shared/contract/values.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { newId } from '../../shared/database/ids.ts';
import type { prizes, trackRoles, tracks } from '../../shared/database/published/events.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type { submissions, teams } from '../../shared/database/published/teams.ts';
import { storedLocales, storedQuestions } from '../../shared/kit/questions.ts';
import { oldestFirst, type Listed, type Listing } from '../../shared/kit/whole-list.ts';
import type { assignment, criterion } from './entities.ts';
import { judgedBy, scoring, type Score } from './scores.sql.ts';

type Row = RowOf<typeof assignment>;
type Person = RowOf<typeof people>;
type Team = RowOf<typeof teams>;
type Submission = RowOf<typeof submissions>;
type Track = RowOf<typeof tracks>;

export type Judge = Pick<RowOf<typeof trackRoles>, 'user_id'> & Pick<Person, 'name'>;
export interface Assignment extends Pick<Row, 'id' | 'event_id' | 'judge_user_id' | 'team_id' | 'created_at'> {
  status: AssignmentStatus;
  progress: number;
}
export interface NamedAssignment extends Assignment {
  judge_name: Person['name'];
  team_name: Team['name'];
  table: Team['table'];
  prize: Pick<RowOf<typeof prizes>, 'id' | 'name'> | null;
}
/** The newest submission of a team, without those for milestones. */
export type JudgedProject = Omit<Submission, 'id' | 'team_id' | 'event_id' | 'checkin_point_id'>;
export interface AssignmentDetail extends NamedAssignment {
  team_problem: Team['problem'];
  event_name: Track['name'];
  event_slug: Track['slug'];
  tz: Track['tz'];
  event_name_i18n: Track['name_i18n'];
  prize_name_i18n: RowOf<typeof prizes>['name_i18n'];
  submission: JudgedProject | null;
  /** Of the track to its projects, as organizers wrote them. */
  questions: unknown;
  /** Of the hackathon. */
  locales: Locale[];
  criteria: (Pick<RowOf<typeof criterion>, 'id' | 'name'> & { weight: number })[];
  /** As organizers wrote it; it may have any form. */
  scoring: unknown;
}

const columns = sql`a.id, a.event_id, a.judge_user_id, a.team_id, a.status, a.progress, a.created_at`;
const namedColumns = sql`${columns}, a.judge_name, a.team_name, a."table", a.prize`;

export const judgesOn = (event_id: string): Listing<Judge> => ({
  rows: sql`
    select r.user_id, p.name, p.name_key
      from published.track_roles r join published.people p on p.id = r.user_id
     where r.event_id = ${event_id} and r.role = 'JUDGE'`,
  by: [
    { column: 'name_key', kind: 'text' },
    { column: 'user_id', kind: 'id' },
  ],
});

/**
 * The assignments on a track by their tables, of one judge if one is named. Those of a prize for teams of tracks on which the
 * judge has no role are in the list of each track that is theirs.
 */
export function assignmentsOn(event_id: string, judge_user_id: string | undefined): Listing<NamedAssignment> {
  const there = sql`a.event_id = ${event_id}`;
  const theirs = sql`
    a.judge_user_id = ${judge_user_id}
    and (${there} or (a.prize_id is not null
                      and a.super_event_id = (select super_event_id from published.tracks where id = ${event_id})
                      and not exists (select from published.track_roles r
                                       where r.event_id = a.event_id and r.user_id = a.judge_user_id and r.role = 'JUDGE')))`;
  return {
    rows: sql`
      select ${namedColumns}, a.table_order
        from assignment_progress a where ${judge_user_id === undefined ? there : theirs}`,
    by: [{ column: 'table_order', kind: 'text' }, ...oldestFirst],
  };
}

/**
 * Finds one assignment. The row is materialized first, because the planner considers only a limited number of joins
 * at once and would start with others.
 */
export async function findAssignment(db: Db, id: string): Promise<AssignmentDetail | undefined> {
  const { rows } = await sql<AssignmentDetail>`
    with a as materialized (select * from assignment_progress where id = ${id})
    select ${namedColumns}, a.team_problem, e.name as event_name, e.slug as event_slug, e.name_i18n as event_name_i18n,
           coalesce(e.tz, s.tz) as tz,
           (select name_i18n from published.prizes where id = a.prize_id) as prize_name_i18n,
           ${scoring} as scoring, ${storedQuestions} as questions, ${storedLocales} as locales,
           (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'weight', c.weight::float8)
                                     order by c.order_index, c.id), '[]')
              from criterion c where ${judgedBy}) as criteria,
           (select to_json(p) from (
              select h.title, h.description, h.links, h.video_url, h.built_with, h.answers_json, h.submitted_at, h.late_by_ms
                from published.submissions h
               where h.team_id = a.team_id and h.checkin_point_id is null
               order by h.submitted_at desc, h.id limit 1) p) as submission
      from a
      join published.tracks e on e.id = a.event_id
      join published.super_events s on s.id = a.super_event_id`.execute(db.getKysely());
  return rows[0];
}

export async function readAssignments(db: Db, ids: readonly string[]): Promise<Assignment[]> {
  const { rows } = await sql<Assignment>`
    select ${columns} from assignment_progress a where a.id = any (${ids}::uuid[]) order by a.created_at, a.id`.execute(
    db.getKysely(),
  );
  return rows;
}

/** The result of assigning: the rows, or the judges that prevent it. */
export interface Assigned {
  readonly is_team: boolean;
  readonly no_judges: readonly string[];
  readonly members: readonly string[];
  readonly made: readonly string[];
  /** Assignments that existed before; locked until the transaction ends. */
  readonly kept: readonly string[];
}

/**
 * Assigns all judges or none. Rows are written in the order of the judges' ids, so that concurrent requests do not
 * deadlock; the rows' own ids are in the order of the request, which lists keep.
 */
export async function assign(
  db: Db,
  { event_id, team_id, judges }: { event_id: string; team_id: string; judges: readonly string[] },
): Promise<Assigned> {
  const { rows } = await sql<Assigned>`
    with asked as (
      select j.id, j.assignment_id,
             exists (select from published.track_roles r
                      where r.event_id = ${event_id} and r.user_id = j.id and r.role = 'JUDGE') as is_judge,
             exists (select from published.team_members m where m.team_id = ${team_id} and m.user_id = j.id) as is_member
        from (select distinct on (id) id, assignment_id
                from unnest(${judges}::uuid[], ${judges.map(() => newId())}::uuid[]) as u (id, assignment_id)
               order by id, assignment_id) j
    ), team as (
      select * from published.teams where id = ${team_id} and event_id = ${event_id}
    ), placed as (
      insert into assignment as a (id, organization_id, super_event_id, event_id, team_id, judge_user_id)
      select asked.assignment_id, t.organization_id, t.super_event_id, t.event_id, t.id, asked.id
        from team t cross join asked
       where (select bool_and(is_judge and not is_member) from asked)
       order by asked.id
      on conflict (event_id, team_id, judge_user_id, prize_id) do update set submitted_at = a.submitted_at
      returning new.id, old.id is null as is_new
    )
    select exists (select from team) as is_team,
           array(select id from asked where not is_judge order by id) as no_judges,
           array(select id from asked where is_member order by id) as members,
           array(select id from placed where is_new) as made,
           array(select id from placed where not is_new) as kept`.execute(db.getKysely());
  return rows[0] ?? { is_team: false, no_judges: [], members: [], made: [], kept: [] };
}

/** Reopens an assignment and returns when it had been submitted; undefined if it was open. */
export async function reopen(db: Db, id: string): Promise<Row['submitted_at'] | undefined> {
  const { rows } = await sql<{ former: Row['submitted_at'] }>`
    update assignment set submitted_at = null where id = ${id} and submitted_at is not null
    returning old.submitted_at as former`.execute(db.getKysely());
  return rows[0]?.former;
}

interface Unassigned extends Pick<Row, 'judge_user_id' | 'team_id' | 'submitted_at'> {
  scores: Pick<Score, 'criterion_id' | 'value' | 'comment' | 'feedback'>[];
}

/** Deletes an assignment and returns it with its deleted scores. */
export async function unassign(db: Db, id: string): Promise<Unassigned | undefined> {
  const { rows } = await sql<Unassigned>`
    delete from assignment a where a.id = ${id}
    returning a.judge_user_id, a.team_id, a.submitted_at,
              (select coalesce(json_agg(json_build_object('criterion_id', s.criterion_id, 'value', s.value,
                                                          'comment', s.comment, 'feedback', s.feedback)
                                        order by s.criterion_id), '[]')
                 from score s where s.assignment_id = a.id) as scores`.execute(db.getKysely());
  return rows[0];
}

interface Counted {
  total: number;
  pending: number;
  ready: number;
  submitted: number;
  progress: number;
}
interface CountedJudge extends Counted {
  judge_id: RowOf<typeof people>['id'];
  judge_name: RowOf<typeof people>['name'];
}
interface CountedTogether extends Counted {
  /** The number of judges. */
  count: number;
}
export type JudgingProgress = Listed<CountedJudge, CountedTogether>;

/** Everybody who is a judge of the track or has an assignment there, by name. */
export const progressOn = (event_id: string): Listing<CountedJudge, CountedTogether> => ({
  rows: sql`
    select p.id as judge_id, p.name as judge_name, p.name_key, count(a.id)::int as total,
           count(a.id) filter (where a.status in ('PENDING', 'IN_PROGRESS'))::int as pending,
           count(a.id) filter (where a.status = 'READY')::int as ready,
           count(a.id) filter (where a.status = 'SUBMITTED')::int as submitted,
           coalesce(sum(a.progress), 0) as done, coalesce(avg(a.progress), 0) as progress
      from (select user_id from published.track_roles where event_id = ${event_id} and role = 'JUDGE'
            union
            select judge_user_id from published.assignments where event_id = ${event_id}) j
      join published.people p on p.id = j.user_id
      left join assignment_progress a on a.event_id = ${event_id} and a.judge_user_id = p.id
     group by p.id, p.name, p.name_key`,
  by: [
    { column: 'name_key', kind: 'text' },
    { column: 'judge_id', kind: 'id' },
  ],
  totals: sql`count(*) as count, coalesce(sum(total), 0) as total, coalesce(sum(pending), 0) as pending,
              coalesce(sum(ready), 0) as ready, coalesce(sum(submitted), 0) as submitted,
              coalesce(sum(done) / nullif(sum(total), 0), 0) as progress`,
});
