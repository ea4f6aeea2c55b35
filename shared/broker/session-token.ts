/** The text of session tokens: a prefix that secret scanners find them by, and 256 random bits. */
import { hash, randomBytes } from 'node:crypto';

const accessForm = /^mss_[A-Za-z0-9_-]{43}$/;

export const newAccessToken = (): string => `mss_${randomBytes(32).toString('base64url')}`;
export const newRefreshToken = (): string => `msr_${randomBytes(32).toString('base64url')}`;

/** SHA-256, hexadecimal: enough for what is random already. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');

/** The hash of a bearer's access token; undefined for what was never one. */
export function parseBearer(authorization: string): string | undefined {
  const [scheme = '', token = '', ...rest] = authorization.split(' ');
  const isOne = scheme.toLowerCase() === 'bearer' && rest.length === 0 && accessForm.test(token);
  return isOne ? hashToken(token) : undefined;
}
