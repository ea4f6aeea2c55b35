/** Asks where somebody was checked in, and checks in without a code. */
import type { Answer } from '../../../clients/typescript/src/index.ts';
import { api } from '../../shared/session.ts';
import { readPoints, type Point } from '../doors/requests.ts';
import type { Hackathon } from '../hackathons.ts';
import type { Details } from './details.ts';
import { checkIns } from './texts/en.ts';

type Registration = Details['registrations'][number];
type CheckIn = Answer<'checkIn', 'listForRegistration'>['checkins'][number];

/** A point that takes somebody, and by which of their places. */
interface Door {
  readonly point: Point;
  readonly registration: string;
}
export interface CheckIns {
  /** The latest first. */
  readonly checkIns: readonly CheckIn[];
  readonly doors: readonly Door[];
}

export async function readCheckIns(
  hackathon: Hackathon,
  accepted: readonly Registration[],
  signal: AbortSignal,
): Promise<CheckIns> {
  const [points, lists] = await Promise.all([
    readPoints(hackathon, signal),
    Promise.all(accepted.map(({ id }) => api.checkIn.listForRegistration({ id }, { signal }))),
  ]);
  const checkIns = lists.flatMap(({ checkins }) => checkins);
  checkIns.sort((one, other) => Date.parse(other.checked_in_at) - Date.parse(one.checked_in_at));
  return { checkIns, doors: points.flatMap((point) => doorFor(point, accepted)) };
}

/** A point of a track takes the place on that track, one of the hackathon any. */
function doorFor(point: Point, accepted: readonly Registration[]): Door[] {
  const place = accepted.find(({ track }) => point.track === undefined || point.track.id === track.id);
  return place ? [{ point, registration: place.id }] : [];
}

/** Checks somebody in with the code of their place. Returns the outcome in words. */
export async function checkIn(name: string, { point, registration: id }: Door): Promise<string> {
  const { registration } = await api.registrations.get({ id });
  const token = registration.checkin_token;
  const answer = await api.checkIn.scan({ pointId: point.id, token, method: 'manual' });
  if ('checked_in' in answer) return checkIns.checkedIn(name, point.name);
  if (!('requires_milestone_submission' in answer)) return checkIns.wasCheckedIn(name, point.name);
  const missing = answer.milestone_requirements.filter((each) => each.is_required && !each.satisfied);
  return checkIns.handInFirst(name, missing.map(({ title }) => title).join(', '));
}

export const annul = (id: string) => api.checkIn.annul({ id, reason: checkIns.reason });
