/**
 * Sets a new password, in a session with the current one or by the token of a link.
 *
 * A repeat finds its link spent or its current password replaced, and succeeds only through the stored answer of the
 * first attempt.
 */
import type { Action } from '../../shared/kit/implement.ts';
import { hashToken } from '../../shared/base/session-token.ts';
import type { Db } from '../../shared/database/database.ts';
import { bucketOf, countTry, judgeTry, requestOf } from './attempts.ts';
import { writeOnce } from '../../shared/kit/unit-of-work.ts';
import { hashPasswordSoon, isPassword } from './passwords.ts';
import {
  changePassword,
  findLink,
  findPassword,
  forgetLinks,
  setPasswordByEmail,
  spendLink,
} from './queries/accounts.ts';
import { endSessionsOf } from './queries/sessions.ts';

type UpdatePassword = Action<'identity.updatePassword'>;
type Updating = Parameters<UpdatePassword>[0];
const action = 'identity.updatePassword';

export const updatePassword: UpdatePassword = async (ctx) => {
  const { token } = ctx.params;
  const { answer, replayed } = await (token === undefined ? updateInSession(ctx) : updateByLink(ctx, token));
  if (replayed) ctx.replayed();
  return answer;
};

async function updateByLink(ctx: Updating, token: string) {
  const token_hash = hashToken(token);
  const link = await findLink(ctx.db, 'reset', token_hash);
  const password_hash = link && (await hashPasswordSoon(ctx.params.new_password));
  const run = async (tx: Db) => {
    if (!password_hash || !(await spendLink(tx, token_hash))) return ctx.fail('INVALID_LINK');
    const user_id = (await setPasswordByEmail(tx, link.email, password_hash)) ?? ctx.fail('INVALID_LINK');
    // The session of the request stays open if it is of the same person.
    const own = ctx.visitor?.user_id === user_id ? ctx.visitor.session_id : null;
    return afterChange(ctx, tx, user_id, own);
  };
  return writeOnce(ctx, { action, scope: token_hash, input: ctx.params, run });
}

async function updateInSession(ctx: Updating) {
  const { new_password, current_password } = ctx.params;
  const { user_id, session_id } = ctx.visitor ?? ctx.fail('UNAUTHENTICATED');
  if (session_id === null) return ctx.fail('SESSION_REQUIRED');
  if (current_password === undefined) return ctx.fail('VALIDATION_FAILED', { errors: [currentPasswordMissing] });

  const { email, password_hash: former } = (await findPassword(ctx.db, user_id)) ?? ctx.fail('UNAUTHENTICATED');
  const bucket = bucketOf('account_from_address', email, ctx.address);
  const request = requestOf(ctx);
  await countTry(ctx.db, { bucket, request });
  const isRight = await judgeTry(ctx.db, request, [bucket], () => isPassword(current_password, former));
  const password_hash = isRight ? await hashPasswordSoon(new_password) : undefined;
  const run = async (tx: Db) => {
    const isDone = password_hash && former && (await changePassword(tx, user_id, former, password_hash));
    if (!isDone) return ctx.fail('INVALID_CREDENTIALS');
    await forgetLinks(tx, email);
    return afterChange(ctx, tx, user_id, session_id);
  };
  const done = await writeOnce(ctx, { action, scope: session_id, input: {}, run });
  if (done.replayed) await refuseOther(ctx, user_id);
  return done;
}

/**
 * Checks that a repeat sets the same password. It is not stored with the write key, but it is the account's current
 * one.
 */
async function refuseOther(ctx: Updating, user_id: string): Promise<void> {
  const now = await findPassword(ctx.db, user_id);
  if (!(await isPassword(ctx.params.new_password, now?.password_hash))) ctx.fail('IDEMPOTENCY_KEY_REUSED');
}

/** Signs out everybody who knew the former password. */
async function afterChange(ctx: Updating, tx: Db, user_id: string, but: string | null): Promise<{ updated: true }> {
  await endSessionsOf(tx, user_id, but);
  ctx.broadcast('access-ended', { id: user_id });
  return { updated: true };
}

const currentPasswordMissing = {
  field: 'current_password',
  code: 'required',
  message: 'current_password is required in a session, token without one.',
};
