/**
 * A new password, in a session with the current one or by the token of a link.
 *
 * A try that is made again finds its link spent, or its current password replaced; then only what is kept of the first
 * one lets it succeed.
 */
import type { Action } from '../../shared/broker/implement.ts';
import { hashToken } from '../../shared/broker/session-token.ts';
import type { Db } from '../../shared/database/database.ts';
import { bucketOf, countTry, forgetTry } from './attempts.ts';
import { once } from './once.ts';
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
    return afterChange(tx, user_id, null);
  };
  return once(ctx, { action, scope: token_hash, input: ctx.params, run });
}

async function updateInSession(ctx: Updating) {
  const { new_password, current_password } = ctx.params;
  const { user_id, session_id } = ctx.visitor ?? ctx.fail('UNAUTHENTICATED');
  if (session_id === null) return ctx.fail('SESSION_REQUIRED');
  if (current_password === undefined) return ctx.fail('VALIDATION_FAILED', { errors: [currentPasswordMissing] });

  const { email, password_hash: former } = (await findPassword(ctx.db, user_id)) ?? ctx.fail('UNAUTHENTICATED');
  const tries = bucketOf('account_from_address', email, ctx.address);
  await countTry(ctx.db, tries);
  const isRight = await isPassword(current_password, former);
  if (isRight) await forgetTry(ctx.db, [tries]);
  const password_hash = isRight ? await hashPasswordSoon(new_password) : undefined;
  const run = async (tx: Db) => {
    const isDone = password_hash && former && (await changePassword(tx, user_id, former, password_hash));
    if (!isDone) return ctx.fail('INVALID_CREDENTIALS');
    await forgetLinks(tx, email);
    return afterChange(tx, user_id, session_id);
  };
  const done = await once(ctx, { action, scope: session_id, input: {}, run });
  if (done.replayed) await refuseOther(ctx, user_id);
  return done;
}

/** A repeat must ask for the same: that is not kept beside its key, but it is the account's password by now. */
async function refuseOther(ctx: Updating, user_id: string): Promise<void> {
  const now = await findPassword(ctx.db, user_id);
  if (!(await isPassword(ctx.params.new_password, now?.password_hash))) ctx.fail('IDEMPOTENCY_KEY_REUSED');
}

/** Whoever knew the former password is signed out. */
async function afterChange(tx: Db, user_id: string, but: string | null): Promise<{ updated: true }> {
  await endSessionsOf(tx, user_id, but);
  return { updated: true };
}

const currentPasswordMissing = {
  field: 'current_password',
  code: 'required',
  message: 'current_password is required in a session, token without one.',
};
