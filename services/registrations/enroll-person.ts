import type { Action } from '../../shared/broker/implement.ts';
import { moveParent } from './enroll.ts';
import { announce } from './letters.ts';
import { acceptOnTrack, findHackathon, holdParent } from './queries/enrolments.ts';

/**
 * Accepts a person into a hackathon from wherever they stand, and on its track where it has a single one. Repeating it
 * changes nothing. Payment and the cap hold here as everywhere.
 */
export const enroll: Action<'registrations.enroll'> = async (ctx) => {
  const { super_event_id, user_id } = ctx.params;
  const hackathon = (await findHackathon(ctx.db, super_event_id)) ?? ctx.fail('EVENT_NOT_FOUND');
  const { organization_id, is_paid, only_track_id } = hackathon;
  const parent = await holdParent(ctx.db, { organization_id, super_event_id, user_id });
  if (parent.former === 'accepted') return { enrolled: false };
  if (!is_paid) return ctx.fail('EVENT_NOT_PAID');

  const { full } = await moveParent(ctx.db, parent.id, 'accepted');
  if (full) return ctx.fail('MAX_PARTICIPANTS_REACHED', full);
  const status = 'accepted';
  const before = parent.former ? { status: parent.former } : {};
  ctx.changed({ super_event_registration_id: parent.id, user_id, organization_id }, before, { status });

  const place = only_track_id
    ? await acceptOnTrack(ctx.db, { organization_id, super_event_id, event_id: only_track_id, parent, user_id })
    : undefined;
  if (place) {
    const { id: registration_id, former } = place;
    ctx.changed({ registration_id, user_id, organization_id }, former ? { status: former } : {}, { status });
  }
  await announce(ctx.db, place ? { registration_id: place.id } : { parent_id: parent.id }, status);
  return { enrolled: true };
};
