/** The views that teams publishes for others to read. */
import { c, view } from '../columns.ts';
import { memberRoles } from '../../contract/teams/shapes.ts';
import { located } from './located.ts';

export const submissions = view('submissions', 'The submissions of teams.', {
  id: c.uuid().primary(),
  team_id: c.uuid(),
  event_id: c.uuid(),
  checkin_point_id: c.uuid().nullable(),
  title: c.text(),
  answers_json: c.json(),
  links: c.json<string[]>(),
  description: c.text().nullable(),
  submitted_at: c.instant(),
  video_url: c.text().nullable(),
  built_with: c.json<string[]>(),
  late_by_ms: c.integer().nullable(),
});

export const prizeEntries = view('prize_entries', 'Which live team entered for which prize.', {
  prize_id: c.uuid().primary(),
  super_event_id: c.uuid(),
  event_id: c.uuid(),
  team_id: c.uuid().primary(),
  team_name: c.text(),
  is_empty: c.boolean(),
});

export const teamMembers = view('team_members', 'The members of teams now.', {
  team_id: c.uuid().primary(),
  super_event_id: c.uuid(),
  event_id: c.uuid(),
  user_id: c.uuid().primary(),
  role: c.oneOf(memberRoles),
  joined_at: c.instant(),
});

export const teamTally = view('team_tally', 'Numbers of teams, as differences to be summed.', {
  event_id: c.uuid().primary(),
  is_open: c.boolean().primary(),
  member_count: c.integer().primary(),
  n: c.integer(),
});

export const teams = view('teams', 'Live teams of live tracks.', {
  id: c.uuid().primary(),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  event_id: c.uuid(),
  name: c.text(),
  problem: c.text().nullable(),
  table: c.text().nullable(),
  table_order: c.text(),
  /** Nobody is a member of it now. */
  is_empty: c.boolean(),
});

export const locatedTeam = located('team', 'Where a live team belongs, and to whom.');

export const locatedSubmission = located('submission', 'Where a submission belongs, and to whom.');
