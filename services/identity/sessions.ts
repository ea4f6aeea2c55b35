/** Opens, refreshes and ends sessions. A session is the family of all tokens that followed from one sign-in. */
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { instant } from '../../shared/base/instant.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { decrypt, deriveKey, encrypt } from '../../shared/base/sealing.ts';
import { hashToken, newAccessToken, newRefreshToken } from '../../shared/base/session-token.ts';
import type { Db } from '../../shared/database/database.ts';
import { transaction } from '../../shared/database/transaction.ts';
import { bucketOf, countAttempt, settleAttempt, requestOf } from './attempts.ts';
import { isPassword } from './passwords.ts';
import { findAccount, findForSignIn } from './accounts.sql.ts';
import {
  accessMinutes,
  endOwnSession,
  endSession,
  findSession,
  isRotated,
  openSession,
  presentRefresh,
  rotate,
  sessionsOf,
  type Presented,
} from './sessions.sql.ts';

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

export interface Opening {
  readonly user_id: string;
  readonly password_hash?: string | undefined;
  readonly address_hash?: string | undefined;
  /** A second factor was shown as well. */
  readonly second_factor?: boolean;
  /** The `User-Agent` of the client. */
  readonly agent?: string | undefined;
}

/** Opens a session and returns its tokens; undefined if the password was changed meanwhile. */
export async function open(db: Db, { user_id, password_hash, address_hash, second_factor = false, agent }: Opening) {
  const tokens = mintTokens();
  const opening = {
    user_id,
    password_hash,
    address_hash: address_hash ?? null,
    second_factor,
    device: deviceOf(agent),
  };
  const id = await openSession(db, opening, hashesOf(tokens));
  return id === undefined ? undefined : answerOf(db, user_id, tokens, lifetime);
}

/** Opens a session of somebody who showed no password, which could have changed meanwhile: it always opens. */
export async function openAlways(db: Db, opening: Omit<Opening, 'password_hash'>) {
  const session = await open(db, opening);
  if (!session) throw new Error('Without a password to compare with, a session always opens.');
  return session;
}

type Counted = Pick<Ctx, 'db' | 'address' | 'visitor' | 'writeKey'>;

/** Compares a password with that of the own account, as an attempt that counts unless it is right. */
export async function isOwnPassword(
  ctx: Counted,
  { email, password_hash }: { readonly email: string; readonly password_hash: string | null },
  password: string,
): Promise<boolean> {
  const bucket = bucketOf('account_from_address', email, ctx.address);
  const request = requestOf(ctx);
  await countAttempt(ctx.db, { bucket, request });
  return settleAttempt(ctx.db, request, [bucket], () => isPassword(password, password_hash));
}

async function answerOf(db: Db, user_id: string, tokens: Tokens, expires_in: number) {
  const user = await findAccount(db, user_id);
  if (!user) throw new Error('A session outlived its person.');
  return { ...tokens, token_type: 'Bearer' as const, expires_in, user };
}

export interface Proven extends Opening {
  readonly has_totp: boolean;
}
interface Proving {
  readonly email: string;
  readonly password: string;
}
/**
 * Compares a password with that of an account; undefined if it is wrong. Attempts are counted before the password is checked and reset after a success. From an address
 * where the person has signed in before, they can still do so while strangers use up the attempts for their account.
 */
export async function proveByPassword(
  ctx: Pick<Ctx, 'db' | 'address' | 'visitor' | 'writeKey'>,
  { email, password }: Proving,
): Promise<Proven | undefined> {
  const here = bucketOf('account_from_address', email, ctx.address);
  const anywhere = bucketOf('account', email);
  const address_hash = hashToken(ctx.address);
  const request = requestOf(ctx);

  await countAttempt(ctx.db, { bucket: here, request });
  const person = await findForSignIn(ctx.db, email, address_hash);
  if (!person?.is_familiar) await countAttempt(ctx.db, { bucket: anywhere, request });
  const counted = person?.is_familiar ? [here] : [here, anywhere];
  const isRight = await settleAttempt(ctx.db, request, counted, () => isPassword(password, person?.password_hash));
  if (!person?.password_hash || !isRight) return undefined;
  return { user_id: person.id, password_hash: person.password_hash, address_hash, has_totp: person.has_totp };
}

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
 * Returns the successor again to a client that lost the answer and retries at once. A later use means that the token
 * was stolen. So does a use after the successor was exchanged, because the successor was received.
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

export const listSessions: Action<'identity.listSessions'> = async (ctx) => {
  const { user_id, session_id } = ctx.viewer;
  const { rows, count } = await readList(ctx, sessionsOf(user_id));
  const sessions = rows.map(({ id, device, created_at, last_seen_at }) => ({
    ...{ id, device, created_at: instant(created_at), last_seen_at: instant(last_seen_at) },
    is_current: id === session_id,
  }));
  return { sessions, count };
};

export const endSessionById: Action<'identity.endSession'> = async (ctx) => {
  const { id } = ctx.params;
  if (!(await endOwnSession(ctx.db, ctx.viewer.user_id, id))) return ctx.fail('NOT_FOUND');
  ctx.broadcast('access-ended', { id });
  return { ended: true };
};

export const resolveSession: Action<'identity.resolveSession'> = async ({ db, params }) => {
  const { valid_for = null, ...viewer } = (await findSession(db, params.access_hash)) ?? {};
  return 'user_id' in viewer ? { viewer, valid_for } : { viewer: null, valid_for };
};

type Names = readonly (readonly [sign: RegExp, name: string])[];

/** In this order: most browsers also name those that they descend from. */
const programs: Names = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/\bnode\b/i, 'Node.js'],
  [/^python/i, 'Python'],
];
const systems: Names = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: Names, agent: string) => names.find(([sign]) => sign.test(agent))?.[1];

/** Names the program behind a `User-Agent`, so that people tell their sessions apart. Returns such as `Firefox on Linux`; null if the client does not say. */
function deviceOf(agent = ''): string | null {
  const [program, system] = [nameIn(programs, agent), nameIn(systems, agent)];
  return program && system ? `${program} on ${system}` : (program ?? system ?? null);
}
