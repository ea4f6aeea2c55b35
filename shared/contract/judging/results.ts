/** The ranking. Organizers calculate it at any time; everybody reads the published one. */
import { wholeList } from '../concerns.ts';
import { get, may, post } from '../endpoint.ts';
import { t } from '../schema.ts';
import { csvTable, guardedCells, pageOfWhole, ranking } from '../vocabulary.ts';
import { scoring } from './scores.ts';

const result = () => ({
  team_id: t.uuid(),
  team_name: t.string(),
  overall_score: t.number(),
  rank: t.integer(),
  created_at: t.timestamp(),
});

const spread = () => t.nullable(t.number());

const fairTeam = () =>
  t.object({
    team_id: t.uuid(),
    team_name: t.string(),
    plain_score: t.number(),
    plain_rank: t.integer(),
    fair_score: t.number(),
    fair_rank: t.integer(),
    rank_low: t.integer(),
    rank_high: t.integer(),
    standard_error: spread(),
    reviews: t.array(
      t.object({
        judge_user_id: t.uuid(),
        judge_name: t.string(),
        given: t.number(),
        judge_effect: t.number(),
        adjusted: t.number(),
      }),
    ),
  });

const fairJudge = () =>
  t.object({
    judge_user_id: t.uuid(),
    name: t.string(),
    effect: t.number(),
    standard_error: spread(),
    review_count: t.integer(),
  });

/**
 * Numbers have four decimals. A value that cannot be estimated is null; ranks are within a group, whose teams can be
 * compared.
 */
const fairRanking = t.named(
  'FairRanking',
  t.object({
    scale: t.object({ mean: spread(), team_sd: spread(), judge_sd: spread(), noise_sd: spread() }),
    connected: t.boolean(),
    groups: t.array(t.array(t.uuid())),
    teams: t.array(fairTeam()),
    judges: t.array(fairJudge()),
    close_calls: t.array(
      t.object({ team_id: t.uuid(), other_team_id: t.uuid(), probability: t.number({ min: 0, max: 1 }) }),
    ),
  }),
);

export const results = {
  calculateResults: post('/events/:eventId/calculate-results', {
    summary: 'Rank the teams of a track by the scores handed in so far',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference() },
    responses: {
      201: t.object({
        results: t.array(t.object({ ...result(), id: t.uuid(), event_id: t.uuid(), updated_at: t.timestamp() })),
        count: t.integer(),
      }),
    },
  }),

  listResults: get('/events/:eventId/results', {
    summary:
      'List the teams of a track by the published ranking, before publication by the plain one as calculated last; by another one for organizers',
    access: may(['organize', 'member'], 'event', 'eventId'),
    params: { eventId: t.reference(), ranking: t.optional(ranking()), ...pageOfWhole },
    with: [wholeList('results')],
    responses: {
      200: t.object({
        results: t.array(t.object(result())),
        count: t.integer(),
        notifications_sent_at: t.nullable(t.timestamp()),
        /** Only where it is the fair ranking that is listed. */
        ranking: t.optional(t.literal('fair')),
      }),
    },
    errors: ['PERMISSION_DENIED'],
  }),

  getFairRanking: get('/events/:eventId/results/fair', {
    summary: 'Rank the teams as they were last calculated once more, with what judges differ by taken out',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference() },
    responses: { 200: fairRanking },
    errors: ['NOT_READY'],
    addition: true,
  }),

  getTeamResult: get('/teams/:teamId/results', {
    summary: "Get a team's result with the scores and feedback it rests on; for the team once results are published",
    access: may(['organize', 'owner'], 'team', 'teamId'),
    params: { teamId: t.reference(), ranking: t.optional(ranking()) },
    responses: {
      200: t.object({
        overall_score: t.number(),
        rank: t.integer(),
        created_at: t.timestamp(),
        score_breakdown: t.array(
          t.object({
            criterion_name: t.string(),
            criterion_description: t.nullable(t.string()),
            score_value: t.number(),
            feedback: t.nullable(t.string()),
          }),
        ),
        /** The number of teams that were ranked, those included that are gone since. */
        ranked_count: t.integer(),
        scoring: scoring(),
        /** Only where it is the result by the fair ranking, with a sentence for each review. */
        ranking: t.optional(t.literal('fair')),
        explanation: t.optional(t.array(t.string())),
      }),
    },
    errors: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),

  publishResults: post('/events/:eventId/results/publish', {
    summary: 'Let the teams see their results as calculated last, and write to them once',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference(), ranking: t.optional(ranking()) },
    responses: { 200: t.object({ notifications_sent_at: t.timestamp() }) },
    errors: ['NOT_READY', 'ALREADY_PUBLISHED'],
    addition: true,
  }),

  exportResults: get('/events/:eventId/results/csv', {
    summary:
      'Download the published ranking as CSV, before publication the plain one; `fair` adds the fair ranking in further columns, `plain` is the plain one in any case',
    access: may('organize', 'event', 'eventId'),
    ...csvTable({ eventId: t.reference(), ranking: t.optional(ranking()) }),
    note: guardedCells,
  }),

  exportScores: get('/events/:eventId/scores/csv', {
    summary: 'Download every score as CSV, a line for each judge and team',
    access: may('organize', 'event', 'eventId'),
    ...csvTable({ eventId: t.reference() }),
    note: `Scores that were begun and not handed in are in it as well; no column tells them apart. ${guardedCells}`,
  }),
};
