/** Invites mentors, judges and partners to the tracks of a hackathon. */
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { sendLetter } from '../../shared/kit/letters.ts';
import { newLinkToken } from '../../shared/base/session-token.ts';
import { createInvites, invitesTo, letterOf, tracksFor } from './queries/role-invites.ts';
import { newInvite, roleInvite, uninvited } from './shapes/role-invites.ts';

export const listRoleInvites: Action<'events.listRoleInvites'> = async (ctx) => {
  const { rows } = await readList(ctx, invitesTo(ctx.resource.id));
  return { invites: rows.map(roleInvite) };
};

/**
 * Creates invites on several tracks and one letter for all of them, whose link has the token of the first. Tracks are
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
    const { event_name, ...data } = await letterOf(ctx.db, first.id);
    await sendLetter(ctx.db, 'role-invitation', {
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
