/**
 * Moves parents and registrations into and out of `accepted`, always together with the seats. For an event file
 * `moves.ts` does so, many at once.
 *
 * Everybody who writes here locks in this order: the parent, the seat, registrations on tracks, teams.
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
import {
  freeSeat,
  holdParentOf,
  isParentOf,
  isParentOfOnlyAccepted,
  occupancyOf,
  setParentStatus,
  takeSeat,
  type MovedParent,
  type Occupancy,
} from './queries/parents.ts';
import { acceptedUnder, moveRegistrations, registrationIs, type Moved } from './queries/registrations.ts';

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
    const isSeated = await takeSeat(db, parent.super_event_id);
    return { parent, followers: [], ...(!isSeated && { full: await occupancyOf(db, parent.super_event_id) }) };
  }
  if (parent.former !== 'accepted') return { parent, followers: [] };
  await freeSeat(db, parent.super_event_id);
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
  if (to !== 'accepted') await holdParentOf(db, id);
  const { parent, followers, full } = await moveParent(
    db,
    to === 'accepted' ? isParentOf(id) : isParentOfOnlyAccepted(id),
    to,
  );
  if (full) return { parent, moved: [], full };
  if (followers.length > 0) return { parent, moved: followers };
  return { parent, moved: await moveRegistrations(db, registrationIs(id), to) };
}
