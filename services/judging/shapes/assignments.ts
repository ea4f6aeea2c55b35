import { instant } from '../../../shared/broker/instant.ts';
import type { ActionAnswer } from '../../../shared/contract/index.ts';
import type { Assignment, AssignmentDetail, NamedAssignment } from '../queries/assignments.ts';
import type { Progress } from '../queries/progress.ts';
import { scoringOf } from '../rules/scores.ts';

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

export const assignmentDetail = (row: AssignmentDetail) => ({
  ...namedAssignment(row),
  team_problem: row.team_problem,
  event_name: row.event_name,
  event_slug: row.event_slug,
  super_event_scoring_mode: scoringOf(row.scoring).mode,
});

export const progressOf = ({ all, judges }: Progress): ActionAnswer<'judging.getProgress'> => ({
  overview: {
    total_assignments: all?.total ?? 0,
    total_judges: all?.judges ?? 0,
    pending_assignments: all?.pending ?? 0,
    submitted_assignments: all?.submitted ?? 0,
    ready_assignments: all?.ready ?? 0,
    overall_progress: all?.progress ?? 0,
  },
  judges: judges.map((row) => ({
    judge_id: row.judge_id,
    judge_name: row.judge_name,
    total_assignments: row.total,
    pending_count: row.pending,
    submitted_count: row.submitted,
    ready_count: row.ready,
    overall_progress: row.progress,
  })),
});
