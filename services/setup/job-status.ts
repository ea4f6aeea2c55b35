/** The status of an apply that was answered before its end. */
import type { Ctx } from '../../shared/kit/context.ts';
import { Failure } from '../../shared/base/failure.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { instant } from '../../shared/base/instant.ts';
import { hashToken } from '../../shared/base/session-token.ts';
import type { ApplyAnswer } from './apply.ts';
import { jobOf, nothingDone, opened, type Job, type JobOutcome } from './jobs.ts';
import { findJob, isHeld } from './jobs.sql.ts';

type Sent = Pick<
  Ctx,
  'db' | 'resource' | 'viewer' | 'writeKey' | 'params' | 'setStatus' | 'setLocation' | 'markReplayed'
>;

/** The job of this request, and the answer to an earlier request with its write key. */
export async function formerJob(ctx: Sent) {
  const job = jobOf(ctx);
  const known = await findJob(ctx.db, job);
  if (!known) return { job };
  if (!job.input_hash.equals(known.input_hash)) throw new Failure('IDEMPOTENCY_KEY_REUSED');
  ctx.markReplayed();
  return { job, former: acceptedAs(ctx, job, known.created_at) };
}

/** That it goes on, and where to ask for it. */
export function acceptedAs(ctx: Sent, { id }: Job, since: Date | string) {
  ctx.setStatus(202);
  ctx.setLocation(`/organizations/${ctx.resource.id}/event-file/jobs/${id}`);
  return { job: { id, status: 'running' as const, created_at: instant(since), ...nothingYet } };
}

const nothingYet = { ended_at: null, result: null, error: null };

/** Nobody works on it, and it is not done. */
const unfinished = {
  status: 503,
  code: 'UNAVAILABLE',
  message: `This apply was stopped before its end, or took longer than a minute. ${nothingDone}`,
};

export const getEventFileJob: Action<'setup.getEventFileJob'> = async (ctx) => {
  const { db, resource, viewer } = ctx;
  const { jobId: id } = ctx.params;
  const id_hash = hashToken(id);
  const isRunning = await isHeld(db, id_hash);
  const job = await findJob(db, { id_hash, organization_id: resource.id });
  const isSender = job?.user_id === viewer.user_id;
  if (!isSender && !/^(OWNER|ADMIN)$/.test(resource.member_role ?? '')) return ctx.fail('PERMISSION_DENIED');
  if (!job) return ctx.fail('NOT_FOUND');
  const known = { id, created_at: instant(job.created_at), ended_at: instant(job.ended_at) };
  if (job.outcome) return { job: { ...known, ...outcomeOf(opened(id, Buffer.from(job.outcome)), isSender) } };
  const error = isRunning ? null : unfinished;
  return { job: { ...known, status: isRunning ? 'running' : 'failed', result: null, error } };
};

const outcomeOf = (outcome: JobOutcome<ApplyAnswer>, isSender: boolean) =>
  'error' in outcome
    ? { status: 'failed' as const, result: null, error: outcome.error }
    : { status: 'done' as const, result: isSender ? outcome.result : withoutSecrets(outcome.result), error: null };

/** As the apply would answer the next time. */
const withoutSecrets = (answer: ApplyAnswer): ApplyAnswer =>
  JSON.parse(
    JSON.stringify({
      ...answer,
      api_keys: Object.fromEntries(Object.keys(answer.api_keys).map((label) => [label, null])),
    }),
    (name, value: unknown) => (name === 'pairing_url' ? null : value),
  ) as ApplyAnswer;
