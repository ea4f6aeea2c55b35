/** What a role in an organization permits, and who may give or take one. */
import type { OrganizationRole } from '../../shared/contract/vocabulary.ts';

type Role = OrganizationRole | null;

export function permissionsOf(role: Role) {
  const administers = role === 'OWNER' || role === 'ADMIN';
  return { events_manage: administers, members_manage: administers };
}

/** `roles`: the one somebody has and the one they are to have, null for none. Only an OWNER grants or takes OWNER. */
export const mayMove = (actor: Role, ...roles: Role[]) =>
  permissionsOf(actor).members_manage && (actor === 'OWNER' || !roles.includes('OWNER'));

/** `owners`: how many there are before. The last one stays. */
export function judgeMove({ actor, from, to, owners }: { actor: Role; from: Role; to: Role; owners: number }) {
  if (!mayMove(actor, from, to)) return 'PERMISSION_DENIED';
  return from === 'OWNER' && to !== 'OWNER' && owners === 1 ? 'LAST_OWNER' : undefined;
}
