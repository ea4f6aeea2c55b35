/** Runs the computations of judging in a child process. */
import { performTasks } from '../../shared/kit/own-process.ts';
import { fairRanking } from '../../shared/base/fair/ranking.ts';
import type { JudgingTasks } from './computations.ts';
import { planOf } from './plan/plan.ts';

performTasks<JudgingTasks>({ rank: fairRanking, plan: planOf });
