/** The board with the arrivals of a hackathon. Requests to one process within a second share one reading. */
import { LRUCache } from 'lru-cache';
import { arrivalMinutes } from '../../shared/contract/points.ts';
import { published } from '../../shared/contract/languages.ts';
import type { ActionAnswer } from '../../shared/contract/index.ts';
import type { Db } from '../../shared/database/database.ts';
import { instant } from '../../shared/base/instant.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { boardOf, type BoardRow } from './board.sql.ts';
import { shownName } from './rules.ts';

const [readAgainAfterMs, hackathonsAtMost] = [1_000, 500];

/** Requests that arrive during a reading share it. A failed reading is not cached and not replaced by an old board. */
export function boards(): Action<'check-in.board'> {
  const cache = new LRUCache<string, ActionAnswer<'check-in.board'>, Db>({
    max: hackathonsAtMost,
    ttl: readAgainAfterMs,
    // Answer a reading even if its entry was evicted meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: async (id, _, { context }) => {
      const row = await boardOf(context, id);
      return row && boardShape(row);
    },
  });
  return async (ctx) => (await cache.fetch(ctx.resource.id, { context: ctx.db })) ?? ctx.fail('NOT_FOUND');
}

const boardShape = ({ name, tz, name_i18n, ...row }: BoardRow): ActionAnswer<'check-in.board'> => ({
  super_event: { name, tz, ...published('name_i18n', name_i18n) },
  accepted: row.accepted,
  checked_in: row.checked_in,
  per_point: row.per_point.map(({ id, name, type, opens_at, closes_at, checked_in, expected, lately }) => ({
    ...{ id, name, type, opens_at: instant(opens_at), closes_at: instant(closes_at), checked_in, expected },
    rate_per_minute: lately / arrivalMinutes,
  })),
  arrivals: row.arrivals.map(({ at, count }) => ({ at: instant(at), count })),
  refused: row.refused.map(({ reason, count }) => ({ reason, count })),
  latest: row.latest.map(({ name, point_name, at }) => ({ name: shownName(name), point_name, at: instant(at) })),
});
