/** What people at the door are told. */
import { moment } from '../shared/time.ts';
import { isGoodAt } from './roster.ts';
import type { Known, Outcome, Point, ScanCode, Verdict, VerdictKind } from './model.ts';

const refusals: Record<ScanCode, string> = {
  POINT_NOT_FOUND: 'This check-in point is gone. Choose another, or ask an organizer.',
  ORGANIZER_REQUIRED: 'Only an organizer may check people in by hand. Send them to the desk.',
  INVALID_TOKEN: 'This code is unknown here. Is it a ticket of this event? Send them to the desk.',
  PERMISSION_DENIED: 'This kiosk may not check in here. Ask an organizer.',
  IDEMPOTENCY_KEY_REUSED: 'This could not be recorded. Scan once more.',
  NOT_ACCEPTED: 'Not accepted. Send them to the desk.',
  TOO_EARLY: 'Check-in has not opened yet. Ask them to come back.',
  TOO_LATE: 'Check-in is closed. Send them to the desk.',
  NO_TEAM: 'They have no team yet. Send them to the desk.',
  VALIDATION_FAILED: 'This could not be recorded. Send them to the desk.',
};

const saying = (kind: VerdictKind, advice: string, known?: Known, more: Partial<Verdict> = {}): Verdict => ({
  kind,
  name: known?.guest?.name ?? null,
  track: known?.track ?? null,
  advice,
  since: null,
  missing: [],
  ...more,
});

export const refusedFor = (code: ScanCode, known?: Known): Verdict => saying('refused', refusals[code], known);

/** Nobody is let in whom nothing remembers. */
export const unkept = (): Verdict =>
  saying('refused', 'This device is full and could not keep the scan. Free some space, then scan once more.');

/** What the server's decision means at the door. */
export function verdictOf(outcome: Outcome, known: Known): Verdict {
  if ('code' in outcome) return refusedFor(outcome.code, known);
  const { data } = outcome;
  if ('checked_in' in data) return saying('ok', 'Checked in. Let them in.', known);
  if ('already_checked_in' in data)
    return saying('again', 'Was checked in before. Is it the same person?', known, { since: data.checked_in_at });
  if ('verified' in data)
    return saying('again', 'Was here before. Let them in.', known, { since: data.first_check_in_at });
  const open = data.milestone_requirements.filter(({ satisfied }) => !satisfied);
  return saying('gate', `${data.team_name} has still to hand in:`, known, {
    missing: open.map(({ title, is_required }) => (is_required ? title : `${title} (if they like)`)),
  });
}

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
  if (point && code === 'TOO_EARLY') return saying('refused', `Opens ${moment(point.opens_at, zone)}.`, known);
  if (!point || code !== 'INVALID_TOKEN' || !guest || isGoodAt(guest, point)) return verdictOf(outcome, known);
  const other = points.find(({ event_id }) => event_id === guest.event_id);
  const where = [track ?? 'another track', other?.name].filter(Boolean).join(': ');
  return saying('refused', `Their ticket is for ${where}.`, known);
}

/** How things stand at the door. */
interface Standing {
  readonly point: Point;
  /** When this kiosk let the person in at this point. */
  readonly seen: string | null;
  /** The server's time. */
  readonly now: string;
}

/** What the kiosk says without an answer of the server, which decides later. */
export function provisional(known: Known, { point, seen, now }: Standing): Verdict {
  const { guest } = known;
  if (!guest || !isGoodAt(guest, point))
    return saying('offline-unknown', 'Not on the list of this kiosk, and there is no network. Send them to the desk.');
  if (seen !== null) return saying('again', 'Was scanned here before. Is it the same person?', known, { since: seen });
  if (now < point.opens_at) return refusedFor('TOO_EARLY', known);
  if (now > point.closes_at) return refusedFor('TOO_LATE', known);
  const advice =
    point.type === 'milestone'
      ? 'On the list. Whether their team has handed in is looked up later.'
      : 'On the list. Let them in; it is recorded as soon as there is a network.';
  return saying('offline-ok', advice, known);
}

/** What became of the person at the door. */
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
