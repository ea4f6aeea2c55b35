/**
 * SQL for changes of memberships, and for the data that they need.
 *
 * Writes lock in this order: people, teams, the track, registrations, team rows.
 *
 * - People and teams are advisory locks, taken in one statement in ascending order. They serialize team management: a
 *   person joins one team at a time, and a team's size and members stay as they were read.
 * - The track comes next, shared, by requests that put somebody into a team there: a deletion of the track waits, and
 *   then sees them.
 * - Registrations follow, as in their own service, which locks them before it ends memberships: a person who joins
 *   stays accepted.
 * - Team rows come last, inside the routines that make the change. There, team management meets people whose
 *   membership ends with their registration; the leader is decided under that lock.
 *
 * So requests do not deadlock.
 */
import { sql, type RawBuilder } from 'kysely';
import type { EventDetails } from '../../shared/contract/emails.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { superEvents, tracks } from '../../shared/database/published/events.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type { checkinTokens } from '../../shared/database/published/registrations.ts';
import { eventDetails } from '../../shared/kit/emails.ts';
import type { member, Tables } from './entities.ts';
import { maxMembers } from './fragments.sql.ts';
import {
  leaderOf,
  type BuilderFindings,
  type Eligibility,
  type MovePlan,
  type Team,
  type TeamFindings,
} from './rules.ts';

/** Locks people and teams, including the teams that these people are in at the start. */
export async function lockAround(
  db: Db,
  super_event_id: string,
  { people = [], teams = [] }: { people?: readonly string[]; teams?: readonly string[] },
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(k.key, 0))
      from (select 'person ' || ${super_event_id}::uuid || ' ' || person as key, 1 as turn
              from unnest(${people}::uuid[]) person
            union
            select 'team ' || team, 2
              from (select unnest(${teams}::uuid[]) as team
                    union all
                    select team_id from member
                     where super_event_id = ${super_event_id} and user_id = any (${people}::uuid[]) and left_at is null) t
             order by turn, key) k`.execute(db.getKysely());
}

const team = (which: ReturnType<typeof sql>) => sql`
  (select json_build_object('id', t.id, 'event_id', t.event_id, 'max_members', ${maxMembers}, 'members',
            (select coalesce(json_agg(json_build_object('user_id', m.user_id, 'role', m.role)
                                      order by m.joined_at, m.id), '[]')
               from member m where m.team_id = t.id and m.left_at is null))
     from team t join published.tracks e on e.id = t.event_id
    where t.deleted_at is null and ${which})`;

/** Locks the track that somebody joins, so that it is not deleted meanwhile. */
const isHeldTrack = sql<boolean>`published.hold_track(e.id)`;

const named = (super_event_id: string, id: string | null) => sql`t.id = ${id} and t.super_event_id = ${super_event_id}`;

/** Reads a team with its members. */
export async function readTeam(db: Db, super_event_id: string, id: string): Promise<Team | undefined> {
  const { rows } = await sql<{ team: Team | null }>`
    select ${team(named(super_event_id, id))} as team`.execute(db.getKysely());
  return rows[0]?.team ?? undefined;
}

/** Reads the maximum team size on a track of the hackathon, and locks the track; undefined if it has no such track. */
export async function lockTrack(db: Db, super_event_id: string, event_id: string): Promise<number | undefined> {
  const track = db
    .getKysely<Tables>()
    .selectFrom('published.tracks as e')
    .where('e.super_event_id', '=', super_event_id);
  const held = track.where('e.id', '=', event_id).where(isHeldTrack);
  return (await held.select(maxMembers.as('max_members')).executeTakeFirst())?.max_members;
}

const acceptedOn = (event_id: RawBuilder<unknown>, people: readonly string[], isHeld: boolean) =>
  isHeld
    ? sql`array(select published.hold_accepted(${people}::uuid[], ${event_id}))`
    : sql`array(select r.user_id from published.registrations r
                 where r.event_id = ${event_id} and r.user_id = any (${people}::uuid[]) and r.status = 'accepted')`;
const engagedIn = (super_event_id: string, people: readonly string[]) => sql`
  array(select user_id from member
         where super_event_id = ${super_event_id} and user_id = any (${people}::uuid[]) and left_at is null)`;

/** Reads who may join. Accepted people keep that status until the transaction ends. */
export async function readEligibility(
  db: Db,
  { super_event_id, event_id }: { super_event_id: string; event_id: string },
  people: readonly string[],
): Promise<Eligibility> {
  const { rows } = await sql<Eligibility>`
    select ${acceptedOn(sql`${event_id}::uuid`, people, true)} as accepted,
           ${engagedIn(super_event_id, people)} as engaged`.execute(db.getKysely());
  return rows[0] ?? { accepted: [], engaged: [] };
}

/** Reads a team and whether a person may join it. `isHeld` locks its track and the person's status. */
export async function readJoining(
  db: Db,
  { super_event_id, team_id, user_id }: { super_event_id: string; team_id: string; user_id: string },
  { isHeld }: { isHeld: boolean },
): Promise<{ team: Team; eligibility: Eligibility } | undefined> {
  const it = named(super_event_id, team_id);
  const track = sql`(select t.event_id from team t where t.id = ${team_id})`;
  const { rows } = await sql<Eligibility & { team: Team | null }>`
    select ${team(isHeld ? sql`${it} and ${isHeldTrack}` : it)} as team, ${acceptedOn(track, [user_id], isHeld)} as accepted,
           ${engagedIn(super_event_id, [user_id])} as engaged`.execute(db.getKysely());
  const [found] = rows;
  return found?.team ? { team: found.team, eligibility: found } : undefined;
}

export interface BuilderQuestion extends Readonly<Pick<RowOf<typeof member>, 'super_event_id' | 'user_id'>> {
  /** Null if the given text cannot be an id. */
  readonly track_id: string | null;
  readonly team_id: string | null;
}

/** Reads the input for moving a builder. */
export async function readBuilder(db: Db, question: BuilderQuestion): Promise<BuilderFindings> {
  const { super_event_id, user_id, track_id, team_id } = question;
  const present = sql`
    t.id = (select team_id from member
             where super_event_id = ${super_event_id} and user_id = ${user_id} and left_at is null)`;
  const { rows } = await sql<BuilderFindings>`
    select exists (select 1 from published.super_event_registrations p
                    where p.super_event_id = ${super_event_id} and p.user_id = ${user_id}
                      and p.status = 'accepted') as is_accepted,
           exists (select 1 from published.tracks e
                    where e.id = ${track_id} and e.super_event_id = ${super_event_id} and ${isHeldTrack}) as is_track,
           ${team(named(super_event_id, team_id))} as target, ${team(present)} as present`.execute(db.getKysely());
  return rows[0] ?? { is_accepted: false, is_track: false, target: null, present: null };
}

/** Reads the input for moving a team. */
export async function readTeamMove(
  db: Db,
  super_event_id: string,
  { team_id, track_id }: { team_id: string; track_id: string | null },
): Promise<TeamFindings | undefined> {
  const { rows } = await sql<Omit<TeamFindings, 'team'> & { team: Team | null }>`
    select ${team(named(super_event_id, team_id))} as team,
           array(select m.user_id from member m
                  where m.team_id = ${team_id} and m.left_at is null
                    and not exists (select 1 from published.super_event_registrations p
                                     where p.super_event_id = m.super_event_id and p.user_id = m.user_id
                                       and p.status = 'accepted')) as unaccepted,
           (select json_build_object('id', e.id, 'max_members', ${maxMembers}) from published.tracks e
             where e.id = ${track_id} and e.super_event_id = ${super_event_id} and ${isHeldTrack}) as target`.execute(
    db.getKysely(),
  );
  const [found] = rows;
  return found?.team ? { ...found, team: found.team } : undefined;
}

/**
 * Accepts people on a track and returns those who were not accepted there before and thus have a fresh token.
 * @param team_id A team that moves to the track after its members were accepted.
 */
export async function acceptOnTrack(
  db: Db,
  people: readonly string[],
  { event_id, team_id = null }: { event_id: string; team_id?: string | null },
): Promise<readonly string[]> {
  const { rows } = await sql<{ there: string[] }>`
    select ${acceptedOn(sql`${event_id}::uuid`, people, false)} as there,
           published.accept_on_track(${people}::uuid[], ${event_id}),
           case when ${team_id}::uuid is not null then teams.relocate(${team_id}, ${event_id}, ${people}::uuid[]) end`.execute(
    db.getKysely(),
  );
  return people.filter((person) => !rows[0]?.there.includes(person));
}

/** The teams as they were read; if a leader has changed meanwhile, the write is retried. */
const expected = (teams: readonly Team[]) => sql`
  teams.expect_leaders(${teams.map(({ id }) => id)}::uuid[], ${teams.map(leaderOf)}::uuid[])`;

interface Change extends MovePlan {
  readonly user_id: string;
  /** The track on which they must be accepted; null if they only leave. */
  readonly event_id: string | null;
  /** Somebody else takes them out of a team: ends the invitation to it, by which they could come back. */
  readonly isTaken?: boolean;
}

/**
 * Moves a person between teams and returns who now leads the team that they left.
 * @param seen These teams, as they were read.
 */
export async function changeTeam(
  db: Db,
  { user_id, event_id, former, successor, next, isTaken = false }: Change,
  seen: readonly Team[],
): Promise<string | null> {
  const { rows } = await sql<{ leader: string | null }>`
    with ended as (delete from invitation where ${isTaken} and team_id = ${former})
    select ${expected(seen)}, teams.change_team(${user_id}, ${event_id}, ${former}, ${successor}, ${next}) as leader`.execute(
    db.getKysely(),
  );
  return rows[0]?.leader ?? null;
}

/** Makes a member the leader instead of the present one. */
export async function setLeader(db: Db, team: Team, user_id: string): Promise<void> {
  await sql`select ${expected([team])}, teams.pass_leadership(${team.id}, ${user_id})`.execute(db.getKysely());
}

interface Moved
  extends
    Pick<RowOf<typeof people>, 'email' | 'name'>,
    Pick<RowOf<typeof checkinTokens>, 'registration_id' | 'checkin_token'> {
  super_event_name: RowOf<typeof superEvents>['name'];
  event_name: RowOf<typeof tracks>['name'];
  happening: EventDetails;
}

/** Reads the recipients and the data of emails about a place on a track. */
export async function movedTo(db: Db, event_id: string, user_ids: readonly string[]): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select p.email, p.name, s.name as super_event_name, t.name as event_name, c.registration_id, c.checkin_token,
           ${eventDetails('t', 's')}
      from published.tracks t
      join published.super_events s on s.id = t.super_event_id
      join published.organizations o on o.id = s.organization_id
      join published.checkin_tokens c on c.event_id = t.id and c.user_id = any (${user_ids}::uuid[])
      join published.people p on p.id = c.user_id
     where t.id = ${event_id}`.execute(db.getKysely());
  return rows;
}
