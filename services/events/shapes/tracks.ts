/** Converts rows of tracks to the JSON of the contract. The address of the stream is never included. */
import type { Track, TrackItem } from '../queries/tracks.ts';
import { instant } from '../../../shared/base/instant.ts';

export const trackItem = ({ id, name, slug, status, super_event_id }: TrackItem) => ({
  id,
  name,
  slug,
  status,
  super_event_id,
});

export const track = (row: Track) => ({
  ...trackItem(row),
  mode: row.mode,
  start_at: instant(row.start_at),
  end_at: instant(row.end_at),
  tz: row.tz,
  stream_start_at: instant(row.stream_start_at),
  config_json: row.config_json,
});
