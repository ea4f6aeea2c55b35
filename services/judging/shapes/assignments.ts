import { instant } from '../../../shared/base/instant.ts';
import type { ActionAnswer } from '../../../shared/contract/index.ts';
import type { Assignment, AssignmentDetail, Judge, NamedAssignment } from '../queries/assignments.ts';
import type { Progress } from '../queries/progress.ts';
import { scoringOf } from '../rules/scores.ts';

export const judge = ({ user_id, name }: Judge) => ({ user_id, name });

export const assignment = (row: Assignment) => ({
  id: row.id,
  event_id: row.event_id,
  judge_user_id: row.judge_user_id,
  team_id: row.team_id,
  status: row.status,
  progress: row.progress,
  created_at: instant(row.created_at),
});

export const namedAssignment = (row: NamedAssignment) => ({
  ...assignment(row),
  judge_name: row.judge_name,
  team_name: row.team_name,
});

export function assignmentDetail(row: AssignmentDetail) {
  const { mode, ...scoring } = scoringOf(row.scoring);
  return {
    ...namedAssignment(row),
    team_problem: row.team_problem,
    event_name: row.event_name,
    event_slug: row.event_slug,
    super_event_scoring_mode: mode,
    scoring,
  };
}

export const progressOf = ({ rows, ...all }: Progress): ActionAnswer<'judging.getProgress'> => ({
  overview: {
    total_assignments: all.total,
    total_judges: all.count,
    pending_assignments: all.pending,
    submitted_assignments: all.submitted,
    ready_assignments: all.ready,
    overall_progress: all.progress,
  },
  judges: rows.map((row) => ({
    judge_id: row.judge_id,
    judge_name: row.judge_name,
    total_assignments: row.total,
    pending_count: row.pending,
    submitted_count: row.submitted,
    ready_count: row.ready,
    overall_progress: row.progress,
  })),
});
