/** Who holds which role on a track. */
import { isUuid } from '../../shared/broker/access.ts';
import type { Action } from '../../shared/broker/implement.ts';
import { deleteRole, openAssignmentsOf, placeRole, rolesOn } from './queries/roles.ts';
import { heldRole } from './shapes/roles.ts';

export const listRoles: Action<'events.listRoles'> = async ({ db, place }) => {
  const roles = await rolesOn(db, place.id);
  return { roles: roles.map(heldRole), count: roles.length };
};

export const assignRole: Action<'events.assignRole'> = async (ctx) => {
  const { user_id, role } = ctx.params;
  const event_id = ctx.place.id;
  const { exists, is_new } = await placeRole(ctx.db, { event_id, user_id, role });
  if (!exists) return ctx.fail('NOT_FOUND');
  if (is_new) ctx.changed({ event_id, user_id }, {}, { role });
  ctx.answers(is_new ? 201 : 200);
  return { user_id, event_id, role };
};

export const removeRole: Action<'events.removeRole'> = async (ctx) => {
  const { userId, role } = ctx.params;
  const event_id = ctx.place.id;
  const held = isUuid(userId) && (await deleteRole(ctx.db, { event_id, user_id: userId, role }));
  if (!held) return ctx.fail('NOT_FOUND');
  ctx.changed({ event_id, user_id: held }, { role }, {});
  if (role !== 'JUDGE') return { deleted: true };
  const open_assignments = await openAssignmentsOf(ctx.db, event_id, held);
  return { deleted: true, ...(open_assignments.length > 0 && { open_assignments }) };
};
