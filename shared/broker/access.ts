/**
 * May this viewer do that here? One query finds the resource and where the viewer stands; one pure function decides.
 *
 * What lies outside the viewer's organizations does not exist for them (404); what they may see but not do is 403.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Ability, Requirement, Resource } from '../contract/endpoint.ts';
import type { ErrorCode } from '../contract/errors.ts';
import type { OrganizationRole, TrackRole } from '../contract/vocabulary.ts';
import type { Db } from '../database/database.ts';
import type { Viewer } from './viewer.ts';

/** The resource a path names, and what it belongs to. */
export interface Place {
  readonly id: string;
  readonly organization_id: string;
  readonly super_event_id: string | null;
  readonly event_id: string | null;
  readonly owner_id: string | null;
}
/** What the viewer is there. Roles are those on the track, or on any track where a whole super event is named. */
export interface Standing extends Place {
  readonly is_draft: boolean;
  readonly is_private: boolean;
  readonly is_inside: boolean;
  readonly member_role: OrganizationRole | null;
  readonly track_roles: readonly TrackRole[];
  readonly takes_part: boolean;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string) => uuid.test(text);

/** Hackathons go by `s` here, tracks by `t`. */
const names = { super_event: 's', event: 't' };
function bySlug(kind: keyof typeof names, reference: string) {
  const [id, organization_id] = [sql.ref(`${names[kind]}.id`), sql.ref(`${names[kind]}.organization_id`)];
  if (isUuid(reference)) return sql`${id} = ${reference}`;
  return sql`(${organization_id}, ${id}) in (select organization_id, target_id from published.slugs
                                              where kind = ${kind} and slug = ${reference})`;
}
const byId = (reference: string) => (isUuid(reference) ? sql`x.id = ${reference}` : sql`false`);

const onTrack = sql`join published.tracks t on t.id = x.event_id join published.super_events s on s.id = t.super_event_id`;
const trackState = sql`t.status = 'draft' or s.status = 'draft' as is_draft, s.visibility = 'private' as is_private`;
const superEventState = sql`s.status = 'draft' as is_draft, s.visibility = 'private' as is_private`;

/** What a team has belongs to each of its members: to the viewer, if they are one. */
const inTeam = (team: RawBuilder<unknown>, user_id: string) => sql`
  (select m.user_id from published.team_members m where m.team_id = ${team} and m.user_id = ${user_id})`;

/** How each resource is found, and what it belongs to. */
const located: Record<Resource, (reference: string, viewer: Viewer) => RawBuilder<unknown>> = {
  organization: (reference) => sql`
    select x.id, x.id as organization_id, null::uuid as super_event_id, null::uuid as event_id, null::uuid as owner_id,
           false as is_draft, true as is_private
      from published.organizations x where ${isUuid(reference) ? sql`x.id = ${reference}` : sql`x.slug = ${reference}`}`,
  super_event: (reference) => sql`
    select s.id, s.organization_id, s.id as super_event_id, null::uuid as event_id, null::uuid as owner_id, ${superEventState}
      from published.super_events s where ${bySlug('super_event', reference)}`,
  event: (reference) => sql`
    select t.id, t.organization_id, t.super_event_id, t.id as event_id, null::uuid as owner_id, ${trackState}
      from published.tracks t
      join published.super_events s on s.id = t.super_event_id where ${bySlug('event', reference)}`,
  registration_field: (reference) => sql`
    select x.id, s.organization_id, x.super_event_id, null::uuid as event_id, null::uuid as owner_id, ${superEventState}
      from published.registration_fields x
      join published.super_events s on s.id = x.super_event_id where ${byId(reference)}`,
  registration: (reference) => sql`
    select x.id, x.organization_id, x.super_event_id, x.event_id, x.user_id as owner_id, ${trackState}
      from published.registrations x ${onTrack} where ${byId(reference)}`,
  super_event_registration: (reference) => sql`
    select x.id, x.organization_id, x.super_event_id, null::uuid as event_id, x.user_id as owner_id, ${superEventState}
      from published.super_event_registrations x
      join published.super_events s on s.id = x.super_event_id where ${byId(reference)}`,
  file: (reference) => sql`
    select x.id, x.organization_id, x.super_event_id, x.event_id, x.user_id as owner_id, ${superEventState}
      from published.files x join published.super_events s on s.id = x.super_event_id where ${byId(reference)}`,
  team: (reference, { user_id }) => sql`
    select x.id, x.organization_id, x.super_event_id, x.event_id, ${inTeam(sql`x.id`, user_id)} as owner_id, ${trackState}
      from published.teams x ${onTrack} where ${byId(reference)}`,
  submission: (reference, { user_id }) => sql`
    select x.id, t.organization_id, t.super_event_id, x.event_id, ${inTeam(sql`x.team_id`, user_id)} as owner_id,
           ${trackState}
      from published.submissions x ${onTrack} where ${byId(reference)}`,
  criterion: (reference) => sql`
    select x.id, x.organization_id, x.super_event_id, x.event_id, null::uuid as owner_id, ${trackState}
      from published.criteria x ${onTrack} where ${byId(reference)}`,
  assignment: (reference) => sql`
    select x.id, x.organization_id, x.super_event_id, x.event_id, x.judge_user_id as owner_id, ${trackState}
      from published.assignments x ${onTrack} where ${byId(reference)}`,
  score: (reference) => sql`
    select x.id, x.organization_id, x.super_event_id, x.event_id, x.judge_user_id as owner_id, ${trackState}
      from published.scores x ${onTrack} where ${byId(reference)}`,
  checkin: (reference) => sql`
    select x.id, x.organization_id, x.super_event_id, x.event_id, x.user_id as owner_id, ${superEventState}
      from published.checkins x join published.super_events s on s.id = x.super_event_id where ${byId(reference)}`,
};

/** Finds what the path names and says whether the viewer may; the code of the refusal otherwise. */
export async function authorize(
  db: Db,
  viewer: Viewer,
  { abilities, on, named, withSession }: Requirement,
  params: Record<string, unknown>,
): Promise<{ place: Standing } | { refused: ErrorCode }> {
  const reference = String(params[named]);
  const { rows } = await readStandings(db, viewer, located[on](reference, viewer));
  const isForAll = abilities.some((ability) => openTo.has(ability));
  const seen = rows.filter((row) => row.is_inside || (isForAll && isOpen(row)));
  if (seen.length > 1) return { refused: 'AMBIGUOUS_SLUG' };
  const [place] = seen;
  if (!place || abilities.every((ability) => ability === 'apply' && place.is_draft)) return { refused: 'NOT_FOUND' };
  if (withSession && viewer.session_id === null) return { refused: 'SESSION_REQUIRED' };
  return abilities.some((ability) => has[ability](place, viewer)) ? { place } : { refused: 'PERMISSION_DENIED' };
}

function readStandings(db: Db, { user_id, organization_id }: Viewer, place: RawBuilder<unknown>) {
  const inside =
    organization_id === null
      ? sql`exists (select 1 from published.standings a where a.user_id = ${user_id} and a.organization_id = p.organization_id)
         or exists (select 1 from published.super_event_registrations a
                     where a.user_id = ${user_id} and a.organization_id = p.organization_id)`
      : sql`true`;
  const here = organization_id === null ? sql`true` : sql`p.organization_id = ${organization_id}`;
  return sql<Standing>`
    select p.*, ${inside} as is_inside,
           (select m.role from published.members m
             where m.organization_id = p.organization_id and m.user_id = ${user_id}) as member_role,
           array(select distinct r.role from published.track_roles r
                  where r.user_id = ${user_id} and r.super_event_id = p.super_event_id
                    and (p.event_id is null or r.event_id = p.event_id)) as track_roles,
           exists (select 1 from published.track_roles r
                    where r.user_id = ${user_id} and r.super_event_id = p.super_event_id)
           or exists (select 1 from published.super_event_registrations r
                       where r.user_id = ${user_id} and r.super_event_id = p.super_event_id) as takes_part
      from (${place}) p where ${here} limit 5`.execute(db.getKysely());
}

/** What somebody from outside may do with what is open. */
const openTo = new Set<Ability>(['know', 'read', 'apply']);
/** Open to everybody who knows where it is. */
const isOpen = (place: Standing) => !place.is_draft && !place.is_private;
const holds = (place: Standing, ...roles: TrackRole[]) => roles.some((role) => place.track_roles.includes(role));
const isStaff = (place: Standing) => place.member_role !== null || holds(place, 'ORGANIZER', 'MENTOR', 'JUDGE');
const sees = (place: Standing) => place.member_role !== null || place.takes_part;
const administers = (place: Standing) => place.member_role === 'OWNER' || place.member_role === 'ADMIN';

/** A judge of the track; of what is somebody's own, only they. */
const judges = (place: Standing, { user_id }: Viewer) =>
  holds(place, 'JUDGE') && (place.owner_id === null || place.owner_id === user_id);

export const organizes = (place: Standing) => administers(place) || holds(place, 'ORGANIZER');

/** Who has each ability. */
const has: Record<Ability, (place: Standing, viewer: Viewer) => boolean> = {
  know: () => true,
  read: (place) => isStaff(place) || (!place.is_draft && (!place.is_private || sees(place))),
  apply: (place) => !place.is_draft && (!place.is_private || sees(place)),
  owner: (place, viewer) => place.owner_id === viewer.user_id,
  member: (place) => place.member_role !== null,
  view: sees,
  staff: isStaff,
  judge: judges,
  organize: organizes,
  administer: administers,
};
