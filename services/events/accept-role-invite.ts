/** Whoever has the link of a role invite takes the role, on every track the letter was about. */
import type { Action } from '../../shared/broker/implement.ts';
import { acceptAlike, findInvited } from './queries/accepted-role-invites.ts';

export const findRoleInvite: Action<'events.findRoleInvite'> = async ({ db, params }) => ({
  email: (await findInvited(db, Buffer.from(params.token_hash, 'hex'), params.request)) ?? null,
});

export const acceptRoleInvite: Action<'events.acceptRoleInvite'> = async (ctx) => {
  const { token_hash, user_id, request } = ctx.params;
  const accepted = await acceptAlike(ctx.db, Buffer.from(token_hash, 'hex'), { user_id, request });
  for (const { id, event_id, organization_id } of accepted.filter(({ former }) => former === 'pending')) {
    const ids = { role_invite_id: id, event_id, user_id, organization_id };
    ctx.changed(ids, { status: 'pending' }, { status: 'accepted' });
  }
  return { accepted: accepted.length > 0 };
};
