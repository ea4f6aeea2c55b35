/** Checks super events, tracks and check-in points: the needs of `status: final`, windows of points, and weights. */
import { missingOf, neededForFinal, periodProblems } from '../../services/events/portable.ts';
import { isTooMuch, rounded, totalAfter } from '../../services/judging/portable.ts';
import { below, type Entry, type SuperEventEntry, type TrackEntry } from './entries.ts';
import type { ProblemList } from './review.ts';

/** Completes the file: rounded weights, and the window of every check-in point. */
export function checkEvents(superEvents: readonly Entry<SuperEventEntry>[], review: ProblemList): void {
  for (const superEvent of superEvents) checkPlace(superEvent, neededForFinal.super_event, review);
  for (const track of below(superEvents, 'tracks')) {
    checkPlace(track, neededForFinal.event, review);
    checkTeamSizes(track, review);
    checkWeights(track, review);
  }
}

/** A rule of event files for a value that HTTP does not check. */
export const isTeamSize = (size: unknown) => Number.isInteger(size) && Number(size) > 0;

function checkTeamSizes({ path, item: { config_json = {} } }: Entry<TrackEntry>, review: ProblemList): void {
  for (const name of ['max_team_size', 'min_team_size']) {
    if (!Object.hasOwn(config_json, name) || isTeamSize(config_json[name])) continue;
    review.report([...path, 'config_json', name], { code: 'teamSize', message: 'must be a whole number above 0' });
  }
}

function checkWeights(track: Entry<TrackEntry>, review: ProblemList): void {
  const weighed = below([track], 'criteria').filter(({ item: { weight } }) => weight !== undefined);
  const weights = weighed.map(({ item }) => (item.weight = rounded(Number(item.weight))));
  const total = totalAfter(0, { wanted: weights });
  if (!isTooMuch(0, total)) return;
  const message = `weigh ${total} together, and may weigh 1`;
  review.report([...track.path, 'criteria'], { code: 'weights', isName: true, message });
}

/** Checks the common fields of a hackathon and a track. */
function checkPlace(place: Entry<SuperEventEntry | TrackEntry>, needed: readonly string[], review: ProblemList): void {
  const { path, item } = place;
  const given = Object.fromEntries(needed.map((name) => [name, (item as Record<string, unknown>)[name] ?? null]));
  const missing = missingOf(given, needed).filter((name) => !review.isWrong([...path, name]));
  if (item.status === 'final' && missing.length > 0) {
    const message = `cannot be final without ${missing.join(', ')}: add ${missing.length > 1 ? 'them' : 'it'}, or leave it a draft`;
    review.report([...path, 'status'], { code: 'notReady', message });
  }
  for (const { field } of periodProblems(item, item)) {
    const message = `must be after ${field === 'end_at' ? 'start_at' : 'opens_at'}`;
    review.report([...path, field], { code: 'order', message });
  }
  for (const point of below([place], 'checkin_points')) checkPoint(point, place, review);
}

type Point = NonNullable<NonNullable<TrackEntry['checkin_points']>[number]>;
const hourMs = 3_600_000;

/** Doors open one hour before their track or hackathon, and close with it, unless the file says otherwise. */
function checkPoint(
  { path, item }: Entry<Point>,
  place: Entry<SuperEventEntry | TrackEntry>,
  review: ProblemList,
): void {
  const { type = 'milestone', opens_at, closes_at, milestone_requirements = [] } = item;
  const sideOf = (name: 'opens_at' | 'closes_at', from: 'start_at' | 'end_at') => {
    const isWrong = review.isWrong([...path, name]);
    if (item[name] || isWrong) return item[name] ?? undefined;
    const follows = place.item[from] ?? undefined;
    if (!follows && ![from, 'tz'].some((member) => review.isWrong([...place.path, member]))) {
      const message = `is required here, because nothing it could follow from says ${from}`;
      review.report([...path, name], { code: 'required', message });
    }
    return follows;
  };
  const begins = sideOf('opens_at', 'start_at');
  item.opens_at = opens_at ?? (begins && new Date(Date.parse(begins) - hourMs).toISOString());
  const window = { start_at: item.opens_at, end_at: sideOf('closes_at', 'end_at') };
  if (periodProblems(window, window).length > 0) {
    const message = 'must leave time between opens_at and closes_at';
    review.report([...path, closes_at ? 'closes_at' : 'opens_at'], { code: 'order', message });
  }
  item.closes_at = window.end_at;
  if (type === 'milestone' || milestone_requirements.length === 0) return;
  const message = `belongs to points of type milestone, and this one is ${type}`;
  review.report([...path, 'milestone_requirements'], { code: 'notMilestone', isName: true, message });
}
