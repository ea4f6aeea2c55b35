/** The members of an organization and their roles: lists, changes, and rules of granting and removing. */
import { offsetPage } from '../../shared/base/paging.ts';
import { administers, type OrganizationRole } from '../../shared/contract/vocabulary.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { deleteMember, findPerson, lockMembers, insertMember, membersOf, setRole, type Member } from './members.sql.ts';

export const listMembers: Action<'organizations.listMembers'> = async ({ db, resource, params }) => {
  const { total, members } = await membersOf(db, resource.id, params);
  return { members: members.map(member), pagination: offsetPage(params, total, members.length) };
};

export const myPermissions: Action<'organizations.myPermissions'> = ({ resource: { member_role } }) => ({
  ...(member_role && { role: member_role }),
  permissions: permissionsOf(member_role),
});

export const addMember: Action<'organizations.addMember'> = async (ctx) => {
  const { role, ...named } = ctx.params;
  if (!named.user_id && !named.email) {
    const message = 'user_id or email is required';
    return ctx.fail('VALIDATION_FAILED', { errors: [{ field: 'user_id', code: 'required', message }] });
  }
  const user_id = (await findPerson(ctx.db, named)) ?? ctx.fail('NOT_FOUND');
  if (!mayChangeRole(ctx.resource.member_role, role)) return ctx.fail('PERMISSION_DENIED');

  const added = await insertMember(ctx.db, { organization_id: ctx.resource.id, user_id, role });
  if (added.role !== role) return ctx.fail('ALREADY_MEMBER', { user_id, role: added.role });
  if (added.is_new) ctx.changed('member.added', { user_id }, {}, { role });
  ctx.setStatus(added.is_new ? 201 : 200);
  return { id: added.id, user_id, role };
};

export const updateMember: Action<'organizations.updateMember'> = async (ctx) => {
  const { role } = ctx.params;
  const { user_id, role: former } = await changeable(ctx, role);
  if (former !== role) {
    await setRole(ctx.db, { organization_id: ctx.resource.id, user_id }, role);
    ctx.changed('member.changed', { user_id }, { role: former }, { role });
  }
  return { updated: true };
};

export const removeMember: Action<'organizations.removeMember'> = async (ctx) => {
  const { user_id, role } = await changeable(ctx, null);
  await deleteMember(ctx.db, { organization_id: ctx.resource.id, user_id });
  ctx.changed('member.removed', { user_id }, { role }, {});
  ctx.broadcast('access-ended', { id: user_id });
  return { deleted: true };
};

type MemberChange = Ctx<{ userId: string }, 'NOT_FOUND' | 'PERMISSION_DENIED' | 'LAST_OWNER'>;

/**
 * Locks and returns the member, if they may get this role. The actor's role is read under the same lock: of two
 * owners who demote each other at the same time, the second is no longer an owner.
 */
async function changeable(ctx: MemberChange, to: OrganizationRole | null) {
  const { userId } = ctx.params;
  const key = { organization_id: ctx.resource.id, user_id: userId };
  const held = await lockMembers(ctx.db, key, ctx.viewer.user_id);
  const subject = held.find(({ is_subject }) => is_subject) ?? ctx.fail('NOT_FOUND');
  const refusal = decideRoleChange({
    actor: held.find(({ is_actor }) => is_actor)?.role ?? null,
    from: subject.role,
    to,
    owners: held.filter(({ role }) => role === 'OWNER').length,
  });
  return refusal ? ctx.fail(refusal) : subject;
}

type Role = OrganizationRole | null;

/** Returns the permissions of a role, as clients see them. */
export function permissionsOf(role: Role) {
  const mayManage = administers(role);
  return { events_manage: mayManage, members_manage: mayManage };
}

/**
 * Tells whether the actor may move somebody between these roles (former and new, null for none). Only an OWNER grants
 * or removes OWNER.
 */
export const mayChangeRole = (actor: Role, ...roles: Role[]) =>
  permissionsOf(actor).members_manage && (actor === 'OWNER' || !roles.includes('OWNER'));

/**
 * Decides about a change of role; the last owner stays.
 * @param owners The number of owners before the change.
 */
export function decideRoleChange({ actor, from, to, owners }: { actor: Role; from: Role; to: Role; owners: number }) {
  if (!mayChangeRole(actor, from, to)) return 'PERMISSION_DENIED';
  return from === 'OWNER' && to !== 'OWNER' && owners === 1 ? 'LAST_OWNER' : undefined;
}

const member = ({ user_id, role, email, name, avatar_url }: Member) => ({ user_id, role, email, name, avatar_url });
