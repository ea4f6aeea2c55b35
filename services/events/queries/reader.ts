/** Which hackathons and tracks a reader finds in lists. */
import { sql } from 'kysely';
import type { ResourceAccess } from '../../../shared/kit/access.ts';
import type { Viewer } from '../../../shared/base/viewer.ts';

export interface Reader {
  readonly organization_id: string;
  readonly user_id: string;
  readonly is_member: boolean;
}

/** Returns the reader of a list from the viewer and their access to the organization. */
export const reader = ({ user_id }: Viewer, { organization_id, member_role }: ResourceAccess): Reader => ({
  organization_id,
  user_id,
  is_member: member_role !== null,
});

/**
 * Returns the condition for hackathons that a list shows. Members find everything. Others find what is final and
 * public, and additionally what is unlisted or private where they have a role or a registration. The guard applies
 * the same rule to single ones.
 */
export const isListed = ({ user_id }: Reader) => sql`
  (s.visibility = 'public'
   or s.id in (select super_event_id from published.standings where user_id = ${user_id}))`;
