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

export const member = table('member', 'A member of a team; kept when they leave.', {
  id: c.id(),
  team_id: () => c.reference(team, 'team_id'),
  super_event_id: c.uuid(),
  event_id: c.uuid(),
  user_id: c.uuid(),
  role: c.oneOf(memberRoles),
  joined_at: c.instant().defaultRaw('now()'),
  left_at: c.instant().strictNullable(),
});

export const invitation = table('invitation', 'The code by which members of a team invite others.', {
  team_id: c.uuid().primary(),
  code_hash: c.bytes(),
  invited_by: c.uuid(),
  expires_at: c.instant().defaultRaw("(now() + '48:00:00'::interval)"),
});

export const leftByDecision = table(
  'left_by_decision',
  'Somebody who left a team because of a decision that can be taken back.',
  {
    member_id: c.uuid().primary(),
    decision_id: c.uuid(),
    was_open: c.boolean(),
    left_at: c.instant().defaultRaw('now()'),
  },
);

export const submission = table('submission', 'A submission of a team: its project, or one for a milestone.', {
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
  video_url: c.text().strictNullable(),
  built_with: c.json<string[]>().defaultRaw("'[]'::jsonb"),
  prize_ids: c.uuids().defaultRaw("'{}'::uuid[]"),
  listed: c.boolean().default(true),
  late_by_ms: c.integer().strictNullable(),
});

export const team = table(
  'team',
  'A team.',
  {
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
    /** Where it sits. */
    table: c.text().strictNullable(),
  },
  [['super_event_id', 'table']],
);

export const tables = [invitation, leftByDecision, member, submission, team];

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
