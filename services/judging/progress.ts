/** The progress of judging on a track. */
import type { Action } from '../../shared/kit/implement.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { progressOn } from './queries/progress.ts';
import { progressOf } from './shapes/assignments.ts';

export const getProgress: Action<'judging.getProgress'> = async (ctx) =>
  progressOf(await readList(ctx, progressOn(ctx.resource.id)));
