/** Teams of an event file, and their members. */
import { sql } from 'kysely';
import { maybe, optional } from '../../shared/contract/vocabulary.ts';
import { teamFields, teamMemberRole } from '../../shared/contract/teams/shapes.ts';
import { insertRows, updateRows, type InsertedRow } from '../../shared/database/bulk.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { anyOf } from '../../shared/database/ids.ts';
import { CannotApply, portable, type Difference, type Wanted } from '../../shared/database/portable.ts';
import { member, team, type Tables } from './entities.ts';
import { maxMembers } from './fragments.sql.ts';
import { lockTables, sharedTable } from './numbering.sql.ts';

export { mostMembers } from './rules.ts';

type Member = RowOf<typeof member>;
const { name, problem, is_open, table } = teamFields;

/** A team is identified by its name on its track; of several the oldest is used. */
export const teams = portable({
  kind: 'team',
  many: 'teams',
  service: 'teams',
  table: team,
  place: ['organization_id', 'super_event_id', 'event_id'],
  within: 'super_event_id',
  key: ['event_id', 'name'],
  columns: { name, ...maybe({ problem, table }), ...optional({ is_open }) },
  ended: 'deleted_at',
  namesakes: true,
  order: sql`t.created_at, t.name, t.id`,
  dated: true,
  ids: { super_event_id: 'super_event_id', event_id: 'event_id', team_id: 'id' },
  facts: { create: 'team.created', change: 'team.changed' },
  // Members join it in the next step.
  fresh: { problem: null, is_open: true, squad_id: null, member_user_ids: [] },
  name: ({ around, name }) => `${String(around)}/${String(name)}`,
  /** Nobody else gives tables of these hackathons meanwhile; teams of the file may exchange theirs. */
  async prepare({ db }, { created, changed }) {
    const seated = [...created, ...changed.map((change) => change.wanted)].filter(({ fields }) => fields['table']);
    const ids = [...new Set(seated.map(({ place }) => String(place['super_event_id'])))].sort();
    if (ids.length === 0) return undefined;
    await lockTables(db, ids);
    await sql`set constraints teams.team_super_event_id_table_key deferred`.execute(db.getKysely());
    return ids;
  },
  async settle({ db }, _, held) {
    if (held.length === 0) return;
    const shared = await sharedTable(db, held);
    if (!shared) return;
    throw new CannotApply(
      `Table ${shared.table} would be that of ${shared.teams.join(' and ')}.`,
      'Give one of them another table, or name both teams in the file.',
    );
  },
});

/** A person is in one team per hackathon: a member of another team leaves that first. */
export const teamMembers = portable({
  kind: 'team member',
  service: 'teams',
  table: member,
  place: ['team_id', 'super_event_id', 'event_id', 'user_id'],
  within: 'super_event_id',
  key: ['super_event_id', 'user_id'],
  columns: { role: teamMemberRole() },
  reads: ['id', 'team_id'],
  shown: { team: sql`concat_ws('/', s.slug, e.slug, (select n.name from team n where n.id = t.team_id))` },
  ended: 'left_at',
  order: sql`t.role, t.joined_at, p.email`,
  ids: { super_event_id: 'super_event_id', event_id: 'event_id', team_id: 'team_id', user_id: 'user_id' },
  // The fact about leaving the former team is added where that happens.
  facts: ({ action, fields }) => (action === 'create' || 'team' in fields ? 'team.member_joined' : null),
  follows({ wanted, ids: { user_id: leader_user_id, ...ids } }) {
    if (wanted?.entry['role'] !== 'LEADER') return [];
    return [{ fact: 'team.leader_changed', ids, before: {}, after: { leader_user_id } }];
  },
  name: ({ team, email }) => `${String(team)}/${String(email)}`,

  manage: ({ team, role }) => ({ team, role }),
  /**
   * Demotes old leaders before promoting new ones, because a team never has two; and before anybody leaves, so that no
   * fact names an interim successor. An automatic successor in a team whose leader is yet to join is demoted at once.
   */
  async write({ db }, { wanted, created, changed }) {
    const moved = changed.filter(({ fields }) => 'team' in fields);
    await lockTeams(db, [...created, ...changed.map((change) => change.wanted)]);
    const demoted = await stepBack(db, wanted);
    const promoted = changed.filter(({ fields }) => !('team' in fields) && fields['role'] === 'LEADER');
    const leaders = promoted.map(({ present: { id } }) => ({ id, role: 'LEADER' }));
    await updateRows(db, member, leaders, { by: ['id'] });
    for (const [track, leavers] of Map.groupBy(moved, ({ present }) => present.event_id)) {
      const people = leavers.map(({ present }) => present.user_id);
      await sql`select published.end_memberships(${people}::uuid[], ${[track]}::uuid[])`.execute(db.getKysely());
    }
    if (moved.length > 0) await stepBack(db, wanted);
    const joined = [...created, ...moved.map((change) => change.wanted)];
    const rows = joined.map(({ place: { team_id, super_event_id, event_id, user_id }, entry: { role } }) => {
      return { team_id, super_event_id, event_id, user_id, role };
    });
    await insertRows(db, member, rows);
    await refuseCrowds(db, joined);
    const named = new Set(wanted.map(({ entry }) => keyOf(entry)));
    return { also: demoted.filter((row) => !named.has(keyOf(row))).map(({ difference }) => difference) };
  },
});

const keyOf = ({ super_event_id, user_id }: InsertedRow) => `${String(super_event_id)} ${String(user_id)}`;
const valuesOf = (members: readonly Wanted[], column: 'team_id' | 'event_id') => [
  ...new Set(members.map(({ place }) => String(place[column]))),
];

/**
 * Locks tracks first, like the deletion of a track; then teams in the order of their ids, before any membership
 * changes.
 */
async function lockTeams(db: Db, members: readonly Wanted[]): Promise<void> {
  if (members.length === 0) return;
  const [tracks, teams] = [valuesOf(members, 'event_id'), valuesOf(members, 'team_id')];
  const { rows } = await sql`
    select from published.tracks e where e.id = any (${tracks}::uuid[]) and published.hold_track(e.id)`.execute(
    db.getKysely(),
  );
  const present = db
    .getKysely<Tables>()
    .selectFrom('team')
    .where('id', '=', anyOf(teams))
    .where('deleted_at', 'is', null);
  const held = await present.select('id').orderBy('id').forNoKeyUpdate().execute();
  if (rows.length === tracks.length && held.length === teams.length) return;
  throw new CannotApply('A team of the file, or its track, was deleted just now.', 'Apply again.');
}

/** Demotes present leaders of these teams whom the file does not name as leaders. */
async function stepBack(db: Db, wanted: readonly Wanted[]) {
  const leaders = wanted
    .filter(({ entry }) => entry['role'] === 'LEADER')
    .map(({ entry: { team_id, user_id, team } }) => ({ team_id, user_id, team }));
  const { rows } = await sql<Pick<Member, 'team_id' | 'user_id' | 'super_event_id'> & { name: string }>`
    update member m set role = 'MEMBER'
      from jsonb_to_recordset(${JSON.stringify(leaders)}::jsonb) as n (team_id uuid, user_id uuid, team text)
     where m.team_id = n.team_id and m.user_id <> n.user_id and m.role = 'LEADER' and m.left_at is null
    returning m.team_id, m.user_id, m.super_event_id,
              n.team || '/' || (select email from published.people p where p.id = m.user_id) as name`.execute(
    db.getKysely(),
  );
  return rows.map(({ team_id, user_id, super_event_id, name }) => {
    const fields = { role: ['LEADER', 'MEMBER'] } as const;
    const difference: Difference = { action: 'change', kind: 'team member', name, ids: { team_id, user_id }, fields };
    return { super_event_id, user_id, difference };
  });
}

/** People who joined by themselves count as well. A team that is already too large stays, but gets no new members. */
async function refuseCrowds(db: Db, joined: readonly Wanted[]): Promise<void> {
  if (joined.length === 0) return;
  const { rows } = await sql<{ id: string; count: number; most: number }>`
    select t.id, count(*)::int as count, ${maxMembers} as most
      from team t join published.tracks e on e.id = t.event_id join member m on m.team_id = t.id and m.left_at is null
     where t.id = any (${valuesOf(joined, 'team_id')}::uuid[])
     group by t.id, e.config_json having count(*) > ${maxMembers} order by t.id`.execute(db.getKysely());
  const [crowd] = rows;
  if (!crowd) return;
  const team = joined.find(({ place }) => place['team_id'] === crowd.id)?.entry['team'];
  throw new CannotApply(
    `${String(team)} would have ${crowd.count} members together with those who joined by themselves, and teams there have at most ${crowd.most}.`,
    'Name fewer members in the file, or allow more by max_team_size in the config_json of the track.',
  );
}
