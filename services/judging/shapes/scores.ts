import { instant } from '../../../shared/base/instant.ts';
import type { Score } from '../queries/scores.ts';

export const score = (row: Score) => ({
  id: row.id,
  assignment_id: row.assignment_id,
  criterion_id: row.criterion_id,
  value: row.value,
  comment: row.comment,
  feedback: row.feedback,
  submitted_at: instant(row.submitted_at),
  criterion_name: row.criterion_name,
  criterion_weight: row.criterion_weight,
});
