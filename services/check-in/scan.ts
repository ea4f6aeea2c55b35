/** Scans from a kiosk, one at a time or a queue of them. */
import { isUuid } from '../../shared/broker/access.ts';
import type { Action } from '../../shared/broker/implement.ts';
import { failureOf } from '../../shared/broker/translate.ts';
import type { batchRefusals } from '../../shared/contract/check-in.ts';
import { errors } from '../../shared/contract/errors.ts';
import { carryOutAll, type CarryOut } from './round-trip.ts';
import { momentOf, type Scan, type Verdict } from './rules.ts';
import { scanAnswer } from './shapes.ts';
import { together } from './together.ts';

/** Not a transaction of the kit: the nonce, else the write key, stands in the check-in's own row. */
export const scanBy =
  (carryOut: CarryOut): Action<'check-in.scan'> =>
  async (ctx) => {
    const { pointId, token, method, nonce = ctx.writeKey, scanned_at } = ctx.params;
    if (!isUuid(pointId)) return ctx.fail('POINT_NOT_FOUND');
    const moment = momentOf(scanned_at, new Date());
    const scan = { point_id: pointId, token, method, nonce, moment, viewer: ctx.viewer, request_id: ctx.requestId };
    const verdict = await carryOut({ scan, open: () => ctx.db });
    if ('refused' in verdict) return ctx.fail(verdict.refused, verdict.errors && { errors: verdict.errors });
    if ('replayed' in verdict) ctx.replayed();
    return scanAnswer(verdict);
  };

/** A kiosk's queue is a round trip of its own: of two scans of one person in it, the first counts. */
export const scanBatch: Action<'check-in.scanBatch'> = async (ctx) => {
  const { pointId, scans } = ctx.params;
  if (!isUuid(pointId)) return ctx.fail('POINT_NOT_FOUND');
  const now = new Date();
  const queue = scans.map(({ scanned_at, ...scan }): Scan => ({
    ...scan,
    point_id: pointId,
    moment: momentOf(scanned_at, now),
    viewer: ctx.viewer,
    request_id: ctx.requestId,
  }));
  const outcomes = await together(queue, (some) => carryOutAll(ctx.db, some));
  if (outcomes.some(isPointUnknown)) return ctx.fail('POINT_NOT_FOUND');
  const [first] = outcomes;
  if (first?.status === 'rejected' && outcomes.every(({ status }) => status === 'rejected')) throw first.reason;
  return { results: scans.map(({ nonce }, index) => ({ nonce, ...resultOf(outcomes[index] as Outcome) })) };
};

type Outcome = PromiseSettledResult<Verdict>;

const isPointUnknown = (outcome: Outcome) =>
  outcome.status === 'fulfilled' && 'refused' in outcome.value && outcome.value.refused === 'POINT_NOT_FOUND';

function resultOf(outcome: Outcome) {
  if (outcome.status === 'rejected') return refusal(failureOf(outcome.reason) ? 'UNAVAILABLE' : 'INTERNAL');
  if ('refused' in outcome.value) return refusal(outcome.value.refused);
  const data = scanAnswer(outcome.value);
  return { http: 'checked_in' in data ? 201 : 200, data };
}

const refusal = (code: (typeof batchRefusals)[number]) => ({ http: errors[code][0], code });
