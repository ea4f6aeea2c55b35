/** Converts rows of role invites to the JSON of the contract. Tokens are never included. */
import { instant } from '../../../shared/base/instant.ts';
import type { RoleInvite } from '../queries/role-invites.ts';

export const roleInvite = (row: RoleInvite) => ({
  id: row.id,
  super_event_id: row.super_event_id,
  event_id: row.event_id,
  email: row.email,
  role: row.role,
  status: row.status,
  message: row.message,
  invited_by: row.invited_by,
  expires_at: instant(row.expires_at),
  created_at: instant(row.created_at),
});

type CreatedInvite = Pick<RoleInvite, 'id' | 'event_id' | 'role'>;

export const newInvite = ({ id, event_id, role }: CreatedInvite) => ({ id, event_id, role });

/** Returns the requested tracks that got no invite, with the reason. */
export function uninvited(asked: readonly string[], live: readonly string[], invites: readonly CreatedInvite[]) {
  const invited = new Set(invites.map(({ event_id }) => event_id));
  return asked
    .filter((event_id) => !invited.has(event_id))
    .map((event_id) => ({
      event_id,
      code: live.includes(event_id) ? ('ALREADY_INVITED' as const) : ('NOT_FOUND' as const),
    }));
}
