/** Reads teams and builders; nested rows are JSON from one prepared statement. */
import { ask, type Statement } from './server.ts';
import type { Found } from './guard.ts';

interface Member {
  user_id: string;
  role: string;
  joined_at: string;
  name: string;
  email: string;
}
interface Team {
  id: string;
  name: string;
  event_id: string;
  is_open: boolean;
  max_members: number;
  track: unknown;
  members: Member[];
}

const maxMembers = `case when jsonb_typeof(e.config_json -> 'max_team_size') = 'number'
  then greatest(1, least(1000, floor((e.config_json ->> 'max_team_size')::numeric)))::int else 4 end`;
const trackOf = `json_build_object('id', e.id, 'name', e.name, 'slug', e.slug)`;
const instant = (time: string | Date) => new Date(time).toISOString();

const findTeam: Statement = {
  name: 'find team',
  text: `select t.id, t.name, t.event_id, t.is_open, ${maxMembers} as max_members, ${trackOf} as track, g.members
           from teams.team t
           join events.track e on e.id = t.event_id
          cross join lateral (
                select coalesce(json_agg(json_build_object('user_id', m.user_id, 'role', m.role, 'joined_at', m.joined_at,
                                                           'name', p.name, 'email', p.email) order by m.joined_at, m.id),
                                '[]') as members
                  from teams.member m join identity.person p on p.id = m.user_id
                 where m.team_id = t.id and m.left_at is null) g
          where t.id = $1 and t.deleted_at is null and ($2::uuid is null or t.super_event_id = $2)`,
};
const read = async (id: string, super_event_id: string | null) => (await ask<Team>(findTeam, [id, super_event_id]))[0];

export async function team({ id }: Found) {
  const found = await read(id, null);
  if (!found) return undefined;
  const members = found.members.map(({ user_id, role, name, email }) => ({ user_id, role, name, email }));
  return { team: { id, name: found.name, event_id: found.event_id }, members, member_count: members.length };
}

export async function managedTeam({ id }: Found, { teamId }: { teamId: string }) {
  const found = await read(teamId, id);
  if (!found) return undefined;
  const { name, track, is_open, max_members } = found;
  const members = found.members.map(({ user_id, name, role, joined_at }) => ({
    userId: user_id,
    name,
    role,
    joinedAt: instant(joined_at),
  }));
  const leader = members.find(({ role }) => role === 'LEADER');
  const status = is_open && members.length < max_members ? 'looking_for_members' : 'closed';
  return {
    team: {
      ...{ type: 'team', id: teamId, name, track, memberCount: members.length, status },
      leader: leader ? { userId: leader.userId, name: leader.name, role: leader.role } : null,
      members,
    },
  };
}

interface Builder {
  id: string;
  user_id: string;
  name: string;
  email: string;
  avatar_url: string | null;
  status: string;
  interested_track_ids: string[];
  looking_for_team: boolean;
  created_at: Date;
  updated_at: Date;
  created: string;
  tracks: { id: string }[];
  team: { id: string; name: string; trackId: string; trackName: string; role: string; squad_id: string | null } | null;
}
const listBuilders: Statement = {
  name: 'list builders',
  text: `with listed as (
           select * from registrations.super_event_registration
            where super_event_id = $1 and status in ('pending', 'accepted', 'waitlisted')
            order by created_at desc, id desc limit $2)
         select p.id, p.user_id, u.name, u.email, u.avatar_url, p.status, p.interested_track_ids, p.looking_for_team,
                p.created_at, p.updated_at, (extract(epoch from p.created_at) * 1000000)::bigint::text as created,
                (select json_build_object('id', t.id, 'name', t.name, 'trackId', t.event_id, 'trackName', e.name,
                                          'role', m.role, 'squad_id', t.squad_id)
                   from teams.member m join teams.team t on t.id = m.team_id and t.deleted_at is null
                   join events.track e on e.id = t.event_id
                  where m.super_event_id = p.super_event_id and m.user_id = p.user_id and m.left_at is null) as team,
                (select coalesce(json_agg(${trackOf} order by e.name, e.id), '[]')
                   from registrations.registration r join events.track e on e.id = r.event_id and e.deleted_at is null
                  where r.super_event_registration_id = p.id and r.status <> 'cancelled') as tracks
           from listed p join identity.person u on u.id = p.user_id
          order by p.created_at desc, p.id desc`,
};

const builder = ({ team, ...row }: Builder) => ({
  ...{ type: 'builder', userId: row.user_id, registrationId: row.id, name: row.name, email: row.email },
  ...{ avatarUrl: row.avatar_url, status: row.status, trackIds: row.tracks.map(({ id }) => id), tracks: row.tracks },
  activeTeam: team && { ...team, squad_id: undefined },
  ...{ interestedTrackIds: row.interested_track_ids, squad: team?.squad_id ? { id: team.squad_id } : null },
  ...{ lookingForTeam: row.looking_for_team, createdAt: row.created_at, updatedAt: row.updated_at },
});

export async function builders({ id }: Found) {
  const limit = 50;
  const found = await ask<Builder>(listBuilders, [id, limit + 1]);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = found.length > limit;
  const nextCursor =
    hasMore && last ? Buffer.from(JSON.stringify([Number(last.created), last.id])).toString('base64url') : null;
  return { builders: rows.map(builder), pagination: { limit, nextCursor, hasMore } };
}

interface Counts {
  builders: number;
  looking: number;
  with_team: number;
  teams: number;
  recruiting: number;
  closed: number;
  full: number;
}
const countAll: Statement = {
  name: 'count builders and teams',
  text: `select b.*, g.* from (
           select coalesce(sum(p.n), 0)::int as builders,
                  coalesce(sum(p.n) filter (where p.looking_for_team), 0)::int as looking
             from registrations.super_event_registration_tally p
            where p.super_event_id = $1 and p.status in ('pending', 'accepted', 'waitlisted')) b, (
           select coalesce(sum(t.n * t.size), 0)::int as with_team, coalesce(sum(t.n), 0)::int as teams,
                  coalesce(sum(t.n) filter (where t.is_open and t.size < t.most), 0)::int as recruiting,
                  coalesce(sum(t.n) filter (where not t.is_open), 0)::int as closed,
                  coalesce(sum(t.n) filter (where t.size >= t.most), 0)::int as "full"
             from (select t.n, t.is_open, t.member_count as size, ${maxMembers} as most
                     from events.track e join teams.team_tally t on t.event_id = e.id
                    where e.super_event_id = $1 and e.deleted_at is null) t) g`,
};
export async function counts({ id }: Found) {
  const [row] = await ask<Counts>(countAll, [id]);
  return {
    builders: { all: row?.builders, lookingForTeam: row?.looking, withTeam: row?.with_team },
    teams: { all: row?.teams, lookingForMembers: row?.recruiting, closed: row?.closed, full: row?.full },
  };
}
