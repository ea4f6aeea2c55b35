/** An event file over HTTP: apply, and plan, which is an apply that is rolled back. */
import { Readable } from 'node:stream';
import { listKeys } from '../../event-file/keys.ts';
import { applyWithin, type Applied, applyLock } from '../../event-file/plan/apply.ts';
import { lossesOf } from '../../event-file/plan/losses.ts';
import * as kinds from '../../event-file/kinds.ts';
import type { EventFile } from '../../event-file/read.ts';
import { keysAtMost } from '../../shared/contract/keys.ts';
import type { ErrorsOf } from '../../shared/contract/endpoint.ts';
import type { ActionAnswer, Definition } from '../../shared/contract/index.ts';
import type { Db } from '../../shared/database/database.ts';
import { CannotApply, type Difference, type Kind, type ApplyContext } from '../../shared/database/portable.ts';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { actorOf } from '../../shared/base/viewer.ts';
import type { Config } from '../../shared/process/config.ts';
import { writeWithin } from '../../shared/kit/unit-of-work.ts';
import type { EventFileJobs } from './jobs.ts';
import { acceptedAs, formerJob } from './job-status.ts';
import { resetSearchPath, sendingOf, lockApply, unpaidOf, findNamed } from './sending.sql.ts';
import { readSent } from './read-sent.ts';
import { madeInSession, needsSession, refusedOf } from './rules.ts';
import { composeEventFile } from '../../event-file/export/compose.ts';
import { readLive } from '../../event-file/export/live.ts';
import { eventFileText } from '../../event-file/format/text.ts';

type Sent = Ctx<
  { readonly prune: boolean; readonly confirm?: number | undefined },
  ErrorsOf<Definition<'setup.applyEventFile'>>
>;
type Sending = Pick<
  Ctx<{ readonly prune: boolean }, ErrorsOf<Definition<'setup.planEventFile'>>>,
  'params' | 'resource' | 'viewer' | 'requestId' | 'fail'
>;
type Means = Pick<ApplyContext, 'publicUrl' | 'ends' | 'tells'> & Pick<Config, 'paymentOfNew'>;
type Settings = Pick<Config, 'publicUrl' | 'paymentOfNew'>;
export type ApplyAnswer = Extract<ActionAnswer<'setup.applyEventFile'>, { changes: unknown }>;

export const applyEventFileAt =
  ({ publicUrl, paymentOfNew }: Settings, jobs: EventFileJobs): Action<'setup.applyEventFile'> =>
  async (ctx) => {
    const { job, former } = await formerJob(ctx);
    if (former) return former;
    const { file, place } = await readSent(ctx, jobs.places);
    const done = await jobs.begin(ctx, job, place, (tx, later) => {
      const ends = (id: string) => later(() => ctx.broadcast('access-ended', { id }));
      const tells = (organization_id: string) => later(() => ctx.broadcast('facts', { organization_id }));
      return once(ctx, tx, file, { publicUrl, paymentOfNew, ends, tells });
    });
    return 'result' in done ? done.result : acceptedAs(ctx, job, done.since);
  };

/** As the kit does for other writes: with write key and audit. */
async function once(ctx: Sent & Pick<Ctx, 'writeKey' | 'markReplayed'>, tx: Db, file: EventFile, means: Means) {
  const { viewer, resource, writeKey, params } = ctx;
  const [action, who] = ['setup.applyEventFile', whoOf(ctx)];
  const { answer, replayed } = await writeWithin(tx, {
    key: writeKey ? { scope: actorOf(viewer), action, key: writeKey } : undefined,
    ...{ isSecret: true, who, input: params },
    run: async (db) => {
      await lockApply(db, applyLock, resource.id);
      const { result, differences } = await carryOut(ctx, db, file, means);
      const refused = viewer.session_id === null ? madeInSession(differences) : [];
      if (refused.length > 0) return ctx.fail('SESSION_REQUIRED', { refused: refused.slice(0, refusedAtMost) });
      const people = shownLosses(differences);
      const count = people.length;
      if (count > 0 && params.confirm !== count) return ctx.fail('LOSES_PLACES', { count, people });
      const author = { organization_id: resource.id, ...who, action };
      return { status: 200, answer: result, author, changes: changesOf(result) };
    },
  });
  if (replayed) ctx.markReplayed();
  return answer as ApplyAnswer;
}

function changesOf({ changes: { created, changed, removed = 0 } }: Applied['result']) {
  if (created + changed + removed === 0) return [];
  return [{ fact: null, ids: {}, before: {}, after: { created, changed, removed } }];
}

export const planEventFileAt =
  ({ publicUrl, paymentOfNew }: Settings, jobs: EventFileJobs): Action<'setup.planEventFile'> =>
  async (ctx) => {
    const { file, place } = await readSent(ctx, jobs.places);
    const nobodyHears = { publicUrl, paymentOfNew, ends: () => undefined, tells: () => undefined };
    const { differences, result } = await jobs.rehearse(ctx.db, place, (db) => carryOut(ctx, db, file, nobodyHears));
    const losses = shownLosses(differences);
    const actions = differences.filter(isAction).map(shownAction);
    return { changes: result.changes, actions, ...(losses.length > 0 && { losses }) };
  };

const shownLosses = (differences: readonly Difference[]) =>
  lossesOf(differences).map(({ email, loses }) => ({ email, loses: [...loses] }));

type Planned = ActionAnswer<'setup.planEventFile'>['actions'][number];
type ActionDifference = Difference & Pick<Planned, 'action'>;
const isAction = (difference: Difference): difference is ActionDifference => difference.action !== 'unchanged';

/** Columns that nobody reads over HTTP, by kind. */
const unread = new Map(Object.values<Kind>(kinds).map((each) => [each.kind, each.unread ?? []]));

function shownAction(difference: ActionDifference): Planned {
  const { action, kind, name, fields } = difference;
  const isUnread = (field: string) => unread.get(kind)?.includes(field);
  const shown = Object.entries(fields).map(([field, sides]) => [field, isUnread(field) ? 'changed' : sides]);
  const needs_session = needsSession(difference) ? true : undefined;
  return { action, what: `${kind} ${name}`, needs_session, fields: Object.fromEntries(shown) as Planned['fields'] };
}

/** All of it in this transaction, for the organization of the path alone. */
async function carryOut(ctx: Sending, db: Db, file: EventFile, means: Means): Promise<Applied> {
  const { resource, params, fail } = ctx;
  const sending = (await sendingOf(db, resource.id, ctx.viewer.user_id)) ?? ctx.fail('NOT_FOUND');
  if (file.organization.slug !== sending.slug) return ctx.fail('VALIDATION_FAILED', anotherThan(sending.slug));
  const sender = {
    role: resource.member_role,
    email: sending.email,
    hasSession: ctx.viewer.session_id !== null,
    mayCreateEvents: sending.may_create_events,
    paymentOfNew: means.paymentOfNew,
  };
  const judge = (differences: readonly Difference[], unpaid: readonly string[]) => {
    const refused = refusedOf(differences, { ...sender, unpaid });
    if (refused.length > 0) fail('FILE_NOT_PERMITTED', { refused: refused.slice(0, refusedAtMost) });
  };
  // A new account, though it is taken back, would make its person wait who registers meanwhile.
  const permits = (differences: readonly Difference[]) =>
    judge(
      differences.filter(({ kind }) => kind === kinds.people.kind),
      [],
    );
  const work = { db, prune: params.prune, progress: unheard, note: unheard, who: whoOf(ctx), permits, ...means };
  const applied = await applyWithin(work, file).catch((error: unknown) => refuse(error, fail));
  judge(applied.differences, await unpaidOf(db, resource.id));
  await refuseManyKeys(ctx, db, applied);
  await resetSearchPath(db);
  return applied;
}

/** Before somebody has seen enough. */
const refusedAtMost = 100;
/** Notes are for the operator, because some name people whom the sender may not see. */
const unheard = () => undefined;

const whoOf = ({ viewer: { user_id, key_id, session_id }, requestId }: Sending) => ({
  user_id,
  key_id,
  session_id,
  request_id: requestId,
});

function anotherThan(slug: string) {
  const message = `organization.slug must be ${slug}, the organization this is sent to`;
  return { errors: [{ field: 'organization.slug', code: 'organization', message }] };
}

function refuse(error: unknown, fail: Sending['fail']): never {
  if (error instanceof CannotApply) return fail('FILE_NOT_APPLICABLE', { reason: error.message, next: error.next });
  throw error;
}

async function refuseManyKeys({ resource, viewer, fail }: Sending, db: Db, { result }: Applied): Promise<void> {
  if (Object.values(result.api_keys).every((text) => text === null)) return;
  const own = (await listKeys(db, resource.id)).filter(({ user_id }) => user_id === viewer.user_id);
  if (own.length > keysAtMost) fail('TOO_MANY_KEYS');
}

// Exports an organization as an event file, for download.

export const exportEventFile: Action<'setup.exportEventFile'> = async (ctx) => {
  const found = (await findNamed(ctx.db, ctx.resource.id)) ?? ctx.fail('NOT_FOUND');
  const { document, leftOut } = composeEventFile(await readLive(ctx.db, found), { isForHttp: true });
  const text = eventFileText(document, [
    `The super event ${found.slug} of ${found.organization}, as it was when this was downloaded.`,
    'Applied to the same organization it changes nothing. It names people and what they answered: keep it accordingly.',
    'Of people there is no password, of API keys no text.',
    ...leftOut.map((what) => `Left out, and left alone by apply: ${what}.`),
  ]);
  return {
    filename: `${found.slug}.yaml`,
    size: Buffer.byteLength(text),
    content_type: 'application/yaml; charset=utf-8',
    content: Readable.from([Buffer.from(text)]),
  };
};
