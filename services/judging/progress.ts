/** How far judging is. */
import type { Action } from '../../shared/broker/implement.ts';
import { countProgress } from './queries/progress.ts';
import { progressOf } from './shapes/assignments.ts';

export const getProgress: Action<'judging.getProgress'> = async ({ db, place }) =>
  progressOf(await countProgress(db, place.id));
