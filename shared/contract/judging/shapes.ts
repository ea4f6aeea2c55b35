/** Shapes that several contracts of judging share. */
import { t } from '../schema.ts';

/** No score yet; some; one per criterion; submitted. */
export const assignmentStatuses = ['PENDING', 'IN_PROGRESS', 'READY', 'SUBMITTED'] as const;
export type AssignmentStatus = (typeof assignmentStatuses)[number];

/** `progress` is the share of the track's criteria that have a score, from 0 to 1. */
const assignmentFields = () => ({
  id: t.uuid(),
  event_id: t.uuid(),
  judge_user_id: t.uuid(),
  team_id: t.uuid(),
  status: t.named('AssignmentStatus', t.enum(...assignmentStatuses)),
  progress: t.number({ min: 0, max: 1 }),
  created_at: t.timestamp(),
});
/** An assignment as writes answer it. */
export const assignment = () => t.named('Assignment', t.object(assignmentFields()));
/** An assignment as reads answer it, with names. */
export const namedAssignment = () => ({
  ...assignmentFields(),
  judge_name: t.string(),
  team_name: t.string(),
});

/** `comment` is for organizers, `feedback` for the team; `submitted_at` is null until the assignment is submitted. */
export const score = () =>
  t.named(
    'Score',
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
    }),
  );
