/** Sign-up, forgotten passwords, and people's own name, links and language. No answer tells whether an address is known. */
import { randomInt } from 'node:crypto';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { difference, isEmpty } from '../../shared/kit/changes.ts';
import { sendEmail } from '../../shared/kit/emails.ts';
import { verificationSecret } from '../../shared/contract/emails.ts';
import { newLinkToken } from '../../shared/base/session-token.ts';
import type { Db } from '../../shared/database/database.ts';
import { type EmailLimit, bucketOf, countAttempt } from './attempts.ts';
import { writeOnce } from '../../shared/kit/unit-of-work.ts';
import { hashPasswordSoon, isPassword } from './passwords.ts';
import {
  belongingOf,
  findAccount,
  findByEmail,
  findSignUp,
  saveLink,
  canSignIn,
  confirmPerson,
  deleteLinks,
  holdPerson,
  updatePerson,
  type FoundLink,
} from './accounts.sql.ts';
import { findCode, saveCode } from './codes.sql.ts';
import { endSessionsOf } from './sessions.sql.ts';

/**
 * Signs somebody up. The password is stored with the link and becomes the account's only through it, so an account has
 * no password before its address is confirmed. A known address takes the same path, including a secret that is not in
 * its email; only the email differs.
 */
export const signUpBy =
  (mayWrite: EmailLimit): Action<'identity.signUp'> =>
  async (ctx) => {
    const { email, name, password, locale = null } = ctx.params;
    const isWritten = await mayWrite(ctx, email);
    const password_hash = await hashPasswordSoon(password);
    if (!isWritten) return { status: 'verification_sent', email };
    return sendVerification(ctx, 'identity.signUp', { email, password, link: { name, password_hash, locale } });
  };

/** Sends the email of the latest sign-up again, with as much work where the password is another one. */
export const resendVerificationBy =
  (mayWrite: EmailLimit): Action<'identity.resendVerification'> =>
  async (ctx) => {
    const { email, password } = ctx.params;
    const isWritten = await mayWrite(ctx, email);
    const link = await findSignUp(ctx.db, email);
    const isTheirs = await isPassword(password, link?.password_hash);
    if (isWritten && link && isTheirs) {
      return sendVerification(ctx, 'identity.resendVerification', { email, password, link });
    }
    await newCode(ctx.db, { email, password });
    return { status: 'verification_sent', email };
  };

/** Tells whether somebody with this password signed up with an address and has not confirmed it. */
export const isSignedUp = async (db: Db, { email, password }: SigningUp): Promise<boolean> =>
  isPassword(password, (await findSignUp(db, email))?.password_hash);

interface Waiting extends SigningUp {
  readonly link: Pick<FoundLink, 'name' | 'password_hash' | 'locale'>;
}

/** Leaves a sign-up that waits for its confirmation, and sends the email with its code and its link. */
async function sendVerification(ctx: Pick<Ctx, 'db' | 'writeKey'>, action: string, { email, password, link }: Waiting) {
  const { token, token_hash } = newLinkToken();
  const { code, ...kept } = await newCode(ctx.db, { email, password });
  const { name, password_hash, locale } = link;
  const run = async (tx: Db) => {
    const known = await findByEmail(tx, email);
    await saveLink(tx, { purpose: 'verify', token_hash, email, name, password_hash, locale });
    const isGood = await saveCode(tx, { email, token_hash, ...kept });
    const secret = verificationSecret({ token, ...(isGood && { code }) });
    const sending = { to: email, key: `sign-up/${token_hash}`, secret };
    const read = { locale: known?.locale ?? locale };
    if (known?.email_confirmed_at)
      await sendEmail(tx, 'known-address', { ...sending, data: { name: known.name, ...read } });
    else await sendEmail(tx, 'verification', { ...sending, data: read });
    return { status: 'verification_sent' as const, email };
  };
  return (await writeOnce(ctx, { action, scope: email, input: {}, run })).answer;
}

interface SigningUp {
  readonly email: string;
  readonly password: string;
}

/**
 * Creates the six-digit code that confirms an address if the email's link would open in another browser. A code is not
 * bound to a password, so it works only while nobody else signs up with the address. Its hash is as slow as that of a
 * password, because six digits could be guessed from a fast one.
 * @returns `replaces` The earlier sign-up that was made with the same password, hence by the same person.
 */
async function newCode(db: Db, { email, password }: SigningUp) {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const code_hash = await hashPasswordSoon(code);
  const earlier = await findCode(db, email);
  const isTheirs = earlier !== undefined && (await isPassword(password, earlier.password_hash));
  return { code, code_hash, replaces: isTheirs ? earlier.token_hash : undefined };
}

/** Sends an email with a link to set a new password, or an email that says that the address has no account. */
export const resetPasswordBy =
  (mayWrite: EmailLimit): Action<'identity.resetPassword'> =>
  async (ctx) => {
    const { email } = ctx.params;
    if (!(await mayWrite(ctx, email))) return { status: 'sent' };
    const { token, token_hash } = newLinkToken();
    const run = async (tx: Db) => {
      const known = await findByEmail(tx, email);
      await saveLink(tx, { purpose: 'reset', token_hash, email });
      const sending = { to: email, key: `reset/${token_hash}`, secret: token };
      const name = known?.email_confirmed_at ? known.name : null;
      if (known) await sendEmail(tx, 'reset', { ...sending, data: { name } });
      else await sendEmail(tx, 'unknown-address', { ...sending, data: {} });
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

/** Counts an attempt with the password of a link. */
export const countLinkTry: Action<'identity.countLinkTry'> = async ({ db, params }) => {
  const { token_hash, request } = params;
  await countAttempt(db, { bucket: bucketOf('link', token_hash), request });
  return {};
};

export const hasPassword: Action<'identity.hasPassword'> = async ({ db, params }) => ({
  has_password: await canSignIn(db, params.email),
});

/**
 * Confirms the person behind an invitation. An account that has a password requires it, so the link alone opens no such
 * account. Details of a confirmed person stay. An unconfirmed account may have been made by somebody else: its
 * password, sessions and links are discarded, and the invitation's name takes precedence over its own.
 */
export const acceptPerson: Action<'identity.acceptPerson'> = async (ctx) => {
  const { password, ...person } = ctx.params;
  const password_hash = password === undefined ? null : await hashPasswordSoon(password);
  const { user_id, former_password, before, after } = await confirmPerson(ctx.db, { ...person, password_hash });
  if (before?.['email_confirmed_at']) {
    if (former_password && password === undefined) return ctx.fail('PASSWORD_REQUIRED');
    if (former_password && !(await isPassword(password ?? '', former_password))) return ctx.fail('INVALID_CREDENTIALS');
  } else {
    await deleteLinks(ctx.db, person.email);
    await endSessionsOf(ctx.db, user_id);
    ctx.broadcast('access-ended', { id: user_id });
  }
  const changed = Object.keys(after).filter((field) => after[field] !== before?.[field]);
  if (changed.length > 0) ctx.changed(null, { user_id }, pick(before ?? {}, changed), pick(after, changed));
  return { user_id };
};

const pick = (fields: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => name in fields).map((name) => [name, fields[name]]));

export const updateMe: Action<'identity.updateMe'> = async (ctx) => {
  const { user_id } = ctx.viewer;
  const { name, avatar_url, linkedin_url, github_url, locale } = (await holdPerson(ctx.db, user_id)) ?? gone();
  const changes = difference({ name, avatar_url, linkedin_url, github_url, locale }, ctx.params);
  if (!isEmpty(changes)) {
    await updatePerson(ctx.db, user_id, changes.after);
    ctx.changed(null, { user_id }, changes.before, changes.after);
  }
  return { user: (await findAccount(ctx.db, user_id)) ?? gone() };
};

const gone = (): never => {
  throw new Error('A session outlived its person.');
};
