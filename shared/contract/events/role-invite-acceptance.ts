/** Accepts role invites: the person who has the link gets the role. */
import { internal } from '../endpoint.ts';
import { t } from '../schema.ts';

const tokenHash = () => t.string({ pattern: /^[0-9a-f]{64}$/ });

export const roleInviteAcceptance = {
  findRoleInvite: internal({
    summary: 'Whom the role invite with this token is for; null where it cannot be accepted',
    params: { token_hash: tokenHash(), request: t.string() },
    answer: t.object({ email: t.nullable(t.string()) }),
  }),

  acceptRoleInvite: internal({
    summary: 'Accept the role invites that one letter brought; mentors and judges get their role on those tracks',
    params: { token_hash: tokenHash(), user_id: t.uuid(), request: t.string() },
    answer: t.object({ accepted: t.boolean() }),
    unit: 'write',
  }),
};
