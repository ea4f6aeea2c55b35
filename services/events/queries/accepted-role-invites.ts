/** SQL for accepting role invites. */
import { sql } from 'kysely';
import { instant } from '../../../shared/base/instant.ts';
import type { Invitation } from '../../../shared/contract/events/role-invite-acceptance.ts';
import type { Happening } from '../../../shared/contract/letters.ts';
import { happening, inAnswer } from '../../../shared/kit/letters.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { tracks } from '../../../shared/database/published/events.ts';
import type { roleInvite } from '../entities.ts';

type Row = RowOf<typeof roleInvite>;

/** Also true for an invite that this same request accepted before, because a lost answer is asked for again. */
const canBeAccepted = (request: string) =>
  sql`(i.status = 'pending' and i.expires_at > now() or i.accepted_in = ${request})`;

/** Of the letter `l` with this token: its invites are alike in address, role and moment. */
const inLetter = (token_hash: Buffer) => sql`
  l.token_hash = ${token_hash}
  and (i.super_event_id, lower(i.email), i.role, i.created_at) = (l.super_event_id, lower(l.email), l.role, l.created_at)`;

/** Returns the invited address, or undefined for a token that invites nobody (any more), to any of its tracks. */
export async function findInvited(db: Db, token_hash: Buffer, request: string): Promise<string | undefined> {
  const { rows } = await sql<Pick<Row, 'email'>>`
    select lower(i.email) as email from role_invite l, role_invite i join published.tracks t on t.id = i.event_id
     where ${inLetter(token_hash)} and ${canBeAccepted(request)} limit 1`.execute(db.getKysely());
  return rows[0]?.email;
}

interface Found extends Pick<Row, 'role' | 'expires_at'> {
  super_event_name: string;
  event_name: string | null;
  invited_by: string | null;
  happening: Happening;
}
/** Returns what the letter with this token invites to; undefined where nothing of it can be accepted any more. */
export async function findInvitation(db: Db, token_hash: Buffer): Promise<Invitation | undefined> {
  const { rows } = await sql<Found>`
    select min(i.role) as role, min(i.expires_at) as expires_at, s.name as super_event_name, p.name as invited_by,
           case when count(*) = 1 then min(t.name) end as event_name, ${happening('s')}
      from role_invite l
      join role_invite i on ${inLetter(token_hash)} and i.status = 'pending' and i.expires_at > now()
      join published.tracks t on t.id = i.event_id
      join published.super_events s on s.id = i.super_event_id
      join published.organizations o on o.id = s.organization_id
      left join published.people p on p.id = l.invited_by
     group by s.id, s.name, s.start_at, s.end_at, s.tz, s.config_json, o.name, p.name`.execute(db.getKysely());
  const [found] = rows;
  if (!found) return undefined;
  const { happening: held, ...invited } = found;
  return { ...invited, ...inAnswer(held), name: null, expires_at: instant(invited.expires_at) };
}

interface Accepted
  extends Pick<Row, 'id' | 'event_id' | 'role'>, Pick<RowOf<typeof tracks>, 'organization_id' | 'super_event_id'> {
  former: Row['status'];
}

/**
 * Accepts all invites of one letter. Partners have no role on a track; their invite is
 * only marked. Of several concurrent requests with one link, one finds the invites pending.
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
       where ${inLetter(token_hash)} and t.id = i.event_id and ${canBeAccepted(request)}
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
