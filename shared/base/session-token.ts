/**
 * Random secrets as text: tokens of sessions and links, with 256 random bits and a prefix that secret scanners
 * recognise, and codes that people type.
 */
import { hash, randomBytes, randomInt } from 'node:crypto';
import { withoutSymbolKind } from '../contract/formats.ts';

const accessForm = /^mss_[A-Za-z0-9_-]{43}$/;

/** Creates an access token, which authenticates requests. */
export const newAccessToken = (): string => `mss_${randomBytes(32).toString('base64url')}`;
/** Creates a refresh token, which is exchanged for new tokens. */
export const newRefreshToken = (): string => `msr_${randomBytes(32).toString('base64url')}`;

/** Returns the SHA-256 of a token, hexadecimal. A slow hash is not needed, because tokens are random. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');

/** Returns the hash of the access token in an `Authorization` header, or undefined if there is none. */
export function parseBearer(authorization: string): string | undefined {
  const [scheme = '', token = '', ...rest] = authorization.split(' ');
  const isOne = scheme.toLowerCase() === 'bearer' && rest.length === 0 && accessForm.test(token);
  return isOne ? hashToken(token) : undefined;
}
/** Creates a token of 256 random bits, with the hash that is stored instead of it (SHA-256, hexadecimal). */
export function newLinkToken(): { readonly token: string; readonly token_hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, token_hash: hashToken(token) };
}

// Codes that people type: short enough for a remote control, and 80 random bits.

/** Crockford's alphabet, in which no two characters look alike. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 16;

export const newTypedCode = (): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Normalizes a code that was typed or scanned: lower case, groups, and O for zero are accepted. */
export const readTypedCode = (typed: string): string =>
  withoutSymbolKind(typed).toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
