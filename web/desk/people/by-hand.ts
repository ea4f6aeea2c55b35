/** Asks where somebody was checked in, and checks in without a code. */
import type { Answer } from '../../../clients/typescript/src/index.ts';
import { api } from '../../shared/session.ts';
import { readPoints, type Point } from '../doors/requests.ts';
import type { Hackathon } from '../hackathons.ts';
import { checkIns } from './texts/en.ts';

type CheckIn = Answer<'checkIn', 'listForParent'>['checkins'][number];

/** A place that lets somebody in. */
export interface Place {
  readonly id: string;
  /** The id of its track; null for the place in the hackathon. */
  readonly track: string | null;
}
/** A point that takes somebody, and by which of their places. */
interface Door {
  readonly point: Point;
  readonly place: Place;
}
export interface CheckIns {
  /** The latest first. */
  readonly checkIns: readonly CheckIn[];
  readonly doors: readonly Door[];
}

/**
 * Asks for the check-ins of a person, and for the points that take them.
 * @param id Of their place in the hackathon, whether it lets them in or not.
 * @param places Those that do.
 */
export async function readCheckIns(
  hackathon: Hackathon,
  id: string,
  places: readonly Place[],
  signal: AbortSignal,
): Promise<CheckIns> {
  if (places.length === 0) return { checkIns: [], doors: [] };
  const [points, { checkins }] = await Promise.all([
    readPoints(hackathon, signal),
    api.checkIn.listForParent({ id }, { signal }),
  ]);
  return { checkIns: checkins.toReversed(), doors: points.flatMap((point) => doorFor(point, places)) };
}

/** A point of a track takes the place on that track, one of the hackathon any. */
function doorFor(point: Point, places: readonly Place[]): Door[] {
  const place = places.find(({ track }) => point.track === undefined || point.track.id === track);
  return place ? [{ point, place }] : [];
}

async function tokenOf({ id, track }: Place): Promise<string> {
  if (track !== null) return (await api.registrations.get({ id })).registration.checkin_token;
  return (await api.registrations.getParent({ id })).super_event_registration.checkin_token;
}

/** Checks somebody in with the code of their place. Returns the outcome in words. */
export async function checkIn(name: string, { point, place }: Door): Promise<string> {
  const token = await tokenOf(place);
  const answer = await api.checkIn.scan({ pointId: point.id, token, method: 'manual' });
  if ('checked_in' in answer) return checkIns.checkedIn(name, point.name);
  if (!('requires_milestone_submission' in answer)) return checkIns.wasCheckedIn(name, point.name);
  const missing = answer.milestone_requirements.filter((each) => each.is_required && !each.satisfied);
  return checkIns.handInFirst(name, missing.map(({ title }) => title).join(', '));
}

export const annul = (id: string) => api.checkIn.annul({ id, reason: checkIns.reason });
