/** Check-in points of an event file. */
import { sql } from 'kysely';
import { pointFields } from '../../shared/contract/fields/check-in.ts';
import { key } from '../../shared/contract/fields/identifiers.ts';
import { optional } from '../../shared/contract/fields/members.ts';
import { portable } from '../../shared/database/portable.ts';
import { point } from './entities.ts';

const { name, type, opens_at, closes_at } = pointFields;

export const points = portable({
  kind: 'check-in point',
  service: 'check-in',
  table: point,
  place: ['organization_id', 'super_event_id', 'event_id'],
  within: 'super_event_id',
  key: ['super_event_id', 'event_id', 'key'],
  columns: { key: key(), name, type, ...optional({ opens_at, closes_at }) },
  fields: ['requirements'],
  reads: ['requirements'],
  order: sql`t.opens_at, t.key`,
  ids: { super_event_id: 'super_event_id', event_id: 'event_id', point_id: 'id' },
  facts: { create: 'checkin_point.created', change: 'checkin_point.changed', remove: 'checkin_point.deleted' },
  name: ({ around, key }) => `${String(around)}/${String(key)}`,

  // Whatever was scanned or handed in at a point keeps it.
  removable: {
    tells: ['name'],
    kept: sql`exists (select from record r where r.point_id = t.id)
      or exists (select from refused_scan r where r.point_id = t.id)
      or exists (select from published.submissions s where s.checkin_point_id = t.id)`,
    told: (kept) =>
      `Check-in points where something was scanned or handed in stay: ${kept.map(({ name }) => name).join(', ')}.`,
  },
});
