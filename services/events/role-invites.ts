/** Inviting mentors, judges and partners to the tracks of a hackathon. */
import { randomBytes } from 'node:crypto';
import type { Action } from '../../shared/broker/implement.ts';
import { sendLetter } from '../../shared/broker/letters.ts';
import { invitesTo, letterOf, placeInvites, tracksFor } from './queries/role-invites.ts';
import { newInvite, roleInvite, uninvited } from './shapes/role-invites.ts';

export const listRoleInvites: Action<'events.listRoleInvites'> = async ({ db, place }) => {
  const invites = await invitesTo(db, place.id);
  return { invites: invites.map(roleInvite) };
};

/**
 * Tracks are taken in one order, so that two who invite the same person do not wait for each other. One letter stands for
 * all invites that are made; its link carries the token of the first.
 */
export const createRoleInvites: Action<'events.createRoleInvites'> = async (ctx) => {
  const { email, role, trackIds, message = null } = ctx.params;
  const super_event_id = ctx.place.id;
  const named = trackIds ? [...new Set(trackIds.map((id) => id.toLowerCase()))] : null;
  const tracks = await tracksFor(ctx.db, { email, role }, super_event_id, named);
  const tokens = tracks.map((event_id) => ({ event_id, token: randomBytes(32).toString('base64url') }));
  const invites = await placeInvites(ctx.db, {
    super_event_id,
    email,
    role,
    message,
    invited_by: ctx.viewer.user_id,
    tokens,
  });
  const [first] = invites;
  if (first) {
    const { event_name, ...facts } = await letterOf(ctx.db, first.id);
    await sendLetter(ctx.db, 'role-invitation', {
      to: email,
      facts: { ...facts, role, message, event_name: invites.length === 1 ? event_name : null },
      secret: tokens.find(({ event_id }) => event_id === first.event_id)?.token,
      key: `role invitation ${first.id}`,
    });
  }
  for (const { id, event_id } of invites) ctx.changed({ role_invite_id: id, event_id }, {}, { email, role, message });
  return { invites: invites.map(newInvite), errors: uninvited(named ?? tracks, tracks, invites) };
};
