/**
 * Moves parents into and out of `accepted`, always together with the seats. For an event file `moves.ts` does so,
 * many at once.
 *
 * Everybody who writes here locks in this order: the parent, the seat, registrations on tracks, teams.
 *
 * - The parent comes first, even when it does not change. Of two requests that accept the same person one waits and
 *   then needs no seat. A parent that leaves `accepted` either sees a registration that was accepted meanwhile and takes
 *   it along, or is accepted again by the later request.
 * - The seat comes late, because everybody who is accepted into the hackathon contends for it. One conditional update
 *   compares it with the cap; nobody reads it first.
 * - Cancelling a registration locks only that. Against a concurrent accept of the same registration, the later of the
 *   two wins.
 * - Moves between teams lock parents and registrations before team rows. Should they deadlock with a request here, the
 *   database aborts one of the two and the unit of work runs it again.
 */
import { registrationStatuses, type RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import type { Db } from '../../shared/database/database.ts';
import {
  freeSeat,
  occupancyOf,
  setParentStatus,
  takeSeat,
  type MovedParent,
  type Occupancy,
} from './queries/parents.ts';
import { acceptedUnder, moveRegistrations, type Moved } from './queries/registrations.ts';

interface ParentMove {
  /** Undefined if it was in none of the expected states. */
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
 * @param from The states it may leave; all by default.
 */
export async function moveParent(
  db: Db,
  id: string,
  to: RegistrationStatus,
  from: readonly RegistrationStatus[] = registrationStatuses,
): Promise<ParentMove> {
  const parent = await setParentStatus(db, id, to, from);
  if (!parent || parent.former === to) return { parent, followers: [] };
  if (to === 'accepted') {
    const isSeated = await takeSeat(db, parent.super_event_id);
    return { parent, followers: [], ...(!isSeated && { full: await occupancyOf(db, parent.super_event_id) }) };
  }
  if (parent.former !== 'accepted') return { parent, followers: [] };
  await freeSeat(db, parent.super_event_id);
  return { parent, followers: await moveRegistrations(db, acceptedUnder(id), to) };
}
