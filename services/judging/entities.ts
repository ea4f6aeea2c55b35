/** The current tables of judging. Indexes, value checks and triggers are in the migrations. */
import { rankings } from '../../shared/contract/vocabulary.ts';
import { c, table, type TablesOf } from '../../shared/database/columns.ts';
import type { superEvents, trackRoles, tracks } from '../../shared/database/published/events.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type { assignments } from '../../shared/database/published/judging.ts';
import type { teamMembers, teams } from '../../shared/database/published/teams.ts';

export const assignment = table(
  'assignment',
  'An assignment of a judge to a team.',
  {
    id: c.id(),
    organization_id: c.uuid(),
    super_event_id: c.uuid(),
    event_id: c.uuid(),
    team_id: c.uuid(),
    judge_user_id: c.uuid(),
    created_at: c.instant().defaultRaw('now()'),
    submitted_at: c.instant().strictNullable(),
    /** Null for the ranking of the track. */
    prize_id: c.uuid().strictNullable(),
  },
  [['event_id', 'team_id', 'judge_user_id', 'prize_id']],
);

export const award = table('award', 'The winner of a prize, as chosen and as published.', {
  prize_id: c.uuid().primary(),
  organization_id: c.uuid(),
  super_event_id: c.uuid(),
  team_ids: c.uuids(),
  published_ids: c.uuids().strictNullable(),
  published_at: c.instant().strictNullable(),
});

export const criterion = table(
  'criterion',
  'The criteria by which teams are judged: those of tracks, and one of each prize.',
  {
    id: c.id(),
    organization_id: c.uuid(),
    super_event_id: c.uuid(),
    event_id: c.uuid().strictNullable(),
    name: c.text(),
    description: c.text().strictNullable(),
    weight: c.numeric(11, 10),
    order_index: c.double(),
    created_at: c.instant().defaultRaw('now()'),
    prize_id: c.uuid().strictNullable().unique(),
  },
);

export const declaredConflict = table(
  'declared_conflict',
  'A judge who said that they cannot judge a team.',
  {
    id: c.id(),
    team_id: c.uuid(),
    judge_user_id: c.uuid(),
    reason: c.text(),
    declared_at: c.instant().defaultRaw('now()'),
  },
  [['team_id', 'judge_user_id']],
);

export const ranking = table('ranking', 'The times when the results of a track were calculated and published.', {
  event_id: c.uuid().primary(),
  calculated_at: c.instant(),
  notifications_sent_at: c.instant().strictNullable(),
  published_as: c.oneOf(rankings).strictNullable(),
});

export const publishedResult = table(
  'published_result',
  'The result of a team as it was published. Bounds of the rank are those of a fair ranking.',
  {
    id: c.id(),
    event_id: () => c.reference(ranking, 'event_id'),
    team_id: c.uuid(),
    overall_score: c.numeric(),
    rank: c.integer(),
    score_breakdown: c.json(),
    explanation: c.texts(),
    created_at: c.instant(),
    rank_low: c.integer().strictNullable(),
    rank_high: c.integer().strictNullable(),
    standard_error: c.numeric().strictNullable(),
    calculated_at: c.instant(),
  },
  [['event_id', 'team_id']],
);

export const result = table(
  'result',
  "A team's score and rank.",
  {
    id: c.id(),
    event_id: () => c.reference(ranking, 'event_id'),
    team_id: c.uuid(),
    overall_score: c.numeric(),
    rank: c.integer(),
    assignment_ids: c.uuids(),
    created_at: c.instant(),
    updated_at: c.instant(),
  },
  [['event_id', 'team_id']],
);

export const score = table(
  'score',
  'The score that a judge gave a team for a criterion.',
  {
    id: c.id(),
    assignment_id: () => c.reference(assignment, 'assignment_id').deleteRule('cascade'),
    criterion_id: () => c.reference(criterion, 'criterion_id').deleteRule('cascade'),
    value: c.numeric(),
    comment: c.text().strictNullable(),
    feedback: c.text().strictNullable(),
    created_at: c.instant().defaultRaw('now()'),
    updated_at: c.instant().defaultRaw('now()'),
  },
  [['assignment_id', 'criterion_id']],
);

export const weightTotal = table(
  'weight_total',
  "The sum of a track's weights, which decides whether another weight fits.",
  {
    event_id: c.uuid().primary(),
    total: c.numeric(11, 10).default(0),
  },
);

export const tables = [
  assignment,
  award,
  criterion,
  declaredConflict,
  publishedResult,
  ranking,
  result,
  score,
  weightTotal,
];

/** Everything that statements of this service read. */
export type Tables = TablesOf<
  [
    ...typeof tables,
    typeof assignments,
    typeof people,
    typeof superEvents,
    typeof teamMembers,
    typeof teams,
    typeof trackRoles,
    typeof tracks,
  ]
>;
