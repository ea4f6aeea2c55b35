/** Accounts: signing up, confirming an address, forgotten passwords. No answer tells whether an address is known. */
import type { Action } from '../../shared/broker/implement.ts';
import { sendLetter } from '../../shared/broker/letters.ts';
import { hashToken } from '../../shared/broker/session-token.ts';
import type { Db } from '../../shared/database/database.ts';
import { bucketOf, countTry, forgetTry } from './attempts.ts';
import type { MayWrite } from './letter-limits.ts';
import { newLinkToken } from './link-token.ts';
import { once } from './once.ts';
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
 * The password waits beside the link and becomes the account's only with it, so nobody's is there before the address is
 * confirmed. The same is done for an address that is known, down to the secret that its letter leaves out; only the
 * letter is another, and its link would be refused.
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
      if (known?.is_confirmed) await sendLetter(tx, 'known-address', { ...sending, facts: { name: known.name } });
      else await sendLetter(tx, 'verification', { ...sending, facts: {} });
      return { status: 'verification_sent' as const, email };
    };
    return (await once(ctx, { action: 'identity.signUp', scope: email, input: {}, run })).answer;
  };

/** A try that is made again finds its link spent, and then only what is kept of the first one lets it in. */
export const verify: Action<'identity.verify'> = async (ctx) => {
  const token_hash = hashToken(ctx.params.token);
  const link = await findLink(ctx.db, 'verify', token_hash);
  if (link) {
    const tries = bucketOf('link', token_hash);
    await countTry(ctx.db, tries);
    if (!(await isPassword(ctx.params.password, link.password_hash))) return ctx.fail('INVALID_CREDENTIALS');
    await forgetTry(ctx.db, [tries]);
  }
  const run = async (tx: Db) =>
    (link && (await spendLink(tx, token_hash)) && (await confirmSignUp(tx, link))) || ctx.fail('INVALID_LINK');
  const input = ctx.params;
  const { answer: user_id } = await once(ctx, { action: 'identity.verify', scope: token_hash, input, run });
  const session = (await open(ctx.db, { user_id })) ?? ctx.fail('INVALID_LINK');
  return { status: 'verified', user_id, session };
};

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
      const name = known?.is_confirmed ? known.name : null;
      if (known) await sendLetter(tx, 'reset', { ...sending, facts: { name } });
      else await sendLetter(tx, 'unknown-address', { ...sending, facts: {} });
      return { status: 'sent' as const };
    };
    return (await once(ctx, { action: 'identity.resetPassword', scope: email, input: {}, run })).answer;
  };

export const me: Action<'identity.me'> = async (ctx) => {
  const { user_id, organization_id } = ctx.viewer;
  const user = await findAccount(ctx.db, user_id);
  if (!user) throw new Error('A viewer outlived its person.');
  return { user, ...(await belongingOf(ctx.db, user_id, organization_id)) };
};
