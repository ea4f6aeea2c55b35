/** Prizes that judges of their own or the ranking decide: who judges them, what came of it, and who wins. */
import { get, may, post } from '../endpoint.ts';
import { t } from '../schema.ts';
import { assignmentPlan } from './assignments.ts';

const prize = { access: may('organize', 'prize', 'id'), addition: true } as const;

/** Teams that win, in the order in which they were named. */
export const winners = () => t.array(t.named('Winner', t.object({ team_id: t.uuid(), team_name: t.string() })));

const placed = { team_id: t.uuid(), team_name: t.string(), score: t.number(), rank: t.integer() };

export const prizeJudging = {
  planPrize: post('/prizes/:id/plan', {
    ...prize,
    summary: 'Have every team that entered for a prize judged by so many of its judges',
    note: 'Its judges are those of `judge_user_ids` who are JUDGE on one of its tracks. Asked again, it adds what is missing.',
    params: { id: t.reference(), per_team: t.integer({ min: 1, max: 20 }) },
    responses: { 200: assignmentPlan(), 201: assignmentPlan() },
    errors: ['NOT_PLANNABLE'],
  }),

  getPrizeResults: get('/prizes/:id/results', {
    ...prize,
    summary: 'Rank the teams that entered for a prize, by its judges or as the tracks published them',
    note: 'By the ranking, `fair` has the teams of tracks that published the fair one; `low` and `high` are their bounds there.',
    params: { id: t.reference() },
    responses: {
      200: t.object({
        results: t.object({
          plain: t.array(t.object(placed)),
          fair: t.array(t.object({ ...placed, low: t.integer(), high: t.integer() })),
        }),
        count: t.integer(),
      }),
    },
  }),

  chooseWinners: post('/prizes/:id/winners', {
    ...prize,
    summary: 'Choose who wins a prize, among the teams that entered; nobody else reads it before it is published',
    params: { id: t.reference(), team_ids: t.array(t.uuid(), { max: 20 }) },
    responses: { 200: t.object({ winners: winners() }) },
    errors: ['VALIDATION_FAILED'],
  }),

  publishPrize: post('/prizes/:id/publish', {
    ...prize,
    summary:
      'Let everybody read who wins a prize; by the ranking, and with nobody chosen, the best-placed that entered',
    note: 'Published again, it is what was chosen meanwhile.',
    params: { id: t.reference() },
    responses: { 200: t.object({ winners: winners(), published_at: t.timestamp() }) },
    errors: ['NOT_READY'],
  }),
};
