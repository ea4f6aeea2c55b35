/** Confirms an address by a code or the token of a link, and sets a new password. */
import type { Action } from '../../shared/kit/implement.ts';
import { hashToken } from '../../shared/base/session-token.ts';
import type { Db } from '../../shared/database/database.ts';
import { writeOnce } from '../../shared/kit/unit-of-work.ts';
import { bucketOf, countAttempt, isAllowed, settleAttempt, requestOf } from './attempts.ts';
import { isPassword, hashPasswordSoon } from './passwords.ts';
import {
  confirmSignUp,
  findLink,
  spendLink,
  type FoundLink,
  changePassword,
  findPassword,
  deleteLinks,
  setPasswordByEmail,
} from './accounts.sql.ts';
import { findCode } from './codes.sql.ts';
import { isOwnPassword, open } from './sessions.ts';
import { endSessionsOf } from './sessions.sql.ts';

type Verify = Action<'identity.verify'>;
type Verifying = Parameters<Verify>[0];
const verifyAction = 'identity.verify';

export const verify: Verify = async (ctx) => {
  const { token, password, email, code } = ctx.params;
  if (token !== undefined && code !== undefined) return ctx.fail('VALIDATION_FAILED', { errors: [both] });
  if (token !== undefined) return byLink(ctx, token, password ?? missing(ctx, 'password'));
  if (code === undefined && email === undefined) return missing(ctx, 'token');
  return byCode(ctx, email ?? missing(ctx, 'email'), code ?? missing(ctx, 'code'));
};

/** The link requires the password of the sign-up, because anybody may have requested it for this address. */
async function byLink(ctx: Verifying, token: string, password: string) {
  const token_hash = hashToken(token);
  const link = await findLink(ctx.db, 'verify', token_hash);
  if (link) {
    const bucket = bucketOf('link', token_hash);
    const request = requestOf(ctx);
    await countAttempt(ctx.db, { bucket, request });
    const look = () => isPassword(password, link.password_hash);
    if (!(await settleAttempt(ctx.db, request, [bucket], look))) return ctx.fail('INVALID_CREDENTIALS');
  }
  return confirm(ctx, { scope: token_hash, refusal: 'INVALID_LINK', found: link && { ...link, token_hash } });
}

/**
 * A wrong code, a code tried too often and an address without a code take the same time and get the same answer. Tries
 * are counted in the database before the code is checked.
 */
async function byCode(ctx: Verifying, email: string, code: string) {
  const request = requestOf(ctx);
  const here = bucketOf('code_from_address', email, ctx.address);
  await countAttempt(ctx.db, { bucket: here, request });
  const found = await findCode(ctx.db, email);
  const ofEmail = bucketOf('code', found?.token_hash ?? email);
  const mayTry = await isAllowed(ctx.db, { bucket: ofEmail, request });
  const look = () => isPassword(code, mayTry ? found?.code_hash : undefined);
  const isRight = await settleAttempt(ctx.db, request, [here, ofEmail], look);
  return confirm(ctx, { scope: email, refusal: 'INVALID_CODE', found: isRight ? found : undefined });
}

interface Confirming {
  readonly scope: string;
  readonly refusal: 'INVALID_LINK' | 'INVALID_CODE';
  /** The sign-up that is confirmed. */
  readonly found: (FoundLink & { readonly token_hash: string }) | null | undefined;
}

/** A repeat finds its link used and succeeds only through the stored answer of the first attempt. */
async function confirm(ctx: Verifying, { scope, refusal, found }: Confirming) {
  const run = async (tx: Db) =>
    (found && (await spendLink(tx, found.token_hash)) && (await confirmSignUp(tx, found))) || ctx.fail(refusal);
  const { answer: user_id } = await writeOnce(ctx, { action: verifyAction, scope, input: ctx.params, run });
  const session = (await open(ctx.db, { user_id, agent: ctx.agent })) ?? ctx.fail(refusal);
  return { status: 'verified' as const, user_id, session };
}

const missing = (ctx: Verifying, field: string): never =>
  ctx.fail('VALIDATION_FAILED', {
    errors: [{ field, code: 'required', message: `${field} is required: give token and password, or email and code.` }],
  });
const both = { field: 'code', code: 'unexpected', message: 'Give the code or the token, not both.' };

// Sets a new password, in a session with the current one or by the token of a link. A repeat finds its link used or
// its current password replaced, and succeeds only through the stored answer of the first attempt.

type UpdatePassword = Action<'identity.updatePassword'>;
type Updating = Parameters<UpdatePassword>[0];
const updateAction = 'identity.updatePassword';

export const updatePassword: UpdatePassword = async (ctx) => {
  const { token } = ctx.params;
  const { answer, replayed } = await (token === undefined ? updateInSession(ctx) : updateByLink(ctx, token));
  if (replayed) ctx.markReplayed();
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
  return writeOnce(ctx, { action: updateAction, scope: token_hash, input: ctx.params, run });
}

async function updateInSession(ctx: Updating) {
  const { new_password, current_password } = ctx.params;
  const { user_id, session_id } = ctx.visitor ?? ctx.fail('UNAUTHENTICATED');
  if (session_id === null) return ctx.fail('SESSION_REQUIRED');
  if (current_password === undefined) return ctx.fail('VALIDATION_FAILED', { errors: [currentPasswordMissing] });

  const account = (await findPassword(ctx.db, user_id)) ?? ctx.fail('UNAUTHENTICATED');
  const { email, password_hash: former } = account;
  const isRight = await isOwnPassword(ctx, account, current_password);
  const password_hash = isRight ? await hashPasswordSoon(new_password) : undefined;
  const run = async (tx: Db) => {
    const isDone = password_hash && former && (await changePassword(tx, user_id, former, password_hash));
    if (!isDone) return ctx.fail('INVALID_CREDENTIALS');
    await deleteLinks(tx, email);
    return afterChange(ctx, tx, user_id, session_id);
  };
  const done = await writeOnce(ctx, { action: updateAction, scope: session_id, input: {}, run });
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

/** Ends all sessions opened with the former password. */
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
