/** Who judges which team, and how far they are. */
import { sql } from 'kysely';
import type { AssignmentStatus } from '../../../shared/contract/judging/shapes.ts';
import { wholeList } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';
import { newId } from '../../../shared/database/ids.ts';

export interface Judge {
  user_id: string;
  name: string;
}
export interface Assignment {
  id: string;
  event_id: string;
  judge_user_id: string;
  team_id: string;
  status: AssignmentStatus;
  progress: number;
  created_at: string;
}
export interface NamedAssignment extends Assignment {
  judge_name: string;
  team_name: string;
}
export interface AssignmentDetail extends NamedAssignment {
  team_problem: string | null;
  event_name: string;
  event_slug: string;
  /** As the organizers wrote it, whatever that is. */
  scoring: unknown;
}

const columns = sql`a.id, a.event_id, a.judge_user_id, a.team_id, a.status, a.progress, a.created_at`;
const namedColumns = sql`${columns}, a.judge_name, a.team_name`;

export async function judgesOn(db: Db, event_id: string): Promise<Judge[]> {
  const { rows } = await sql<Judge>`
    select r.user_id, p.name
      from published.track_roles r join published.people p on p.id = r.user_id
     where r.event_id = ${event_id} and r.role = 'JUDGE'
     order by p.name_key, r.user_id limit ${wholeList}`.execute(db.getKysely());
  return rows;
}

/** Those of one judge, or of all where none is named. */
export async function assignmentsOn(
  db: Db,
  event_id: string,
  judge_user_id: string | undefined,
): Promise<NamedAssignment[]> {
  const theirs = judge_user_id === undefined ? sql`true` : sql`a.judge_user_id = ${judge_user_id}`;
  const { rows } = await sql<NamedAssignment>`
    select ${namedColumns} from standing a where a.event_id = ${event_id} and ${theirs}
     order by a.created_at, a.id limit ${wholeList}`.execute(db.getKysely());
  return rows;
}

/** The one row comes first: the planner weighs only so many joins at once, and took the others before it. */
export async function findAssignment(db: Db, id: string): Promise<AssignmentDetail | undefined> {
  const { rows } = await sql<AssignmentDetail>`
    with a as materialized (select * from standing where id = ${id})
    select ${namedColumns}, a.team_problem, e.name as event_name, e.slug as event_slug,
           s.config_json -> 'scoring' as scoring
      from a
      join published.tracks e on e.id = a.event_id
      join published.super_events s on s.id = a.super_event_id`.execute(db.getKysely());
  return rows[0];
}

export async function readAssignments(db: Db, ids: readonly string[]): Promise<Assignment[]> {
  const { rows } = await sql<Assignment>`
    select ${columns} from standing a where a.id = any (${ids}::uuid[]) order by a.created_at, a.id`.execute(
    db.getKysely(),
  );
  return rows;
}

/** What came of assigning: the rows where all could be, else who speaks against it. */
export interface Assigned {
  readonly is_team: boolean;
  readonly no_judges: readonly string[];
  readonly members: readonly string[];
  readonly made: readonly string[];
  /** Assignments that were there before; held until the end of the transaction. */
  readonly kept: readonly string[];
}

/**
 * All of them or none. Written in the order of the judges' ids, so that nobody waits for anybody crosswise; their own
 * ids are in the order of the request, which lists keep.
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
      on conflict (event_id, team_id, judge_user_id) do update set submitted_at = a.submitted_at
      returning new.id, old.id is null as is_new
    )
    select exists (select from team) as is_team,
           array(select id from asked where not is_judge order by id) as no_judges,
           array(select id from asked where is_member order by id) as members,
           array(select id from placed where is_new) as made,
           array(select id from placed where not is_new) as kept`.execute(db.getKysely());
  return rows[0] ?? { is_team: false, no_judges: [], members: [], made: [], kept: [] };
}

/** Answers when it was handed in; undefined where it was not. */
export async function reopen(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ former: string }>`
    update assignment set submitted_at = null where id = ${id} and submitted_at is not null
    returning old.submitted_at as former`.execute(db.getKysely());
  return rows[0]?.former;
}

interface Unassigned {
  readonly judge_user_id: string;
  readonly team_id: string;
  readonly submitted_at: string | null;
  readonly scores: readonly Record<string, unknown>[];
}

/** Answers what went with it. */
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
