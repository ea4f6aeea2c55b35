/**
 * What changes memberships, and what has to be known before.
 *
 * Everybody who writes here locks in this order: people, teams, registrations, the rows of teams.
 *
 * - People and teams by advisory locks, ascending, in one statement. They keep apart those who manage teams: a person
 *   joins one team at a time, and a team's size and members stay as they were read.
 * - Registrations next, as their own service does before it ends memberships: who joins is held as accepted.
 * - The rows of teams last, inside the routines that carry out the change. There whoever leaves because their registration
 *   ended meets those who manage; the leader is settled under that lock.
 *
 * So nobody waits for anybody crosswise.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../shared/database/database.ts';
import type { BuilderFindings, MovePlan, Standings, Team, TeamFindings } from '../rules.ts';
import { maxMembers } from './fragments.ts';

/** The teams the people are in are taken along, as far as can be seen beforehand. */
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

const named = (super_event_id: string, id: string | null) => sql`t.id = ${id} and t.super_event_id = ${super_event_id}`;

export async function readTeam(db: Db, super_event_id: string, id: string): Promise<Team | undefined> {
  const { rows } = await sql<{ team: Team | null }>`
    select ${team(named(super_event_id, id))} as team`.execute(db.getKysely());
  return rows[0]?.team ?? undefined;
}

export async function sizeOnTrack(db: Db, super_event_id: string, event_id: string): Promise<number | undefined> {
  const { rows } = await sql<{ max_members: number }>`
    select ${maxMembers} as max_members from published.tracks e
     where e.id = ${event_id} and e.super_event_id = ${super_event_id}`.execute(db.getKysely());
  return rows[0]?.max_members;
}

const acceptedOn = (event_id: RawBuilder<unknown>, people: readonly string[], isHeld: boolean) =>
  isHeld
    ? sql`array(select published.hold_accepted(${people}::uuid[], ${event_id}))`
    : sql`array(select r.user_id from published.registrations r
                 where r.event_id = ${event_id} and r.user_id = any (${people}::uuid[]) and r.status = 'accepted')`;
const engagedIn = (super_event_id: string, people: readonly string[]) => sql`
  array(select user_id from member
         where super_event_id = ${super_event_id} and user_id = any (${people}::uuid[]) and left_at is null)`;

/** Whoever is accepted on the track is held as that. */
export async function readStandings(
  db: Db,
  { super_event_id, event_id }: { super_event_id: string; event_id: string },
  people: readonly string[],
): Promise<Standings> {
  const { rows } = await sql<{ accepted: string[]; engaged: string[] }>`
    select ${acceptedOn(sql`${event_id}::uuid`, people, true)} as accepted,
           ${engagedIn(super_event_id, people)} as engaged`.execute(db.getKysely());
  return rows[0] ?? { accepted: [], engaged: [] };
}

/** A team and how somebody stands towards it; `isHeld`: accepted until the end of the transaction. */
export async function readJoining(
  db: Db,
  { super_event_id, team_id, user_id }: { super_event_id: string; team_id: string; user_id: string },
  { isHeld }: { isHeld: boolean },
): Promise<{ team: Team; standings: Standings } | undefined> {
  const track = sql`(select t.event_id from team t where t.id = ${team_id})`;
  const { rows } = await sql<Standings & { team: Team | null }>`
    select ${team(named(super_event_id, team_id))} as team, ${acceptedOn(track, [user_id], isHeld)} as accepted,
           ${engagedIn(super_event_id, [user_id])} as engaged`.execute(db.getKysely());
  const [found] = rows;
  return found?.team ? { team: found.team, standings: found } : undefined;
}

export interface BuilderQuestion {
  readonly super_event_id: string;
  readonly user_id: string;
  /** Null where what was named cannot be one. */
  readonly track_id: string | null;
  readonly team_id: string | null;
}

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
                    where e.id = ${track_id} and e.super_event_id = ${super_event_id}) as is_track,
           ${team(named(super_event_id, team_id))} as target, ${team(present)} as present`.execute(db.getKysely());
  return rows[0] ?? { is_accepted: false, is_track: false, target: null, present: null };
}

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
             where e.id = ${track_id} and e.super_event_id = ${super_event_id}) as target`.execute(db.getKysely());
  const [found] = rows;
  return found?.team ? { ...found, team: found.team } : undefined;
}

/**
 * Answers who was not accepted there before, and so has a fresh token. `team_id`: a team that goes there with all of them,
 * once they are accepted.
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

/** `event_id`: the track on which the person must be accepted; null where they only leave. Answers who leads what they left. */
export async function changeTeam(
  db: Db,
  { user_id, event_id, former, successor, next }: MovePlan & { user_id: string; event_id: string | null },
): Promise<string | null> {
  const { rows } = await sql<{ leader: string | null }>`
    select teams.change_team(${user_id}, ${event_id}, ${former}, ${successor}, ${next}) as leader`.execute(
    db.getKysely(),
  );
  return rows[0]?.leader ?? null;
}

export async function passLeadership(db: Db, team_id: string, user_id: string): Promise<void> {
  await sql`select teams.pass_leadership(${team_id}, ${user_id})`.execute(db.getKysely());
}
