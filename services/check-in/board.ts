/** The screen beside the doors. All boards of a hackathon that ask one process within a second share one reading. */
import { LRUCache } from 'lru-cache';
import { arrivalMinutes } from '../../shared/contract/board.ts';
import type { ActionAnswer } from '../../shared/contract/index.ts';
import type { Db } from '../../shared/database/database.ts';
import { instant } from '../../shared/base/instant.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { boardOf, type BoardRow } from './queries/board.ts';
import { shownName } from './rules.ts';

const [readAgainAfterMs, hackathonsAtMost] = [1_000, 500];

/** Requests that arrive during a reading share it. One that failed is not kept, nor is a board from before shown for it. */
export function boards(): Action<'check-in.board'> {
  const cache = new LRUCache<string, ActionAnswer<'check-in.board'>, Db>({
    max: hackathonsAtMost,
    ttl: readAgainAfterMs,
    // A reading whose entry was evicted meanwhile is answered all the same.
    ignoreFetchAbort: true,
    fetchMethod: async (id, _, { context }) => {
      const row = await boardOf(context, id);
      return row && boardShape(row);
    },
  });
  return async (ctx) => (await cache.fetch(ctx.resource.id, { context: ctx.db })) ?? ctx.fail('NOT_FOUND');
}

const boardShape = ({ name, tz, ...row }: BoardRow): ActionAnswer<'check-in.board'> => ({
  super_event: { name, tz },
  accepted: row.accepted,
  checked_in: row.checked_in,
  per_point: row.per_point.map(({ id, name, checked_in, lately }) => ({
    id,
    name,
    checked_in,
    rate_per_minute: lately / arrivalMinutes,
  })),
  arrivals: row.arrivals.map(({ at, count }) => ({ at: instant(at), count })),
  refused: row.refused.map(({ reason, count }) => ({ reason, count })),
  latest: row.latest.map(({ name, point_name, at }) => ({ name: shownName(name), point_name, at: instant(at) })),
});
