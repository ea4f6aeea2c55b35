/** The second factor of an account: an app that makes codes (TOTP, RFC 6238), and recovery codes for when it is lost. */
import { carriesSecret, queued, sessionCookie } from './concerns.ts';
import { del, get, post } from './endpoint.ts';
import { t } from './schema.ts';
import { anySession, cookie, token } from './sessions.ts';

/** Minutes in which a sign-in is to be completed. */
export const ticketMinutes = 10;

/** Six digits of an app, or a recovery code; however they are grouped. */
const code = () => t.string({ min: 6, max: 40 });

export const secondFactor = {
  readTotp: get('/me/totp', {
    summary: "Tell whether an app makes codes for one's own account",
    access: 'session',
    params: {},
    responses: {
      200: t.object({
        is_active: t.boolean(),
        /** Recovery codes that are left. */
        recovery_codes: t.integer(),
      }),
    },
    addition: true,
  }),

  beginTotp: post('/me/totp', {
    summary: 'Begin to set up an app that makes codes; nothing changes until the first code is confirmed',
    access: 'session',
    params: {},
    responses: {
      200: t.object({
        /** For a QR code: `otpauth://totp/…`. */
        url: t.string(),
        /** The same secret for typing, in base32. */
        secret: t.string(),
      }),
    },
    errors: ['TOTP_ACTIVE', 'SECOND_FACTOR_MISSING'],
    with: [carriesSecret()],
    addition: true,
  }),

  confirmTotp: post('/me/totp/confirm', {
    summary: 'Confirm the app by a code of it; from then on signing in with a password asks for one',
    note: 'The recovery codes are shown this once. Each replaces one code of the app.',
    access: 'session',
    params: { code: code() },
    example: { code: '204816' },
    responses: { 200: t.object({ recovery_codes: t.array(t.string()) }) },
    errors: ['NOT_FOUND', 'TOTP_ACTIVE', 'SECOND_FACTOR_INVALID', 'SECOND_FACTOR_MISSING'],
    with: [carriesSecret()],
    addition: true,
  }),

  removeTotp: del('/me/totp', {
    summary: "Remove the app from one's own account, by a code of it or a recovery code; recovery codes go with it",
    access: 'session',
    params: { code: code() },
    body: ['code'],
    example: { code: '204816' },
    responses: { 200: t.object({ deleted: t.literal(true) }) },
    errors: ['NOT_FOUND', 'SECOND_FACTOR_INVALID', 'SECOND_FACTOR_MISSING'],
    unit: 'own',
    addition: true,
  }),

  completeSignIn: post('/auth/second-factor', {
    summary: 'Complete a sign-in that was answered with SECOND_FACTOR_REQUIRED',
    note: `A ticket works once, within ${ticketMinutes} minutes. A code is never taken twice; ten wrong ones an hour are the limit of an account.`,
    access: 'public',
    params: { ticket: token(), code: code(), cookie: cookie() },
    example: { ticket: 'MC4h2mQ4nB7kTMd3', code: '204816' },
    responses: { 200: anySession },
    errors: ['TICKET_INVALID', 'SECOND_FACTOR_INVALID'],
    with: [carriesSecret(), sessionCookie('opens'), queued()],
    unit: 'own',
    addition: true,
  }),
};
