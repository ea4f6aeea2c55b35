/** Roles on a track. */
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { deleteRole, grantRole, openAssignmentsOf, rolesOn, type AssignedRole } from './roles.sql.ts';

export const listRoles: Action<'events.listRoles'> = async (ctx) => {
  const { rows, count } = await readList(ctx, rolesOn(ctx.resource.id));
  return { roles: rows.map(assignedRole), count };
};

export const assignRole: Action<'events.assignRole'> = async (ctx) => {
  const { user_id, role } = ctx.params;
  const event_id = ctx.resource.id;
  const { exists, is_new } = await grantRole(ctx.db, { event_id, user_id, role });
  if (!exists) return ctx.fail('NOT_FOUND');
  if (is_new) ctx.changed('role.granted', { event_id, user_id }, {}, { role });
  ctx.setStatus(is_new ? 201 : 200);
  return { user_id, event_id, role };
};

export const removeRole: Action<'events.removeRole'> = async (ctx) => {
  const { userId, role } = ctx.params;
  const event_id = ctx.resource.id;
  const held = await deleteRole(ctx.db, { event_id, user_id: userId, role });
  if (!held) return ctx.fail('NOT_FOUND');
  ctx.changed('role.revoked', { event_id, user_id: held, role }, { role }, {});
  if (role !== 'JUDGE') return { deleted: true };
  const open_assignments = await openAssignmentsOf(ctx.db, event_id, held);
  return { deleted: true, ...(open_assignments.length > 0 && { open_assignments }) };
};

export const assignedRole = ({ user_id, role, name }: AssignedRole) => ({ user_id, role, name });
