/** Invites mentors, judges and partners to the tracks of a hackathon, and accepts by the token of the link. */
import { instant } from '../../shared/base/instant.ts';
import { newLinkToken } from '../../shared/base/session-token.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { sendEmail } from '../../shared/kit/emails.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import {
  acceptInvitesOfEmail,
  createInvites,
  findInvitation,
  findInvited,
  invitesTo,
  emailDataOf,
  tracksFor,
  withdrawInvite,
  type RoleInvite,
} from './role-invites.sql.ts';

export const listRoleInvites: Action<'events.listRoleInvites'> = async (ctx) => {
  const { rows } = await readList(ctx, invitesTo(ctx.resource.id));
  return { invites: rows.map(roleInvite) };
};

/**
 * Creates invites on several tracks and one email for all of them, whose link has the token of the first. Tracks are
 * processed in a fixed order, so that two people who invite the same person cannot deadlock.
 */
export const createRoleInvites: Action<'events.createRoleInvites'> = async (ctx) => {
  const { email, role, trackIds, message = null } = ctx.params;
  const super_event_id = ctx.resource.id;
  const named = trackIds ? [...new Set(trackIds)] : null;
  const tracks = await tracksFor(ctx.db, { email, role }, super_event_id, named);
  const tokens = tracks.map((event_id) => ({ event_id, ...newLinkToken() }));
  const invites = await createInvites(ctx.db, {
    super_event_id,
    email,
    role,
    message,
    invited_by: ctx.viewer.user_id,
    tokens,
  });
  const [first] = invites;
  if (first) {
    const { event_name, ...data } = await emailDataOf(ctx.db, first.id);
    await sendEmail(ctx.db, 'role-invitation', {
      to: email,
      data: { ...data, role, message, event_name: invites.length === 1 ? event_name : null },
      secret: tokens.find(({ event_id }) => event_id === first.event_id)?.token,
      key: `role invitation ${first.id}`,
    });
  }
  for (const { id, event_id } of invites) {
    ctx.changed('role.invited', { role_invite_id: id, event_id }, {}, { email, role, message });
  }
  return { invites: invites.map(newInvite), errors: uninvited(named ?? tracks, tracks, invites) };
};

export const withdrawRoleInvite: Action<'events.withdrawRoleInvite'> = async (ctx) => {
  const { id } = ctx.params;
  const { event_id, email, role } = (await withdrawInvite(ctx.db, ctx.resource.id, id)) ?? ctx.fail('NOT_FOUND');
  ctx.changed('role.invite_withdrawn', { role_invite_id: id, event_id, role }, { email, status: 'pending' }, {});
  return { deleted: true };
};

export const findRoleInvite: Action<'events.findRoleInvite'> = async ({ db, params }) => ({
  email: (await findInvited(db, Buffer.from(params.token_hash, 'hex'), params.request)) ?? null,
});

export const readRoleInvite: Action<'events.readRoleInvite'> = async ({ db, params }) => ({
  invitation: (await findInvitation(db, Buffer.from(params.token_hash, 'hex'))) ?? null,
});

export const acceptRoleInvite: Action<'events.acceptRoleInvite'> = async (ctx) => {
  const { token_hash, user_id, request } = ctx.params;
  const accepted = await acceptInvitesOfEmail(ctx.db, Buffer.from(token_hash, 'hex'), { user_id, request });
  for (const { id, former, ...invite } of accepted) {
    if (former !== 'pending') continue;
    const ids = { role_invite_id: id, user_id, ...invite };
    ctx.changed('role.accepted', ids, { status: former }, { status: 'accepted' });
  }
  return { accepted: accepted.length > 0 };
};

export const roleInvite = (row: RoleInvite) => ({
  id: row.id,
  super_event_id: row.super_event_id,
  event_id: row.event_id,
  email: row.email,
  role: row.role,
  status: row.status,
  message: row.message,
  invited_by: row.invited_by,
  expires_at: instant(row.expires_at),
  created_at: instant(row.created_at),
});

type CreatedInvite = Pick<RoleInvite, 'id' | 'event_id' | 'role'>;

export const newInvite = ({ id, event_id, role }: CreatedInvite) => ({ id, event_id, role });

/** Returns the requested tracks that got no invite, with the reason. */
export function uninvited(asked: readonly string[], live: readonly string[], invites: readonly CreatedInvite[]) {
  const invited = new Set(invites.map(({ event_id }) => event_id));
  return asked
    .filter((event_id) => !invited.has(event_id))
    .map((event_id) => ({
      event_id,
      code: live.includes(event_id) ? ('ALREADY_INVITED' as const) : ('NOT_FOUND' as const),
    }));
}
