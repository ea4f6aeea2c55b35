/** Badges of a hackathon's people: sheets of them for organizers, and one for the kiosk that checked somebody in. */
import { actorOf } from '../../shared/base/viewer.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { badgesOf, findCheckIn } from './badges.sql.ts';

export const listBadges: Action<'check-in.listBadges'> = async ({ db, resource, params }) => {
  const { page, limit, role, track_id, search } = params;
  const which = { super_event_id: resource.id, role, track_id, search };
  const { total, badges } = await badgesOf(db, which, { limit, offset: (page - 1) * limit });
  return { badges, pagination: { page, limit, total, totalPages: Math.ceil(total / limit) } };
};

export const badge: Action<'check-in.badge'> = async (ctx) => {
  const { device } = ctx.viewer;
  const checkIn = (await findCheckIn(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  if (device && !(device.prints && checkIn.scanned_by === actorOf(ctx.viewer))) return ctx.fail('PERMISSION_DENIED');
  const { user_id, super_event_id } = checkIn;
  const { badges } = await badgesOf(ctx.db, { super_event_id, user_id }, { limit: 1, offset: 0 });
  return { badge: badges[0] ?? ctx.fail('NOT_FOUND') };
};
