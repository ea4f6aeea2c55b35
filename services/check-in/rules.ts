/** Decides about one scan with pure functions, in the order in which the interface lists the refusals. */
import type { Viewer } from '../../shared/base/viewer.ts';
import type { MilestoneRequirement } from '../../shared/contract/points.ts';
import type { ErrorsOf } from '../../shared/contract/endpoint.ts';
import { normalizeTimestamp } from '../../shared/contract/formats.ts';
import type { Definition } from '../../shared/contract/index.ts';
import type { FieldProblem } from '../../shared/contract/validator.ts';
import type { PointType, RegistrationStatus, scanMethods } from '../../shared/contract/vocabulary.ts';

/** A scan as the kiosk sent it. */
export interface Scan {
  readonly point_id: string;
  /** Absent where the scan names the registration. */
  readonly token?: string | undefined;
  readonly registration_id?: string | undefined;
  readonly method: (typeof scanMethods)[number];
  readonly nonce: string;
  readonly moment: Moment;
  readonly viewer: Viewer;
  readonly request_id: string | null;
}
/** The time of a scan and whether the kiosk sent it, or why the given time is invalid. */
export type Moment = { readonly at: Date; readonly isGiven: boolean } | { readonly problem: FieldProblem };

export interface Point {
  readonly organization_id: string;
  readonly name: string;
  readonly type: PointType;
  readonly opens_at: Date;
  readonly closes_at: Date;
  readonly requirements: readonly MilestoneRequirement[];
}
export interface ScannedTeam {
  readonly id: string;
  readonly name: string;
  /** The team has made the submission that this point requires. */
  readonly has_submitted: boolean;
  /** The requirements that the team has answered, at this point or in its project submission. */
  readonly answered: readonly string[];
}
export interface CheckIn {
  readonly user_id: string;
  readonly registration_id: string;
  readonly checked_in_at: Date;
}
export interface Recorded extends CheckIn {
  readonly id: string;
}
/** The record of an admitted scan. */
export interface AdmittedRecord extends CheckIn {
  readonly method: Scan['method'];
}
/** The viewer's standing at a point. */
export interface ScanStanding {
  readonly organizes: boolean;
  /** Members of the organization are staff. */
  readonly is_staff: boolean;
  readonly judges: boolean;
  readonly takes_part: boolean;
  /** A member or organizer in a session without the second factor that the organization asks for. */
  readonly lacks_factor: boolean;
}
/** The data about a scan from the database. */
export interface ScanFindings {
  /** Null also when the viewer may not see the point. */
  readonly point: Point | null;
  readonly viewer: ScanStanding;
  /** The registration of the token at this point. */
  readonly registration: { readonly id: string; readonly user_id: string; readonly status: RegistrationStatus } | null;
  /** The check-in of the same key or session at this point with the same nonce, even if annulled since. */
  readonly same_nonce: Recorded | null;
  /** The person's first check-in at this point; null while there are portions left for them. */
  readonly earlier: CheckIn | null;
  /** The numbers of those portions. */
  readonly free: readonly number[];
  readonly team: ScannedTeam | null;
}

export type ScanRefusal = ErrorsOf<Definition<'check-in.scan'>>;
export type ScanVerdict =
  | { readonly refused: Exclude<ScanRefusal, 'VALIDATION_FAILED' | 'NOT_ACCEPTED'> }
  | { readonly refused: 'NOT_ACCEPTED'; readonly registration_status: RegistrationStatus }
  | { readonly refused: 'VALIDATION_FAILED'; readonly errors: readonly FieldProblem[] }
  | { readonly replayed: Recorded; readonly point: Point }
  | { readonly repeated: CheckIn; readonly point: Point }
  | { readonly gated: ScannedTeam; readonly point: Point }
  | { readonly admitted: AdmittedRecord; readonly point: Point };

/**
 * Decides about a scan.
 * @returns The admission, a repeat of an earlier check-in, the open requirements of a milestone, or the code of the
 *   refusal.
 */
export function decideScan(scan: Scan, findings: ScanFindings): ScanVerdict {
  const { method, moment } = scan;
  const { point, registration, same_nonce, earlier, team } = findings;
  const isByName = scan.registration_id !== undefined;
  if (!point) return { refused: 'POINT_NOT_FOUND' };
  const misnamed = namingProblem(scan);
  if (misnamed) return { refused: 'VALIDATION_FAILED', errors: [misnamed] };
  if ('problem' in moment) return { refused: 'VALIDATION_FAILED', errors: [moment.problem] };
  if (isByName && !scan.viewer.device?.may_search) return { refused: 'PERMISSION_DENIED' };
  const { organizes, is_staff } = heldBy(findings.viewer);
  if (method === 'manual' && !isByName && !organizes)
    return { refused: findings.viewer.organizes ? 'SECOND_FACTOR_MISSING' : 'ORGANIZER_REQUIRED' };
  if (!registration) return { refused: 'INVALID_TOKEN' };
  if (!is_staff && !scansThemselves(scan, findings))
    return { refused: findings.viewer.is_staff ? 'SECOND_FACTOR_MISSING' : 'PERMISSION_DENIED' };
  if (same_nonce) {
    const isSamePerson = same_nonce.user_id === registration.user_id;
    return isSamePerson ? { replayed: same_nonce, point } : { refused: 'IDEMPOTENCY_KEY_REUSED' };
  }
  const { status: registration_status } = registration;
  if (registration_status !== 'accepted') return { refused: 'NOT_ACCEPTED', registration_status };
  if (earlier) return { repeated: earlier, point };
  if (moment.at < point.opens_at) return { refused: 'TOO_EARLY' };
  if (moment.at > point.closes_at) return { refused: 'TOO_LATE' };
  if (point.type === 'milestone') {
    if (!team) return { refused: 'NO_TEAM' };
    if (!team.has_submitted) return { gated: team, point };
  }
  const { id, user_id } = registration;
  const recorded = isByName ? 'manual' : is_staff ? method : 'self_check';
  return { admitted: { registration_id: id, user_id, method: recorded, checked_in_at: moment.at }, point };
}

/** Without the second factor that is asked for, members and organizers hold what they would as anybody else. */
const heldBy = (viewer: ScanStanding): Pick<ScanStanding, 'organizes' | 'is_staff'> =>
  viewer.lacks_factor ? { organizes: false, is_staff: viewer.judges } : viewer;

/**
 * Chooses the portion of each admitted scan: scans of one person that are judged together get different ones. One too many
 * gets the last, loses against the index and is judged again.
 */
export function portionsOf(admitted: readonly { readonly scan: Scan; readonly found: ScanFindings }[]): number[] {
  const given = new Map<string, number>();
  return admitted.map(({ scan, found: { free, registration } }) => {
    const whoWhere = `${registration?.user_id}/${scan.point_id}`;
    const before = given.get(whoWhere) ?? 0;
    given.set(whoWhere, before + 1);
    return free[Math.min(before, free.length - 1)] ?? 1;
  });
}

/** A scan names either a token or a registration. */
export function namingProblem({ token, registration_id }: Named): FieldProblem | undefined {
  if ((token === undefined) !== (registration_id === undefined)) return undefined;
  const [code, words] =
    token === undefined ? ['required', 'is required, or registration_id'] : ['either', 'excludes registration_id'];
  return { field: 'token', code, message: `token ${words}` };
}
interface Named {
  readonly token?: string | undefined;
  readonly registration_id?: string | undefined;
}

/** A device with a list of points may use no others. */
export const isPointOf = ({ device }: Viewer, point_id: string): boolean =>
  device?.point_ids?.includes(point_id) ?? true;

/** A participant scans their own token, without a time of their own choosing. */
const scansThemselves = ({ moment, viewer }: Scan, findings: ScanFindings) =>
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

const answerCharsAtMost = 100;

/** The answers that people at a door read: what was chosen, ticked or said in few words. */
export const shownAnswers = (
  fields: readonly { readonly id: string; readonly label: string }[],
  answers: Readonly<Record<string, unknown>>,
): { label: string; value: string }[] =>
  fields.flatMap(({ id, label }) => {
    const answer = answers[id];
    const said =
      answer === true
        ? label
        : [answer]
            .flat()
            .filter((each) => typeof each === 'string')
            .join(', ');
    return said === '' ? [] : [{ label, value: said.slice(0, answerCharsAtMost) }];
  });

const letters = new Intl.Segmenter();

/**
 * The name on a public screen: the first name and the initial of the last. A person without a name is shown by their
 * email address, split at dots.
 */
export function shownName(name: string): string {
  const [first = '', ...others] = name.split(/[\s._]+/u).filter((part) => part !== '');
  const [initial] = letters.segment(others.at(-1) ?? '');
  return initial ? `${first} ${initial.segment}.` : first;
}
