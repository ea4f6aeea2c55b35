/** Who belongs to an organization, and as what. */
import { isUuid } from '../../shared/broker/access.ts';
import type { Ctx } from '../../shared/broker/context.ts';
import type { Action } from '../../shared/broker/implement.ts';
import type { OrganizationRole } from '../../shared/contract/vocabulary.ts';
import { deleteMember, findPerson, holdMembers, membersOf, placeMember, setRole } from './queries/members.ts';
import { judgeMove, mayMove, permissionsOf } from './rules.ts';
import { member, offsetPage } from './shapes.ts';

export const listMembers: Action<'organizations.listMembers'> = async ({ db, place, params }) => {
  const { total, members } = await membersOf(db, place.id, params);
  return { members: members.map(member), pagination: offsetPage(params, total, members.length) };
};

export const myPermissions: Action<'organizations.myPermissions'> = ({ place: { member_role } }) => ({
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
  if (!mayMove(ctx.place.member_role, role)) return ctx.fail('PERMISSION_DENIED');

  const placed = await placeMember(ctx.db, { organization_id: ctx.place.id, user_id, role });
  if (placed.role !== role) return ctx.fail('ALREADY_MEMBER', { user_id, role: placed.role });
  if (placed.is_new) ctx.changed({ user_id }, {}, { role });
  ctx.answers(placed.is_new ? 201 : 200);
  return { id: placed.id, user_id, role };
};

export const updateMember: Action<'organizations.updateMember'> = async (ctx) => {
  const { role } = ctx.params;
  const { user_id, role: former } = await changeable(ctx, role);
  if (former !== role) {
    await setRole(ctx.db, { organization_id: ctx.place.id, user_id }, role);
    ctx.changed({ user_id }, { role: former }, { role });
  }
  return { updated: true };
};

export const removeMember: Action<'organizations.removeMember'> = async (ctx) => {
  const { user_id, role } = await changeable(ctx, null);
  await deleteMember(ctx.db, { organization_id: ctx.place.id, user_id });
  ctx.changed({ user_id }, { role }, {});
  return { deleted: true };
};

type MemberChange = Ctx<{ userId: string }, 'NOT_FOUND' | 'PERMISSION_DENIED' | 'LAST_OWNER'>;

/**
 * The member in question, held, if they may get that role. The actor is judged as they are by then: of two owners who
 * demote each other at the same time, one is no longer an owner when it is their turn.
 */
async function changeable(ctx: MemberChange, to: OrganizationRole | null) {
  const { userId } = ctx.params;
  const place = { organization_id: ctx.place.id, user_id: isUuid(userId) ? userId : ctx.fail('NOT_FOUND') };
  const held = await holdMembers(ctx.db, place, ctx.viewer.user_id);
  const subject = held.find(({ is_subject }) => is_subject) ?? ctx.fail('NOT_FOUND');
  const refusal = judgeMove({
    actor: held.find(({ is_actor }) => is_actor)?.role ?? null,
    from: subject.role,
    to,
    owners: held.filter(({ role }) => role === 'OWNER').length,
  });
  return refusal ? ctx.fail(refusal) : subject;
}
