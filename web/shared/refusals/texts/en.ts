/**
 * Texts of refusals and of wrong fields, by code, for the pages of participants, the kiosk and the judges. English has
 * none of its own: it shows the messages of the service, as every language does for other codes.
 */
import type { ErrorCode } from '../../../../shared/contract/errors.ts';

type Met = Extract<
  ErrorCode,
  | 'UNAUTHENTICATED'
  | 'INVALID_CREDENTIALS'
  | 'EMAIL_NOT_CONFIRMED'
  | 'PASSWORD_REQUIRED'
  | 'INVALID_LINK'
  | 'INVALID_CODE'
  | 'SECOND_FACTOR_INVALID'
  | 'TICKET_INVALID'
  | 'SECOND_FACTOR_MISSING'
  | 'TOTP_ACTIVE'
  | 'PASSKEY_INVALID'
  | 'TOO_MANY_PASSKEYS'
  | 'EMAIL_TAKEN'
  | 'SESSION_REQUIRED'
  | 'PERMISSION_DENIED'
  | 'NOT_FOUND'
  | 'PAYLOAD_TOO_LARGE'
  | 'RATE_LIMITED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'UNAVAILABLE'
  | 'OVERLOADED'
  | 'TIMEOUT'
  | 'INTERNAL'
  | 'INVALID_EMAIL'
  | 'EVENT_NOT_FOUND'
  | 'EVENT_NOT_PAID'
  | 'REGISTRATION_CLOSED'
  | 'NO_TRACKS'
  | 'MAX_PARTICIPANTS_REACHED'
  | 'UNDO_EXPIRED'
  | 'ALREADY_REGISTERED'
  | 'INVALID_TRACK'
  | 'TEAM_NOT_FOUND'
  | 'TEAM_FULL'
  | 'ALREADY_IN_TEAM'
  | 'NOT_ACCEPTED_ON_TRACK'
  | 'INVALID_REPLACEMENT_LEADER'
  | 'TEAMS_LOCKED'
  | 'TEAM_NOT_EMPTY'
  | 'INVITATION_NOT_FOUND'
  | 'SUBMISSIONS_CLOSED'
  | 'NOT_A_JUDGE'
  | 'CONFLICT_OF_INTEREST'
  | 'SCORES_INCOMPLETE'
  | 'ASSIGNMENT_SUBMITTED'
  | 'INVITE_NOT_FOUND'
  | 'PAIRING_NOT_FOUND'
  | 'POINT_NOT_FOUND'
  | 'ORGANIZER_REQUIRED'
  | 'INVALID_TOKEN'
  | 'NOT_ACCEPTED'
  | 'TOO_EARLY'
  | 'TOO_LATE'
  | 'NO_TEAM'
  | 'VALIDATION_FAILED'
>;
export type Refusals = Readonly<Record<Met, string>>;

type Kind =
  | 'required'
  | 'stringEmpty'
  | 'stringMin'
  | 'stringMax'
  | 'stringPattern'
  | 'nameCharacters'
  | 'nameBlank'
  | 'number'
  | 'numberMin'
  | 'numberMax'
  | 'numberInteger'
  | 'arrayMax'
  | 'arrayUnique'
  | 'enumValue'
  | 'email'
  | 'emailEmpty'
  | 'emailMax'
  | 'httpUrl'
  | 'date'
  | 'dateMin'
  | 'dateMax'
  | 'fileEmpty'
  | 'fileType'
  | 'notShown'
  | 'same';
/** By the kind of fault, with the limit that was passed. */
export type Faults = Readonly<Record<Kind, string | ((limit: string) => string)>>;

export const refusals: Partial<Refusals> = {};

export const faults: Partial<Faults> = {};
