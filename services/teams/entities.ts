/** The current tables of teams. Indexes, value checks and triggers are in the migrations. */
import { c, table, type TablesOf } from '../../shared/database/columns.ts';
import { memberRoles } from '../../shared/contract/teams/shapes.ts';
import type { checkinPoints } from '../../shared/database/published/check-in.ts';
import type { superEvents, tracks } from '../../shared/database/published/events.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type {
  checkinTokens,
  registrations,
  superEventRegistrations,
  superEventRegistrationTally,
} from '../../shared/database/published/registrations.ts';

export const member = table('member', 'Somebody in a team; kept when they leave.', {
  id: c.id(),
  team_id: () => c.reference(team, 'team_id'),
  super_event_id: c.uuid(),
  event_id: c.uuid(),
  user_id: c.uuid(),
  role: c.oneOf(memberRoles),
  joined_at: c.instant().defaultRaw('now()'),
  left_at: c.instant().strictNullable(),
});

export const submission = table('submission', 'What a team handed in: its project, or what a milestone asks for.', {
  id: c.id(),
  team_id: () => c.reference(team, 'team_id'),
  super_event_id: c.uuid(),
  event_id: c.uuid(),
  checkin_point_id: c.uuid().strictNullable(),
  title: c.text(),
  description: c.text().strictNullable(),
  links: c.json<string[]>().defaultRaw("'[]'::jsonb"),
  answers_json: c.json().defaultRaw("'{}'::jsonb"),
  submitted_by: c.uuid(),
  submitted_at: c.instant().defaultRaw('now()'),
  updated_at: c.instant().defaultRaw('now()'),
});

export const team = table('team', 'A team.', {
  id: c.id(),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  event_id: c.uuid(),
  name: c.text(),
  problem: c.text().strictNullable(),
  avatar_url: c.text().strictNullable(),
  is_open: c.boolean().default(true),
  squad_id: c.uuid().strictNullable(),
  created_at: c.instant().defaultRaw('now()'),
  updated_at: c.instant().defaultRaw('now()'),
  deleted_at: c.instant().strictNullable(),
  member_count: c.integer().default(0),
});

export const tables = [member, submission, team];

/** Everything that statements of this service read. */
export type Tables = TablesOf<
  [
    ...typeof tables,
    typeof checkinPoints,
    typeof checkinTokens,
    typeof people,
    typeof registrations,
    typeof superEventRegistrations,
    typeof superEventRegistrationTally,
    typeof superEvents,
    typeof tracks,
  ]
>;
