/** Signing up, signing in, and sessions. */
import { queued, carriesSecret, sessionCookie } from './concerns.ts';
import { get, internal, post } from './endpoint.ts';
import { t } from './schema.ts';
import { locale, organizationRole, trackRole } from './vocabulary.ts';

/** Long enough for any passphrase and short enough to hash. */
const longestPassword = 200;
const newPassword = () => t.string({ min: 10, max: longestPassword });
export const knownPassword = () => t.string({ min: 1, max: longestPassword });
export const token = () => t.string({ min: 1, max: 100 });

export const user = t.named(
  'User',
  t.object({
    id: t.uuid(),
    email: t.string(),
    name: t.string(),
    avatar_url: t.nullable(t.string()),
    linkedin_url: t.nullable(t.string()),
    github_url: t.nullable(t.string()),
    locale: t.nullable(t.string()),
  }),
);

/** The tokens of a session, as they are answered once. */
export const session = t.named(
  'Session',
  t.object({
    access_token: t.string(),
    refresh_token: t.string(),
    token_type: t.literal('Bearer'),
    /** Seconds until the access token expires. */
    expires_in: t.integer(),
    user,
  }),
);

/** The same for a page, which gets the refresh token as a cookie. */
const pageSession = t.named(
  'PageSession',
  t.object({ access_token: t.string(), token_type: t.literal('Bearer'), expires_in: t.integer(), user }),
);
export const anySession = t.anyOf(session, pageSession);
/** Stores the refresh token in a cookie for `/auth` only, which scripts cannot read. */
export const cookie = () => t.optional(t.boolean());
/** Lifetime of a refresh token and its cookie in days. */
export const refreshDays = 30;

export const sessions = {
  signUp: post('/auth/signup', {
    summary: 'Sign up; the account begins when the address is confirmed by the code or the link in the email',
    access: 'public',
    params: {
      email: t.email(),
      password: newPassword(),
      name: t.name({ min: 1, max: 200 }),
      /** The language of the email, and of the account that begins with it. */
      locale: t.optional(locale()),
    },
    responses: { 201: t.object({ status: t.literal('verification_sent'), email: t.string() }) },
    unit: 'own',
    with: [queued()],
  }),

  resendVerification: post('/auth/resend-verification', {
    summary: 'Have the email of a sign-up sent again, with a new code and a new link',
    note: 'It is sent where the password is that of the latest sign-up with the address; the answer is the same where it is not.',
    access: 'public',
    params: { email: t.email(), password: knownPassword() },
    example: { email: 'ada@example.org', password: 'violet tractors under glass' },
    responses: { 200: t.object({ status: t.literal('verification_sent'), email: t.string() }) },
    unit: 'own',
    with: [queued()],
    addition: true,
  }),

  verify: post('/auth/verify', {
    summary:
      'Confirm an address by the code in the email, or by the token of its link and the password chosen at sign-up; signs in',
    access: 'public',
    params: {
      email: t.optional(t.email()),
      /** Six digits. */
      code: t.optional(t.string({ pattern: /^[0-9]{6}$/ })),
      token: t.optional(token()),
      password: t.optional(knownPassword()),
      cookie: cookie(),
    },
    example: { email: 'ada@example.org', code: '204816' },
    responses: { 200: t.object({ status: t.literal('verified'), user_id: t.uuid(), session: anySession }) },
    errors: ['VALIDATION_FAILED', 'INVALID_CODE', 'INVALID_LINK', 'INVALID_CREDENTIALS'],
    unit: 'own',
    with: [carriesSecret(), sessionCookie('opens'), queued()],
    addition: true,
  }),

  signIn: post('/auth/signin', {
    summary: 'Sign in with address and password',
    access: 'public',
    params: { email: t.email(), password: knownPassword(), cookie: cookie() },
    example: { email: 'ada@example.org', password: 'violet tractors under glass' },
    responses: { 200: anySession },
    errors: ['INVALID_CREDENTIALS', 'EMAIL_NOT_CONFIRMED', 'SECOND_FACTOR_REQUIRED'],
    with: [carriesSecret(), sessionCookie('opens'), queued()],
    unit: 'own',
  }),

  refresh: post('/auth/refresh', {
    summary: 'Exchange a refresh token for new tokens; using one twice ends the session',
    access: 'public',
    params: { refresh_token: t.optional(token()), cookie: cookie() },
    example: { refresh_token: 'msr_3kTMd3o0' },
    responses: { 200: anySession },
    errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED'],
    with: [carriesSecret(), sessionCookie('renews')],
    unit: 'own',
  }),

  signOut: post('/auth/signout', {
    summary: 'End this session',
    access: 'session',
    params: {},
    responses: { 200: t.object({ signed_out: t.literal(true) }) },
    with: [sessionCookie('ends')],
  }),

  resetPassword: post('/auth/reset-password', {
    summary: 'Have a link sent by email that lets one choose a new password',
    access: 'public',
    params: { email: t.email() },
    responses: { 200: t.object({ status: t.literal('sent') }) },
    unit: 'own',
  }),

  updatePassword: post('/auth/update-password', {
    summary: 'Choose a new password, in a session with the current one or by the token of a link sent by email',
    access: 'anyone',
    params: {
      new_password: newPassword(),
      current_password: t.optional(knownPassword()),
      token: t.optional(token()),
    },
    example: { new_password: 'violet tractors under glass', current_password: 'the former one' },
    responses: { 200: t.object({ updated: t.literal(true) }) },
    errors: [
      'VALIDATION_FAILED',
      'UNAUTHENTICATED',
      'SESSION_REQUIRED',
      'INVALID_LINK',
      'INVALID_CREDENTIALS',
      'IDEMPOTENCY_KEY_REUSED',
    ],
    unit: 'own',
    with: [queued()],
  }),

  me: get('/auth/user', {
    summary: 'Get the signed-in person and the places they belong to; for a key, in its organization only',
    access: 'signed in',
    params: {},
    responses: {
      200: t.object({
        user,
        organizations: t.array(
          t.object({
            id: t.uuid(),
            slug: t.string(),
            name: t.string(),
            role: t.nullable(organizationRole()),
          }),
        ),
        roles: t.array(
          t.object({
            organization_id: t.uuid(),
            super_event_id: t.uuid(),
            event_id: t.uuid(),
            role: trackRole(),
          }),
        ),
      }),
    },
  }),

  resolveSession: internal({
    summary: 'Whose access token this is; null for one that is unknown or expired, or whose session has ended',
    params: { access_hash: t.string({ pattern: /^[0-9a-f]{64}$/ }) },
    answer: t.object({
      viewer: t.nullable(t.object({ user_id: t.uuid(), session_id: t.uuid(), second_factor: t.boolean() })),
      /** Milliseconds until the token expires. */
      valid_for: t.nullable(t.number()),
    }),
  }),

  startSession: internal({
    summary: 'A session for somebody who has just shown who they are',
    params: { user_id: t.uuid(), agent: t.optional(t.string({ max: 300 })) },
    answer: t.object({ session }),
    errors: ['SECOND_FACTOR_REQUIRED'],
    unit: 'own',
  }),
};
