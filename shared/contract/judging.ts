/** Judging: criteria, assignments of judges to teams, scores, and the resulting ranking. */
import { assignments } from './judging/assignments.ts';
import { criteria } from './judging/criteria.ts';
import { results } from './judging/results.ts';
import { scores } from './judging/scores.ts';

export const judging = { ...criteria, ...assignments, ...scores, ...results };
