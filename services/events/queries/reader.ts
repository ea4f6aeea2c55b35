/** Whose list it is, and what such a reader finds in it. */
import { sql } from 'kysely';
import type { Standing } from '../../../shared/broker/access.ts';
import type { Viewer } from '../../../shared/broker/viewer.ts';

export interface Reader {
  readonly organization_id: string;
  readonly user_id: string;
  readonly is_member: boolean;
}

export const reader = ({ user_id }: Viewer, { organization_id, member_role }: Standing): Reader => ({
  organization_id,
  user_id,
  is_member: member_role !== null,
});

/**
 * What the reader may find without knowing where it is: members everything; others what is final and public, and where
 * they have a role or a registration what is unlisted or private as well. The same rule guards each single one.
 */
export const isListed = ({ user_id }: Reader) => sql`
  (s.visibility = 'public'
   or s.id in (select super_event_id from published.track_roles where user_id = ${user_id})
   or s.id in (select super_event_id from published.super_event_registrations where user_id = ${user_id}))`;
export const rolesOfStaff = sql`('ORGANIZER', 'MENTOR', 'JUDGE')`;
