/** SQL of accepting role invites. */
import { sql } from 'kysely';
import type { Db } from '../../../shared/database/database.ts';

/** What this very request has accepted already counts: its answer was lost, and it is tried again. */
const canBeAccepted = (request: string) =>
  sql`(i.status = 'pending' and i.expires_at > now() or i.accepted_in = ${request})`;

/** Undefined where nobody is invited by this token, or not any more. */
export async function findInvited(db: Db, token_hash: Buffer, request: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select lower(i.email) as email from role_invite i join published.tracks t on t.id = i.event_id
     where i.token_hash = ${token_hash} and ${canBeAccepted(request)}`.execute(db.getKysely());
  return rows[0]?.email;
}

interface Accepted {
  id: string;
  event_id: string;
  organization_id: string;
  former: 'pending' | 'accepted';
}

/**
 * One letter stands for all invites that were made with it: same address, same role, same moment. Partners have no role
 * on a track; their invite is only noted. Of many who come with the same link one finds them pending.
 */
export async function acceptAlike(
  db: Db,
  token_hash: Buffer,
  { user_id, request }: { user_id: string; request: string },
): Promise<Accepted[]> {
  const { rows } = await sql<Accepted>`
    with accepted as (
      update role_invite i set status = 'accepted', accepted_in = ${request}
        from role_invite l, published.tracks t
       where l.token_hash = ${token_hash} and t.id = i.event_id
         and (i.super_event_id, lower(i.email), i.role, i.created_at) = (l.super_event_id, lower(l.email), l.role, l.created_at)
         and ${canBeAccepted(request)}
      returning i.id, i.event_id, i.role, t.organization_id, old.status as former),
    given as (
      insert into track_role (event_id, user_id, role)
      select event_id, ${user_id}, role from accepted where role in ('MENTOR', 'JUDGE')
      on conflict do nothing)
    select id, event_id, organization_id, former from accepted order by event_id`.execute(db.getKysely());
  return rows;
}
