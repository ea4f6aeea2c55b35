/**
 * Signs people in by others. An issuer's word joins an account only for an address that it says is verified, and where that
 * account has a password or a passkey, only after one of them was given once.
 */
import { randomBytes } from 'node:crypto';
import type { Action } from '../../shared/kit/implement.ts';
import { writeOnce } from '../../shared/kit/unit-of-work.ts';
import { Failure } from '../../shared/base/failure.ts';
import { decrypt, deriveKey, encrypt } from '../../shared/base/sealing.ts';
import { hashToken } from '../../shared/base/session-token.ts';
import type { SignInRefusal } from '../../shared/contract/sign-in-by.ts';
import type { Db } from '../../shared/database/database.ts';
import { transaction } from '../../shared/database/transaction.ts';
import { confirmPerson, findAccount, deleteLinks } from './accounts.sql.ts';
import type { ProvePasskey } from './passkeys.ts';
import { hasPasskey } from './passkeys.sql.ts';
import type { Told } from './profiles.ts';
import type { Flow, Provider } from './providers.ts';
import { hasApp } from './second-factor.sql.ts';
import { waitForFactor } from './second-factor.ts';
import { open, openAlways, proveByPassword, type Proven } from './sessions.ts';
import { endSessionsOf } from './sessions.sql.ts';
import { pathIn, refusalOf } from './sign-in-by.rules.ts';
import * as queries from './sign-in-by.sql.ts';

interface Surroundings {
  readonly prove: ProvePasskey;
  readonly providers: ReadonlyMap<string, Provider>;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  /** Tells operators why a sign-in failed. */
  readonly warn: (provider: string, refusal: SignInRefusal, error: unknown) => void;
}
type Returning = Parameters<Action<'identity.returnSignInBy'>>[0];

const random = () => randomBytes(32).toString('base64url');

/** The handlers, for these providers. */
export function signInByOthers(given: Surroundings) {
  const { providers, publicUrl } = given;
  // Pages are named by their path, for people also reach them by other names of the machine.
  const ways: Ways = { ...given, root: new URL(publicUrl).pathname.replace(/\/$/, '') };
  const listProviders: Action<'identity.listProviders'> = () =>
    [...providers.values()].map(({ name, label }) => ({ name, label }));
  const beginSignInBy: Action<'identity.beginSignInBy'> = (ctx) => begin(ways, ctx);
  const returnSignInBy: Action<'identity.returnSignInBy'> = (ctx) => comeBack(ways, ctx);
  const join: Action<'identity.joinBy'> = (ctx) => joinBy(given.prove, ctx);
  return { listProviders, beginSignInBy, returnSignInBy, joinBy: join };
}

interface Ways extends Surroundings {
  /** The path of the public address. */
  readonly root: string;
}

const redirectUri = ({ publicUrl }: Ways, name: string) => `${publicUrl}/auth/by/${name}/callback`;
const refused = ({ root }: Ways, by: string, code: SignInRefusal) => ({
  location: `${root}/signin#${new URLSearchParams({ refused: code, by }).toString()}`,
});
/** The error of an issuer, or of the network to it. */
function failed(ways: Ways, by: string, error: unknown) {
  const code = refusalOf(error);
  ways.warn(by, code, error);
  return refused(ways, by, code);
}

async function begin(ways: Ways, ctx: Parameters<Action<'identity.beginSignInBy'>>[0]) {
  const { name, next = '/signin' } = ctx.params;
  const provider = ways.providers.get(name);
  if (!provider) return refused(ways, name, 'UNKNOWN_PROVIDER');
  const path = pathIn(ways.publicUrl, next) ?? ctx.fail('VALIDATION_FAILED', { errors: [elsewhere] });
  const flow: Flow = { state: random(), nonce: random(), verifier: random() };
  const browser = ctx.browser || random();
  let location: string;
  try {
    location = await provider.begin(flow, redirectUri(ways, name));
  } catch (error) {
    return failed(ways, name, error);
  }
  const sealed = encrypt(keyFrom(flow.state), JSON.stringify(flow));
  const begun = { provider: name, sealed, next: path };
  await queries.leaveBegun(ctx.db, { ...begun, state_hash: hashToken(flow.state), browser_hash: hashToken(browser) });
  return { location, browser };
}

async function comeBack(ways: Ways, ctx: Returning) {
  const { name, state = '' } = ctx.params;
  const provider = ways.providers.get(name);
  if (!provider) return refused(ways, name, 'UNKNOWN_PROVIDER');
  const begun = await queries.claimBegun(ctx.db, hashToken(state), ctx.writeKey);
  if (!begun) return refused(ways, name, 'STATE_UNKNOWN');
  // Another process works on this very request, and the gateway waits for either.
  if (!begun.is_first) throw new Failure('IDEMPOTENCY_IN_PROGRESS');
  if (begun.browser_hash !== hashToken(ctx.browser)) return refused(ways, name, 'OTHER_BROWSER');
  if (begun.provider !== name) return refused(ways, name, 'OTHER_PROVIDER');
  const flow = JSON.parse(decrypt(keyFrom(state), begun.sealed)) as Flow;
  let told: Told;
  try {
    told = await provider.redeem(flow, answerIn(ctx, redirectUri(ways, name)));
  } catch (error) {
    return failed(ways, name, error);
  }
  return enter(ways, ctx, { told, next: begun.next });
}

interface Arrival {
  readonly told: Told;
  readonly next: string;
}
async function enter(ways: Ways, ctx: Returning, { told, next }: Arrival) {
  const { name } = ctx.params;
  const known = await queries.useSignIn(ctx.db, told);
  if (known !== undefined) return admit(ways, ctx, { user_id: known, next });
  const { email, issuer, subject } = told;
  if (email === undefined) return refused(ways, name, 'ADDRESS_UNVERIFIED');
  const account = await queries.findKnown(ctx.db, email);
  if (account?.is_guarded) {
    const id = random();
    const waiting = { user_id: account.id, issuer, subject, provider: name, email };
    await queries.leaveJoining(ctx.db, { ...waiting, id_hash: hashToken(id), browser_hash: hashToken(ctx.browser) });
    const asked = new URLSearchParams({ join: id, by: name, to: next.slice(1) });
    return { location: `${ways.root}/signin#${asked.toString()}` };
  }
  const user_id = await transaction(ctx.db, (tx) => take(ctx, tx, { ...told, email }));
  return user_id === undefined ? refused(ways, name, 'STATE_UNKNOWN') : admit(ways, ctx, { user_id, next });
}

/** Opens the session, of which the browser gets the refresh token alone. The issuer is one factor: an app that makes codes is asked for as well. */
async function admit({ root }: Ways, ctx: Returning, { user_id, next }: { user_id: string; next: string }) {
  if (await hasApp(ctx.db, user_id)) {
    const asked = new URLSearchParams({ ticket: await waitForFactor(ctx.db, { user_id }), to: next.slice(1) });
    return { location: `${root}/signin#${asked.toString()}` };
  }
  const { refresh_token } = await openAlways(ctx.db, { user_id, agent: ctx.agent });
  return { location: root + next, refresh_token };
}

const keyFrom = (state: string) => deriveKey(state, 'sign-in by others');

/** The answer as it would come to the address that was named to the issuer, whatever host the request names. */
function answerIn({ params }: Returning, redirectUri: string): URL {
  const url = new URL(redirectUri);
  for (const name of ['state', 'code', 'iss', 'error'] as const) {
    const value = params[name];
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url;
}

/**
 * Makes or takes the account with an address that the issuer says is verified, and that has neither password nor passkey. An unconfirmed one may have
 * been made by somebody else, so its password, sessions and links are discarded. Undefined if a password or a passkey came meanwhile.
 */
async function take(ctx: Returning, tx: Db, told: Told & { readonly email: string }): Promise<string | undefined> {
  const { email, name, github_url, linkedin_url, issuer, subject } = told;
  const { user_id, former_password, before } = await confirmPerson(tx, {
    ...{ email, name, github_url, linkedin_url },
    password_hash: null,
  });
  if (before?.['email_confirmed_at']) {
    if (former_password || (await hasPasskey(tx, user_id))) return undefined;
  } else {
    await deleteLinks(tx, email);
    await endSessionsOf(tx, user_id);
    ctx.broadcast('access-ended', { id: user_id });
  }
  const isTheirs = await queries.addSignIn(tx, { issuer, subject, user_id, provider: ctx.params.name, email });
  return isTheirs ? user_id : undefined;
}

type Joining = Parameters<Action<'identity.joinBy'>>[0];

async function joinBy(prove: ProvePasskey, ctx: Joining) {
  const { name, id } = ctx.params;
  const id_hash = hashToken(id);
  const asked = { provider: name, id_hash, browser_hash: hashToken(ctx.browser) };
  const waiting = (await queries.findJoining(ctx.db, asked)) ?? ctx.fail('INVALID_LINK');
  const { user_id, email } = waiting;
  const account = (await findAccount(ctx.db, user_id)) ?? ctx.fail('INVALID_LINK');
  // An address that changed meanwhile is no longer what the issuer vouched for.
  if (account.email !== email) return ctx.fail('INVALID_LINK');
  const proven = await show(prove, ctx, { user_id, email });
  const run = async (tx: Db) => {
    if (!(await queries.spendJoining(tx, id_hash))) return ctx.fail('INVALID_LINK');
    return (await queries.addSignIn(tx, waiting)) || ctx.fail('INVALID_LINK');
  };
  await writeOnce(ctx, { action: 'identity.joinBy', scope: id_hash, input: {}, run });
  if (proven.has_totp) return ctx.fail('SECOND_FACTOR_REQUIRED', { ticket: await waitForFactor(ctx.db, proven) });
  return (await open(ctx.db, { ...proven, agent: ctx.agent })) ?? ctx.fail('INVALID_CREDENTIALS');
}

/** Compares what was given of the account: its password, or a passkey, which is both factors. */
async function show(prove: ProvePasskey, ctx: Joining, account: { user_id: string; email: string }): Promise<Proven> {
  const { password, credential } = ctx.params;
  const { user_id, email } = account;
  if ((password === undefined) === (credential === undefined))
    return ctx.fail('VALIDATION_FAILED', { errors: [either] });
  if (credential) {
    if ((await prove(ctx, credential)) !== user_id) return ctx.fail('PASSKEY_INVALID');
    return { user_id, second_factor: true, has_totp: false };
  }
  const proven = await proveByPassword(ctx, { email, password: password ?? '' });
  return proven?.user_id === user_id ? proven : ctx.fail('INVALID_CREDENTIALS');
}

const either = { field: 'password', code: 'required', message: 'Give password or credential, one of them.' };
const elsewhere = { field: 'next', code: 'elsewhere', message: 'next must be the path of a page here, such as /me.' };
