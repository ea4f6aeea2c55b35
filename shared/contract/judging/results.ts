/** The ranking: calculated on demand, published once, read by teams afterwards. */
import { get, may, post } from '../endpoint.ts';
import { t } from '../schema.ts';

const result = () => ({
  team_id: t.uuid(),
  team_name: t.string(),
  overall_score: t.number(),
  rank: t.integer(),
  created_at: t.timestamp(),
});

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
    summary: 'List the teams of a track as they were last ranked',
    access: may(['organize', 'member'], 'event', 'eventId'),
    params: { eventId: t.reference() },
    responses: {
      200: t.object({
        results: t.array(t.object(result())),
        count: t.integer(),
        notifications_sent_at: t.nullable(t.timestamp()),
      }),
    },
  }),

  getTeamResult: get('/teams/:teamId/results', {
    summary: "Get a team's result with the scores and feedback it rests on; for the team once results are published",
    access: may(['organize', 'owner'], 'team', 'teamId'),
    params: { teamId: t.reference() },
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
      }),
    },
    errors: ['NOT_FOUND', 'PERMISSION_DENIED'],
  }),

  publishResults: post('/events/:eventId/results/publish', {
    summary: 'Let the teams see their results, and write to them, once',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference() },
    responses: { 200: t.object({ notifications_sent_at: t.timestamp() }) },
    errors: ['NOT_READY'],
    addition: true,
  }),

  exportResults: get('/events/:eventId/results/csv', {
    summary: 'Download the ranking as CSV',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference() },
    responses: { 200: t.attachment() },
    attachment: true,
  }),

  exportScores: get('/events/:eventId/scores/csv', {
    summary: 'Download every score as CSV, a line for each judge and team',
    access: may('organize', 'event', 'eventId'),
    params: { eventId: t.reference() },
    responses: { 200: t.attachment() },
    attachment: true,
  }),
};
