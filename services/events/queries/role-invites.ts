/** SQL of role invites. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { instant } from '../../../shared/broker/instant.ts';
import type { invitedRoles, inviteStatuses } from '../../../shared/contract/events/role-invites.ts';
import { wholeList } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';

export interface RoleInvite {
  id: string;
  super_event_id: string;
  event_id: string;
  email: string;
  role: (typeof invitedRoles)[number];
  status: (typeof inviteStatuses)[number];
  message: string | null;
  invited_by: string;
  expires_at: Date | string;
  created_at: Date | string;
}

/** Pending is what can still be accepted; nobody needs to have noticed the hour. */
export async function invitesTo(db: Db, super_event_id: string): Promise<RoleInvite[]> {
  const { rows } = await sql<RoleInvite>`
    select i.id, i.super_event_id, i.event_id, i.email, i.role, i.message, i.invited_by, i.expires_at, i.created_at,
           case when i.status = 'pending' and i.expires_at <= now() then 'expired' else i.status end as status
      from role_invite i join track t on t.id = i.event_id and t.deleted_at is null
     where i.super_event_id = ${super_event_id}
     order by i.created_at desc, i.event_id, i.id limit ${wholeList}`.execute(db.getKysely());
  return rows;
}

interface Invitee {
  readonly email: string;
  readonly role: RoleInvite['role'];
}

/**
 * All live tracks of the hackathon, or those of them that are named. An invite there that can no longer be accepted
 * stands in nobody's way afterwards.
 */
export async function tracksFor(
  db: Db,
  { email, role }: Invitee,
  super_event_id: string,
  named: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with live as materialized (
      select id, created_at from track
       where super_event_id = ${super_event_id} and deleted_at is null
         and (${named === null} or id = any (${named ?? []}::uuid[]))
       order by created_at, id limit ${wholeList}
    ), expired as (
      update role_invite set status = 'expired'
       where event_id in (select id from live) and lower(email) = lower(${email}) and role = ${role}
         and status = 'pending' and expires_at <= now()
    )
    select id from live order by created_at, id`.execute(db.getKysely());
  return rows.map(({ id }) => id);
}

interface NewInvites extends Invitee {
  readonly super_event_id: string;
  readonly message: string | null;
  readonly invited_by: string;
  /** For each track the token that accepts the invite to it. */
  readonly tokens: readonly { readonly event_id: string; readonly token: string }[];
}

/** Invites to the tracks without a pending invite of that address and role. Only hashes of the tokens are kept. */
export async function placeInvites(
  db: Db,
  { super_event_id, email, role, message, invited_by, tokens }: NewInvites,
): Promise<Pick<RoleInvite, 'id' | 'event_id' | 'role'>[]> {
  const tracks = tokens.map(({ event_id }) => event_id);
  const hashes = tokens.map(({ token }) => createHash('sha256').update(token).digest());
  const { rows } = await sql<Pick<RoleInvite, 'id' | 'event_id' | 'role'>>`
    insert into role_invite (super_event_id, event_id, email, role, message, invited_by, token_hash)
    select ${super_event_id}, n.event_id, ${email}, ${role}, ${message}, ${invited_by}, n.token_hash
      from unnest(${tracks}::uuid[], ${hashes}::bytea[]) with ordinality as n (event_id, token_hash, place)
     order by n.place
    on conflict (event_id, lower(email), role) where status = 'pending' do nothing
    returning id, event_id, role`.execute(db.getKysely());
  return rows;
}

/** What the letter about an invite says of it. */
export async function letterOf(
  db: Db,
  id: string,
): Promise<{ super_event_name: string; event_name: string; invited_by: string | null; expires_at: string }> {
  const { rows } = await sql<{
    super_event_name: string;
    event_name: string;
    invited_by: string | null;
    expires_at: Date | string;
  }>`
    select s.name as super_event_name, t.name as event_name, p.name as invited_by, i.expires_at
      from role_invite i join super_event s on s.id = i.super_event_id join track t on t.id = i.event_id
      left join published.people p on p.id = i.invited_by
     where i.id = ${id}`.execute(db.getKysely());
  const [found] = rows;
  if (!found) throw new Error('An invite that was just made is not there.');
  return { ...found, expires_at: instant(found.expires_at) };
}
