/** Written by `npm run docs` from the contracts of Muster. */
import type { Texts } from '../shapes.ts';

export type CriterionList = { criteria: Criterion[]; count: number };

export type Criterion = {
  id: string;
  event_id: string;
  name: string;
  description: string | null;
  weight: number;
  order_index: number;
};

export type ListedAssignment = {
  id: string;
  event_id: string;
  judge_user_id: string;
  team_id: string;
  status: AssignmentStatus;
  progress: number;
  created_at: string;
  judge_name: string;
  team_name: string;
  table: string | null;
  prize: { id: string; name: string; name_i18n?: Texts | undefined } | null;
};

export type AssignmentStatus = 'PENDING' | 'IN_PROGRESS' | 'READY' | 'SUBMITTED';

export type AssignmentDetail = {
  id: string;
  event_id: string;
  judge_user_id: string;
  team_id: string;
  status: AssignmentStatus;
  progress: number;
  created_at: string;
  judge_name: string;
  team_name: string;
  table: string | null;
  prize: { id: string; name: string; name_i18n?: Texts | undefined } | null;
  team_problem: string | null;
  submission: JudgedProject | null;
  criteria: { id: string; name: string; weight: number }[];
  event_name: string;
  event_slug: string;
  tz: string | null;
  event_name_i18n?: Texts | undefined;
  super_event_scoring_mode: string;
  scoring: { min: number; max: number; step: number };
};

export type JudgedProject = {
  title: string;
  description: string | null;
  links: string[];
  video_url: string | null;
  built_with: string[];
  answers: { label: string; label_i18n?: Texts | undefined; value: unknown }[];
  submitted_at: string;
  late_by_ms: number | null;
};

export type Assignment = {
  id: string;
  event_id: string;
  judge_user_id: string;
  team_id: string;
  status: AssignmentStatus;
  progress: number;
  created_at: string;
};

export type AssignmentPlan = {
  created: number;
  loads: { judge_user_id: string; count: number }[];
  connected: boolean;
  expected_standard_error: number;
  skipped: {
    judge_user_id?: string | undefined;
    team_id: string;
    reason: 'CONFLICT_OF_INTEREST' | 'DECLARED' | 'EMPTY';
  }[];
};

export type JudgingProgress = {
  overview: {
    total_assignments: number;
    overall_progress: number;
    total_judges: number;
    pending_assignments: number;
    submitted_assignments: number;
    ready_assignments: number;
  };
  judges: {
    judge_id: string;
    judge_name: string;
    total_assignments: number;
    overall_progress: number;
    pending_count: number;
    submitted_count: number;
    ready_count: number;
  }[];
};

export type Score = {
  id: string;
  assignment_id: string;
  criterion_id: string;
  value: number;
  comment: string | null;
  feedback: string | null;
  submitted_at: string | null;
  criterion_name: string;
  criterion_weight: number;
};

export type FairRanking = {
  scale: { mean: number | null; team_sd: number | null; judge_sd: number | null; noise_sd: number | null };
  connected: boolean;
  groups: string[][];
  teams: {
    team_id: string;
    team_name: string;
    plain_score: number;
    plain_rank: number;
    fair_score: number;
    fair_rank: number;
    rank_low: number;
    rank_high: number;
    standard_error: number | null;
    reviews: { judge_user_id: string; judge_name: string; given: number; judge_effect: number; adjusted: number }[];
  }[];
  judges: {
    judge_user_id: string;
    name: string;
    effect: number;
    standard_error: number | null;
    review_count: number;
  }[];
  close_calls: { team_id: string; other_team_id: string; probability: number }[];
};
