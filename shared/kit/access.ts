/**
 * Decides whether a viewer may do something to a resource. One query finds the resource and the viewer's standing
 * there; one pure function decides.
 *
 * A resource outside the viewer's organizations is answered like one that does not exist (404). A visible resource
 * that does not allow the action is 403.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Ability, Requirement, Resource } from '../contract/endpoint.ts';
import type { PlainCode } from '../contract/errors.ts';
import { isUuid } from '../contract/formats.ts';
import { administers, type OrganizationRole } from '../contract/vocabulary.ts';
import type { RowOf } from '../database/columns.ts';
import type { Db } from '../database/database.ts';
import type { locatedEvent } from '../database/published/events.ts';
import { isWeak, type DeviceScope, type Viewer } from '../base/viewer.ts';

type Located = RowOf<typeof locatedEvent>;

/**
 * The resource that a path names and what it belongs to. `owner_id` of a team, or of something a team has, is the
 * viewer if they are a member.
 */
export type ResourceLocation = Readonly<
  Pick<Located, 'id' | 'organization_id' | 'super_event_id' | 'event_id' | 'owner_id' | 'is_draft' | 'is_private'>
>;
/**
 * A resource together with the viewer's standing there, as `published.standing` tells it. Roles count on the track,
 * or on any track of the hackathon.
 */
export interface ResourceAccess extends ResourceLocation {
  readonly is_inside: boolean;
  readonly member_role: OrganizationRole | null;
  readonly is_staff: boolean;
  readonly organizes: boolean;
  readonly judges: boolean;
  readonly takes_part: boolean;
  /** A member or organizer in a session without the second factor that the organization asks for; their roles are left out then. */
  readonly lacks_factor: boolean;
}

const slugsOf = (kind: 'super_event' | 'event') => (slug: string) =>
  sql`p.id = any (array(select target_id from published.slugs where kind = ${kind} and slug = ${slug}))`;
/** Resources that can be named by a slug as well as by their id. */
const bySlug: Partial<Record<Resource, (slug: string) => RawBuilder<unknown>>> = {
  organization: (slug) => sql`p.id = (select id from published.organizations where slug = ${slug})`,
  super_event: slugsOf('super_event'),
  event: slugsOf('event'),
};
const isNamed = (resource: Resource, reference: string) =>
  isUuid(reference) ? sql`p.id = ${reference}` : (bySlug[resource]?.(reference) ?? sql`false`);

/**
 * Finds the resource that the path names and decides whether the viewer may use it.
 * @param params The request's parameters, of which the one called `requirement.named` holds the id or slug.
 * @returns The resource, or the code of the refusal: `NOT_FOUND`, `AMBIGUOUS_SLUG`, `SESSION_REQUIRED`,
 *   `PERMISSION_DENIED` or `SECOND_FACTOR_MISSING`.
 */
export async function authorize(
  db: Db,
  viewer: Viewer,
  requirement: Requirement,
  params: Record<string, unknown>,
): Promise<Authorization> {
  const { rows } = await accessQuery(viewer, requirement, params).execute(db.getKysely());
  return decideAccess(rows, viewer, requirement);
}

type Authorization = { resource: ResourceAccess } | { refused: PlainCode };

/** Decides by the rows of `accessQuery`. */
export function decideAccess(
  rows: readonly ResourceAccess[],
  viewer: Viewer,
  { abilities, on, withSession }: Requirement,
): Authorization {
  const isForAll = abilities.some((ability) => openTo.has(ability));
  const seen = rows.filter((row) => row.is_inside || (isForAll && isOpen(row)));
  if (seen.length > 1) return { refused: 'AMBIGUOUS_SLUG' };
  const [resource] = seen;
  if (!resource || abilities.every((ability) => ability === 'apply' && resource.is_draft))
    return { refused: 'NOT_FOUND' };
  if (viewer.device) return isFor(viewer.device, on, resource) ? { resource } : { refused: 'NOT_FOUND' };
  if (withSession && viewer.session_id === null) return { refused: 'SESSION_REQUIRED' };
  const may = (as: ResourceAccess) => abilities.some((ability) => has[ability](as, viewer));
  const held = resource.lacks_factor ? withoutFactor(resource) : resource;
  if (may(held)) return { resource: held };
  return { refused: may(resource) ? 'SECOND_FACTOR_MISSING' : 'PERMISSION_DENIED' };
}

/** Members and organizers without the second factor that is asked for keep what they may as anybody else, such as taking part. */
const withoutFactor = (resource: ResourceAccess): ResourceAccess => ({
  ...resource,
  member_role: null,
  organizes: false,
  is_staff: resource.judges,
});

/**
 * The device's kind was checked before. It sees only its own hackathon; an endpoint of the organization has to restrict
 * its answer to that itself.
 */
const isFor = ({ super_event_id }: DeviceScope, on: Resource, resource: ResourceLocation) =>
  on === 'organization' || resource.super_event_id === super_event_id;

/**
 * Finds the resource that the path names, and the viewer's standing there.
 *
 * A slug may exist in several organizations: the viewer's come first, then open resources. A few rows are enough to
 * detect an ambiguous slug.
 */
export function accessQuery(
  viewer: Viewer,
  { on, named }: Requirement,
  params: Record<string, unknown>,
): RawBuilder<ResourceAccess> {
  const { user_id, organization_id } = viewer;
  const here = organization_id === null ? sql`true` : sql`p.organization_id = ${organization_id}`;
  return sql<ResourceAccess>`
    select p.id, p.organization_id, p.super_event_id, p.event_id, p.is_draft, p.is_private,
           case when p.team_id is null then p.owner_id
                else (select m.user_id from published.team_members m
                       where m.team_id = p.team_id and m.user_id = ${user_id}) end as owner_id,
           ${organization_id === null ? sql`v.is_inside` : sql`true`} as is_inside,
           v.member_role, v.is_staff, v.organizes, v.judges, v.takes_part, ${lacksFactor(viewer, 'v', 'p')} as lacks_factor
      from ${sql.table(`published.located_${on}`)} p
     cross join lateral published.standing(${user_id}, p.organization_id, p.super_event_id, p.event_id) v
     where ${isNamed(on, String(params[named]))} and ${here}
     order by is_inside desc, p.is_draft or p.is_private limit 5`;
}

/**
 * Whether a member or organizer is in a session without the second factor that the organization asks for. Only sessions
 * without one pay for the look-up.
 * @param standing The alias of `published.standing`, and of the row with the `organization_id`.
 */
export const lacksFactor = (viewer: Viewer, standing: string, owned: string): RawBuilder<boolean> =>
  isWeak(viewer)
    ? sql`(${sql.ref(`${standing}.member_role`)} is not null or ${sql.ref(`${standing}.organizes`)}) and exists (
             select 1 from published.organizations o
              where o.id = ${sql.ref(`${owned}.organization_id`)} and o.second_factor = 'required')`
    : sql`false`;

/** Abilities that people outside the organization have on open resources. */
const openTo = new Set<Ability>(['know', 'read', 'apply']);
/** An open resource is visible to everybody who knows its id or slug. */
const isOpen = (resource: ResourceAccess) => !resource.is_draft && !resource.is_private;
const sees = (resource: ResourceAccess) => resource.member_role !== null || resource.takes_part;

/** The viewers with each ability. */
const has: Record<Ability, (resource: ResourceAccess, viewer: Viewer) => boolean> = {
  know: () => true,
  read: (resource) => resource.is_staff || (!resource.is_draft && (!resource.is_private || sees(resource))),
  apply: (resource) => !resource.is_draft && (!resource.is_private || sees(resource)),
  owner: (resource, { user_id }) => resource.owner_id === user_id,
  member: (resource) => resource.member_role !== null,
  view: sees,
  staff: (resource) => resource.is_staff,
  // A resource that belongs to one judge is for that judge only.
  judge: (resource, { user_id }) => resource.judges && (resource.owner_id === null || resource.owner_id === user_id),
  organize: (resource) => resource.organizes,
  administer: (resource) => administers(resource.member_role),
};
