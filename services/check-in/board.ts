/** The screen beside the doors. All boards of a hackathon that ask one process within a second share one reading. */
import { LRUCache } from 'lru-cache';
import { arrivalMinutes } from '../../shared/contract/board.ts';
import type { ActionAnswer } from '../../shared/contract/index.ts';
import type { Db } from '../../shared/database/database.ts';
import { instant } from '../../shared/base/instant.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { boardOf, type BoardRow } from './queries/board.ts';
import { shownName } from './rules.ts';

/** Milliseconds for which what was read is good for everybody, and hackathons that are remembered. */
const [ttl, max] = [1_000, 500];

/** Who comes while one reading is under way waits for it; one that failed is forgotten. */
export function boards(): Action<'check-in.board'> {
  const shown = new LRUCache<string, ActionAnswer<'check-in.board'>, Db>({
    max,
    ttl,
    // Whoever waits for one that had to give way to others is answered all the same.
    ignoreFetchAbort: true,
    fetchMethod: async (id, _, { context }) => {
      const row = await boardOf(context, id);
      return row && boardShape(row);
    },
  });
  return async (ctx) => (await shown.fetch(ctx.resource.id, { context: ctx.db })) ?? ctx.fail('NOT_FOUND');
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
