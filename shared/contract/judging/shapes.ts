/** Pieces that several contracts about judging share. Each call makes rules of its own. */
import { t } from '../schema.ts';

/** No score yet, some, one for every criterion, handed in for good. */
export const assignmentStatuses = ['PENDING', 'IN_PROGRESS', 'READY', 'SUBMITTED'] as const;
export type AssignmentStatus = (typeof assignmentStatuses)[number];

/** What a write answers. `progress` is the part of the track's criteria that has a score, from 0 to 1. */
export const assignment = () => ({
  id: t.uuid(),
  event_id: t.uuid(),
  judge_user_id: t.uuid(),
  team_id: t.uuid(),
  status: t.enum(...assignmentStatuses),
  progress: t.number({ min: 0, max: 1 }),
  created_at: t.timestamp(),
});
/** What a read answers. */
export const namedAssignment = () => ({
  ...assignment(),
  judge_name: t.string(),
  team_name: t.string(),
});

/** `comment` is for organizers, `feedback` for the team; `submitted_at` is null until the assignment is handed in. */
export const score = () =>
  t.object({
    id: t.uuid(),
    assignment_id: t.uuid(),
    criterion_id: t.uuid(),
    value: t.number(),
    comment: t.nullable(t.string()),
    feedback: t.nullable(t.string()),
    submitted_at: t.nullable(t.timestamp()),
    criterion_name: t.string(),
    criterion_weight: t.number(),
  });
