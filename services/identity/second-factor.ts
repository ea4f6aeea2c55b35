/**
 * Asks for the second factor. A sign-in of somebody with an app that makes codes opens no session but leaves a ticket, which a code or a
 * recovery code completes. Nothing but a session that was shown a second factor changes the factors of somebody who has one.
 */
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { writeOnce } from '../../shared/kit/unit-of-work.ts';
import { decrypt } from '../../shared/base/sealing.ts';
import { hashToken, newLinkToken, readTypedCode } from '../../shared/base/session-token.ts';
import type { Db } from '../../shared/database/database.ts';
import { newId } from '../../shared/database/ids.ts';
import type { EmailData } from '../../shared/contract/emails.ts';
import { sendEmail } from '../../shared/kit/emails.ts';
import { isSignedUp } from './accounts.ts';
import { findAccount } from './accounts.sql.ts';
import { bucketOf, countAttempt, requestOf, settleAttempt } from './attempts.ts';
import {
  findTicket,
  hasApp,
  holdApp,
  leaveTicket,
  noteStep,
  spendRecoveryCode,
  spendTicket,
  strengthOf,
} from './second-factor.sql.ts';
import { open, openAlways, proveByPassword, type Opening } from './sessions.ts';
import { stepOfCode } from './totp.rules.ts';

/** Returns the key of the secrets of apps, once the service has started. */
export type SealingKey = () => Buffer;

/** Leaves a sign-in that waits for the second factor, and returns its ticket. */
export async function waitForFactor(db: Db, { user_id, password_hash, address_hash }: Opening): Promise<string> {
  const { token: ticket, token_hash } = newLinkToken();
  const waiting = { user_id, password_hash: password_hash ?? null, address_hash: address_hash ?? null };
  await leaveTicket(db, { ...waiting, ticket_hash: token_hash });
  return ticket;
}

export const signIn: Action<'identity.signIn'> = async (ctx) => {
  const proven = await proveByPassword(ctx, ctx.params);
  // Asked of every refused password, and of confirmed accounts as well: the answer tells of the sign-up alone.
  if (!proven) return ctx.fail((await isSignedUp(ctx.db, ctx.params)) ? 'EMAIL_NOT_CONFIRMED' : 'INVALID_CREDENTIALS');
  if (proven.has_totp) return ctx.fail('SECOND_FACTOR_REQUIRED', { ticket: await waitForFactor(ctx.db, proven) });
  return (await open(ctx.db, { ...proven, agent: ctx.agent })) ?? ctx.fail('INVALID_CREDENTIALS');
};

export const startSession: Action<'identity.startSession'> = async (ctx) => {
  const { user_id, agent } = ctx.params;
  if (await hasApp(ctx.db, user_id)) {
    return ctx.fail('SECOND_FACTOR_REQUIRED', { ticket: await waitForFactor(ctx.db, { user_id }) });
  }
  return { session: await openAlways(ctx.db, { user_id, agent }) };
};

interface Showing {
  readonly user_id: string;
  readonly code: string;
}

/** Takes a code of the app or a recovery code, once. Returns false for any other, and for an app that is not confirmed. */
export async function takeCode(tx: Db, key: Buffer, { user_id, code }: Showing): Promise<boolean> {
  const app = await holdApp(tx, user_id);
  if (!app?.confirmed_at) return false;
  if (!isOfApp(code)) return spendRecoveryCode(tx, user_id, hashToken(readTypedCode(code)));
  return takeStep(tx, key, { user_id, code, ...app });
}

const spaceless = (code: string) => code.replace(/\s/g, '');
const isOfApp = (code: string) => /^\d{6}$/.test(spaceless(code));

type Held = NonNullable<Awaited<ReturnType<typeof holdApp>>>;

/** The same for a code of an app that is held, confirmed or not. */
export async function takeStep(
  tx: Db,
  key: Buffer,
  { user_id, code, sealed, last_step }: Showing & Held,
): Promise<boolean> {
  const secret = Buffer.from(decrypt(key, sealed), 'base64');
  const step = stepOfCode(secret, { code: spaceless(code), now: Date.now(), last: last_step });
  if (step === undefined) return false;
  await noteStep(tx, user_id, step);
  return true;
}

type Counting = Pick<Ctx, 'db' | 'visitor' | 'writeKey'>;

/** Runs what takes a code, as an attempt that counts unless the code is right. */
export async function countCode(ctx: Counting, user_id: string, take: () => Promise<boolean>): Promise<boolean> {
  const [bucket, request] = [bucketOf('second_factor', user_id), requestOf(ctx)];
  await countAttempt(ctx.db, { bucket, request });
  return settleAttempt(ctx.db, request, [bucket], take);
}

/** The gateway's retry finds the ticket used, and succeeds by the stored outcome of the first attempt. */
export const completeSignInWith =
  (key: SealingKey): Action<'identity.completeSignIn'> =>
  async (ctx) => {
    const { code, ticket } = ctx.params;
    const ticket_hash = hashToken(ticket);
    const found = await findTicket(ctx.db, ticket_hash);
    const run = async (tx: Db) => {
      const { user_id } = found ?? ctx.fail('TICKET_INVALID');
      if (!(await takeCode(tx, key(), { user_id, code }))) return null;
      return (await spendTicket(tx, ticket_hash)) ? { user_id } : ctx.fail('TICKET_INVALID');
    };
    let completed: { readonly user_id: string } | null = null;
    const take = async () => {
      const once = { action: 'identity.completeSignIn', scope: ticket_hash, input: {}, run };
      completed = (await writeOnce(ctx, once)).answer;
      return completed !== null;
    };
    const isRight = await (found ? countCode(ctx, found.user_id, take) : take());
    const { user_id } = (isRight && completed) || ctx.fail('SECOND_FACTOR_INVALID');
    const shown = { password_hash: found?.password_hash ?? undefined, address_hash: found?.address_hash ?? undefined };
    const session = await open(ctx.db, { user_id, ...shown, second_factor: true, agent: ctx.agent });
    return session ?? ctx.fail('TICKET_INVALID');
  };

/** Refuses a session that was not shown the second factor that its person has. */
export async function refuseWeak(ctx: Pick<Ctx, 'db' | 'viewer'> & { fail(code: 'SECOND_FACTOR_MISSING'): never }) {
  const { user_id, session_id } = ctx.viewer;
  const { has_factor, is_strong } = await strengthOf(ctx.db, user_id, session_id);
  if (has_factor && !is_strong) ctx.fail('SECOND_FACTOR_MISSING');
}

type FactorChange = Pick<EmailData<'factors-changed'>, 'change' | 'passkey'>;

/** Tells a person by email that their ways to sign in were changed, in the transaction of the change. */
export async function tellChange(tx: Db, user_id: string, { change, passkey }: FactorChange): Promise<void> {
  const account = await findAccount(tx, user_id);
  if (!account) return;
  const { email, name } = account;
  await sendEmail(tx, 'factors-changed', { to: email, key: newId(), data: { name, change, passkey } });
}
