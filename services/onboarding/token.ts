/** The token of a link: 256 random bits, of which only the hash is kept. */
import { createHash, randomBytes } from 'node:crypto';

export const newToken = (): string => randomBytes(32).toString('base64url');
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
