/** Keeps the scores of applications up to date with their reviews, in a job of the queue. */
import { Failure } from '../../shared/base/failure.ts';
import type { TeamReview } from '../../shared/base/fair/design.ts';
import type { Db } from '../../shared/database/database.ts';
import { retry, transaction } from '../../shared/database/transaction.ts';
import { OwnProcess } from '../../shared/kit/own-process.ts';
import type { JobHandler } from '../../shared/kit/queue.ts';
import { reviewsOf, writeScores } from './reviews.sql.ts';
import type { ReviewRanking } from './review-ranking.ts';

export type RankingTasks = { readonly rank: { readonly input: readonly TeamReview[]; readonly output: ReviewRanking } };

/** Milliseconds of one. */
export const longestMs = 20_000;
/** Tens of thousands of reviews take a second, in which a process would answer nobody. */
const ranking = new OwnProcess<RankingTasks>(new URL('./worker.ts', import.meta.url), {
  waitingAtMost: 5,
  longestMs,
  heapMb: 256,
  beyond: () => new Failure('TIMEOUT'),
});

export const refreshScores =
  (db: Db): JobHandler =>
  async (payload) => {
    const { super_event_id } = payload as { super_event_id: string };
    const reviews = await reviewsOf(db.fork(), super_event_id);
    const ranked = await ranking.run('rank', reviews);
    await retry(() => transaction(db, (tx) => writeScores(tx, super_event_id, ranked)));
  };
