/** Teams of an event file, and who is in them. */
import { sql } from 'kysely';
import { insertRows, updateRows } from '../../shared/database/bulk.ts';
import type { Db } from '../../shared/database/database.ts';
import {
  audit,
  compare,
  reconcile,
  type Difference,
  type OrganizationWork,
  type Row,
  type Wanted,
} from '../../shared/database/reconcile.ts';
import { newId } from '../../shared/database/ids.ts';

export interface TeamEntry {
  /** As in `spring-hack/ai`. */
  readonly around: string;
  readonly super_event_id: string;
  readonly event_id: string;
  readonly name: string;
  readonly problem?: string | null | undefined;
  readonly is_open?: boolean | undefined;
  readonly members: readonly { readonly email: string; readonly user_id: string; readonly role: 'LEADER' | 'MEMBER' }[];
}
export const teamKey = ({ event_id, name }: { event_id: string; name: string }) => `${event_id} ${name}`;

/** A team is known by its name on its track; of several the oldest is meant. `ids` by `teamKey`. */
export async function reconcileTeams(
  work: OrganizationWork,
  teams: readonly TeamEntry[],
): Promise<{ differences: Difference[]; ids: Map<string, string> }> {
  const tracks = [...new Set(teams.map(({ event_id }) => event_id))];
  const { rows } = await sql<Row & { id: string; event_id: string; name: string }>`
    select id, event_id, name, problem, is_open from teams.team
     where event_id = any (${tracks}::uuid[]) and deleted_at is null
     order by created_at desc, id desc`.execute(work.db.getKysely());
  const present = new Map(rows.map((row) => [teamKey(row), row]));
  const ids = new Map(teams.map((team) => [teamKey(team), present.get(teamKey(team))?.id ?? newId()]));
  const wanted = teams.map((team): Wanted => {
    const { around, super_event_id, event_id, name, problem, is_open } = team;
    const id = ids.get(teamKey(team));
    const place = { id, organization_id: work.organization_id, super_event_id, event_id, name };
    const known = { key: teamKey(team), kind: 'team', name: `${around}/${name}`, ids: { team_id: id } };
    return { ...known, place, fields: { problem, is_open } };
  });
  const differences = await reconcile(work, { name: 'teams.team', keepsTimeOfUpdate: true }, wanted, present);
  return { differences: [...differences, ...(await reconcileMembers(work, teams, ids))], ids };
}

export interface LiveTeam {
  readonly id: string;
  readonly event_id: string;
  readonly name: string;
  readonly problem: string | null;
  readonly is_open: boolean;
  /** The leader first, then as they joined. */
  readonly members: readonly LiveMember[];
}
interface LiveMember {
  readonly team_id: string;
  readonly user_id: string;
  readonly role: 'LEADER' | 'MEMBER';
}

/** The teams of a super event as they are, the oldest first. */
export async function readTeams(db: Db, super_event_id: string): Promise<LiveTeam[]> {
  const teams = await sql<Omit<LiveTeam, 'members'>>`
    select id, event_id, name, problem, is_open from teams.team
     where super_event_id = ${super_event_id} and deleted_at is null order by created_at, name, id`.execute(
    db.getKysely(),
  );
  const members = await sql<LiveMember>`
    select m.team_id, m.user_id, m.role
      from teams.member m join published.people p on p.id = m.user_id
     where m.super_event_id = ${super_event_id} and m.left_at is null
     order by m.role, m.joined_at, p.email`.execute(db.getKysely());
  const byTeam = Map.groupBy(members.rows, ({ team_id }) => team_id);
  return teams.rows.map((team) => ({ ...team, members: byTeam.get(team.id) ?? [] }));
}

interface MemberRow extends Row {
  id: string;
  super_event_id: string;
  event_id: string;
  user_id: string;
  /** As in `spring-hack/ai/Rockets`. */
  team: string;
  role: 'LEADER' | 'MEMBER';
}
const memberKey = ({ super_event_id, user_id }: { super_event_id: string; user_id: string }) =>
  `${super_event_id} ${user_id}`;

/**
 * A person is in one team per hackathon: whoever is in another one leaves it first. Old leaders step back before new ones
 * step up, because a team never has two.
 */
async function reconcileMembers(
  work: OrganizationWork,
  teams: readonly TeamEntry[],
  ids: ReadonlyMap<string, string>,
): Promise<Difference[]> {
  const present = await presentMembers(work, teams);
  const wanted = teams.flatMap((team) => team.members.map((member) => wantedMember(team, member, ids)));
  const { created, changed, differences } = compare(wanted, present);
  const moved = changed.filter(({ fields }) => 'team' in fields);
  await lockTeams(work, [...created, ...changed.map((change) => change.wanted)]);
  await leave(
    work,
    moved.map(({ present: row }) => row),
  );
  const demoted = await stepBack(work, teams, ids);
  const joined = [...created, ...moved.map((change) => change.wanted)];
  await insertRows(
    work.db,
    'teams.member',
    joined.map(({ place, fields }) => ({ ...place, role: fields['role'] })),
  );
  const promoted = changed.filter(({ fields }) => !('team' in fields) && fields['role'] === 'LEADER');
  const leaders = promoted.map(({ present: row }) => ({ id: row['id'], role: 'LEADER' }));
  await updateRows(work.db, 'teams.member', leaders, { by: ['id'] });

  const named = new Set(wanted.map(({ key }) => key));
  const all = [...differences, ...demoted.filter(({ key }) => !named.has(key)).map(({ difference }) => difference)];
  await audit(work, 'teams.member', all);
  return all;
}

/** The active memberships of these people in these hackathons. */
async function presentMembers({ db }: OrganizationWork, teams: readonly TeamEntry[]): Promise<Map<string, MemberRow>> {
  const superEvents = [...new Set(teams.map(({ super_event_id }) => super_event_id))];
  const people = [...new Set(teams.flatMap(({ members }) => members.map(({ user_id }) => user_id)))];
  const { rows } = await sql<MemberRow>`
    select m.id, m.super_event_id, m.event_id, m.user_id, m.role, concat_ws('/', s.slug, e.slug, t.name) as team
      from teams.member m
      join teams.team t on t.id = m.team_id
      left join published.tracks e on e.id = m.event_id
      left join published.super_events s on s.id = m.super_event_id
     where m.super_event_id = any (${superEvents}::uuid[]) and m.user_id = any (${people}::uuid[])
       and m.left_at is null`.execute(db.getKysely());
  return new Map(rows.map((row) => [memberKey(row), row]));
}

function wantedMember(
  team: TeamEntry,
  { email, user_id, role }: TeamEntry['members'][number],
  ids: ReadonlyMap<string, string>,
): Wanted {
  const { around, super_event_id, event_id, name } = team;
  const team_id = ids.get(teamKey(team));
  return {
    key: memberKey({ super_event_id, user_id }),
    kind: 'team member',
    name: `${around}/${name}/${email}`,
    ids: { team_id, user_id },
    place: { team_id, super_event_id, event_id, user_id },
    fields: { team: `${around}/${name}`, role },
  };
}

/** In the order of their ids, before anybody's membership changes, as every routine that touches them does. */
async function lockTeams({ db }: OrganizationWork, members: readonly Wanted[]): Promise<void> {
  const teams = [...new Set(members.map(({ place }) => place['team_id']))];
  if (teams.length === 0) return;
  await sql`select id from teams.team where id = any (${teams}::uuid[]) order by id for no key update`.execute(
    db.getKysely(),
  );
}

async function leave({ db }: OrganizationWork, members: readonly Row[]): Promise<void> {
  for (const [track, leavers] of Map.groupBy(members, (row) => String(row['event_id']))) {
    const people = leavers.map((row) => row['user_id']);
    await sql`select published.end_memberships(${people}::uuid[], ${[track]}::uuid[])`.execute(db.getKysely());
  }
}

/** Whoever leads one of these teams now and is not to. */
async function stepBack(work: OrganizationWork, teams: readonly TeamEntry[], ids: ReadonlyMap<string, string>) {
  const leaders = teams.flatMap((team) =>
    team.members
      .filter(({ role }) => role === 'LEADER')
      .map(({ user_id }) => ({ team_id: ids.get(teamKey(team)), user_id, name: `${team.around}/${team.name}` })),
  );
  const { rows } = await sql<{ team_id: string; user_id: string; super_event_id: string; name: string }>`
    update teams.member m set role = 'MEMBER'
      from jsonb_to_recordset(${JSON.stringify(leaders)}::jsonb) as n (team_id uuid, user_id uuid, name text)
     where m.team_id = n.team_id and m.user_id <> n.user_id and m.role = 'LEADER' and m.left_at is null
    returning m.team_id, m.user_id, m.super_event_id,
              n.name || '/' || (select email from published.people p where p.id = m.user_id) as name`.execute(
    work.db.getKysely(),
  );
  return rows.map(({ team_id, user_id, super_event_id, name }) => {
    const ids = { team_id, user_id };
    const fields = { role: ['LEADER', 'MEMBER'] } as const;
    const difference: Difference = { action: 'change', kind: 'team member', name, ids, fields };
    return { key: memberKey({ super_event_id, user_id }), difference };
  });
}
