/** Texts for the people at the door. */
import { handsOut, type PointType, type RegistrationStatus } from '../../shared/contract/values.ts';
import { clock, days, formatsOf, moment } from '../shared/time.ts';
import { isGoodAt } from './roster.ts';
import type { Guest, Known, Outcome, Point, ScanCode, Verdict, VerdictKind } from './model.ts';
import { advice, readings, refusals } from './texts/en.ts';

const saying = (kind: VerdictKind, what: string, known?: Known, more: Partial<Verdict> = {}): Verdict => ({
  kind,
  name: known?.guest?.name ?? null,
  track: known?.track ?? null,
  answers: (known?.guest?.answers ?? []).map(({ value }) => value).join(' · '),
  advice: what,
  since: null,
  missing: [],
  ...more,
});

/** The service knows the code of somebody who waits for a place, and the list of this kiosk has only those who may come in. */
export function refusedFor(code: ScanCode, known?: Known, status?: RegistrationStatus): Verdict {
  if (code !== 'NOT_ACCEPTED') return saying('refused', refusals[code], known);
  const what = status && status !== 'accepted' ? advice.notAccepted(advice.statuses[status]) : refusals[code];
  return saying('refused', what, known, { unnamed: readings.notOnList });
}

/** The check-in was recorded, and can be annulled at the desk alone. */
export const notUndone = (verdict: Verdict): Verdict => ({
  ...verdict,
  kind: 'ok',
  advice: advice.notUndone,
});

/** If the scan cannot be stored, refuse entry. */
export const unkept = (): Verdict => saying('refused', advice.full);

/** The verdict for a decision of the server. */
export function verdictOf(outcome: Outcome, known: Known): Verdict {
  if ('code' in outcome) return refusedFor(outcome.code, known, outcome.status);
  const { data } = outcome;
  if ('checked_in' in data) return saying('ok', handsOut(data.point_type) ? advice.recorded : advice.checkedIn, known);
  if ('already_checked_in' in data) return saying('again', advice.before, known, { since: data.checked_in_at });
  if ('verified' in data) return saying('again', advice.verified, known, { since: data.first_check_in_at });
  const open = data.milestone_requirements.filter(({ satisfied }) => !satisfied);
  return saying('gate', advice.toHandIn(data.team_name), known, {
    missing: open.map(({ title, is_required }) => (is_required ? title : advice.optional(title))),
  });
}

/** When a point opens, with the year where that is not this year. */
export function opening({ opens_at }: Point, zone: string): string {
  const [then, now] = [opens_at, Date.now()].map((at) => formatsOf(zone)({ year: 'numeric' }).format(new Date(at)));
  if (then === now) return moment(opens_at, zone);
  return `${formatsOf(zone)({ ...days, year: 'numeric' }).format(new Date(opens_at))}, ${clock(opens_at, zone)}`;
}

const early = (point: Point, zone: string, known: Known): Verdict =>
  saying('refused', advice.opens(opening(point, zone)), known);

/** Where a scan was made. */
interface Place {
  /** Of the point. */
  readonly id: string;
  readonly points: readonly Point[];
  readonly zone: string;
}

/** As `verdictOf`, and says of a ticket of another track where it belongs, and of a closed door when it opens. */
export function decidedAt(outcome: Outcome, known: Known, { id, points, zone }: Place): Verdict {
  const { guest, track } = known;
  const point = points.find((one) => one.id === id);
  const code = 'code' in outcome ? outcome.code : undefined;
  if (point && code === 'TOO_EARLY') return early(point, zone, known);
  if (!point || code !== 'INVALID_TOKEN' || !guest || isGoodAt(guest, point)) return verdictOf(outcome, known);
  const where = [track ?? advice.anotherTrack, doorOf(guest, points)?.name].filter(Boolean).join(': ');
  return saying('refused', advice.ticketIsFor(where), known);
}

/** Points at which people come in, the likeliest first. A milestone and what is handed out are no way in. */
const doors: readonly PointType[] = ['attendance', 'doorkeeper'];
const doorOf = ({ event_id }: Guest, points: readonly Point[]): Point | undefined =>
  doors.flatMap((type) => points.filter((point) => point.type === type && point.event_id === event_id))[0];

/** The state of the door. */
interface Standing {
  readonly point: Point;
  /** When this kiosk let the person in at this point. */
  readonly seen: string | null;
  /** The server's time. */
  readonly now: string;
  readonly zone: string;
}

/** The verdict without an answer of the server, which decides later. */
export function provisional(known: Known, { point, seen, now, zone }: Standing): Verdict {
  const { guest } = known;
  if (!guest || !isGoodAt(guest, point)) return saying('offline-unknown', advice.notKnownOffline);
  if (seen !== null) return saying('again', advice.scannedBefore, known, { since: seen });
  if (now < point.opens_at) return early(point, zone, known);
  if (now > point.closes_at) return refusedFor('TOO_LATE', known);
  const then = handsOut(point.type) ? advice.laterHandOut : advice.laterIn;
  return saying('offline-ok', point.type === 'milestone' ? advice.laterMilestone : then, known);
}

/** The result for the person at the door. */
const results: Record<VerdictKind, 'in' | 'again' | 'gate' | 'out'> = {
  ok: 'in',
  'offline-ok': 'in',
  again: 'again',
  gate: 'gate',
  refused: 'out',
  'offline-unknown': 'out',
};

/** Whether people were told the same; where nobody was told anything they may have let the person in. */
export const agrees = (shown: Verdict | null, decided: Verdict): boolean =>
  results[shown?.kind ?? 'ok'] === results[decided.kind];

/** Whether the person is through, as far as anybody knows. */
export const letsIn = ({ kind }: Verdict): boolean => results[kind] === 'in';
