/** The cookie that keeps the session of a page. */
import type { ErrorCode } from '../errors.ts';
import { concern } from './concern.ts';

const sentences = {
  opens:
    'With `cookie: true`, for pages of this service, the refresh token is set as a cookie (`HttpOnly`, `SameSite=Strict`, for `/auth` alone) and left out of the body.',
  renews:
    'With `cookie: true` the refresh token is read from the cookie and its successor set as one, and left out of the body.',
  ends: 'A cookie with a refresh token is removed.',
};

/**
 * Where the body says `cookie: true`, `opens` sets the cookie, `renews` reads the refresh token from it and sets it anew;
 * `ends` has the browser drop it.
 */
export const sessionCookie = concern('sessionCookie', (does: keyof typeof sentences) => ({
  does,
  sentence: sentences[does],
  // To the page of another site.
  errors: does === 'ends' ? [] : (['PERMISSION_DENIED'] satisfies ErrorCode[]),
}));
