/** Decides who may be onboarded. Refusals are in the order of the interface. */
import type { RowOf } from '../../shared/database/columns.ts';
import type { superEvents } from '../../shared/database/published/events.ts';
import type { superEventRegistrations } from '../../shared/database/published/registrations.ts';

export interface Circumstances extends Readonly<Pick<RowOf<typeof superEvents>, 'max_participants'>> {
  /** Null if nobody has the address. */
  readonly user_id: string | null;
  /** They have a confirmed address and a name. */
  readonly is_onboarded: boolean;
  readonly registration_status: RowOf<typeof superEventRegistrations>['status'] | null;
  readonly is_invited: boolean;
  readonly is_paid: boolean;
  readonly track_count: number;
  /** Registration is closed on every track, or the hackathon is outside its registration period. */
  readonly is_closed: boolean;
  readonly accepted_count: number;
}
export type OnboardingVerdict =
  | { readonly enroll: string }
  | { readonly invite: true }
  | { readonly refused: 'EVENT_NOT_PAID' | 'NO_TRACKS' | 'REGISTRATION_CLOSED' }
  | { readonly full: { readonly acceptedCount: number; readonly maxParticipants: number } };

/**
 * Decides whether to enroll or invite a person. One who is already accepted or invited is never refused. An accepted
 * one still goes to the registrations service, because only that service can tell whether this same request has
 * accepted them before.
 */
export function decideOnboarding(present: Circumstances): OnboardingVerdict {
  const { user_id, max_participants, accepted_count } = present;
  if (user_id && present.registration_status === 'accepted') return { enroll: user_id };
  if (present.is_invited) return { invite: true };
  if (!present.is_paid) return { refused: 'EVENT_NOT_PAID' };
  if (present.track_count === 0) return { refused: 'NO_TRACKS' };
  if (present.is_closed) return { refused: 'REGISTRATION_CLOSED' };
  if (max_participants !== null && accepted_count >= max_participants) {
    return { full: { acceptedCount: accepted_count, maxParticipants: max_participants } };
  }
  return user_id && present.is_onboarded ? { enroll: user_id } : { invite: true };
}

/** Joins the parts of a name; undefined if there are none. */
export const fullName = (first: string | null | undefined, last: string | null | undefined): string | undefined =>
  [first, last].filter(Boolean).join(' ') || undefined;
