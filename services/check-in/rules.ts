/** Decides about one scan with pure functions, in the order in which the interface lists the refusals. */
import type { Viewer } from '../../shared/base/viewer.ts';
import type { MilestoneRequirement } from '../../shared/contract/check-in.ts';
import type { ErrorsOf } from '../../shared/contract/endpoint.ts';
import { normalizeTimestamp } from '../../shared/contract/formats.ts';
import type { Definition } from '../../shared/contract/index.ts';
import type { FieldProblem } from '../../shared/contract/validator.ts';
import type { PointType, RegistrationStatus, scanMethods } from '../../shared/contract/vocabulary.ts';

/** A scan as the kiosk sent it. */
export interface Scan {
  readonly point_id: string;
  readonly token: string;
  readonly method: (typeof scanMethods)[number];
  readonly nonce: string;
  readonly moment: Moment;
  readonly viewer: Viewer;
  readonly request_id: string | null;
}
/** When a scan happened and whether the kiosk said so, or why the given time is invalid. */
export type Moment = { readonly at: Date; readonly isGiven: boolean } | { readonly problem: FieldProblem };

export interface Point {
  readonly organization_id: string;
  readonly name: string;
  readonly type: PointType;
  readonly opens_at: Date;
  readonly closes_at: Date;
  readonly requirements: readonly MilestoneRequirement[];
}
export interface Team {
  readonly id: string;
  readonly name: string;
  /** The team has submitted what this point asks for. */
  readonly has_submitted: boolean;
  /** The requirements that the team has answered, at this point or in its project submission. */
  readonly answered: readonly string[];
}
export interface CheckIn {
  readonly user_id: string;
  readonly registration_id: string;
  readonly checked_in_at: Date;
}
/** What an admitted scan records. */
export interface Admission extends CheckIn {
  readonly method: Scan['method'];
}
/** What the database knows about a scan. */
export interface Findings {
  /** Null also when the viewer may not see the point. */
  readonly point: Point | null;
  /** The viewer's standing at the point; `is_staff` includes members of the organization. */
  readonly viewer: { readonly organizes: boolean; readonly is_staff: boolean; readonly takes_part: boolean };
  /** The registration of the token at this point. */
  readonly registration: { readonly id: string; readonly user_id: string; readonly status: RegistrationStatus } | null;
  /** The check-in of the same key or session at this point with the same nonce, even if annulled since. */
  readonly same_nonce: CheckIn | null;
  /** The person's check-in at this point. */
  readonly earlier: CheckIn | null;
  readonly team: Team | null;
}

export type ScanRefusal = ErrorsOf<Definition<'check-in.scan'>>;
export type ScanVerdict =
  | { readonly refused: Exclude<ScanRefusal, 'VALIDATION_FAILED'> }
  | { readonly refused: 'VALIDATION_FAILED'; readonly errors: readonly FieldProblem[] }
  | { readonly replayed: CheckIn; readonly point: Point }
  | { readonly repeated: CheckIn; readonly point: Point }
  | { readonly gated: Team; readonly point: Point }
  | { readonly admitted: Admission; readonly point: Point };

/**
 * Decides about a scan.
 * @returns The admission, a repeat of an earlier check-in, what a milestone still asks for, or the code of the
 *   refusal.
 */
export function judge(scan: Scan, findings: Findings): ScanVerdict {
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

/** A device that was given points has no others, whatever the hackathon has. */
export const isPointOf = ({ device }: Viewer, point_id: string): boolean =>
  device?.point_ids?.includes(point_id) ?? true;

/** A participant scans their own token, without a time of their own choosing. */
const scansThemselves = ({ moment, viewer }: Scan, findings: Findings) =>
  findings.viewer.takes_part &&
  findings.registration?.user_id === viewer.user_id &&
  !('isGiven' in moment && moment.isGiven);

const minute = 60_000;
const oldest = 24 * 60 * minute;
/** Milliseconds that a kiosk's clock may be ahead; such a time counts as now. */
const ahead = 2 * minute;

/**
 * Returns when a scan happened: `scanned_at` for a kiosk that was offline, otherwise now.
 * @param now The time of the request.
 */
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

const letters = new Intl.Segmenter();

/**
 * What everybody in the room may read of a name: the first, and the initial of the last. Who never said a name is called by
 * their address, whose parts stand between dots.
 */
export function shownName(name: string): string {
  const [first = '', ...others] = name.split(/[\s._]+/u).filter((part) => part !== '');
  const [initial] = letters.segment(others.at(-1) ?? '');
  return initial ? `${first} ${initial.segment}.` : first;
}
