/** The views that judging publishes for others to read. */
import { c, view } from '../columns.ts';
import { located } from './located.ts';

export const assignments = view('assignments', 'Assignments of judges to live teams.', {
  id: c.uuid().primary(),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  event_id: c.uuid(),
  team_id: c.uuid(),
  judge_user_id: c.uuid(),
  created_at: c.instant(),
  submitted_at: c.instant().nullable(),
  prize_id: c.uuid().nullable(),
});

export const awards = view('awards', 'The winner of a prize: as chosen, and as published.', {
  prize_id: c.uuid().primary(),
  super_event_id: c.uuid(),
  team_ids: c.uuids(),
  published_ids: c.uuids().nullable(),
  published_at: c.instant().nullable(),
});

export const criteria = view('criteria', 'The criteria by which teams of live tracks are judged.', {
  id: c.uuid().primary(),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  event_id: c.uuid(),
  name: c.text(),
  description: c.text().nullable(),
  weight: c.numeric(11, 10),
  order_index: c.double(),
});

export const scores = view('scores', 'Scores of judges by criterion, without their values.', {
  id: c.uuid().primary(),
  assignment_id: c.uuid(),
  criterion_id: c.uuid(),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  event_id: c.uuid(),
  judge_user_id: c.uuid(),
});

export const results = view('results', 'Teams of a track with a published result.', {
  event_id: c.uuid().primary(),
  team_id: c.uuid().primary(),
});

export const locatedCriterion = located('criterion', 'Where a criterion belongs.');

export const locatedAssignment = located('assignment', 'Where an assignment belongs, and to whom.');

export const locatedScore = located('score', 'Where a score belongs, and to whom.');
