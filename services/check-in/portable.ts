/** Check-in points of an event file. */
import { sql } from 'kysely';
import { pointFields } from '../../shared/contract/fields.ts';
import { entryKey, optional } from '../../shared/contract/vocabulary.ts';
import { portable } from '../../shared/database/portable.ts';
import { point } from './entities.ts';

const { name, type, opens_at, closes_at, config_json } = pointFields;

export const points = portable({
  kind: 'check-in point',
  service: 'check-in',
  table: point,
  place: ['organization_id', 'super_event_id', 'event_id'],
  within: 'super_event_id',
  key: ['super_event_id', 'event_id', 'key'],
  columns: { key: entryKey(), name, type, ...optional({ opens_at, closes_at, config_json }) },
  fields: ['requirements'],
  reads: ['requirements'],
  order: sql`t.opens_at, t.key`,
  ids: { super_event_id: 'super_event_id', event_id: 'event_id', point_id: 'id' },
  facts: { create: 'checkin_point.created', change: 'checkin_point.changed', remove: 'checkin_point.deleted' },
  name: ({ around, key }) => `${String(around)}/${String(key)}`,

  // A point with scans or submissions stays.
  removable: {
    tells: ['name'],
    kept: sql`exists (select from record r where r.point_id = t.id)
      or exists (select from refused_scan r where r.point_id = t.id)
      or exists (select from published.submissions s where s.checkin_point_id = t.id)`,
    told: (kept) =>
      `Check-in points where something was scanned or handed in stay: ${kept.map(({ name }) => name).join(', ')}.`,
  },
});
