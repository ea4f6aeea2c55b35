/** The current tables of check-in. Indexes, value checks and triggers are in the migrations. */
import { c, table, type TablesOf } from '../../shared/database/columns.ts';
import type { MilestoneRequirement } from '../../shared/contract/points.ts';
import { pointTypes, scanMethods } from '../../shared/contract/vocabulary.ts';
import type { superEvents, trackRoles, tracks } from '../../shared/database/published/events.ts';
import type { members } from '../../shared/database/published/organizations.ts';
import type { checkinTokens, superEventRegistrations } from '../../shared/database/published/registrations.ts';
import type { submissions, teamMembers, teams } from '../../shared/database/published/teams.ts';

export const point = table('point', 'A point where people are scanned, with its hours.', {
  id: c.id(),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  event_id: c.uuid().strictNullable(),
  key: c.text(),
  name: c.text(),
  type: c.oneOf(pointTypes),
  opens_at: c.instant(),
  closes_at: c.instant(),
  requirements: c.json<readonly MilestoneRequirement[]>().defaultRaw("'[]'::jsonb"),
  config_json: c.json().defaultRaw("'{}'::jsonb"),
  portions: c
    .smallint()
    .generated(
      "(\nCASE\n    WHEN (type = ANY (ARRAY['meal'::text, 'item'::text])) THEN COALESCE(((config_json ->> 'portions'::text))::smallint, (1)::smallint)\n    ELSE (1)::smallint\nEND) stored",
    ),
});

export const record = table(
  'record',
  'One person, recorded at one point, at most once for each portion; kept when it is annulled.',
  {
    id: c.id(),
    point_id: () => c.reference(point, 'point_id'),
    user_id: c.uuid(),
    registration_id: c.uuid(),
    method: c.oneOf(scanMethods),
    nonce: c.text(),
    scanned_by: c.text(),
    recorded_by: c.uuid().strictNullable(),
    checked_in_at: c.instant(),
    received_at: c.instant().defaultRaw('now()'),
    annulled_at: c.instant().strictNullable(),
    annulled_by: c.uuid().strictNullable(),
    annul_reason: c.text().strictNullable(),
    request_id: c.text().strictNullable(),
    organization_id: c.uuid().strictNullable(),
    xid: c.xid().defaultRaw('pg_current_xact_id()'),
    portion: c.smallint().default(1),
  },
);

export const refusedScan = table('refused_scan', 'A scan that was refused, kept for 30 days.', {
  id: c.id(),
  point_id: () => c.reference(point, 'point_id'),
  reason: c.text(),
  registration_id: c.uuid().strictNullable(),
  scanned_by: c.text(),
  scanned_at: c.instant(),
  received_at: c.instant().defaultRaw('now()'),
  organization_id: c.uuid().strictNullable(),
  xid: c.xid().defaultRaw('pg_current_xact_id()'),
});

export const tables = [point, record, refusedScan];

/** Everything that statements of this service read. */
export type Tables = TablesOf<
  [
    ...typeof tables,
    typeof checkinTokens,
    typeof members,
    typeof submissions,
    typeof superEventRegistrations,
    typeof superEvents,
    typeof teamMembers,
    typeof teams,
    typeof trackRoles,
    typeof tracks,
  ]
>;
