import { instant } from '../../shared/base/instant.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { annulRecord } from './queries/records.ts';

/**
 * Annuls a check-in. The guard already hides one that is annulled; NOT_FOUND here is for the second of two concurrent
 * requests.
 */
export const annul: Action<'check-in.annul'> = async (ctx) => {
  const { reason } = ctx.params;
  const annulled = (await annulRecord(ctx.db, ctx.resource.id, ctx.viewer.user_id, reason)) ?? ctx.fail('NOT_FOUND');
  const { annulled_at, ...ids } = annulled;
  ctx.changed(
    'checkin.annulled',
    { checkin_id: ctx.resource.id, ...ids },
    { annulled_at: null, annul_reason: null },
    { annulled_at: instant(annulled_at), annul_reason: reason },
  );
  return { deleted: true };
};
