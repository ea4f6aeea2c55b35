/** SQL for onboarding. Hashes of tokens are hexadecimal here and bytes in the table. */
import { sql } from 'kysely';
import type { EventDetails } from '../../shared/contract/emails.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { eventDetails } from '../../shared/kit/emails.ts';
import type { invite } from './entities.ts';
import type { Circumstances } from './rules.ts';

type Row = RowOf<typeof invite>;
/** Optional details about the invited person. */
type About = keyof Pick<Row, 'first_name' | 'last_name' | 'linkedin_url' | 'github_url'>;

/** Reads the input of the rules; undefined if the hackathon was deleted. */
export async function findCircumstances(
  db: Db,
  { super_event_id, email }: Pick<Row, 'super_event_id' | 'email'>,
): Promise<Circumstances | undefined> {
  const { rows } = await sql<Circumstances>`
    select p.id as user_id, coalesce(p.is_onboarded, false) as is_onboarded, r.status as registration_status,
           exists (select 1 from invite i where i.super_event_id = s.id and i.email = ${email} and i.status = 'pending'
                                            and i.expires_at > now()) as is_invited,
           s.payment_status = 'paid' as is_paid, s.max_participants, s.is_closed,
           (select count(*)::int from published.tracks where super_event_id = s.id) as track_count,
           coalesce((select accepted from published.seats where super_event_id = s.id), 0) as accepted_count
      from published.super_events s
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
  happening: EventDetails;
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
             invited_by = excluded.invited_by, expires_at = excluded.expires_at, created_at = excluded.created_at,
             answers_json = excluded.answers_json, track_ids = excluded.track_ids
       where i.expires_at <= now()
      returning id, super_event_id, expires_at)
    select i.id, i.expires_at, s.name as super_event_name, ${eventDetails('s')}
      from created i join published.super_events s on s.id = i.super_event_id
      join published.organizations o on o.id = s.organization_id`.execute(db.getKysely());
  return rows[0];
}

export interface FoundInvitation extends Pick<Row, 'email' | 'first_name' | 'last_name' | 'expires_at'> {
  super_event_name: string;
  invited_by: string | null;
  happening: EventDetails;
}
/** Returns the invitation behind a token; undefined if it can no longer be accepted. */
export async function findInvitation(db: Db, token_hash: string): Promise<FoundInvitation | undefined> {
  const { rows } = await sql<FoundInvitation>`
    select i.email, i.first_name, i.last_name, i.expires_at, s.name as super_event_name, p.name as invited_by, ${eventDetails('s')}
      from invite i
      join published.super_events s on s.id = i.super_event_id
      join published.organizations o on o.id = s.organization_id
      left join published.people p on p.id = i.invited_by
     where i.token_hash = decode(${token_hash}, 'hex') and i.status = 'pending' and i.expires_at > now()`.execute(
    db.getKysely(),
  );
  return rows[0];
}

/** Tells whether this is the address of that person. */
export async function isAddressOf(db: Db, email: string, user_id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from published.people where id = ${user_id} and email = ${email}`.execute(db.getKysely());
  return rows.length > 0;
}

export type PendingInvite = Pick<Row, 'id' | 'super_event_id' | 'organization_id' | 'email' | About> &
  Pick<Row, 'answers_json' | 'track_ids'>;

/**
 * Finds a pending invite. An invite that this same request accepted counts as pending, for a retry after a lost answer.
 */
export async function findPending(db: Db, token_hash: string, request: string): Promise<PendingInvite | undefined> {
  const { rows } = await sql<PendingInvite>`
    select i.id, i.super_event_id, i.organization_id, i.email, i.first_name, i.last_name, i.linkedin_url, i.github_url,
           i.answers_json, i.track_ids
      from invite i join published.super_events s on s.id = i.super_event_id
     where i.token_hash = decode(${token_hash}, 'hex')
       and (i.status = 'pending' and i.expires_at > now() or i.accepted_in = ${request})`.execute(db.getKysely());
  return rows[0];
}

interface Spent extends Pick<Row, 'organization_id' | 'super_event_id'> {
  former: Row['status'];
}

/** Marks the invite as used. Returns its row to one of several concurrent requests and undefined to the others. */
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
