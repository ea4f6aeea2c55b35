/** The members of an organization and their roles. */
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { offsetPage } from '../../shared/base/paging.ts';
import type { OrganizationRole } from '../../shared/contract/vocabulary.ts';
import { deleteMember, findPerson, holdMembers, insertMember, membersOf, setRole } from './queries/members.ts';
import { judgeMove, mayMove, permissionsOf } from './rules.ts';
import { member } from './shapes.ts';

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
  if (!mayMove(ctx.resource.member_role, role)) return ctx.fail('PERMISSION_DENIED');

  const added = await insertMember(ctx.db, { organization_id: ctx.resource.id, user_id, role });
  if (added.role !== role) return ctx.fail('ALREADY_MEMBER', { user_id, role: added.role });
  if (added.is_new) ctx.changed('member.added', { user_id }, {}, { role });
  ctx.answers(added.is_new ? 201 : 200);
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
  const held = await holdMembers(ctx.db, key, ctx.viewer.user_id);
  const subject = held.find(({ is_subject }) => is_subject) ?? ctx.fail('NOT_FOUND');
  const refusal = judgeMove({
    actor: held.find(({ is_actor }) => is_actor)?.role ?? null,
    from: subject.role,
    to,
    owners: held.filter(({ role }) => role === 'OWNER').length,
  });
  return refusal ? ctx.fail(refusal) : subject;
}
