/** Creates kiosks and boards over every interface: with a one-time pairing code and the address to open. */
import { pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { Lock } from '../../shared/contract/devices.ts';
import { decrypt, deriveKey, encrypt } from '../../shared/base/sealing.ts';
import { hashToken, newTypedCode } from '../../shared/base/session-token.ts';
import type { DeviceKind } from '../../shared/contract/vocabulary.ts';
import type { Db } from '../../shared/database/database.ts';
import { newId } from '../../shared/database/ids.ts';
import { insertDevice, renewCode, type NewDevice } from './devices.sql.ts';

const derive = promisify(pbkdf2);

/** `id`: set by a caller that needs it beforehand. */
type Wanted = Omit<NewDevice, 'id' | 'code_hash'> & Partial<Pick<NewDevice, 'id'>>;

/** Undefined if the hackathon has the maximum number of devices. Call `lockDeviceLimits` first. */
export async function addDevice(db: Db, publicUrl: string, wanted: Wanted) {
  const code = newTypedCode();
  const added = await insertDevice(db, { id: newId(), ...wanted, code_hash: hashPairingCode(code) });
  if (!added) return undefined;
  const { code_expires_at, ...device } = added;
  return { device, pairing: { code, url: pairingUrl(publicUrl, wanted.kind, code), expires_at: code_expires_at! } };
}

/** Renews the code of an unpaired device whose code has expired, and returns its address; undefined for any other. */
export async function pairAgain(db: Db, publicUrl: string, id: string): Promise<string | undefined> {
  const code = newTypedCode();
  const renewed = await renewCode(db, id, hashPairingCode(code));
  return renewed && pairingUrl(publicUrl, renewed.kind, code);
}

export const hashPairingCode = (code: string): string => hashToken(code);

/** As OWASP advises for PBKDF2 with HMAC-SHA-256, the hash that browsers can compute by themselves. */
const pinIterations = 600_000;

/** Hashes a PIN for the device itself, which compares with it while there is no network. */
export async function lockOf(pin: string): Promise<Lock> {
  const salt = randomBytes(16);
  const hash = await derive(pin, salt, pinIterations, 32, 'sha256');
  return { salt: salt.toString('base64'), hash: hash.toString('base64'), iterations: pinIterations };
}

/** Encrypts the stored answer of a pairing, so that only the bearer of the code can read it. */
export const sealWithCode = (code: string, text: string): string =>
  encrypt(deriveKey(code, 'pairing'), text).toString('base64');
export const openWithCode = (code: string, sealed: string): string =>
  decrypt(deriveKey(code, 'pairing'), Buffer.from(sealed, 'base64'));

/** The code is in the fragment, which browsers never send, so no server logs it. */
export const pairingUrl = (publicUrl: string, kind: DeviceKind, code: string) =>
  `${publicUrl.replace(/\/$/, '')}/${kind}#${code}`;
