/**
 * The one way into `accepted` and out of it for a person's place in a hackathon. Parents and seats change together.
 *
 * Everybody who writes here locks in this order: the parent, the seat, registrations on tracks, teams.
 *
 * - The parent first, also where it stays as it is. So of two who accept the same person one waits and then needs no
 *   seat; and a parent that leaves `accepted` either sees a registration accepted meanwhile and takes it along, or is
 *   itself lifted again by who comes after.
 * - The seat next and late, because everybody accepted into the hackathon meets there. One conditional update compares
 *   it with the cap; nobody reads it first.
 * - Who cancels one registration locks only that. Against an accept of the same one the later of the two stands.
 * - Moves of people between teams hold parents and registrations before they touch a team's row. If they ever meet
 *   somebody here crosswise, the database ends one of the two and the unit of work runs it again.
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
  /** Undefined where it was in none of the states it was to leave. */
  parent: MovedParent | undefined;
  /** Registrations that followed it out of `accepted`. */
  followers: Moved[];
  /** No seat is left. The parent is written already: the caller must refuse, which takes everything back. */
  full?: Occupancy;
}

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
