/** Judging: what counts, who judges whom, their scores, and the ranking that follows from them. */
import { assignments } from './judging/assignments.ts';
import { criteria } from './judging/criteria.ts';
import { results } from './judging/results.ts';
import { scores } from './judging/scores.ts';

export const judging = { ...criteria, ...assignments, ...scores, ...results };
