/** Computes scores from reviews, in a process of its own. */
import { performTasks } from '../../shared/kit/own-process.ts';
import { rankApplications } from './review-ranking.ts';
import type { RankingTasks } from './review-scores.ts';

performTasks<RankingTasks>({ rank: rankApplications });
