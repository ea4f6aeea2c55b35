/** What one scan means: pure decisions, asked in the order in which the interface lists its refusals. */
import type { Viewer } from '../../shared/broker/viewer.ts';
import type { ErrorsOf } from '../../shared/contract/endpoint.ts';
import { normalizeTimestamp } from '../../shared/contract/formats.ts';
import type { Definition } from '../../shared/contract/index.ts';
import type { FieldProblem } from '../../shared/contract/validator.ts';
import type { PointType, RegistrationStatus, scanMethods } from '../../shared/contract/vocabulary.ts';

/** A scan as a kiosk handed it in. */
export interface Scan {
  readonly point_id: string;
  readonly token: string;
  readonly method: (typeof scanMethods)[number];
  readonly nonce: string;
  readonly moment: Moment;
  readonly viewer: Viewer;
  readonly request_id: string | null;
}
/** When a scan happened, and whether the scanner says so; or why that cannot be. */
export type Moment = { readonly at: Date; readonly isGiven: boolean } | { readonly problem: FieldProblem };

export interface Requirement {
  readonly id: string;
  readonly title: string;
  readonly description?: string | null;
  readonly is_required?: boolean;
}
export interface Point {
  readonly name: string;
  readonly type: PointType;
  readonly opens_at: Date;
  readonly closes_at: Date;
  readonly requirements: readonly Requirement[];
}
export interface Team {
  readonly id: string;
  readonly name: string;
  /** It has handed in what this point asks for. */
  readonly has_submitted: boolean;
  /** The requirements it has answered, there or in its project submission. */
  readonly answered: readonly string[];
}
export interface CheckIn {
  readonly user_id: string;
  readonly registration_id: string;
  readonly checked_in_at: Date;
}
/** What a scan leaves behind. */
export interface Admission extends CheckIn {
  readonly method: Scan['method'];
}
/** What the database knows about a scan. */
export interface Findings {
  /** Null as well where the point is none of the viewer's business. */
  readonly point: Point | null;
  /** Staff are members of the organization too. */
  readonly viewer: { readonly organizes: boolean; readonly is_staff: boolean; readonly takes_part: boolean };
  /** Whom the token stands for at this point. */
  readonly registration: { readonly id: string; readonly user_id: string; readonly status: RegistrationStatus } | null;
  /** The record that this key or session made here under the same nonce, annulled since or not. */
  readonly same_nonce: CheckIn | null;
  /** The person's record at this point. */
  readonly earlier: CheckIn | null;
  readonly team: Team | null;
}

export type Refusal = ErrorsOf<Definition<'check-in.scan'>>;
export type Verdict =
  | { readonly refused: Refusal; readonly errors?: readonly FieldProblem[] }
  | { readonly replayed: CheckIn; readonly point: Point }
  | { readonly repeated: CheckIn; readonly point: Point }
  | { readonly gated: Team; readonly point: Point }
  | { readonly admitted: Admission; readonly point: Point };

export function judge(scan: Scan, findings: Findings): Verdict {
  const { method, moment } = scan;
  const { point, registration, same_nonce, earlier, team } = findings;
  if (!point) return { refused: 'POINT_NOT_FOUND' };
  if ('problem' in moment) return { refused: 'VALIDATION_FAILED', errors: [moment.problem] };
  if (method === 'manual' && !findings.viewer.organizes) return { refused: 'ORGANIZER_REQUIRED' };
  if (!registration) return { refused: 'INVALID_TOKEN' };
  if (!findings.viewer.is_staff && !scansThemselves(scan, findings)) return { refused: 'PERMISSION_DENIED' };
  if (same_nonce) {
    const isSamePerson = same_nonce.user_id === registration.user_id;
    return isSamePerson ? { replayed: same_nonce, point } : { refused: 'IDEMPOTENCY_KEY_REUSED' };
  }
  if (registration.status !== 'accepted') return { refused: 'NOT_ACCEPTED' };
  if (earlier) return { repeated: earlier, point };
  if (moment.at < point.opens_at) return { refused: 'TOO_EARLY' };
  if (moment.at > point.closes_at) return { refused: 'TOO_LATE' };
  if (point.type === 'milestone') {
    if (!team) return { refused: 'NO_TEAM' };
    if (!team.has_submitted) return { gated: team, point };
  }
  const { id, user_id } = registration;
  const recorded = findings.viewer.is_staff ? method : 'self_check';
  return { admitted: { registration_id: id, user_id, method: recorded, checked_in_at: moment.at }, point };
}

/** A participant's own token, now: when they came is not for them to say. */
const scansThemselves = ({ moment, viewer }: Scan, findings: Findings) =>
  findings.viewer.takes_part &&
  findings.registration?.user_id === viewer.user_id &&
  !('isGiven' in moment && moment.isGiven);

const minute = 60_000;
const oldest = 24 * 60 * minute;
/** Clocks of kiosks run ahead a little; what they say is then now. */
const ahead = 2 * minute;

/** A kiosk that was offline says when it really scanned; everybody else means now. */
export function momentOf(scanned_at: string | undefined, now: Date): Moment {
  if (scanned_at === undefined) return { at: now, isGiven: false };
  const problems: { type: string }[] = [];
  const at = new Date(String(normalizeTimestamp(scanned_at, problems)));
  if (problems.length > 0) return { problem: wrongTime('timestamp', 'must be an ISO 8601 time with an offset') };
  const age = now.getTime() - at.getTime();
  if (age > oldest) return { problem: wrongTime('tooOld', 'must not be more than 24 hours ago') };
  if (age < -ahead) return { problem: wrongTime('tooFarAhead', 'must not be more than 2 minutes ahead') };
  return { at: age < 0 ? now : at, isGiven: true };
}

const wrongTime = (code: string, words: string): FieldProblem => ({
  field: 'scanned_at',
  code,
  message: `scanned_at ${words}`,
});
