import { instant } from '../../shared/broker/instant.ts';
import type { Action } from '../../shared/broker/implement.ts';
import { annulRecord } from './queries/records.ts';

/** The guard does not find a check-in that was annulled before; here only the second of two at once is refused. */
export const annul: Action<'check-in.annul'> = async (ctx) => {
  const { reason } = ctx.params;
  const annulled = (await annulRecord(ctx.db, ctx.place.id, ctx.viewer.user_id, reason)) ?? ctx.fail('NOT_FOUND');
  const { annulled_at, ...ids } = annulled;
  ctx.changed(
    { checkin_id: ctx.place.id, ...ids },
    { annulled_at: null, annul_reason: null },
    { annulled_at: instant(annulled_at), annul_reason: reason },
  );
  return { deleted: true };
};
