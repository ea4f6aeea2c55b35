/**
 * Changes of one's own address. The account's password was given, the new address confirms the change, and the former one
 * can undo it for a week, so that neither a session nor a mailbox alone takes an account over.
 */
import { randomInt } from 'node:crypto';
import type { Action } from '../../shared/kit/implement.ts';
import { sendEmail } from '../../shared/kit/emails.ts';
import { writeOnce } from '../../shared/kit/unit-of-work.ts';
import { verificationSecret } from '../../shared/contract/emails.ts';
import { hashToken, newLinkToken } from '../../shared/base/session-token.ts';
import { recordChanges } from '../../shared/database/audit.ts';
import type { Db } from '../../shared/database/database.ts';
import { findAccount, findByEmail, findPassword, deleteLinks, saveLink } from './accounts.sql.ts';
import { bucketOf, countAttempt, isAllowed, settleAttempt, requestOf, type EmailLimit } from './attempts.ts';
import {
  confirmChange,
  dropPending,
  findChange,
  findChangeByEmail,
  leaveChange,
  undoChange,
} from './email-change.sql.ts';
import { hashPasswordSoon, isPassword } from './passwords.ts';
import { isOwnPassword } from './sessions.ts';
import { endSessionsOf } from './sessions.sql.ts';

/** A new address that has an account is told so instead; the answer is the same. */
export const changeEmailBy =
  (mayWrite: EmailLimit): Action<'identity.changeEmail'> =>
  async (ctx) => {
    const { email, password } = ctx.params;
    const { user_id } = ctx.viewer;
    const account = (await findPassword(ctx.db, user_id)) ?? ctx.fail('INVALID_CREDENTIALS');
    if (!(await isOwnPassword(ctx, account, password))) return ctx.fail('INVALID_CREDENTIALS');
    const former_email = account.email;
    if (email === former_email) return ctx.fail('VALIDATION_FAILED', { errors: [sameAddress] });
    if (!(await mayWrite(ctx, email))) return { status: 'sent', email };
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const change = { user_id, former_email, email, code_hash: await hashPasswordSoon(code) };
    const run = async (tx: Db) => {
      await begin(tx, change, code);
      return { status: 'sent' as const, email };
    };
    const { answer, replayed } = await writeOnce(ctx, {
      action: 'identity.changeEmail',
      scope: user_id,
      input: { email },
      run,
    });
    if (replayed) ctx.markReplayed();
    return answer;
  };

interface Beginning {
  readonly user_id: string;
  readonly former_email: string;
  readonly email: string;
  readonly code_hash: string;
}

/** Stores the change and writes to both addresses. */
async function begin(tx: Db, change: Beginning, code: string): Promise<void> {
  const { user_id, former_email, email } = change;
  const [link, stop] = [newLinkToken(), newLinkToken()];
  const { name = null, locale = null } = (await findAccount(tx, user_id)) ?? {};
  const known = await findByEmail(tx, email);
  await dropPending(tx, user_id);
  await leaveChange(tx, { ...change, token_hash: link.token_hash, stop_hash: stop.token_hash });
  const key = `email-change/${link.token_hash}`;
  if (known) await sendEmail(tx, 'address-taken', { to: email, key, data: {} });
  else {
    const secret = verificationSecret({ token: link.token, code });
    await sendEmail(tx, 'email-change', { to: email, key, secret, data: { locale } });
  }
  const stopping = { to: former_email, key: `email-stop/${stop.token_hash}`, secret: stop.token };
  await sendEmail(tx, 'email-stop', { ...stopping, data: { name, email } });
}

type Confirming = Parameters<Action<'identity.confirmEmail'>>[0];

export const confirmEmail: Action<'identity.confirmEmail'> = async (ctx) => {
  const { token, email, code } = ctx.params;
  if (token !== undefined) {
    if (code !== undefined) return ctx.fail('VALIDATION_FAILED', { errors: [both] });
    return confirm(ctx, {
      scope: hashToken(token),
      refusal: 'INVALID_LINK',
      found: await findChange(ctx.db, hashToken(token)),
    });
  }
  if (email === undefined) return missing(ctx, code === undefined ? 'token' : 'email');
  return byCode(ctx, email, code ?? missing(ctx, 'code'));
};

/** A wrong code, a code tried too often and an address that nobody changes to take the same time and get the same answer. */
async function byCode(ctx: Confirming, email: string, code: string) {
  const request = requestOf(ctx);
  const here = bucketOf('code_from_address', email, ctx.address);
  await countAttempt(ctx.db, { bucket: here, request });
  const found = await findChangeByEmail(ctx.db, email);
  const ofLetter = bucketOf('code', found?.id ?? email);
  const mayTry = await isAllowed(ctx.db, { bucket: ofLetter, request });
  const look = () => isPassword(code, mayTry ? found?.code_hash : undefined);
  const isRight = await settleAttempt(ctx.db, request, [here, ofLetter], look);
  return confirm(ctx, { scope: email, refusal: 'INVALID_CODE', found: isRight ? found : undefined });
}

interface Found {
  readonly scope: string;
  readonly refusal: 'INVALID_LINK' | 'INVALID_CODE';
  readonly found: { readonly id: string } | null | undefined;
}

async function confirm(ctx: Confirming, { scope, refusal, found }: Found) {
  const action = 'identity.confirmEmail';
  const run = async (tx: Db) => {
    const { user_id, former_email, email } = (found && (await confirmChange(tx, found.id))) || ctx.fail(refusal);
    await deleteLinks(tx, former_email);
    await noteChange(ctx, tx, { action, user_id, former_email, email });
    return { status: 'changed' as const, email };
  };
  const written = writeOnce(ctx, { action, scope, input: ctx.params, run });
  return (await orTaken(ctx, written)).answer;
}

export const stopEmail: Action<'identity.stopEmail'> = async (ctx) => {
  const action = 'identity.stopEmail';
  const stop_hash = hashToken(ctx.params.token);
  const run = async (tx: Db) => {
    const undone = (await undoChange(tx, stop_hash)) ?? ctx.fail('INVALID_LINK');
    const { user_id, former_email, email } = undone;
    await endSessionsOf(tx, user_id);
    ctx.broadcast('access-ended', { id: user_id });
    for (const each of new Set([email, former_email])) await deleteLinks(tx, each);
    const { token, token_hash } = newLinkToken();
    await saveLink(tx, { purpose: 'reset', token_hash, email: former_email });
    const name = (await findAccount(tx, user_id))?.name ?? null;
    await sendEmail(tx, 'reset', { to: former_email, key: `reset/${token_hash}`, secret: token, data: { name } });
    if (email !== former_email)
      await noteChange(ctx, tx, { action, user_id, former_email: email, email: former_email });
    return { status: 'stopped' as const, email: former_email };
  };
  return (await orTaken(ctx, writeOnce(ctx, { action, scope: stop_hash, input: {}, run }))).answer;
};

interface Noted extends Pick<Beginning, 'user_id' | 'former_email' | 'email'> {
  readonly action: string;
}
/** Records the change as that of the person: the link shows who it is, and no session has to. */
const noteChange = (
  ctx: { readonly requestId: string | null },
  tx: Db,
  { action, user_id, former_email, email }: Noted,
) =>
  recordChanges(
    tx,
    { organization_id: null, user_id, key_id: null, session_id: null, action, request_id: ctx.requestId },
    [{ fact: null, ids: { user_id }, before: { email: former_email }, after: { email } }],
  );

/** The database alone decides between two accounts that want one address. */
async function orTaken<T>(ctx: { fail(code: 'EMAIL_TAKEN'): never }, written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'person_email') ctx.fail('EMAIL_TAKEN');
    throw error;
  }
}

const missing = (ctx: Confirming, field: string): never =>
  ctx.fail('VALIDATION_FAILED', {
    errors: [{ field, code: 'required', message: `${field} is required: give token, or email and code.` }],
  });
const both = { field: 'code', code: 'unexpected', message: 'Give the code or the token, not both.' };
const sameAddress = { field: 'email', code: 'same', message: 'email is the present address.' };
