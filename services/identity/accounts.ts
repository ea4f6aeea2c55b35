/** Accounts: signing up, confirming an address, passwords. No answer tells whether an address is known. */
import type { Action } from '../../shared/broker/implement.ts';
import { sendLetter } from '../../shared/broker/letters.ts';
import { hashToken } from '../../shared/broker/session-token.ts';
import type { Db } from '../../shared/database/database.ts';
import { bucketOf, countTry, forgetTry } from './attempts.ts';
import { newLinkToken } from './link-token.ts';
import { hashPasswordSoon, isPassword } from './passwords.ts';
import {
  belongingOf,
  changePassword,
  confirmSignUp,
  findAccount,
  findByEmail,
  findLink,
  findPassword,
  forgetLinks,
  leaveLink,
  setPasswordByEmail,
  spendLink,
} from './queries/accounts.ts';
import { endSessionsOf } from './queries/sessions.ts';
import { open } from './sessions.ts';

/**
 * The password waits beside the link and becomes the account's only with it, so nobody's is there before the address is
 * confirmed. The same is done for an address that is known; only the letter is another, and its link would be refused.
 */
export const signUp: Action<'identity.signUp'> = async (ctx) => {
  const { email, name, password } = ctx.params;
  await countTry(ctx.db, bucketOf('letters', email));
  const password_hash = await hashPasswordSoon(password);
  const { token, token_hash } = newLinkToken();
  await ctx.db.fork().transactional(async (tx) => {
    const known = await findByEmail(tx, email);
    await leaveLink(tx, { purpose: 'verify', token_hash, email, name, password_hash });
    const sending = { to: email, key: `sign-up/${token_hash}` };
    if (known?.is_confirmed) await sendLetter(tx, 'known-address', { ...sending, facts: { name: known.name } });
    else await sendLetter(tx, 'verification', { ...sending, facts: { name }, secret: token });
  });
  return { status: 'verification_sent', email };
};

export const verify: Action<'identity.verify'> = async (ctx) => {
  const token_hash = hashToken(ctx.params.token);
  const tries = bucketOf('link', token_hash);
  const link = (await findLink(ctx.db, 'verify', token_hash)) ?? ctx.fail('INVALID_LINK');
  await countTry(ctx.db, tries);
  if (!(await isPassword(ctx.params.password, link.password_hash))) return ctx.fail('INVALID_CREDENTIALS');

  return ctx.db.fork().transactional(async (tx) => {
    const user_id = (await spendLink(tx, token_hash)) ? await confirmSignUp(tx, link) : undefined;
    const session = user_id && (await open(tx, { user_id }));
    return session ? { status: 'verified', user_id, session } : ctx.fail('INVALID_LINK');
  });
};

export const resetPassword: Action<'identity.resetPassword'> = async (ctx) => {
  const { email } = ctx.params;
  await countTry(ctx.db, bucketOf('letters', email));
  const { token, token_hash } = newLinkToken();
  await ctx.db.fork().transactional(async (tx) => {
    const known = await findByEmail(tx, email);
    await leaveLink(tx, { purpose: 'reset', token_hash, email });
    const sending = { to: email, key: `reset/${token_hash}`, secret: token };
    if (known) await sendLetter(tx, 'reset', { ...sending, facts: { name: known.name } });
    else await sendLetter(tx, 'unknown-address', { ...sending, facts: {} });
  });
  return { status: 'sent' };
};

type UpdatePassword = Action<'identity.updatePassword'>;
type Updating = Parameters<UpdatePassword>[0];

export const updatePassword: UpdatePassword = (ctx) =>
  ctx.params.token === undefined ? updateInSession(ctx) : updateByLink(ctx, ctx.params.token);

async function updateByLink(ctx: Updating, token: string) {
  const token_hash = hashToken(token);
  const { email } = (await findLink(ctx.db, 'reset', token_hash)) ?? ctx.fail('INVALID_LINK');
  const password_hash = await hashPasswordSoon(ctx.params.new_password);
  return ctx.db.fork().transactional(async (tx) => {
    const user_id = (await spendLink(tx, token_hash)) ? await setPasswordByEmail(tx, email, password_hash) : undefined;
    return user_id ? afterChange(tx, user_id, null) : ctx.fail('INVALID_LINK');
  });
}

async function updateInSession(ctx: Updating) {
  const { new_password, current_password } = ctx.params;
  const { user_id, session_id } = ctx.visitor ?? ctx.fail('UNAUTHENTICATED');
  if (session_id === null) return ctx.fail('SESSION_REQUIRED');
  if (current_password === undefined) return ctx.fail('VALIDATION_FAILED', { errors: [currentPasswordMissing] });

  const { email, password_hash: former } = (await findPassword(ctx.db, user_id)) ?? ctx.fail('UNAUTHENTICATED');
  const tries = bucketOf('account_from_address', email, ctx.address);
  await countTry(ctx.db, tries);
  if (!(await isPassword(current_password, former)) || former === null) return ctx.fail('INVALID_CREDENTIALS');
  await forgetTry(ctx.db, [tries]);
  const password_hash = await hashPasswordSoon(new_password);
  return ctx.db.fork().transactional(async (tx) => {
    if (!(await changePassword(tx, user_id, former, password_hash))) return ctx.fail('INVALID_CREDENTIALS');
    await forgetLinks(tx, email);
    return afterChange(tx, user_id, session_id);
  });
}

const currentPasswordMissing = {
  field: 'current_password',
  code: 'required',
  message: 'current_password is required in a session, token without one.',
};

/** Whoever knew the former password is signed out. */
async function afterChange(tx: Db, user_id: string, but: string | null): Promise<{ updated: true }> {
  await endSessionsOf(tx, user_id, but);
  return { updated: true };
}

export const me: Action<'identity.me'> = async (ctx) => {
  const { user_id, organization_id } = ctx.viewer;
  const user = await findAccount(ctx.db, user_id);
  if (!user) throw new Error('A viewer outlived its person.');
  return { user, ...(await belongingOf(ctx.db, user_id, organization_id)) };
};
