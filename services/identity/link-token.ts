import { randomBytes } from 'node:crypto';
import { hashToken } from '../../shared/broker/session-token.ts';

/** For the fragment of a link: 256 random bits, and the hash that is kept of them. */
export function newLinkToken(): { readonly token: string; readonly token_hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, token_hash: hashToken(token) };
}
