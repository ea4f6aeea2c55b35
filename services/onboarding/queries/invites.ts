/** SQL for onboarding. Hashes of tokens are hexadecimal here and bytes in the table. */
import { sql } from 'kysely';
import type { Happening } from '../../../shared/contract/letters.ts';
import { happening } from '../../../shared/kit/letters.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { invite } from '../entities.ts';
import type { Circumstances } from '../rules.ts';

type Row = RowOf<typeof invite>;
/** What an invite may tell about the person. */
type About = keyof Pick<Row, 'first_name' | 'last_name' | 'linkedin_url' | 'github_url'>;

/** Reads what the rules need; undefined if the hackathon was deleted. */
export async function findCircumstances(
  db: Db,
  { super_event_id, email }: Pick<Row, 'super_event_id' | 'email'>,
): Promise<Circumstances | undefined> {
  const { rows } = await sql<Circumstances>`
    select p.id as user_id, coalesce(p.is_onboarded, false) as is_onboarded, r.status as registration_status,
           exists (select 1 from invite i where i.super_event_id = s.id and i.email = ${email} and i.status = 'pending'
                                            and i.expires_at > now()) as is_invited,
           s.payment_status = 'paid' as is_paid, s.max_participants, t.track_count, t.is_closed,
           coalesce((select accepted from published.seats where super_event_id = s.id), 0) as accepted_count
      from published.super_events s
     cross join lateral (select count(*)::int as track_count, coalesce(bool_and(registration = 'closed'), false) as is_closed
                           from published.tracks where super_event_id = s.id) t
      left join published.people p on p.email = ${email}
      left join published.super_event_registrations r on r.super_event_id = s.id and r.user_id = p.id
     where s.id = ${super_event_id}`.execute(db.getKysely());
  return rows[0];
}

export type Invitee = Readonly<Pick<Row, 'super_event_id' | 'email'>> & {
  readonly [column in About]?: string | undefined;
};
type NewInvite = Invitee & Readonly<Pick<Row, 'invited_by'>> & { readonly token_hash: string };
interface CreatedInvite extends Pick<Row, 'id' | 'expires_at'> {
  super_event_name: string;
  happening: Happening;
}

/**
 * Creates an invite or replaces an expired one. Returns undefined if one is pending or the person is already
 * accepted.
 */
export async function createInvite(db: Db, invite: NewInvite): Promise<CreatedInvite | undefined> {
  const { super_event_id, email, first_name = null, last_name = null, linkedin_url = null, github_url = null } = invite;
  const { rows } = await sql<CreatedInvite>`
    with created as (
      insert into invite as i (organization_id, super_event_id, email, first_name, last_name, linkedin_url, github_url,
                               token_hash, invited_by)
      select s.organization_id, s.id, ${email}, ${first_name}, ${last_name}, ${linkedin_url}, ${github_url},
             decode(${invite.token_hash}, 'hex'), ${invite.invited_by}
        from published.super_events s
       where s.id = ${super_event_id}
         and not exists (select 1 from published.people p
                           join published.super_event_registrations r on r.user_id = p.id and r.super_event_id = s.id
                          where p.email = ${email} and r.status = 'accepted')
      on conflict (super_event_id, email) where status = 'pending' do update
         set id = excluded.id, first_name = excluded.first_name, last_name = excluded.last_name,
             linkedin_url = excluded.linkedin_url, github_url = excluded.github_url, token_hash = excluded.token_hash,
             invited_by = excluded.invited_by, expires_at = excluded.expires_at, created_at = excluded.created_at
       where i.expires_at <= now()
      returning id, super_event_id, expires_at)
    select i.id, i.expires_at, s.name as super_event_name, ${happening('s')}
      from created i join published.super_events s on s.id = i.super_event_id
      join published.organizations o on o.id = s.organization_id`.execute(db.getKysely());
  return rows[0];
}

interface Found extends Pick<Row, 'first_name' | 'last_name' | 'expires_at'> {
  super_event_name: string;
  invited_by: string | null;
  happening: Happening;
}
/** Returns what the link with this token invites to; undefined where it cannot be accepted any more. */
export async function findInvitation(db: Db, token_hash: string): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select i.first_name, i.last_name, i.expires_at, s.name as super_event_name, p.name as invited_by, ${happening('s')}
      from invite i
      join published.super_events s on s.id = i.super_event_id
      join published.organizations o on o.id = s.organization_id
      left join published.people p on p.id = i.invited_by
     where i.token_hash = decode(${token_hash}, 'hex') and i.status = 'pending' and i.expires_at > now()`.execute(
    db.getKysely(),
  );
  return rows[0];
}

export type PendingInvite = Pick<Row, 'id' | 'super_event_id' | 'organization_id' | 'email' | About>;

/**
 * Finds a pending invite. One that this same request accepted counts as pending, because a lost answer is asked for
 * again.
 */
export async function findPending(db: Db, token_hash: string, request: string): Promise<PendingInvite | undefined> {
  const { rows } = await sql<PendingInvite>`
    select i.id, i.super_event_id, i.organization_id, i.email, i.first_name, i.last_name, i.linkedin_url, i.github_url
      from invite i join published.super_events s on s.id = i.super_event_id
     where i.token_hash = decode(${token_hash}, 'hex')
       and (i.status = 'pending' and i.expires_at > now() or i.accepted_in = ${request})`.execute(db.getKysely());
  return rows[0];
}

interface Spent extends Pick<Row, 'organization_id' | 'super_event_id'> {
  former: Row['status'];
}

/** Spends the invite. Returns its row to one of several concurrent requests and undefined to the others. */
export async function spend(
  db: Db,
  { id, user_id, request }: { id: string; user_id: string; request: string },
): Promise<Spent | undefined> {
  const { rows } = await sql<Spent>`
    update invite set status = 'accepted', accepted_at = coalesce(accepted_at, now()), accepted_by = ${user_id},
                      accepted_in = ${request}
     where id = ${id} and (status = 'pending' or accepted_in = ${request})
    returning organization_id, super_event_id, old.status as former`.execute(db.getKysely());
  return rows[0];
}
