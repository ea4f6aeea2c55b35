/** Asks about check-in points and devices, and pairs devices. */
import type { DeviceKind } from '../../../shared/contract/values.ts';
import type { Answer } from '../../../clients/typescript/src/index.ts';
import { api } from '../../shared/session.ts';
import type { Hackathon } from '../hackathons.ts';

type Listed = Answer<'checkIn', 'listPointsOfSuperEvent'>['checkin_points'][number];
export interface Point extends Pick<
  Listed,
  'id' | 'name' | 'type' | 'opens_at' | 'closes_at' | 'milestone_requirements' | 'config_json'
> {
  /** Undefined: a point of the whole hackathon. */
  readonly track: Hackathon['tracks'][number] | undefined;
}
export type Counts = Answer<'checkIn', 'board'>;
export type Device = Answer<'identity', 'listDevices'>['devices'][number];
export type Paired = Answer<'identity', 'addDevice'>;

/** The points of the hackathon, then those of its tracks. */
export async function readPoints({ id, tracks }: Hackathon, signal?: AbortSignal): Promise<readonly Point[]> {
  const until = signal && { signal };
  const all = api.checkIn.listPointsOfSuperEvent({ slug: id }, until);
  const ofTracks = tracks.map((track) => api.checkIn.listPointsOfTrack({ eventId: track.id }, until));
  const lists = await Promise.all([all, ...ofTracks]);
  return lists.flatMap(({ checkin_points }, index) =>
    checkin_points.map((point) => ({ ...point, track: tracks[index - 1] })),
  );
}

export const readCounts = ({ id }: Hackathon, signal: AbortSignal): Promise<Counts> =>
  api.checkIn.board({ slug: id }, { signal });

export async function readDevices({ id, organization }: Hackathon, signal: AbortSignal): Promise<readonly Device[]> {
  const wanted = { orgId: organization.id, super_event_id: id };
  const { devices } = await api.identity.listDevices(wanted, { signal });
  return devices.toSorted((one, other) => one.name.localeCompare(other.name));
}

export interface Wanted {
  readonly kind: DeviceKind;
  readonly name: string;
  /** Empty: every point of the hackathon. */
  readonly points: readonly string[];
  /** The options of a kiosk. */
  readonly options: readonly Option[];
  /** Empty: its settings are open. */
  readonly pin: string;
}
export type Option = 'may_search' | 'sees_answers' | 'prints';

export function addDevice({ id, organization }: Hackathon, { kind, name, ...wanted }: Wanted): Promise<Paired> {
  const device = { orgId: organization.id, kind, name, super_event_id: id };
  return api.identity.addDevice(kind === 'kiosk' ? { ...device, ...ofKiosk(wanted) } : device);
}

const ofKiosk = ({ points, options, pin }: Omit<Wanted, 'kind' | 'name'>) => ({
  ...(points.length > 0 && { checkin_point_ids: [...points] }),
  ...Object.fromEntries(options.map((option) => [option, true])),
  ...(pin !== '' && { pin }),
});

export const removeDevice = (id: string) => api.identity.removeDevice({ id });
