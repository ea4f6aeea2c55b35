/**
 * Passkeys. Challenges are in the database, so that any process takes the answer of a browser, and each is taken once. All checks of the
 * protocol are those of @simplewebauthn/server: origin and site are those of the public address, and the person was verified by the device.
 */
import { randomBytes } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Ctx } from '../../shared/kit/context.ts';
import type { Action } from '../../shared/kit/implement.ts';
import { instant } from '../../shared/base/instant.ts';
import { hashToken } from '../../shared/base/session-token.ts';
import { challengeMinutes, passkeysAtMost } from '../../shared/contract/passkeys.ts';
import type { Db } from '../../shared/database/database.ts';
import { readList } from '../../shared/kit/whole-list.ts';
import { writeOnce } from '../../shared/kit/unit-of-work.ts';
import { findAccount } from './accounts.sql.ts';
import * as queries from './passkeys.sql.ts';
import { refuseWeak, tellChange } from './second-factor.ts';
import { strengthen, weaken } from './second-factor.sql.ts';
import { openAlways } from './sessions.ts';

/** Loaded by the first passkey, which many installations never see. */
const load = () => import('@simplewebauthn/server');

const timeout = challengeMinutes * 60_000;

/** The public address, as browsers check it. */
export interface Site {
  readonly origin: string;
  /** Its host: passkeys work there and below. */
  readonly host: string;
}

/** Leaves a challenge, and returns it as the options have it. */
async function challenge(db: Db, user_id: string | null): Promise<Buffer<ArrayBuffer>> {
  const made = Buffer.from(randomBytes(32));
  await queries.leaveChallenge(db, { challenge_hash: hashToken(made.toString('base64url')), user_id });
  return made;
}

const beginPasskeyAt =
  ({ host }: Site): Action<'identity.beginPasskey'> =>
  async (ctx) => {
    const { user_id } = ctx.viewer;
    await refuseWeak(ctx);
    const [known, account] = [await queries.credentialsOf(ctx.db, user_id), await findAccount(ctx.db, user_id)];
    if (known.length >= passkeysAtMost) return ctx.fail('TOO_MANY_PASSKEYS');
    const { generateRegistrationOptions } = await load();
    const options = await generateRegistrationOptions({
      ...{ rpName: host, rpID: host, timeout, challenge: await challenge(ctx.db, user_id) },
      ...{ userID: idOf(user_id), userName: account?.email ?? '', userDisplayName: account?.name ?? '' },
      excludeCredentials: known.map(({ credential_id: id, transports }) => ({
        id: id.toString('base64url'),
        transports,
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { options: { ...options } };
  };

/** A person's id as devices keep it: it says nothing of them. */
const idOf = (user_id: string) => new Uint8Array(Buffer.from(user_id.replaceAll('-', ''), 'hex'));

const addPasskeyAt =
  ({ origin, host }: Site): Action<'identity.addPasskey'> =>
  async (ctx) => {
    const { user_id, session_id } = ctx.viewer;
    await refuseWeak(ctx);
    const response = ctx.params.credential as unknown as RegistrationResponseJSON;
    const sent = challengeIn(response) ?? ctx.fail('PASSKEY_INVALID');
    const isOurs = await queries.spendChallenge(ctx.db, { challenge_hash: hashToken(sent), user_id });
    if (!isOurs) return ctx.fail('PASSKEY_INVALID');
    const { verifyRegistrationResponse } = await load();
    const expected = { expectedChallenge: sent, expectedOrigin: origin, expectedRPID: host };
    const verified = await orNothing(verifyRegistrationResponse({ response, ...expected }));
    if (!verified?.registrationInfo) return ctx.fail('PASSKEY_INVALID');
    const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
    const added = {
      credential_id: Buffer.from(id, 'base64url'),
      public_key: Buffer.from(publicKey),
      counter,
      transports,
    };
    if ((await queries.credentialsOf(ctx.db, user_id)).length >= passkeysAtMost) return ctx.fail('TOO_MANY_PASSKEYS');
    const { name } = ctx.params;
    const saved = (await queries.savePasskey(ctx.db, { user_id, ...added, name })) ?? ctx.fail('PASSKEY_INVALID');
    await strengthen(ctx, session_id);
    await tellChange(ctx.db, user_id, { change: 'passkey_added', passkey: name });
    ctx.changed(null, { user_id, passkey_id: saved.id }, {}, { name });
    return shown(saved);
  };

/** The library throws for whatever is wrong with a credential, and for what is none. */
const orNothing = <T>(verifying: Promise<T>): Promise<T | undefined> => verifying.catch(() => undefined);

const shown = ({ id, name, created_at, last_used_at }: queries.ShownPasskey) => ({
  ...{ id, name, created_at: instant(created_at) },
  last_used_at: last_used_at && instant(last_used_at),
});

const listPasskeys: Action<'identity.listPasskeys'> = async (ctx) => {
  const { rows, count } = await readList(ctx, queries.passkeysOf(ctx.viewer.user_id));
  return { passkeys: rows.map(shown), count };
};

const renamePasskey: Action<'identity.renamePasskey'> = async (ctx) => {
  const { id, name } = ctx.params;
  const { user_id } = ctx.viewer;
  const { former, ...renamed } = (await queries.renameOwn(ctx.db, { user_id, id, name })) ?? ctx.fail('NOT_FOUND');
  if (former !== name) ctx.changed(null, { user_id, passkey_id: id }, { name: former }, { name });
  return shown(renamed);
};

const removePasskey: Action<'identity.removePasskey'> = async (ctx) => {
  const { user_id } = ctx.viewer;
  await refuseWeak(ctx);
  const { id } = ctx.params;
  const name = (await queries.deleteOwn(ctx.db, user_id, id)) ?? ctx.fail('NOT_FOUND');
  await weaken(ctx.db, ctx, user_id);
  await tellChange(ctx.db, user_id, { change: 'passkey_removed', passkey: name });
  ctx.changed(null, { user_id, passkey_id: id }, { name }, {});
  return { deleted: true };
};

const beginPasskeySignInAt =
  ({ host: rpID }: Site): Action<'identity.beginPasskeySignIn'> =>
  async ({ db }) => {
    const { generateAuthenticationOptions } = await load();
    const made = await challenge(db, null);
    const options = await generateAuthenticationOptions({
      rpID,
      timeout,
      challenge: made,
      userVerification: 'required',
    });
    return { options: { ...options } };
  };

type Proving = Pick<Ctx, 'db' | 'writeKey'>;
/** Returns the person whose passkey signed a challenge; undefined if none did. */
export type ProvePasskey = (ctx: Proving, given: Record<string, unknown>) => Promise<string | undefined>;

/** A challenge is used up even where the rest is wrong. A retry of the gateway gets the stored outcome. */
export const provePasskeyAt =
  (site: Site): ProvePasskey =>
  async (ctx, given) => {
    const response = given as unknown as AuthenticationResponseJSON;
    const sent = challengeIn(response);
    if (sent === undefined) return undefined;
    const scope = hashToken(sent);
    const run = async (tx: Db) => {
      if (!(await queries.spendChallenge(tx, { challenge_hash: scope, user_id: null }))) return null;
      return (await check(tx, site, response, sent)) ?? null;
    };
    const { answer } = await writeOnce(ctx, { action: 'identity.provePasskey', scope, input: {}, run });
    return answer ?? undefined;
  };

async function check(tx: Db, { origin, host }: Site, response: AuthenticationResponseJSON, expectedChallenge: string) {
  const passkey = await queries.holdPasskey(tx, Buffer.from(String(response.id), 'base64url'));
  if (!passkey) return undefined;
  const { id, user_id, public_key, counter } = passkey;
  const { userHandle = '' } = response.response;
  if (userHandle && userHandle !== Buffer.from(idOf(user_id)).toString('base64url')) return undefined;
  const credential = { id: response.id, publicKey: new Uint8Array(public_key), counter };
  const { verifyAuthenticationResponse } = await load();
  const expected = { expectedChallenge, expectedOrigin: origin, expectedRPID: host };
  const verified = await orNothing(verifyAuthenticationResponse({ response, credential, ...expected }));
  if (!verified?.verified) return undefined;
  await queries.noteUse(tx, id, verified.authenticationInfo.newCounter);
  return user_id;
}

/** The challenge that a browser says it signed. Anything may have been sent. */
function challengeIn({ response }: AuthenticationResponseJSON | RegistrationResponseJSON): string | undefined {
  try {
    const told = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')) as {
      challenge?: unknown;
    };
    return typeof told.challenge === 'string' ? told.challenge : undefined;
  } catch {
    return undefined;
  }
}

const signInByPasskeyWith =
  (prove: ProvePasskey): Action<'identity.signInByPasskey'> =>
  async (ctx) => {
    const user_id = (await prove(ctx, ctx.params.credential)) ?? ctx.fail('PASSKEY_INVALID');
    return openAlways(ctx.db, { user_id, second_factor: true, agent: ctx.agent });
  };

/** The handlers, at this public address. */
export const passkeyActions = (site: Site, prove: ProvePasskey) => ({
  beginPasskey: beginPasskeyAt(site),
  addPasskey: addPasskeyAt(site),
  listPasskeys,
  renamePasskey,
  removePasskey,
  beginPasskeySignIn: beginPasskeySignInAt(site),
  signInByPasskey: signInByPasskeyWith(prove),
});
