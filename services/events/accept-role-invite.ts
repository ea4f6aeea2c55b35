/** Accepts a role invite by the token of its link, on every track that the letter named. */
import type { Action } from '../../shared/kit/implement.ts';
import { acceptAlike, findInvitation, findInvited } from './queries/accepted-role-invites.ts';

export const findRoleInvite: Action<'events.findRoleInvite'> = async ({ db, params }) => ({
  email: (await findInvited(db, Buffer.from(params.token_hash, 'hex'), params.request)) ?? null,
});

export const readRoleInvite: Action<'events.readRoleInvite'> = async ({ db, params }) => ({
  invitation: (await findInvitation(db, Buffer.from(params.token_hash, 'hex'))) ?? null,
});

export const acceptRoleInvite: Action<'events.acceptRoleInvite'> = async (ctx) => {
  const { token_hash, user_id, request } = ctx.params;
  const accepted = await acceptAlike(ctx.db, Buffer.from(token_hash, 'hex'), { user_id, request });
  for (const { id, former, ...invite } of accepted) {
    if (former !== 'pending') continue;
    const ids = { role_invite_id: id, user_id, ...invite };
    ctx.changed('role.accepted', ids, { status: former }, { status: 'accepted' });
  }
  return { accepted: accepted.length > 0 };
};
