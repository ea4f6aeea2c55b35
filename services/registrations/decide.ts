/** Organizers decide about registrations, and people cancel theirs: on a track and in the hackathon. */
import type { Action } from '../../shared/kit/implement.ts';
import { noteMoved, noteParent } from './changes.ts';
import { moveParent, moveRegistration } from './enroll.ts';
import { announce } from './letters.ts';
import { findParent, parentIs } from './queries/parents.ts';
import { findUndecided } from './queries/registrations.ts';

/**
 * Changes the status of a registration. Accepting it also accepts its parent, so payment and cap apply; ending the
 * last accepted one ends the parent. The person gets one letter, about the track.
 */
export const updateStatus: Action<'registrations.updateStatus'> = async (ctx) => {
  const { id } = ctx.resource;
  const { status } = ctx.params;
  const { status: present, is_paid } = (await findUndecided(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  if (present === status) return { updated: false, status };
  if (status === 'accepted' && !is_paid) return ctx.fail('EVENT_NOT_PAID');

  const { parent, moved, full } = await moveRegistration(ctx.db, id, status);
  if (full) return ctx.fail('MAX_PARTICIPANTS_REACHED', full);
  noteParent(ctx, parent, status);
  noteMoved(ctx, moved, status);
  if (moved.length > 0) await announce(ctx.db, { registration_id: id }, status);
  return { updated: moved.length > 0, status };
};

export const cancel: Action<'registrations.cancel'> = async (ctx) => {
  const { id } = ctx.resource;
  const { parent, moved } = await moveRegistration(ctx.db, id, 'cancelled');
  noteParent(ctx, parent, 'cancelled');
  noteMoved(ctx, moved, 'cancelled');
  return { id, status: 'cancelled' };
};

export const updateParentStatus: Action<'registrations.updateParentStatus'> = async (ctx) => {
  const { id } = ctx.resource;
  const { status } = ctx.params;
  const { status: present, is_paid } = (await findParent(ctx.db, id)) ?? ctx.fail('NOT_FOUND');
  if (present === status) return { updated: false, status };
  if (status === 'accepted' && !is_paid) return ctx.fail('EVENT_NOT_PAID');

  const moved = await moveParent(ctx.db, parentIs(id), status);
  if (moved.full) return ctx.fail('MAX_PARTICIPANTS_REACHED', moved.full);
  noteParent(ctx, moved.parent, status);
  noteMoved(ctx, moved.followers, status);
  const updated = moved.parent?.former !== status;
  if (updated) await announce(ctx.db, { parent_id: id }, status);
  return { updated, status };
};

export const cancelParent: Action<'registrations.cancelParent'> = async (ctx) => {
  const { id } = ctx.resource;
  const { parent, followers } = await moveParent(ctx.db, parentIs(id), 'cancelled');
  noteParent(ctx, parent, 'cancelled');
  noteMoved(ctx, followers, 'cancelled');
  return { id, status: 'cancelled' };
};
