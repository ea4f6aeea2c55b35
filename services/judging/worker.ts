/** Computes what judging asks for, in a process of its own. */
import { performTasks } from '../../shared/kit/own-process-tasks.ts';
import { fairRanking } from './fair/ranking.ts';
import type { JudgingTasks } from './computations.ts';
import { planOf } from './plan/plan.ts';

performTasks<JudgingTasks>({ rank: fairRanking, plan: planOf });
