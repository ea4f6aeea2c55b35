/** Signing in by others: issuers of OpenID Connect, and those that are known by their names. */
import { elsewhere, queued, carriesSecret, sessionCookie } from './concerns.ts';
import { get, post } from './endpoint.ts';
import { t } from './schema.ts';
import { credential } from './passkeys.ts';
import { anySession, cookie, knownPassword, token } from './sessions.ts';

/** Why signing in by others failed, as the fragment of `/signin` says it. */
export const signInRefusals = [
  /** No such issuer is set up. */
  'UNKNOWN_PROVIDER',
  /** The issuer cannot be reached, or answers what is no answer. */
  'ISSUER_UNAVAILABLE',
  /** The person said no at the issuer. */
  'DECLINED',
  /** The issuer answered an error. */
  'ISSUER_REFUSED',
  /** The answer belongs to no sign-in that was begun here, or to one that was answered before or is too old. */
  'STATE_UNKNOWN',
  /** The sign-in was begun in another browser. */
  'OTHER_BROWSER',
  /** The answer came for a sign-in by another issuer. */
  'OTHER_PROVIDER',
  /** The answer names another issuer, or none although its issuer always does (RFC 9207). */
  'ISSUER_MISMATCH',
  /** The issuer did not take the code: it is of another sign-in, or was used. */
  'CODE_REFUSED',
  /** The ID token belongs to another sign-in. */
  'NONCE_MISMATCH',
  /** The ID token was made for another client. */
  'AUDIENCE_MISMATCH',
  'TOKEN_EXPIRED',
  /** The ID token was not signed by the issuer. */
  'SIGNATURE_INVALID',
  /** The profile is of somebody else than the ID token. */
  'SUBJECT_MISMATCH',
  /** Anything else that no issuer should answer. */
  'ISSUER_ANSWER_INVALID',
  /** The issuer does not say that the address was verified. */
  'ADDRESS_UNVERIFIED',
] as const;
export type SignInRefusal = (typeof signInRefusals)[number];

/** Minutes in which a sign-in that was begun is to come back, and a password is to be shown. */
export const signInMinutes = 10;

const answered = () => t.optional(t.string({ max: 4_000 }));
const going = {
  /** Where the browser is led. */
  location: t.string(),
  /** The secret that the browser keeps in a cookie. */
  browser: t.optional(t.string()),
};

export const signInBy = {
  listProviders: get('/auth/providers', {
    summary: 'List by whom else people can sign in',
    access: 'public',
    params: {},
    responses: { 200: t.array(t.object({ name: t.string(), label: t.string() })) },
    addition: true,
  }),

  beginSignInBy: get('/auth/by/:name', {
    summary: 'Lead a browser to an issuer, to sign in there',
    access: 'public',
    params: {
      name: t.reference(),
      next: t.optional(t.described('The path of a page of ours to lead to afterwards.', t.string({ max: 2_000 }))),
    },
    responses: { 302: t.object(going) },
    errors: ['VALIDATION_FAILED'],
    unit: 'own',
    with: [elsewhere('begins'), queued()],
    addition: true,
  }),

  returnSignInBy: get('/auth/by/:name/callback', {
    summary: 'Take the answer of an issuer, and sign in',
    note: 'A failure leads to `/signin#refused=<CODE>`. Where an account with the address has a password or a passkey, it leads to `/signin#join=<id>`: see `POST /auth/by/:name/join`; where it has a second factor, to `/signin#ticket=<ticket>`: see `POST /auth/second-factor`.',
    access: 'public',
    params: { name: t.reference(), state: answered(), code: answered(), iss: answered(), error: answered() },
    responses: { 302: t.object({ ...going, refresh_token: t.optional(t.string()) }) },
    errors: ['VALIDATION_FAILED'],
    unit: 'own',
    with: [elsewhere('returns'), carriesSecret(), queued()],
    addition: true,
  }),

  joinBy: post('/auth/by/:name/join', {
    summary:
      'Join a sign-in by others to the account with its address, by the password or a passkey of that account, and sign in',
    access: 'public',
    params: {
      name: t.reference(),
      id: token(),
      password: t.optional(knownPassword()),
      /** For a challenge of `POST /auth/passkeys/options`. */
      credential: t.optional(credential()),
      cookie: cookie(),
    },
    example: { id: 'MC4h2mQ4nB7kTMd3', password: 'violet tractors under glass' },
    responses: { 200: anySession },
    errors: ['VALIDATION_FAILED', 'INVALID_LINK', 'INVALID_CREDENTIALS', 'PASSKEY_INVALID', 'SECOND_FACTOR_REQUIRED'],
    with: [elsewhere('joins'), carriesSecret(), sessionCookie('opens'), queued()],
    unit: 'own',
    addition: true,
  }),
};
