import type { Action } from '../../shared/kit/implement.ts';
import { factOf } from './changes.ts';
import { moveParent } from './enroll.ts';
import { announce } from './letters.ts';
import { acceptOnTrack, findHackathon, holdParent } from './queries/enrolments.ts';
import { parentIs } from './queries/parents.ts';

/**
 * Accepts a person into a hackathon from any status, and on its track if there is only one. Repeating it changes
 * nothing. Payment and cap apply.
 */
export const enroll: Action<'registrations.enroll'> = async (ctx) => {
  const { super_event_id, user_id } = ctx.params;
  const hackathon = (await findHackathon(ctx.db, super_event_id)) ?? ctx.fail('EVENT_NOT_FOUND');
  const { organization_id, is_paid, only_track_id } = hackathon;
  const parent = await holdParent(ctx.db, { organization_id, super_event_id, user_id });
  if (parent.former === 'accepted') return { enrolled: false };
  if (!is_paid) return ctx.fail('EVENT_NOT_PAID');

  const { full } = await moveParent(ctx.db, parentIs(parent.id), 'accepted');
  if (full) return ctx.fail('MAX_PARTICIPANTS_REACHED', full);
  const status = 'accepted';
  const before = parent.former ? { status: parent.former } : {};
  const whose = { user_id, organization_id, super_event_id };
  const ids = { super_event_registration_id: parent.id, ...whose };
  ctx.changed(factOf(parent.former, status), ids, before, { status });

  const registration = only_track_id
    ? await acceptOnTrack(ctx.db, { organization_id, super_event_id, event_id: only_track_id, parent, user_id })
    : undefined;
  if (registration) {
    const { id: registration_id, former } = registration;
    const placed = { registration_id, ...whose, event_id: only_track_id };
    ctx.changed(factOf(former, status), placed, former ? { status: former } : {}, { status });
  }
  await announce(ctx.db, registration ? { registration_id: registration.id } : { parent_id: parent.id }, status);
  return { enrolled: true };
};
