/** Signing up, signing in, and sessions. */
import { queued, secret, sessionCookie } from './concerns.ts';
import { get, internal, post } from './endpoint.ts';
import { t } from './schema.ts';
import { organizationRole, trackRole } from './vocabulary.ts';

/** Long enough for any passphrase and short enough to hash. */
const longestPassword = 200;
const newPassword = () => t.string({ min: 10, max: longestPassword });
const knownPassword = () => t.string({ min: 1, max: longestPassword });
const token = () => t.string({ min: 1, max: 100 });

const user = t.named(
  'User',
  t.object({
    id: t.uuid(),
    email: t.string(),
    name: t.string(),
    avatar_url: t.nullable(t.string()),
    linkedin_url: t.nullable(t.string()),
    github_url: t.nullable(t.string()),
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
/** Has the refresh token kept in a cookie that only `/auth` gets, and no script reads. */
export const cookie = () => t.optional(t.boolean());
/** Days a refresh token lives, and with it its cookie. */
export const refreshDays = 30;

export const sessions = {
  signUp: post('/auth/signup', {
    summary: 'Sign up; the account begins when the address is confirmed by the link in the mail',
    access: 'public',
    params: { email: t.email(), password: newPassword(), name: t.string({ min: 1, max: 200, trim: true }) },
    responses: { 201: t.object({ status: t.literal('verification_sent'), email: t.string() }) },
    unit: 'own',
    with: [queued()],
  }),

  verify: post('/auth/verify', {
    summary: "Confirm an address by the token of the mail's link and the password chosen at sign-up; signs in",
    access: 'public',
    params: { token: token(), password: knownPassword(), cookie: cookie() },
    example: { token: '5tR8kLw2vT9pXc4Q', password: 'violet tractors under glass' },
    responses: { 200: t.object({ status: t.literal('verified'), user_id: t.uuid(), session: anySession }) },
    errors: ['INVALID_LINK', 'INVALID_CREDENTIALS'],
    unit: 'own',
    with: [secret(), sessionCookie('opens'), queued()],
    addition: true,
  }),

  signIn: post('/auth/signin', {
    summary: 'Sign in with address and password',
    access: 'public',
    params: { email: t.email(), password: knownPassword(), cookie: cookie() },
    example: { email: 'ada@example.org', password: 'violet tractors under glass' },
    responses: { 200: anySession },
    errors: ['INVALID_CREDENTIALS'],
    with: [secret(), sessionCookie('opens'), queued()],
    unit: 'own',
  }),

  refresh: post('/auth/refresh', {
    summary: 'Exchange a refresh token for new tokens; using one twice ends the session',
    access: 'public',
    params: { refresh_token: t.optional(token()), cookie: cookie() },
    example: { refresh_token: 'msr_3kTMd3o0' },
    responses: { 200: anySession },
    errors: ['VALIDATION_FAILED', 'UNAUTHENTICATED'],
    with: [secret(), sessionCookie('renews')],
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
    summary: 'Have a link mailed that lets one choose a new password',
    access: 'public',
    params: { email: t.email() },
    responses: { 200: t.object({ status: t.literal('sent') }) },
    unit: 'own',
  }),

  updatePassword: post('/auth/update-password', {
    summary: 'Choose a new password, in a session with the current one or by the token of a mailed link',
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
    summary: 'Who is signed in, and where they belong; for a key, in its organization only',
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
      viewer: t.nullable(t.object({ user_id: t.uuid(), session_id: t.uuid() })),
      /** Milliseconds until the token expires. */
      valid_for: t.nullable(t.number()),
    }),
  }),

  startSession: internal({
    summary: 'A session for somebody who has just shown who they are',
    params: { user_id: t.uuid() },
    answer: t.object({ session }),
    unit: 'own',
  }),
};
