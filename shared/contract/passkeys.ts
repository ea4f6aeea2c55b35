/** Passkeys (WebAuthn): keys of a person's devices, which sign a challenge instead of a password and count as both factors. */
import { carriesSecret, queued, sessionCookie, wholeList } from './concerns.ts';
import { del, get, patch, post } from './endpoint.ts';
import { t } from './schema.ts';
import { anySession, cookie } from './sessions.ts';
import { pageOfWhole } from './vocabulary.ts';

/** Minutes in which a browser is to answer a challenge. */
export const challengeMinutes = 5;
/** More than anybody has devices. */
export const passkeysAtMost = 25;

const name = () => t.name({ min: 1, max: 100 });
/** The answer of `navigator.credentials` of the browser, as JSON (WebAuthn, level 3). */
export const credential = () =>
  t.described('The credential as JSON: what `PublicKeyCredential.toJSON()` gives.', t.json());
const options = () =>
  t.object({ options: t.described('For `navigator.credentials` of the browser, as JSON.', t.json()) });

const passkey = t.named(
  'Passkey',
  t.object({
    id: t.uuid(),
    name: t.string(),
    created_at: t.timestamp(),
    last_used_at: t.nullable(t.timestamp()),
  }),
);

export const passkeys = {
  beginPasskey: post('/me/passkeys/options', {
    summary: "Begin to add a passkey to one's own account",
    note: `The challenge works once, within ${challengeMinutes} minutes.`,
    access: 'session',
    params: {},
    responses: { 200: options() },
    errors: ['TOO_MANY_PASSKEYS', 'SECOND_FACTOR_MISSING'],
    addition: true,
  }),

  addPasskey: post('/me/passkeys', {
    summary: "Add a passkey to one's own account, as the browser made it",
    access: 'session',
    params: { name: t.default(name(), 'Passkey'), credential: credential() },
    responses: { 201: passkey },
    errors: ['PASSKEY_INVALID', 'TOO_MANY_PASSKEYS', 'SECOND_FACTOR_MISSING'],
    addition: true,
  }),

  listPasskeys: get('/me/passkeys', {
    summary: "List one's own passkeys, oldest first",
    access: 'session',
    params: { ...pageOfWhole },
    with: [wholeList('passkeys')],
    responses: { 200: t.object({ passkeys: t.array(passkey), count: t.integer() }) },
    addition: true,
  }),

  renamePasskey: patch('/me/passkeys/:id', {
    summary: "Name one of one's own passkeys",
    access: 'session',
    params: { id: t.id(), name: name() },
    responses: { 200: passkey },
    errors: ['NOT_FOUND'],
    addition: true,
  }),

  removePasskey: del('/me/passkeys/:id', {
    summary: "Remove one of one's own passkeys",
    access: 'session',
    params: { id: t.id() },
    responses: { 200: t.object({ deleted: t.literal(true) }) },
    errors: ['NOT_FOUND', 'SECOND_FACTOR_MISSING'],
    addition: true,
  }),

  beginPasskeySignIn: post('/auth/passkeys/options', {
    summary: 'Begin to sign in with a passkey',
    note: `The challenge works once, within ${challengeMinutes} minutes.`,
    access: 'public',
    params: {},
    responses: { 200: options() },
    unit: 'own',
    addition: true,
  }),

  signInByPasskey: post('/auth/passkeys', {
    summary: 'Sign in with a passkey; no further factor is asked for',
    access: 'public',
    params: { credential: credential(), cookie: cookie() },
    responses: { 200: anySession },
    errors: ['PASSKEY_INVALID'],
    with: [carriesSecret(), sessionCookie('opens'), queued()],
    unit: 'own',
    addition: true,
  }),
};
