/** Written by `npm run docs` from the contracts of Muster. */

import type { OrganizationRole, RegistrationStatus, Ranking } from './shapes.ts';

/** The fields of each error beside code and message. */
export interface ErrorExtras {
  /** 400: Some fields are missing or wrong. */
  VALIDATION_FAILED: {
    errors: { field: string; code: string; message: string; line?: number | undefined; column?: number | undefined }[];
  };
  /** 401: A valid API key or session is required. */
  UNAUTHENTICATED: Record<never, never>;
  /** 401: The email or the password is wrong. */
  INVALID_CREDENTIALS: Record<never, never>;
  /** 403: This address is not confirmed yet: use the link or the code of the email, or have it sent again. */
  EMAIL_NOT_CONFIRMED: Record<never, never>;
  /** 401: This account has a password: accepting the invitation needs it. */
  PASSWORD_REQUIRED: Record<never, never>;
  /** 400: This link was used, is out of date or incomplete; ask for a new one. */
  INVALID_LINK: Record<never, never>;
  /** 400: This code is wrong or out of date. The link in the email works for an hour. */
  INVALID_CODE: Record<never, never>;
  /** 401: This account has a second factor: send the ticket with a code to POST /auth/second-factor. */
  SECOND_FACTOR_REQUIRED: { ticket: string };
  /** 401: This code is wrong, out of date, or was used before. */
  SECOND_FACTOR_INVALID: Record<never, never>;
  /** 401: This sign-in was completed, or took too long; sign in again. */
  TICKET_INVALID: Record<never, never>;
  /** 403: This takes a session with a second factor: add a passkey or an app that makes codes to your account (/account), and sign in with it. */
  SECOND_FACTOR_MISSING: Record<never, never>;
  /** 409: An app makes codes for this account already; remove it first. */
  TOTP_ACTIVE: Record<never, never>;
  /** 401: This passkey is unknown here, or did not answer the challenge as it should; begin once more. */
  PASSKEY_INVALID: Record<never, never>;
  /** 409: An account has at most 25 passkeys; remove one first. */
  TOO_MANY_PASSKEYS: Record<never, never>;
  /** 409: Another account has this address. */
  EMAIL_TAKEN: Record<never, never>;
  /** 403: This needs a signed-in session; an API key is not enough. */
  SESSION_REQUIRED: { refused?: { what: string; reason: string }[] | undefined };
  /** 403: You may not do this. */
  PERMISSION_DENIED: Record<never, never>;
  /** 404: There is nothing here. */
  NOT_FOUND: Record<never, never>;
  /** 405: This path does not take that method. */
  METHOD_NOT_ALLOWED: Record<never, never>;
  /** 501: This root is listed but not served by this release. */
  NOT_IMPLEMENTED: Record<never, never>;
  /** 409: Several organizations use this slug; use the id. */
  AMBIGUOUS_SLUG: Record<never, never>;
  /** 409: Something is missing: `missing` or `warnings` says what. */
  NOT_READY: {
    missing?: string[] | undefined;
    warnings?:
      | ('NO_DATES' | 'MAX_PARTICIPANTS_REACHED' | 'SUPER_EVENT_DRAFT' | 'EVENT_IS_DRAFT' | 'EVENT_NOT_PAID')[]
      | undefined;
  };
  /** 413: The request body is too large. */
  PAYLOAD_TOO_LARGE: Record<never, never>;
  /** 415: The body must be application/json; application/yaml for event files, text/csv for lists and tables, multipart/form-data for files. */
  UNSUPPORTED_MEDIA_TYPE: Record<never, never>;
  /** 429: Too many requests; try again later. */
  RATE_LIMITED: { retry_after: number };
  /** 422: This idempotency key was used before with another request. */
  IDEMPOTENCY_KEY_REUSED: Record<never, never>;
  /** 409: The first request with this idempotency key is still running. */
  IDEMPOTENCY_IN_PROGRESS: Record<never, never>;
  /** 503: A part of the service is not reachable; try again. */
  UNAVAILABLE: Record<never, never>;
  /** 503: The service is overloaded; try again. */
  OVERLOADED: Record<never, never>;
  /** 504: The request took too long. It may have been carried out. */
  TIMEOUT: Record<never, never>;
  /** 500: Something went wrong on our side. */
  INTERNAL: Record<never, never>;
  /** 409: Another key of this organization has this label. */
  LABEL_TAKEN: Record<never, never>;
  /** 409: A person has at most 25 keys in an organization; revoke one first. */
  TOO_MANY_KEYS: Record<never, never>;
  /** 409: Another organization has this slug. */
  SLUG_TAKEN: Record<never, never>;
  /** 409: Already a member, with another role. */
  ALREADY_MEMBER: { user_id: string; role: OrganizationRole };
  /** 409: An organization needs an owner; make somebody else an owner first. */
  LAST_OWNER: Record<never, never>;
  /** 400: A valid email address is required. */
  INVALID_EMAIL: Record<never, never>;
  /** 404: There is no such hackathon. */
  EVENT_NOT_FOUND: Record<never, never>;
  /** 402: The payment of this hackathon is not complete. */
  EVENT_NOT_PAID: Record<never, never>;
  /** 409: Registration is closed. */
  REGISTRATION_CLOSED: Record<never, never>;
  /** 409: The hackathon has no tracks yet. */
  NO_TRACKS: Record<never, never>;
  /** 409: The hackathon is full. */
  MAX_PARTICIPANTS_REACHED: { acceptedCount: number; maxParticipants: number | null };
  /** 409: A decision can be undone for 60 seconds only. */
  UNDO_EXPIRED: { undo_until: string };
  /** 409: Already registered. */
  ALREADY_REGISTERED: { registration_id: string };
  /** 409: Other fields depend on this one: change them first. */
  FIELD_IN_USE: { field_ids: string[] };
  /** 409: Fields use this list: change them first. */
  LIST_IN_USE: { field_ids: string[] };
  /** 400: A target track is required. */
  TARGET_TRACK_REQUIRED: Record<never, never>;
  /** 400: This track does not belong to the hackathon. */
  INVALID_TRACK: Record<never, never>;
  /** 404: There is no such builder; onboard them first. */
  BUILDER_NOT_FOUND: { userIds?: string[] | undefined };
  /** 404: There is no such team on the target track. */
  TEAM_NOT_FOUND: Record<never, never>;
  /** 409: The team has too few free places. */
  TEAM_FULL: Record<never, never>;
  /** 409: A person is in one team per hackathon. */
  ALREADY_IN_TEAM: { userIds: string[] };
  /** 409: Members need an accepted registration on the track. */
  NOT_ACCEPTED_ON_TRACK: { userIds: string[] };
  /** 400: The new leader must be another member of the team. */
  INVALID_REPLACEMENT_LEADER: Record<never, never>;
  /** 409: Teams are locked; only organizers can change them now. */
  TEAMS_LOCKED: { locked_at: string };
  /** 409: The team has other members; only its last member can delete it. */
  TEAM_NOT_EMPTY: Record<never, never>;
  /** 404: This invitation is unknown, was replaced, or is older than 48 hours. */
  INVITATION_NOT_FOUND: Record<never, never>;
  /** 409: Another team of the hackathon sits at this table. */
  TABLE_TAKEN: { team_id: string };
  /** 409: The deadline for projects has passed. */
  SUBMISSIONS_CLOSED: { closed_at: string };
  /** 409: The weights of a track are at most 1 together. */
  WEIGHT_TOTAL_EXCEEDED: { current_total: number; attempted_total: number };
  /** 409: Judges have submitted scores for this criterion; `force=true` in the query deletes it with them. */
  CRITERION_IN_USE: { score_count: number };
  /** 409: The file takes places or teams from these people; `confirm=<count>` in the query, with their number, does it. */
  LOSES_PLACES: { count: number; people: { email: string; loses: string[] }[] };
  /** 409: Judges gave scores that would not fit this scale; `force=true` in the query changes it all the same. */
  SCORES_EXIST: { count: number };
  /** 409: Only a judge of the track can judge its teams. */
  NOT_A_JUDGE: { judge_user_ids: string[] };
  /** 409: Nobody judges a team they are a member of. */
  CONFLICT_OF_INTEREST: { judge_user_ids?: string[] | undefined };
  /** 409: Every criterion needs a score first. */
  SCORES_INCOMPLETE: { missing: string[] };
  /** 409: There are not enough teams, judges or reviews per judge for such a plan. */
  NOT_PLANNABLE: { missing: ('teams' | 'judges' | 'max_per_judge')[]; team_ids?: string[] | undefined };
  /** 409: The results are published by the other ranking. */
  ALREADY_PUBLISHED: { ranking: Ranking };
  /** 409: These scores are submitted; an organizer can reopen them. */
  ASSIGNMENT_SUBMITTED: Record<never, never>;
  /** 404: This invitation is unknown, used or out of date. */
  INVITE_NOT_FOUND: Record<never, never>;
  /** 404: This pairing code is unknown, used or out of date. */
  PAIRING_NOT_FOUND: Record<never, never>;
  /** 409: A hackathon has at most 100 devices; remove one first. */
  TOO_MANY_DEVICES: Record<never, never>;
  /** 409: This point has scans or submissions and cannot be deleted. */
  POINT_IN_USE: Record<never, never>;
  /** 400: A webhook needs a public https address. */
  ADDRESS_FORBIDDEN: { reason: 'address' | 'scheme' | 'credentials' | 'port' | 'private' };
  /** 409: An organization has at most 50 webhooks; delete one first. */
  TOO_MANY_WEBHOOKS: Record<never, never>;
  /** 409: This webhook is switched off or has ended; make it active first. */
  WEBHOOK_NOT_ACTIVE: Record<never, never>;
  /** 410: This position is too old; facts are kept for 30 days. Start again without a position. */
  POSITION_EXPIRED: Record<never, never>;
  /** 403: The event file contains changes that you may not make. */
  FILE_NOT_PERMITTED: { refused: { what: string; reason: string }[] };
  /** 409: The event file contradicts the present state. */
  FILE_NOT_APPLICABLE: { reason: string; next: string };
  /** 409: This announcement was sent or cancelled, and cannot be changed. */
  ANNOUNCEMENT_SENT: Record<never, never>;
  /** 409: This announcement was not sent yet: change or delete it. */
  ANNOUNCEMENT_NOT_SENT: Record<never, never>;
  /** 409: This announcement was cancelled; write a new one. */
  ANNOUNCEMENT_CANCELLED: Record<never, never>;
  /** 404: There is no such check-in point. */
  POINT_NOT_FOUND: Record<never, never>;
  /** 403: Only an organizer may check people in by hand. */
  ORGANIZER_REQUIRED: Record<never, never>;
  /** 404: This check-in token is unknown here. */
  INVALID_TOKEN: Record<never, never>;
  /** 403: This registration is not accepted. */
  NOT_ACCEPTED: { registration_status?: RegistrationStatus | undefined };
  /** 400: Check-in has not opened yet. */
  TOO_EARLY: Record<never, never>;
  /** 400: Check-in is closed. */
  TOO_LATE: Record<never, never>;
  /** 400: This participant has no team. */
  NO_TEAM: Record<never, never>;
}
export type ErrorCode = keyof ErrorExtras;
