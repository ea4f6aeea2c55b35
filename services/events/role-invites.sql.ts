/** SQL for role invites. */
import { sql } from 'kysely';
import { instant } from '../../shared/base/instant.ts';
import type { Invitation } from '../../shared/contract/events/roles.ts';
import type { EventDetails } from '../../shared/contract/emails.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { tracks } from '../../shared/database/published/events.ts';
import { eventDetails, eventDetailsInAnswer } from '../../shared/kit/emails.ts';
import type { Listing } from '../../shared/kit/whole-list.ts';
import type { roleInvite, track } from './entities.ts';

type Row = RowOf<typeof roleInvite>;
export type RoleInvite = Pick<Row, 'id' | 'super_event_id' | 'event_id' | 'email' | 'role' | 'status' | 'message'> &
  Pick<Row, 'invited_by' | 'expires_at' | 'created_at'>;

/** The invites of a hackathon. An invite past its time is shown as expired, whether or not its row was updated. */
export const invitesTo = (super_event_id: string): Listing<RoleInvite> => ({
  rows: sql`
    select i.id, i.super_event_id, i.event_id, i.email, i.role, i.message, i.invited_by, i.expires_at, i.created_at,
           case when i.status = 'pending' and i.expires_at <= now() then 'expired' else i.status end as status
      from role_invite i join track t on t.id = i.event_id and t.deleted_at is null
     where i.super_event_id = ${super_event_id}`,
  by: [
    { column: 'created_at', kind: 'moment', falls: true },
    { column: 'event_id', kind: 'id' },
    { column: 'id', kind: 'id' },
  ],
});

type Invitee = Readonly<Pick<RoleInvite, 'email' | 'role'>>;

/**
 * Returns all live tracks of the hackathon, or the named ones. Expired invites there are ended, so that they block no
 * new one.
 */
export async function tracksFor(
  db: Db,
  { email, role }: Invitee,
  super_event_id: string,
  named: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await sql<Pick<RowOf<typeof track>, 'id'>>`
    with live as materialized (
      select id, created_at from track
       where super_event_id = ${super_event_id} and deleted_at is null
         and (${named === null} or id = any (${named ?? []}::uuid[]))
    ), expired as (
      update role_invite set status = 'expired'
       where event_id in (select id from live) and lower(email) = lower(${email}) and role = ${role}
         and status = 'pending' and expires_at <= now()
    )
    select id from live order by created_at, id`.execute(db.getKysely());
  return rows.map(({ id }) => id);
}

interface NewInvites extends Invitee, Readonly<Pick<RoleInvite, 'super_event_id' | 'message' | 'invited_by'>> {
  /** The hash of each track's token, hexadecimal. */
  readonly tokens: readonly { readonly event_id: string; readonly token_hash: string }[];
}

/**
 * Creates invites on the tracks that have no pending invite for the same address and role.
 */
export async function createInvites(
  db: Db,
  { super_event_id, email, role, message, invited_by, tokens }: NewInvites,
): Promise<Pick<RoleInvite, 'id' | 'event_id' | 'role'>[]> {
  const tracks = tokens.map(({ event_id }) => event_id);
  const hashes = tokens.map(({ token_hash }) => token_hash);
  const { rows } = await sql<Pick<RoleInvite, 'id' | 'event_id' | 'role'>>`
    insert into role_invite (super_event_id, event_id, email, role, message, invited_by, token_hash)
    select ${super_event_id}, n.event_id, ${email}, ${role}, ${message}, ${invited_by}, decode(n.token_hash, 'hex')
      from unnest(${tracks}::uuid[], ${hashes}::text[]) with ordinality as n (event_id, token_hash, position)
     order by n.position
    on conflict (event_id, lower(email), role) where status = 'pending' do nothing
    returning id, event_id, role`.execute(db.getKysely());
  return rows;
}

/** Ends a pending invite. An accept at the same time ends it first, or finds it ended. */
export async function withdrawInvite(
  db: Db,
  super_event_id: string,
  id: string,
): Promise<Pick<RoleInvite, 'event_id' | 'email' | 'role'> | undefined> {
  const { rows } = await sql<Pick<RoleInvite, 'event_id' | 'email' | 'role'>>`
    update role_invite set status = 'revoked'
     where id = ${id} and super_event_id = ${super_event_id} and status = 'pending'
    returning event_id, email, role`.execute(db.getKysely());
  return rows[0];
}

interface Told extends Pick<RoleInvite, 'expires_at'> {
  super_event_name: string;
  event_name: string;
  happening: EventDetails;
  /** The name; null if that account no longer exists. */
  invited_by: string | null;
}

/** Reads what the email about an invite says. */
export async function emailDataOf(db: Db, id: string): Promise<Told & { expires_at: string }> {
  const { rows } = await sql<Told>`
    select s.name as super_event_name, t.name as event_name, p.name as invited_by, i.expires_at,
           ${eventDetails('s')}
      from role_invite i join super_event s on s.id = i.super_event_id join track t on t.id = i.event_id
      join published.organizations o on o.id = s.organization_id
      left join published.people p on p.id = i.invited_by
     where i.id = ${id}`.execute(db.getKysely());
  const [found] = rows;
  if (!found) throw new Error('An invite that was just made is not there.');
  return { ...found, expires_at: instant(found.expires_at) };
}

/** Also true for an invite that this same request accepted before, because a lost answer is asked for again. */
const canBeAccepted = (request: string) =>
  sql`(i.status = 'pending' and i.expires_at > now() or i.accepted_in = ${request})`;

/** Of the email `l` with this token: its invites are alike in address, role and moment. */
const inEmail = (token_hash: Buffer) => sql`
  l.token_hash = ${token_hash}
  and (i.super_event_id, lower(i.email), i.role, i.created_at) = (l.super_event_id, lower(l.email), l.role, l.created_at)`;

/** Returns the invited address, or undefined for a token that invites nobody (any more), to any of its tracks. */
export async function findInvited(db: Db, token_hash: Buffer, request: string): Promise<string | undefined> {
  const { rows } = await sql<Pick<Row, 'email'>>`
    select lower(i.email) as email from role_invite l, role_invite i join published.tracks t on t.id = i.event_id
     where ${inEmail(token_hash)} and ${canBeAccepted(request)} limit 1`.execute(db.getKysely());
  return rows[0]?.email;
}

interface Found extends Pick<Row, 'email' | 'role' | 'expires_at'> {
  super_event_name: string;
  event_name: string | null;
  invited_by: string | null;
  happening: EventDetails;
}
/** Returns what the email with this token invites to; undefined where nothing of it can be accepted any more. */
export async function findInvitation(db: Db, token_hash: Buffer): Promise<Invitation | undefined> {
  const { rows } = await sql<Found>`
    select min(lower(i.email)) as email, min(i.role) as role, min(i.expires_at) as expires_at, s.name as super_event_name, p.name as invited_by,
           case when count(*) = 1 then min(t.name) end as event_name, ${eventDetails('s')}
      from role_invite l
      join role_invite i on ${inEmail(token_hash)} and i.status = 'pending' and i.expires_at > now()
      join published.tracks t on t.id = i.event_id
      join published.super_events s on s.id = i.super_event_id
      join published.organizations o on o.id = s.organization_id
      left join published.people p on p.id = l.invited_by
     group by s.id, s.name, s.start_at, s.end_at, s.tz, s.config_json, o.name, p.name`.execute(db.getKysely());
  const [found] = rows;
  if (!found) return undefined;
  const { happening: held, ...invited } = found;
  return { ...invited, ...eventDetailsInAnswer(held), name: null, expires_at: instant(invited.expires_at) };
}

interface Accepted
  extends Pick<Row, 'id' | 'event_id' | 'role'>, Pick<RowOf<typeof tracks>, 'organization_id' | 'super_event_id'> {
  former: Row['status'];
}

/**
 * Accepts all invites of one email. Partners have no role on a track; their invite is
 * only marked. Of several concurrent requests with one link, one finds the invites pending.
 */
export async function acceptInvitesOfEmail(
  db: Db,
  token_hash: Buffer,
  { user_id, request }: { user_id: string; request: string },
): Promise<Accepted[]> {
  const { rows } = await sql<Accepted>`
    with accepted as (
      update role_invite i set status = 'accepted', accepted_in = ${request}
        from role_invite l, published.tracks t
       where ${inEmail(token_hash)} and t.id = i.event_id and ${canBeAccepted(request)}
      returning i.id, i.event_id, i.role, t.organization_id, i.super_event_id, old.status as former),
    given as (
      insert into track_role (event_id, user_id, role)
      select event_id, ${user_id}, role from accepted where role in ('MENTOR', 'JUDGE')
      on conflict do nothing)
    select id, event_id, role, organization_id, super_event_id, former from accepted order by event_id`.execute(
    db.getKysely(),
  );
  return rows;
}
