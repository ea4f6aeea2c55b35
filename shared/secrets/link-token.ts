/** Tokens of the links in letters. A link carries its token in the fragment, which no server or log ever sees. */
import { randomBytes } from 'node:crypto';
import { hashToken } from './session-token.ts';

/** Creates a token of 256 random bits, with the hash that is stored instead of it (SHA-256, hexadecimal). */
export function newLinkToken(): { readonly token: string; readonly token_hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, token_hash: hashToken(token) };
}
