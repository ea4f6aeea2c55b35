/** The file as the services take it: every time an instant in UTC, every check-in point with its window. */
import { rounded } from '../../services/judging/event-file.ts';
import type { CheckedEventFile } from './schema.ts';
import { instantOf } from './times.ts';

type SuperEvent = CheckedEventFile['super_events'][number];
type Track = SuperEvent['tracks'][number];
type Point = Track['checkin_points'][number];

export type EventFile = ReturnType<typeof normalize>;

/** Only for a file in which the checks found nothing. */
export function normalize({ version, organization, users, super_events, api_keys }: CheckedEventFile) {
  return {
    version,
    organization,
    users,
    super_events: super_events.map(normalizeSuperEvent),
    api_keys: api_keys.map((key) => ({ ...key, ...utc({ expires_at: key.expires_at }, null) })),
  };
}

function normalizeSuperEvent(written: SuperEvent) {
  const { tz } = written;
  const times = utc({ start_at: written.start_at, end_at: written.end_at }, tz);
  return {
    ...written,
    ...times,
    tracks: written.tracks.map((track) => normalizeTrack(track, tz)),
    checkin_points: written.checkin_points.map((point) => withWindow(point, times, tz)),
  };
}

function normalizeTrack(written: Track, zoneAround: string | null | undefined) {
  const tz = written.tz ?? zoneAround;
  const { start_at, end_at, stream_start_at } = written;
  const times = utc({ start_at, end_at, stream_start_at }, tz);
  return {
    ...written,
    ...times,
    criteria: written.criteria.map((criterion) => ({ ...criterion, weight: rounded(criterion.weight) })),
    checkin_points: written.checkin_points.map((point) => withWindow(point, times, tz)),
  };
}

const hour = 3_600_000;

interface Span {
  start_at?: string | null | undefined;
  end_at?: string | null | undefined;
}

/** Doors open one hour before what they lead to, and close with it, unless the file says otherwise. */
function withWindow(point: Point, { start_at, end_at }: Span, tz: string | null | undefined) {
  const { opens_at, closes_at } = utc({ opens_at: point.opens_at, closes_at: point.closes_at }, tz);
  return {
    ...point,
    opens_at: opens_at ?? new Date(Date.parse(start_at ?? '') - hour).toISOString(),
    closes_at: closes_at ?? new Date(end_at ?? '').toISOString(),
  };
}

type Times = Record<string, string | null | undefined>;

/** Written times as instants; what is not written stays away, so that it is not managed. */
function utc<const T extends Times>(times: T, tz: string | null | undefined): { [K in keyof T]?: T[K] } {
  const entries = Object.entries(times).filter(([, written]) => written !== undefined);
  return Object.fromEntries(entries.map(([name, written]) => [name, written ? instant(written, tz) : null])) as {
    [K in keyof T]?: T[K];
  };
}

function instant(written: string, tz: string | null | undefined): string {
  const meant = instantOf(written, tz);
  if ('impossible' in meant) throw new RangeError(`${written} ${meant.impossible}`);
  return meant.at.toISOString();
}
