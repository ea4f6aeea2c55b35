/** What roles in an organization permit, and who may grant or remove them. */
import { administers, type OrganizationRole } from '../../shared/contract/vocabulary.ts';

type Role = OrganizationRole | null;

/** Returns what a role permits, as clients are told. */
export function permissionsOf(role: Role) {
  const mayManage = administers(role);
  return { events_manage: mayManage, members_manage: mayManage };
}

/**
 * Tells whether the actor may move somebody between these roles (former and new, null for none). Only an OWNER grants
 * or removes OWNER.
 */
export const mayMove = (actor: Role, ...roles: Role[]) =>
  permissionsOf(actor).members_manage && (actor === 'OWNER' || !roles.includes('OWNER'));

/**
 * Decides about a change of role; the last owner stays.
 * @param owners The number of owners before the change.
 */
export function judgeMove({ actor, from, to, owners }: { actor: Role; from: Role; to: Role; owners: number }) {
  if (!mayMove(actor, from, to)) return 'PERMISSION_DENIED';
  return from === 'OWNER' && to !== 'OWNER' && owners === 1 ? 'LAST_OWNER' : undefined;
}
