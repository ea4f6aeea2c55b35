/** Super events, tracks and check-in points: identities, times, and what `status: final` needs. */
import type { Review } from '../review.ts';
import type { Path } from '../source.ts';
import type { SalvagedFile } from '../structure.ts';
import { instantOf } from '../times.ts';
import { checkCriteria } from './criteria.ts';
import { distinct, entriesOf, type Entry, type Point, type SuperEvent, type Track } from './entries.ts';

export function checkEvents(file: SalvagedFile, review: Review): void {
  const superEvents = entriesOf(file.super_events, ['super_events']);
  const tracks = superEvents.flatMap(({ path, item }) => entriesOf(item.tracks, [...path, 'tracks']));
  const bySlug = { by: 'slug', identity: ({ slug }: { slug?: string | undefined }) => slug };
  distinct(review, superEvents, { ...bySlug, among: 'in the organization' });
  distinct(review, tracks, { ...bySlug, among: 'in the organization, whatever the super event' });
  for (const entry of superEvents) checkSuperEvent(entry, review);
}

function checkSuperEvent({ path, item }: Entry<SuperEvent>, review: Review): void {
  const clock = clockOf(review, path, item.tz);
  checkFinal(review, path, item, ['start_at', 'end_at', 'tz']);
  const span = checkSpan(review, path, item, clock);
  checkPoints(review, path, item.checkin_points, { ...span, clock });
  for (const track of entriesOf(item.tracks, [...path, 'tracks'])) checkTrack(track, review, clock);
}

function checkTrack({ path, item }: Entry<Track>, review: Review, parentClock: Clock): void {
  const clock = (item.tz ?? review.isWrong([...path, 'tz'])) ? clockOf(review, path, item.tz) : parentClock;
  checkFinal(review, path, item, ['start_at', 'end_at', 'tz', 'mode']);
  const span = checkSpan(review, path, item, clock);
  clock([...path, 'stream_start_at'], item.stream_start_at);
  checkPoints(review, path, item.checkin_points, { ...span, clock });
  const sizes = ['max_team_size', 'min_team_size'].filter((name) => Object.hasOwn(item.config_json ?? {}, name));
  for (const name of sizes) {
    const size = item.config_json?.[name];
    if (Number.isInteger(size) && Number(size) > 0) continue;
    review.report([...path, 'config_json', name], { code: 'teamSize', message: 'must be a whole number above 0' });
  }
  const role = ({ email, role }: { email?: string | undefined; role?: string | undefined }) =>
    email && role && `${role} ${email}`;
  distinct(review, entriesOf(item.roles, [...path, 'roles']), {
    by: 'email',
    identity: role,
    among: 'per role and track',
  });
  checkCriteria(path, item.criteria, review);
}

/** Reads a written time in one zone; reports it, and answers nothing, where it means no instant. */
type Clock = (path: Path, written: string | null | undefined) => Date | undefined;

const clockOf =
  (review: Review, owner: Path, tz: string | null | undefined): Clock =>
  (path, written) => {
    if (!written || (!tz && review.isWrong([...owner, 'tz']))) return undefined;
    const instant = instantOf(written, tz);
    if ('at' in instant) return instant.at;
    review.report(path, { code: 'time', message: instant.impossible });
    return undefined;
  };

interface Span {
  start?: Date | undefined;
  end?: Date | undefined;
}

function checkSpan(review: Review, path: Path, item: SuperEvent | Track, clock: Clock): Span {
  const start = clock([...path, 'start_at'], item.start_at);
  const end = clock([...path, 'end_at'], item.end_at);
  if (start && end && start >= end) {
    review.report([...path, 'end_at'], { code: 'order', message: 'must be after start_at' });
  }
  return { start, end };
}

function checkFinal<Item extends SuperEvent | Track>(
  review: Review,
  path: Path,
  item: Item,
  needed: (keyof Item & string)[],
) {
  if (item.status !== 'final') return;
  const missing = needed.filter((name) => (item[name] ?? null) === null && !review.isWrong([...path, name]));
  if (missing.length === 0) return;
  const message = `cannot be final without ${missing.join(', ')}: add ${missing.length > 1 ? 'them' : 'it'}, or leave it a draft`;
  review.report([...path, 'status'], { code: 'notReady', message });
}

function checkPoints(review: Review, owner: Path, points: SuperEvent['checkin_points'], span: Span & { clock: Clock }) {
  const entries = entriesOf(points, [...owner, 'checkin_points']);
  distinct(review, entries, { by: 'key', identity: ({ key }) => key, among: 'per track or super event' });
  for (const { path, item } of entries) {
    checkWindow(review, path, item, span, owner);
    const requirements = entriesOf(item.milestone_requirements, [...path, 'milestone_requirements']);
    distinct(review, requirements, { by: 'id', identity: ({ id }) => id, among: 'per check-in point' });
    if (requirements.length === 0 || item.type === undefined || item.type === 'milestone') continue;
    const message = `belongs to points of type milestone, and this one is ${item.type}`;
    review.report([...path, 'milestone_requirements'], { code: 'notMilestone', isName: true, message });
  }
}

function checkWindow(
  review: Review,
  path: Path,
  point: Point,
  { start, end, clock }: Span & { clock: Clock },
  owner: Path,
) {
  const opens = side('opens_at', start, 'start_at');
  const closes = side('closes_at', end, 'end_at');
  if (!opens || !closes || opens < closes) return;
  review.report([...path, point.closes_at ? 'closes_at' : 'opens_at'], {
    code: 'order',
    message: 'must leave time between opens_at and closes_at',
  });

  function side(name: 'opens_at' | 'closes_at', otherwise: Date | undefined, from: 'start_at' | 'end_at') {
    if (point[name]) return clock([...path, name], point[name]);
    const isUnknown = [
      [...path, name],
      [...owner, from],
      [...owner, 'tz'],
    ].some((known) => review.isWrong(known));
    if (otherwise || isUnknown) return otherwise;
    const message = `is required here, because nothing it could follow from says ${from}`;
    review.report([...path, name], { code: 'required', message });
    return undefined;
  }
}
