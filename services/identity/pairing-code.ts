/** The code that pairs a device: short enough to be typed on a remote control, and 80 random bits. */
import { randomInt } from 'node:crypto';
import type { DeviceKind } from '../../shared/contract/vocabulary.ts';
import { decrypt, deriveKey, encrypt } from '../../shared/base/sealing.ts';
import { hashToken } from '../../shared/base/session-token.ts';

/** Crockford's: nothing in it looks like anything else. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 16;

export const newPairingCode = (): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** As people type it: in small letters, in groups, with O for zero. */
export const readPairingCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');

export const hashPairingCode = (code: string): string => hashToken(code);

/** What is kept for a repeated pairing, which only the bearer of the code can read. */
export const sealWithCode = (code: string, text: string): string =>
  encrypt(deriveKey(code, 'pairing'), text).toString('base64');
export const openWithCode = (code: string, sealed: string): string =>
  decrypt(deriveKey(code, 'pairing'), Buffer.from(sealed, 'base64'));

/** The code stands behind the `#`: no server and no log is told of it. */
export const pairingUrl = (publicUrl: string, kind: DeviceKind, code: string) =>
  `${publicUrl.replace(/\/$/, '')}/${kind}#${code}`;
