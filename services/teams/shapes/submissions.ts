import type { Submission } from '../queries/submissions.ts';
import { instant } from '../../../shared/base/instant.ts';

export const submission = (row: Submission) => ({
  id: row.id,
  team_id: row.team_id,
  event_id: row.event_id,
  checkin_point_id: row.checkin_point_id,
  title: row.title,
  description: row.description,
  links: row.links,
  answers_json: row.answers_json,
  submitted_by: row.submitted_by,
  submitted_at: instant(row.submitted_at),
  updated_at: instant(row.updated_at),
});
