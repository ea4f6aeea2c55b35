/** Sign-up, confirmation of addresses, and forgotten passwords. No answer tells whether an address is known. */
import type { Action } from '../../shared/kit/implement.ts';
import { sendLetter } from '../../shared/kit/letters.ts';
import { newLinkToken } from '../../shared/base/session-token.ts';
import { hashToken } from '../../shared/base/session-token.ts';
import type { Db } from '../../shared/database/database.ts';
import { bucketOf, countTry, judgeTry, requestOf } from './attempts.ts';
import type { MayWrite } from './letter-limits.ts';
import { writeOnce } from '../../shared/kit/unit-of-work.ts';
import { hashPasswordSoon, isPassword } from './passwords.ts';
import {
  belongingOf,
  confirmSignUp,
  findAccount,
  findByEmail,
  findLink,
  leaveLink,
  spendLink,
} from './queries/accounts.ts';
import { open } from './sessions.ts';

/**
 * Signs somebody up. The password is stored with the link and becomes the account's only through it, so an account
 * has no password before its address is confirmed. A known address takes the same path, including a secret that its
 * letter then leaves out; only the letter differs, and its link would be refused.
 */
export const signUpBy =
  (mayWrite: MayWrite): Action<'identity.signUp'> =>
  async (ctx) => {
    const { email, name, password } = ctx.params;
    const isWritten = await mayWrite(ctx, email);
    const password_hash = await hashPasswordSoon(password);
    if (!isWritten) return { status: 'verification_sent', email };
    const { token, token_hash } = newLinkToken();
    const run = async (tx: Db) => {
      const known = await findByEmail(tx, email);
      await leaveLink(tx, { purpose: 'verify', token_hash, email, name, password_hash });
      const sending = { to: email, key: `sign-up/${token_hash}`, secret: token };
      if (known?.email_confirmed_at) await sendLetter(tx, 'known-address', { ...sending, data: { name: known.name } });
      else await sendLetter(tx, 'verification', { ...sending, data: {} });
      return { status: 'verification_sent' as const, email };
    };
    return (await writeOnce(ctx, { action: 'identity.signUp', scope: email, input: {}, run })).answer;
  };

/**
 * Confirms an address and opens a session. A repeat finds its link spent and succeeds only through the stored answer
 * of the first attempt.
 */
export const verify: Action<'identity.verify'> = async (ctx) => {
  const token_hash = hashToken(ctx.params.token);
  const link = await findLink(ctx.db, 'verify', token_hash);
  if (link) {
    const bucket = bucketOf('link', token_hash);
    const request = requestOf(ctx);
    await countTry(ctx.db, { bucket, request });
    const look = () => isPassword(ctx.params.password, link.password_hash);
    if (!(await judgeTry(ctx.db, request, [bucket], look))) return ctx.fail('INVALID_CREDENTIALS');
  }
  const run = async (tx: Db) =>
    (link && (await spendLink(tx, token_hash)) && (await confirmSignUp(tx, link))) || ctx.fail('INVALID_LINK');
  const input = ctx.params;
  const { answer: user_id } = await writeOnce(ctx, { action: 'identity.verify', scope: token_hash, input, run });
  const session = (await open(ctx.db, { user_id })) ?? ctx.fail('INVALID_LINK');
  return { status: 'verified', user_id, session };
};

/** Sends a letter with a link to set a new password, or one that tells that the address has no account. */
export const resetPasswordBy =
  (mayWrite: MayWrite): Action<'identity.resetPassword'> =>
  async (ctx) => {
    const { email } = ctx.params;
    if (!(await mayWrite(ctx, email))) return { status: 'sent' };
    const { token, token_hash } = newLinkToken();
    const run = async (tx: Db) => {
      const known = await findByEmail(tx, email);
      await leaveLink(tx, { purpose: 'reset', token_hash, email });
      const sending = { to: email, key: `reset/${token_hash}`, secret: token };
      const name = known?.email_confirmed_at ? known.name : null;
      if (known) await sendLetter(tx, 'reset', { ...sending, data: { name } });
      else await sendLetter(tx, 'unknown-address', { ...sending, data: {} });
      return { status: 'sent' as const };
    };
    return (await writeOnce(ctx, { action: 'identity.resetPassword', scope: email, input: {}, run })).answer;
  };

export const me: Action<'identity.me'> = async (ctx) => {
  const { user_id, organization_id } = ctx.viewer;
  const user = await findAccount(ctx.db, user_id);
  if (!user) throw new Error('A viewer outlived its person.');
  return { user, ...(await belongingOf(ctx.db, user_id, organization_id)) };
};
