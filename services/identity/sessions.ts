/** Opens, refreshes and ends sessions. A session is the family of all tokens that followed from one sign-in. */
import type { Action } from '../../shared/kit/implement.ts';
import { decrypt, deriveKey, encrypt } from '../../shared/base/sealing.ts';
import { hashToken, newAccessToken, newRefreshToken } from '../../shared/base/session-token.ts';
import type { Db } from '../../shared/database/database.ts';
import { transaction } from '../../shared/database/transaction.ts';
import { bucketOf, countTry, judgeTry, requestOf } from './attempts.ts';
import { isPassword } from './passwords.ts';
import { findAccount, findForSignIn } from './queries/accounts.ts';
import {
  accessMinutes,
  endSession,
  findSession,
  isRotated,
  openSession,
  presentRefresh,
  rotate,
  type Presented,
} from './queries/sessions.ts';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}
const lifetime = accessMinutes * 60;

const mintTokens = (): Tokens => ({ access_token: newAccessToken(), refresh_token: newRefreshToken() });
const hashesOf = ({ access_token, refresh_token }: Tokens) => ({
  access_hash: hashToken(access_token),
  refresh_hash: hashToken(refresh_token),
});

interface Opening {
  readonly user_id: string;
  readonly password_hash?: string;
  readonly address_hash?: string;
}

/** Opens a session and returns its tokens; undefined if the password was changed meanwhile. */
export async function open(db: Db, { user_id, password_hash, address_hash }: Opening) {
  const tokens = mintTokens();
  const opening = { user_id, password_hash, address_hash: address_hash ?? null };
  const id = await openSession(db, opening, hashesOf(tokens));
  return id === undefined ? undefined : answerOf(db, user_id, tokens, lifetime);
}

async function answerOf(db: Db, user_id: string, tokens: Tokens, expires_in: number) {
  const user = await findAccount(db, user_id);
  if (!user) throw new Error('A session outlived its person.');
  return { ...tokens, token_type: 'Bearer' as const, expires_in, user };
}

/**
 * Signs somebody in. Attempts are counted before the password is checked and reset after a success. From an address
 * where the person has signed in before, they can still do so while strangers use up the attempts for their account.
 */
export const signIn: Action<'identity.signIn'> = async (ctx) => {
  const { email, password } = ctx.params;
  const here = bucketOf('account_from_address', email, ctx.address);
  const anywhere = bucketOf('account', email);
  const address_hash = hashToken(ctx.address);
  const request = requestOf(ctx);

  await countTry(ctx.db, { bucket: here, request });
  const person = await findForSignIn(ctx.db, email, address_hash);
  if (!person?.is_familiar) await countTry(ctx.db, { bucket: anywhere, request });
  const counted = person?.is_familiar ? [here] : [here, anywhere];
  const isRight = await judgeTry(ctx.db, request, counted, () => isPassword(password, person?.password_hash));
  if (!person?.password_hash || !isRight) return ctx.fail('INVALID_CREDENTIALS');

  const { id: user_id, password_hash } = person;
  return (await open(ctx.db, { user_id, password_hash, address_hash })) ?? ctx.fail('INVALID_CREDENTIALS');
};

type Refreshed =
  | { readonly tokens: Tokens; readonly user_id: string; readonly expires_in: number }
  | { readonly refused: true; readonly ended?: string };

/** Exchanges a refresh token. When it was used before, the whole session is ended and committed before the refusal. */
export const refresh: Action<'identity.refresh'> = async (ctx) => {
  const { refresh_token } = ctx.params;
  if (refresh_token === undefined) {
    const message = 'refresh_token is required, unless the cookie carries it';
    return ctx.fail('VALIDATION_FAILED', { errors: [{ field: 'refresh_token', code: 'required', message }] });
  }
  const refreshed = await transaction(ctx.db, (tx) => exchange(tx, refresh_token));
  if ('refused' in refreshed) {
    if (refreshed.ended) ctx.broadcast('access-ended', { id: refreshed.ended });
    return ctx.fail('UNAUTHENTICATED');
  }
  return answerOf(ctx.db, refreshed.user_id, refreshed.tokens, refreshed.expires_in);
};

async function exchange(db: Db, refresh_token: string): Promise<Refreshed> {
  const refresh_hash = hashToken(refresh_token);
  const presented = await presentRefresh(db, refresh_hash);
  if (!presented?.is_alive) return { refused: true };
  const { session_id, user_id } = presented;
  // Only the bearer of the former token can derive this key.
  const key = deriveKey(refresh_token, 'successor');
  if (presented.is_rotated) return repeat(db, presented, key);

  const tokens = mintTokens();
  const successor = encrypt(key, JSON.stringify(tokens));
  await rotate(db, { session_id, refresh_hash, successor }, hashesOf(tokens));
  return { tokens, user_id, expires_in: lifetime };
}

/**
 * Returns the successor again to a client that lost the answer and asks at once. A later use means that the token was
 * stolen, and so does one after the successor itself was exchanged: somebody has received it.
 */
async function repeat(db: Db, { session_id, user_id, successor, age }: Presented, key: Buffer): Promise<Refreshed> {
  const tokens = successor && (JSON.parse(decrypt(key, successor)) as Tokens);
  if (tokens && !(await isRotated(db, hashesOf(tokens)))) return { tokens, user_id, expires_in: lifetime - age };
  await endSession(db, session_id);
  return { refused: true, ended: session_id };
}

export const signOut: Action<'identity.signOut'> = async (ctx) => {
  const { session_id } = ctx.viewer;
  if (session_id) {
    await endSession(ctx.db, session_id);
    ctx.broadcast('access-ended', { id: session_id });
  }
  return { signed_out: true };
};

export const resolveSession: Action<'identity.resolveSession'> = async ({ db, params }) => {
  const { valid_for = null, ...viewer } = (await findSession(db, params.access_hash)) ?? {};
  return 'user_id' in viewer ? { viewer, valid_for } : { viewer: null, valid_for };
};

export const startSession: Action<'identity.startSession'> = async ({ db, params }) => {
  const session = await open(db, params);
  if (!session) throw new Error('Without a password to compare with, a session always opens.');
  return { session };
};
