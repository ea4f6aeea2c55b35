/** Converts rows of super events to the JSON of the contract. The address of the stream is never included. */
import type { SuperEvent, SuperEventItem } from '../queries/super-events.ts';
import { instant } from '../../../shared/base/instant.ts';

export const superEventItem = ({ id, name, slug, status }: SuperEventItem) => ({ id, name, slug, status });

export const superEvent = (row: SuperEvent) => ({
  ...superEventItem(row),
  description: row.description,
  visibility: row.visibility,
  payment_status: row.payment_status,
  start_at: instant(row.start_at),
  end_at: instant(row.end_at),
  tz: row.tz,
  track_count: row.track_count,
  paid_track_count: row.paid_track_count,
  paid_days: row.paid_days,
  max_participants: row.max_participants,
  format: row.format,
  config_json: row.config_json,
});
