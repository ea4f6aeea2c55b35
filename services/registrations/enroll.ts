/**
 * Moves parents and registrations into and out of `accepted`, always together with the seats. For an event file
 * `moves.ts` does so, many at once.
 *
 * Writes lock in this order: the parent, the seat, registrations on tracks, teams.
 *
 * - The parent comes first, even when it does not change. Of two requests that accept the same person one waits and
 *   then needs no seat. A parent that leaves `accepted` either sees a registration that was accepted meanwhile and takes
 *   it along, or is accepted again by the later request.
 * - The seat comes late, because everybody who is accepted into the hackathon contends for it. One conditional update
 *   compares it with the cap; nobody reads it first.
 * - Leaving `accepted` on a track locks the parent as well, before it looks for other accepted registrations. Of two
 *   that leave different tracks at once, the later one finds that it is the last. Against a concurrent accept of the
 *   same registration, the later of the two wins.
 * - Moves between teams lock parents and registrations before team rows. Should they deadlock with a request here, the
 *   database aborts one of the two and the unit of work runs it again.
 */
import type { RawBuilder } from 'kysely';
import type { RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import type { Db } from '../../shared/database/database.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { announce, factOf } from './changes.ts';
import { fillAnswers, findHackathon, lockParent, placeOnTracks } from './enrolments.sql.ts';
import {
  freeSeats,
  lockParentOf,
  isParentOf,
  isParentOfOnlyAccepted,
  occupancyOf,
  parentIs,
  setParentStatus,
  takeSeats,
  type MovedParent,
  type Occupancy,
} from './parents.sql.ts';
import { acceptedUnder, moveRegistrations, registrationIs, type Moved } from './registrations.sql.ts';

interface ParentMove {
  /** Undefined if the condition holds for none. */
  parent: MovedParent | undefined;
  /** Registrations that left `accepted` together with the parent. */
  followers: Moved[];
  /**
   * Set when no seat is left. The parent is written already, so the caller must refuse, which rolls everything
   * back.
   */
  full?: Occupancy;
}

/**
 * Changes the status of a parent, takes or frees its seat, and rejects or cancels accepted registrations
 * together with it.
 * @param which A condition for one parent.
 */
export async function moveParent(db: Db, which: RawBuilder<unknown>, to: RegistrationStatus): Promise<ParentMove> {
  const parent = await setParentStatus(db, which, to);
  if (!parent || parent.former === to) return { parent, followers: [] };
  if (to === 'accepted') {
    const taken = await takeSeats(db, parent.super_event_id, 1);
    return { parent, followers: [], ...(taken === 0 && { full: await occupancyOf(db, parent.super_event_id) }) };
  }
  if (parent.former !== 'accepted') return { parent, followers: [] };
  await freeSeats(db, parent.super_event_id);
  return { parent, followers: await moveRegistrations(db, acceptedUnder(parent.id), to) };
}

interface RegistrationMove extends Pick<ParentMove, 'full'> {
  /** Undefined if it stays as it is. */
  parent: MovedParent | undefined;
  moved: Moved[];
}

/**
 * Changes the status of a registration. Accepting it accepts the parent as well. When the person's last accepted
 * registration ends, the parent follows and the seat is free.
 */
export async function moveRegistration(db: Db, id: string, to: RegistrationStatus): Promise<RegistrationMove> {
  if (to !== 'accepted') await lockParentOf(db, id);
  const { parent, followers, full } = await moveParent(
    db,
    to === 'accepted' ? isParentOf(id) : isParentOfOnlyAccepted(id),
    to,
  );
  if (full) return { parent, moved: [], full };
  if (followers.length > 0) return { parent, moved: followers };
  return { parent, moved: await moveRegistrations(db, registrationIs(id), to) };
}

/**
 * Accepts a person into a hackathon from any status, and on the tracks that their invitation is for, or on the only one there is.
 * Repeating it changes nothing. Payment and cap apply.
 */
export const enroll: Action<'registrations.enroll'> = async (ctx) => {
  const { super_event_id, user_id, answers_json = {}, track_ids = [] } = ctx.params;
  const hackathon = (await findHackathon(ctx.db, super_event_id)) ?? ctx.fail('EVENT_NOT_FOUND');
  const { organization_id, is_paid, only_track_id } = hackathon;
  const parent = await lockParent(ctx.db, { organization_id, super_event_id, user_id });
  if (parent.former === 'accepted') return { enrolled: false };
  if (!is_paid) return ctx.fail('EVENT_NOT_PAID');

  const { full } = await moveParent(ctx.db, parentIs(parent.id), 'accepted');
  if (full) return ctx.fail('MAX_PARTICIPANTS_REACHED', full);
  const status = 'accepted';
  const before = parent.former ? { status: parent.former } : {};
  const whose = { user_id, organization_id, super_event_id };
  const ids = { super_event_registration_id: parent.id, ...whose };
  ctx.changed(factOf(parent.former, status), ids, before, { status });

  if (Object.keys(answers_json).length > 0) await fillAnswers(ctx.db, [{ id: parent.id, answers: answers_json }]);
  const tracks = track_ids.length > 0 || !only_track_id ? track_ids : [only_track_id];
  const placements = tracks.map((event_id) => ({ parent_id: parent.id, user_id, event_id }));
  const home = { organization_id, super_event_id };
  const placed = placements.length > 0 ? await placeOnTracks(ctx.db, home, placements) : [];
  for (const { id, event_id, former } of placed) {
    const ids = { registration_id: id, ...whose, event_id };
    ctx.changed(factOf(former, status), ids, former ? { status: former } : {}, { status });
  }
  const [only, ...more] = placed;
  await announce(ctx.db, only && more.length === 0 ? { registration_id: only.id } : { parent_id: parent.id }, status);
  return { enrolled: true };
};
