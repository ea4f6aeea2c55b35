/** Finds a resource and the viewer's roles there in one prepared statement, and decides who may read it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ask, holderOf, refuse, type Statement } from './server.ts';

export interface Found {
  readonly id: string;
  readonly owner_id: string | null;
  readonly is_hidden: boolean;
  readonly member_role: string | null;
  readonly track_roles: readonly string[];
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const slugOf = (kind: string) => `(select g.target_id from events.slug g
  where g.organization_id = $3 and g.kind = '${kind}' and g.slug = $1
    and (g.retired_at is null or g.retired_at > now() - interval '30 days'))`;

const onTrack = `join events.track t on t.id = x.event_id and t.deleted_at is null
  join events.super_event s on s.id = t.super_event_id and s.deleted_at is null`;
const trackHidden = `t.status = 'draft' or s.status = 'draft' or s.visibility = 'private' as is_hidden`;
const trackRoles = (which: string) => `array(select r.role from events.track_role r where r.user_id = $2 and ${which})`;
const rolesOfTrack = trackRoles('r.event_id = t.id');
const rolesOfHackathon = trackRoles(`r.event_id in
  (select c.id from events.track c where c.super_event_id = s.id and c.deleted_at is null)`);

/** Each finds `$1` in the organization `$3` for the viewer `$2`. */
const located = {
  registration: `select x.id, x.organization_id, x.user_id as owner_id, ${trackHidden}, ${rolesOfTrack} as track_roles
    from registrations.registration x ${onTrack} where x.id = $1`,
  team: `select x.id, x.organization_id, ${trackHidden}, ${rolesOfTrack} as track_roles,
      (select m.user_id from teams.member m where m.team_id = x.id and m.user_id = $2 and m.left_at is null) as owner_id
    from teams.team x ${onTrack} where x.id = $1 and x.deleted_at is null`,
  event: (found: string) => `select t.id, t.organization_id, null::uuid as owner_id, ${trackHidden},
      ${rolesOfTrack} as track_roles
    from events.track t join events.super_event s on s.id = t.super_event_id and s.deleted_at is null
   where t.id = ${found} and t.deleted_at is null`,
  super_event: (found: string) => `select s.id, s.organization_id, null::uuid as owner_id,
      s.status = 'draft' or s.visibility = 'private' as is_hidden, ${rolesOfHackathon} as track_roles
    from events.super_event s where s.id = ${found} and s.deleted_at is null`,
  organization: (column: string) => `select o.id, o.id as organization_id, null::uuid as owner_id, true as is_hidden,
      '{}'::text[] as track_roles
    from organizations.organization o where o.${column} = $1`,
};
const withRole = (name: string, found: string): Statement => ({
  name,
  text: `select p.*, m.role as member_role from (${found}) p
           left join organizations.member m on m.organization_id = p.organization_id and m.user_id = $2
          where p.organization_id = $3`,
});
const both = (name: string, byId: string, bySlug: string) => {
  const statements = { byId: withRole(`${name} by id`, byId), bySlug: withRole(`${name} by slug`, bySlug) };
  return (reference: string) => (uuid.test(reference) ? statements.byId : statements.bySlug);
};
const always = (name: string, found: string) => {
  const statement = withRole(name, found);
  return () => statement;
};
const finders = {
  registration: always('registration', located.registration),
  team: always('team', located.team),
  event: both('event', located.event('$1'), located.event(slugOf('event'))),
  super_event: both('super_event', located.super_event('$1'), located.super_event(slugOf('super_event'))),
  organization: both('organization', located.organization('id'), located.organization('slug')),
};

export const isStaff = ({ member_role, track_roles }: Found) =>
  member_role !== null || track_roles.some((role) => role !== 'PARTICIPANT');
export const isMember = ({ member_role }: Found) => member_role !== null;
export const mayRead = (found: Found) => isStaff(found) || !found.is_hidden;
/** Returns undefined after refusing the request. */
export async function authorized(
  request: FastifyRequest,
  reply: FastifyReply,
  on: keyof typeof finders,
  may: (found: Found) => boolean,
): Promise<Found | undefined> {
  const holder = await holderOf(request, reply);
  if (!holder) return undefined;
  const { id } = request.params as { id: string };
  const [found] = await ask<Found>(finders[on](id), [id, holder.user_id, holder.organization_id]);
  if (found && may(found)) return found;
  await refuse(reply, found ? 403 : 404, found ? 'PERMISSION_DENIED' : 'NOT_FOUND');
  return undefined;
}
