/** Every refusal a client can meet: its HTTP status and its sentence. Adding an error is adding a row. */
export const errors = {
  VALIDATION_FAILED: [400, 'Some fields are missing or wrong.'],
  UNAUTHENTICATED: [401, 'A valid API key or session is required.'],
  INVALID_CREDENTIALS: [401, 'The address or the password is wrong.'],
  PASSWORD_REQUIRED: [401, 'This account has a password: accepting the invitation needs it.'],
  INVALID_LINK: [400, 'This link is used up, out of date or incomplete; ask for a new one.'],
  SESSION_REQUIRED: [403, 'This needs a signed-in session; an API key is not enough.'],
  PERMISSION_DENIED: [403, 'You may not do this.'],
  NOT_FOUND: [404, 'There is nothing here.'],
  METHOD_NOT_ALLOWED: [405, 'This path does not take that method.'],
  NOT_IMPLEMENTED: [501, 'This root is listed but not served by this release.'],
  AMBIGUOUS_SLUG: [409, 'Several organizations use this slug; use the id.'],
  NOT_READY: [409, 'Something is still missing for this.'],
  PAYLOAD_TOO_LARGE: [413, 'The request body is too large.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The body must be application/json, or multipart/form-data where files are taken.'],
  RATE_LIMITED: [429, 'Too many requests; try again later.'],
  IDEMPOTENCY_KEY_REUSED: [422, 'This idempotency key was used before with another request.'],
  IDEMPOTENCY_IN_PROGRESS: [409, 'The first request with this idempotency key is still running.'],
  UNAVAILABLE: [503, 'A part of the service is not reachable; try again.'],
  OVERLOADED: [503, 'The service is overloaded; try again.'],
  TIMEOUT: [504, 'The request took too long. It may have been carried out.'],
  INTERNAL: [500, 'Something went wrong on our side.'],

  SLUG_TAKEN: [409, 'Another organization has this slug.'],
  ALREADY_MEMBER: [409, 'Already a member, with another role.'],
  LAST_OWNER: [409, 'An organization keeps its last owner.'],

  INVALID_EMAIL: [400, 'A valid email address is required.'],
  EVENT_NOT_FOUND: [404, 'There is no such hackathon.'],
  EVENT_NOT_PAID: [402, 'The payment of this hackathon is not complete.'],
  REGISTRATION_CLOSED: [409, 'Registration is closed.'],
  NO_TRACKS: [409, 'The hackathon has no tracks yet.'],
  MAX_PARTICIPANTS_REACHED: [409, 'The hackathon is full.'],
  ALREADY_REGISTERED: [409, 'Already registered.'],

  TARGET_TRACK_REQUIRED: [400, 'A target track is required.'],
  INVALID_TRACK: [400, 'This track does not belong to the hackathon.'],
  BUILDER_NOT_FOUND: [404, 'There is no such builder; onboard them first.'],
  TEAM_NOT_FOUND: [404, 'There is no such team on the target track.'],
  TEAM_FULL: [409, 'The team has no room for so many.'],
  ALREADY_IN_TEAM: [409, 'A person is in one team per hackathon.'],
  NOT_ACCEPTED_ON_TRACK: [409, 'Members need an accepted registration on the track.'],
  INVALID_REPLACEMENT_LEADER: [400, 'The new leader must be another member of the team.'],

  WEIGHT_TOTAL_EXCEEDED: [409, 'The weights of a track are at most 1 together.'],
  CRITERION_IN_USE: [409, 'Judges have handed in scores for this criterion; `force` deletes it with them.'],
  NOT_A_JUDGE: [409, 'Only a judge of the track can judge its teams.'],
  CONFLICT_OF_INTEREST: [409, 'Nobody judges a team they are a member of.'],
  SCORES_INCOMPLETE: [409, 'Every criterion needs a score first.'],
  ASSIGNMENT_SUBMITTED: [409, 'These scores are handed in and stay as they are.'],

  INVITE_NOT_FOUND: [404, 'This invitation is unknown, used up or out of date.'],

  POINT_NOT_FOUND: [404, 'There is no such check-in point.'],
  ORGANIZER_REQUIRED: [403, 'Only an organizer may check people in by hand.'],
  INVALID_TOKEN: [404, 'This check-in token is unknown here.'],
  NOT_ACCEPTED: [403, 'This registration is not accepted.'],
  TOO_EARLY: [400, 'Check-in has not opened yet.'],
  TOO_LATE: [400, 'Check-in is closed.'],
  NO_TEAM: [400, 'This participant has no team.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof errors;

/** What any request may meet, whatever its endpoint declares. */
export const commonErrors = ['RATE_LIMITED', 'UNAVAILABLE', 'OVERLOADED', 'TIMEOUT', 'INTERNAL'] as const;
