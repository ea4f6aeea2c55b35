/** Handles scans of a kiosk, one at a time or as a queue. */
import type { Action } from '../../shared/kit/implement.ts';
import { outcomeOfError } from '../../shared/kit/count-actions.ts';
import { failureOf } from '../../shared/kit/translate.ts';
import type { batchRefusals } from '../../shared/contract/check-in.ts';
import { errors } from '../../shared/contract/errors.ts';
import type { ActionAnswer } from '../../shared/contract/index.ts';
import { instant } from '../../shared/base/instant.ts';
import { decideAndRecord, runTogether, type DecidedScan, type SubmitScan } from './round-trip.ts';
import {
  isPointOf,
  momentOf,
  namingProblem,
  type Point,
  type Scan,
  type ScanRefusal,
  type ScanVerdict,
  type ScannedTeam,
} from './rules.ts';
import type { ScanCounter } from './scan-counter.ts';

/** Scans without a transaction of the kit: the check-in's own row stores the nonce, or else the write key. */
export const scanBy =
  (submitScan: SubmitScan, counter: ScanCounter): Action<'check-in.scan'> =>
  async (ctx) => {
    const { pointId, token, registration_id, method, nonce = ctx.writeKey, scanned_at } = ctx.params;
    const problem = namingProblem(ctx.params);
    if (problem) return ctx.fail('VALIDATION_FAILED', { errors: [problem] });
    if (!isPointOf(ctx.viewer, pointId)) {
      counter.unjudged('POINT_NOT_FOUND');
      return ctx.fail('POINT_NOT_FOUND');
    }
    const moment = momentOf(scanned_at, new Date());
    const whose = { token, registration_id, method, nonce };
    const scan = { point_id: pointId, ...whose, moment, viewer: ctx.viewer, request_id: ctx.requestId };
    const judged = await submitScan({ scan, open: () => ctx.db }).catch((error: unknown) => {
      counter.unjudged(outcomeOfError(error));
      throw error;
    });
    counter.judged(judged);
    const { verdict } = judged;
    if ('errors' in verdict) return ctx.fail(verdict.refused, { errors: verdict.errors });
    if ('registration_status' in verdict) {
      const { refused, registration_status } = verdict;
      return ctx.fail(refused, { registration_status });
    }
    if ('refused' in verdict) return ctx.fail(verdict.refused);
    if ('replayed' in verdict) ctx.markReplayed();
    if ('admitted' in verdict) ctx.broadcast('facts', { organization_id: verdict.point.organization_id });
    return scanAnswer({ id: judged.id, verdict });
  };

/** Scans a kiosk's queue in a batch of its own. Of two scans of one person, the first counts. */
export const scanBatchBy =
  (counter: ScanCounter): Action<'check-in.scanBatch'> =>
  async (ctx) => {
    const { pointId, scans } = ctx.params;
    if (!isPointOf(ctx.viewer, pointId)) {
      counter.unjudged('POINT_NOT_FOUND', scans.length);
      return ctx.fail('POINT_NOT_FOUND');
    }
    const now = new Date();
    const queue = scans.map(({ scanned_at, ...scan }): Scan => ({
      ...scan,
      point_id: pointId,
      moment: momentOf(scanned_at, now),
      viewer: ctx.viewer,
      request_id: ctx.requestId,
    }));
    const outcomes = await runTogether(queue, (some) => decideAndRecord(ctx.db, some));
    for (const one of outcomes) {
      if (one.status === 'fulfilled') counter.judged(one.value);
      else counter.unjudged(outcomeOfError(one.reason));
    }
    if (outcomes.some(isPointUnknown)) return ctx.fail('POINT_NOT_FOUND');
    for (const organization_id of admittingIn(outcomes)) ctx.broadcast('facts', { organization_id });
    const [first] = outcomes;
    if (first?.status === 'rejected' && outcomes.every(({ status }) => status === 'rejected')) throw first.reason;
    return { results: scans.map(({ nonce }, index) => ({ nonce, ...resultOf(outcomes[index] as Outcome) })) };
  };

type Outcome = PromiseSettledResult<DecidedScan>;

/** Returns the organizations whose points admitted somebody. */
const admittingIn = (outcomes: readonly Outcome[]) =>
  new Set(
    outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' && 'admitted' in outcome.value.verdict
        ? [outcome.value.verdict.point.organization_id]
        : [],
    ),
  );

const isPointUnknown = (outcome: Outcome) => outcome.status === 'fulfilled' && !outcome.value.found.point;

function resultOf(outcome: Outcome) {
  if (outcome.status === 'rejected') return refusal(failureOf(outcome.reason) ? 'UNAVAILABLE' : 'INTERNAL');
  const { verdict } = outcome.value;
  if ('registration_status' in verdict) {
    const { refused, registration_status } = verdict;
    return { ...refusal(refused), registration_status };
  }
  if ('refused' in verdict) return refusal(verdict.refused);
  const data = scanAnswer({ id: outcome.value.id, verdict });
  return { http: 'checked_in' in data ? 201 : 200, data };
}

const refusal = (code: (typeof batchRefusals)[number]) => ({ http: errors[code][0], code });

type ScanAnswer = ActionAnswer<'check-in.scan'>;

type Taken = Pick<DecidedScan, 'id'> & { readonly verdict: Exclude<ScanVerdict, { refused: ScanRefusal }> };

function scanAnswer({ id, verdict }: Taken): ScanAnswer {
  const { point } = verdict;
  if ('gated' in verdict) return milestoneGate(point, verdict.gated);
  if ('repeated' in verdict) return laterScan(point, verdict.repeated.checked_in_at);
  const { checked_in_at, registration_id, ...kept } =
    'admitted' in verdict ? { id, ...verdict.admitted } : verdict.replayed;
  return {
    checked_in: true,
    checked_in_at: instant(checked_in_at),
    checkin_id: kept.id,
    registration_id,
    point_name: point.name,
    point_type: point.type,
  };
}

const laterScan = ({ type }: Point, first: Date): ScanAnswer =>
  type === 'doorkeeper'
    ? { verified: true, first_check_in_at: instant(first) }
    : { already_checked_in: true, checked_in_at: instant(first) };

const milestoneGate = ({ requirements }: Point, team: ScannedTeam): ScanAnswer => ({
  requires_milestone_submission: true,
  milestone_requirements: requirements.map(({ id, title, description = null, is_required = true }) => ({
    id,
    title,
    description,
    is_required,
    satisfied: team.answered.includes(id),
  })),
  team_id: team.id,
  team_name: team.name,
});
