/** Organizers review applications, one at a time and each alone. */
import { instant } from '../../shared/base/instant.ts';
import { rounded } from '../../shared/base/fair/ranking.ts';
import { transaction } from '../../shared/database/transaction.ts';
import { noteChanged } from '../../shared/kit/changes.ts';
import type { Action } from '../../shared/kit/implement.ts';
import {
  findProgress,
  findReviewsOf,
  findToReview,
  leaseNext,
  refreshSoon,
  saveReview,
  type ApplicationToReview,
} from './reviews.sql.ts';
import { isIdentifying } from './rules.ts';

const nextReview: Action<'registrations.nextReview'> = async (ctx) => {
  const who = { super_event_id: ctx.resource.id, reviewer_id: ctx.viewer.user_id };
  const { id, left } = await transaction(ctx.db, (tx) => leaseNext(tx, who));
  const found = id === null ? undefined : await findToReview(ctx.db, id);
  return { application: found ? toReview(found) : null, left };
};

/** Answers for a track come after those of the application, and replace them. */
function toReview({ id, name, email, is_blind, fields, tracks, answers_json }: ApplicationToReview) {
  const answers = Object.assign({}, answers_json, ...tracks.map((track) => track.answers_json)) as object;
  const shown = is_blind ? fields.filter((field) => !isIdentifying(field)) : fields;
  const values = new Map(Object.entries(answers));
  return {
    id,
    answers: shown.flatMap((field) => {
      const value: unknown = values.get(field.id);
      return value === undefined ? [] : [{ label: field.label, value }];
    }),
    tracks: tracks.map((track) => ({ id: track.id, name: track.name })),
    ...(!is_blind && { name, email }),
  };
}

const getReviews: Action<'registrations.getReviews'> = async (ctx) => {
  const { is_blind, connected, pairs_right, calculated_at, reviewers, ...counts } =
    (await findProgress(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  return {
    blind: is_blind,
    ...counts,
    reviewers: reviewers.map((each) => ({
      ...each,
      mean_score: rounded(each.mean_score),
      last_review_at: instant(each.last_review_at),
    })),
    ranking: { calculated_at: instant(calculated_at), connected, pairs_right },
  };
};

const listReviews: Action<'registrations.listReviews'> = async (ctx) => {
  const found = (await findReviewsOf(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  const reviews = found.reviews.map((each) => ({ ...each, updated_at: instant(each.updated_at) }));
  return { evaluation_score: found.evaluation_score, reviews };
};

const review: Action<'registrations.review'> = async (ctx) => {
  const { id, owner_id, super_event_id } = ctx.resource;
  const { user_id: reviewer_id } = ctx.viewer;
  if (owner_id === reviewer_id || super_event_id === null) return ctx.fail('PERMISSION_DENIED');
  const { score, note = null } = ctx.params;
  const present = { score, note: note || null };
  const saved = (await saveReview(ctx.db, { super_event_id, reviewer_id }, id, present)) ?? ctx.fail('NOT_FOUND');
  const ids = { super_event_registration_id: id, user_id: owner_id };
  noteChanged(ctx, 'review.saved', ids, { former: saved.former ?? { score: null, note: null }, present });
  if (saved.former?.score !== score) await refreshSoon(ctx.db, super_event_id);
  return { review: { super_event_registration_id: id, ...present, updated_at: instant(saved.updated_at) } };
};

export const reviews = { nextReview, getReviews, listReviews, review };
