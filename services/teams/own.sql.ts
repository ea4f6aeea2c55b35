/** SQL for the teams of a person. */
import { sql } from 'kysely';
import type { Viewer } from '../../shared/base/viewer.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { storedLocales, storedQuestions } from '../../shared/kit/questions.ts';
import { oldestFirst, type Listing } from '../../shared/kit/whole-list.ts';
import type { invitation, member, team } from './entities.ts';
import type { Locale } from '../../shared/contract/values.ts';
import type { Texts } from '../../shared/contract/languages.ts';
import { maxMembers } from './fragments.sql.ts';
import { shownPrize } from './gallery.sql.ts';
import { closesAt, columns, type Submission } from './submissions.sql.ts';
import { membersOf, type TeamMemberRow } from './teams.sql.ts';

type Row = RowOf<typeof team>;
export interface OwnTeam
  extends
    Pick<Row, 'id' | 'event_id' | 'super_event_id' | 'name' | 'problem' | 'is_open' | 'table'>,
    Pick<RowOf<typeof member>, 'role'> {
  members: TeamMemberRow[];
  max_members: number;
  /** Null without a deadline. */
  submissions_close_at: Date | null;
  submission: Submission | null;
  /** As organizers wrote them. */
  questions: unknown;
  /** Of the hackathon. */
  locales: Locale[];
  self_service: boolean;
  locked_at: Date | null;
  prizes_won: { id: string; name: string; name_i18n?: Texts }[];
}

type Asking = Pick<Viewer, 'user_id' | 'organization_id'>;

/** Reads one of the teams of a person. */
export async function findOwnTeam(db: Db, viewer: Asking, id: string): Promise<OwnTeam | undefined> {
  const { rows } = await sql<OwnTeam>`select * from (${ownTeams(viewer).rows}) t where t.id = ${id}`.execute(
    db.getKysely(),
  );
  return rows[0];
}

/** The teams of a person that are not deleted; for a key, in its organization. */
export const ownTeams = ({ user_id, organization_id }: Asking): Listing<OwnTeam> => ({
  rows: sql`
    select t.id, t.event_id, t.super_event_id, t.name, t.problem, t.is_open, t."table", t.created_at, o.role,
           ${membersOf} as members, ${maxMembers} as max_members,
           ${selfService} as self_service, ${lockedAt} as locked_at, 
           ${storedQuestions} as questions, ${storedLocales} as locales,
           nullif(${closesAt(sql`null::uuid`)}, 'infinity') as submissions_close_at,
           (select to_json(p) from (
              select ${columns} from submission h
               where h.team_id = t.id and h.checkin_point_id is null
               order by h.submitted_at desc, h.id limit 1) p) as submission,
           (select coalesce(json_agg(${shownPrize('z')} order by z.order_index, z.id), '[]')
              from published.awards w join published.prizes z on z.id = w.prize_id
             where w.super_event_id = t.super_event_id and t.id = any (w.published_ids)) as prizes_won
      from member o
      join team t on t.id = o.team_id
      join published.tracks e on e.id = t.event_id
      join published.super_events s on s.id = t.super_event_id
     where o.user_id = ${user_id} and o.left_at is null and t.deleted_at is null
       and (${organization_id}::uuid is null or t.organization_id = ${organization_id})`,
  by: oldestFirst,
});

const setting = (name: 'self_service' | 'locked_at', alias: 'e' | 's') =>
  sql`${sql.ref(`${alias}.config_json`)} #> ${sql.lit(`{teams,${name}}`)}`;
const flag = (alias: 'e' | 's') =>
  sql`case when jsonb_typeof(${setting('self_service', alias)}) = 'boolean' then (${setting('self_service', alias)})::boolean end`;
const hour = (alias: 'e' | 's') => {
  const text = sql`(${setting('locked_at', alias)}) #>> '{}'`;
  return sql`case when pg_input_is_valid(${text}, 'timestamptz') then (${text})::timestamptz end`;
};
/**
 * The settings of the track `e`, or of its hackathon `s` if the track has none. A malformed value counts as missing.
 */
export const selfService = sql<boolean>`coalesce(${flag('e')}, ${flag('s')}, true)`;
export const lockedAt = sql<Date | null>`coalesce(${hour('e')}, ${hour('s')})`;

export interface Forming {
  readonly self_service: boolean;
  readonly locked_at: Date | null;
  readonly is_locked: boolean;
}

/** Reads whether people form teams themselves on a track; undefined if there is no such track. */
export async function findForming(db: Db, event_id: string): Promise<Forming | undefined> {
  const { rows } = await sql<Forming>`
    select x.*, x.locked_at <= now() is true as is_locked
      from (select ${selfService} as self_service, ${lockedAt} as locked_at
              from published.tracks e join published.super_events s on s.id = e.super_event_id
             where e.id = ${event_id}) x`.execute(db.getKysely());
  return rows[0];
}

export interface Joinable extends Pick<
  RowOf<typeof team>,
  'id' | 'organization_id' | 'super_event_id' | 'event_id' | 'is_open'
> {
  /** The person is accepted on its track. */
  readonly is_accepted: boolean;
}

/** Finds the team of a valid invitation, or a team by its id; for a key, in its organization. */
export async function findJoinable(
  db: Db,
  by: { readonly code_hash: string } | { readonly team_id: string },
  { user_id, organization_id }: { readonly user_id: string; readonly organization_id: string | null },
): Promise<Joinable | undefined> {
  const which =
    'code_hash' in by
      ? sql`t.id = (select i.team_id from invitation i
                     where i.code_hash = decode(${by.code_hash}, 'hex') and i.expires_at > now())`
      : sql`t.id = ${by.team_id}`;
  const { rows } = await sql<Joinable>`
    select t.id, t.organization_id, t.super_event_id, t.event_id, t.is_open,
           exists (select from published.registrations r
                    where r.event_id = t.event_id and r.user_id = ${user_id} and r.status = 'accepted') as is_accepted
      from team t
     where ${which} and t.deleted_at is null and (${organization_id}::uuid is null or t.organization_id = ${organization_id})`.execute(
    db.getKysely(),
  );
  return rows[0];
}

/** Stores the code of a team, which replaces the former one. */
export async function saveInvitation(
  db: Db,
  given: { readonly team_id: string; readonly code_hash: string; readonly invited_by: string },
): Promise<RowOf<typeof invitation>['expires_at']> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into invitation as i (team_id, code_hash, invited_by)
    values (${given.team_id}, decode(${given.code_hash}, 'hex'), ${given.invited_by})
    on conflict (team_id) do update
       set code_hash = excluded.code_hash, invited_by = excluded.invited_by, expires_at = excluded.expires_at
    returning expires_at`.execute(db.getKysely());
  const [left] = rows;
  if (!left) throw new Error('No invitation was made.');
  return left.expires_at;
}

interface Teammates extends Pick<Forming, 'self_service' | 'locked_at'> {
  readonly may_look: boolean;
  readonly teams: { id: string; name: string; problem: string | null; places_left: number; members: string[] }[];
  readonly people: { user_id: string; first_name: string; skills: string[] }[];
}

const shownAtMost = sql.lit(200);
const firstName = sql`split_part(u.name, ' ', 1)`;
/** The answer to a choice is a list or a text. */
const skills = sql`
  coalesce((select case jsonb_typeof(a.answer) when 'array' then a.answer when 'string' then jsonb_build_array(a.answer) end
              from published.registration_fields f
             cross join lateral (select p.answers_json -> f.id::text as answer) a
             where f.super_event_id = p.super_event_id and lower(f.label) in ('skills', 'skill')
               and jsonb_typeof(a.answer) in ('array', 'string')
             order by f.order_index, f.id limit 1), '[]')`;

/** Reads the people and teams on a track that still look for members; undefined if there is no such track. */
export async function readTeammates(db: Db, event_id: string, user_id: string): Promise<Teammates | undefined> {
  const { rows } = await sql<Teammates>`
    select exists (select from published.registrations r
                    where r.event_id = ${event_id} and r.user_id = ${user_id} and r.status = 'accepted') as may_look,
      ${selfService} as self_service, ${lockedAt} as locked_at,
      (select coalesce(json_agg(x order by x.created_at desc, x.id), '[]') from (
         select t.id, t.name, t.problem, ${maxMembers} - t.member_count as places_left, t.created_at,
                array(select ${firstName} from member m join published.people u on u.id = m.user_id
                       where m.team_id = t.id and m.left_at is null order by m.joined_at, m.id) as members
           from team t join published.tracks e on e.id = t.event_id
          where t.event_id = ${event_id} and t.deleted_at is null and t.is_open and t.member_count < ${maxMembers}
          order by t.created_at desc, t.id limit ${shownAtMost}) x) as teams,
      (select coalesce(json_agg(x order by x.created_at desc, x.user_id), '[]') from (
         select r.user_id, ${firstName} as first_name, ${skills} as skills, r.created_at
           from published.registrations r
           join published.super_event_registrations p on p.super_event_id = r.super_event_id and p.user_id = r.user_id
           join published.people u on u.id = r.user_id
          where r.event_id = ${event_id} and r.status = 'accepted' and p.looking_for_team and r.user_id <> ${user_id}
            and not exists (select from member m
                             where m.super_event_id = r.super_event_id and m.user_id = r.user_id and m.left_at is null)
          order by r.created_at desc, r.user_id limit ${shownAtMost}) x) as people
      from published.tracks e join published.super_events s on s.id = e.super_event_id where e.id = ${event_id}`.execute(
    db.getKysely(),
  );
  return rows[0];
}
