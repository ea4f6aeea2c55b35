/** Who may be onboarded. The refusals stand in the order in which the interface asks them. */
import type { RegistrationStatus } from '../../shared/contract/vocabulary.ts';

export interface Circumstances {
  /** Null where nobody has the address. */
  readonly user_id: string | null;
  /** They have a confirmed address and a name. */
  readonly is_onboarded: boolean;
  readonly registration_status: RegistrationStatus | null;
  readonly is_invited: boolean;
  readonly is_paid: boolean;
  readonly track_count: number;
  /** Every track was closed; one that was never opened does not close anything. */
  readonly is_closed: boolean;
  readonly accepted_count: number;
  readonly max_participants: number | null;
}
export type Verdict =
  | { readonly enroll: string }
  | { readonly invite: true }
  | { readonly refused: 'EVENT_NOT_PAID' | 'NO_TRACKS' | 'REGISTRATION_CLOSED' }
  | { readonly full: { readonly acceptedCount: number; readonly maxParticipants: number } };

/**
 * Whoever is in, or invited, stays so whatever has changed since. They too are sent on to where places are kept: only
 * there is it known whether this very request has taken theirs.
 */
export function judgeOnboarding(present: Circumstances): Verdict {
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

/** Undefined where nothing of a name was given. */
export const fullName = (first: string | null | undefined, last: string | null | undefined): string | undefined =>
  [first, last].filter(Boolean).join(' ') || undefined;
