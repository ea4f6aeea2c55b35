/** Prizes: who judges the teams that entered, how they are ranked, and who wins. */
import { instant } from '../../shared/base/instant.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { fairNumbers, rankingOf } from './fair.ts';
import { barredPairs, skippedBy } from './planning.rules.ts';
import { lockPlan, insertPlan, planGround } from './planning.sql.ts';
import { assignmentPlan, makePlan } from './planning.ts';
import {
  decidedBy,
  giveCriterion,
  isRanked,
  judgedFor,
  ofPrize,
  publishWinners,
  rankedFor,
  reviewsFor,
  strangersTo,
  winnersNamed,
  writeWinners,
  type PrizePlacement,
} from './prizes.sql.ts';

/** Adds the assignments that are missing. Plans of one prize wait for each other. */
export const planPrize: Action<'judging.planPrize'> = async (ctx) => {
  const { db, resource, params } = ctx;
  await lockPlan(db, resource.id);
  const ground = await planGround(db, ofPrize(resource.id), { withPending: true });
  const { teams, judges, kept } = ground;
  const barred = barredPairs(ground, judges);
  const plan = await makePlan(ctx, { teams, judges, kept, barred, reviewsPerTeam: params.per_team, seed: 0 });
  ctx.setStatus(plan.created.length === 0 ? 200 : 201);
  await giveCriterion(db, resource);
  const made = await insertPlan(db, { prize_id: resource.id }, plan.created);
  for (const { id, ...after } of made) ctx.changed('assignment.created', { assignment_id: id }, {}, after);
  return assignmentPlan(plan, { created: made.length, skipped: skippedBy(ground, barred) });
};

export const getPrizeResults: Action<'judging.getPrizeResults'> = async ({ db, resource: { id } }) => {
  const results = (await decidedBy(db, id)) === 'ranking' ? await asPublished(db, id) : await asJudged(db, id);
  return { results, count: results.plain.length };
};

type Results = Awaited<ReturnType<Action<'judging.getPrizeResults'>>>['results'];

async function asPublished(db: Ctx['db'], id: string): Promise<Results> {
  const rows = await rankedFor(db, id);
  return {
    plain: rows.map(placed),
    fair: rows.flatMap(({ low, high, ...row }) =>
      low === null || high === null ? [] : [{ ...placed(row), low, high }],
    ),
  };
}

async function asJudged(db: Ctx['db'], id: string): Promise<Results> {
  const [plain, reviews] = [await judgedFor(db, id), await reviewsFor(db, id)];
  if (reviews.length === 0) return { plain: [], fair: [] };
  const names = new Map(plain.map(({ team_id, team_name }) => [team_id, team_name]));
  const fair = (await rankingOf(reviews)).teams.map((team) => {
    const { fair_score: score, fair_rank: rank, rank_low: low, rank_high: high } = fairNumbers(team);
    return { team_id: team.team, team_name: names.get(team.team) ?? '', score, rank, low, high };
  });
  return { plain: plain.map(placed), fair };
}

const placed = ({ team_id, team_name, score, rank }: PrizePlacement) => ({ team_id, team_name, score, rank });

export const chooseWinners: Action<'judging.chooseWinners'> = async (ctx) => {
  const { db, resource } = ctx;
  const team_ids = [...new Set(ctx.params.team_ids)];
  const strangers = await strangersTo(db, resource.id, team_ids);
  if (strangers.length > 0) {
    const errors = strangers.map((id) => ({
      field: 'team_ids',
      code: 'notEntered',
      message: `team_ids names ${id}, which did not enter for this prize`,
    }));
    return ctx.fail('VALIDATION_FAILED', { errors });
  }
  const former = (await writeWinners(db, resource, team_ids)) ?? [];
  if (former.join() !== team_ids.join()) {
    ctx.changed(null, { prize_id: resource.id }, { team_ids: former }, { team_ids });
  }
  return { winners: await winnersNamed(db, team_ids) };
};

export const publishPrize: Action<'judging.publishPrize'> = async (ctx) => {
  const { db, resource } = ctx;
  const { id: prize_id } = resource;
  if ((await decidedBy(db, prize_id)) === 'ranking') await chooseBest(ctx);
  const published = (await publishWinners(db, prize_id)) ?? ctx.fail('NOT_READY', { missing: ['winners'] });
  const { published_at, team_ids, former } = published;
  if (former?.join() !== team_ids.join()) {
    ctx.changed('prize.published', { prize_id }, { team_ids: former }, { team_ids });
  }
  return { winners: await winnersNamed(db, team_ids), published_at: instant(published_at) };
};

/** Where nobody was chosen who can still win, the best-placed of the teams that entered win; several where they share the rank. */
async function chooseBest({ db, resource, fail }: Pick<Ctx<unknown, 'NOT_READY'>, 'db' | 'resource' | 'fail'>) {
  if (!(await isRanked(db, resource.id))) fail('NOT_READY', { missing: ['results'] });
  const best = (await rankedFor(db, resource.id)).filter(({ rank }) => rank === 1);
  await writeWinners(
    db,
    resource,
    best.map(({ team_id }) => team_id),
    { isFirst: true },
  );
}
