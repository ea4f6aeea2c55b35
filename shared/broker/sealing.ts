/**
 * Keeps secrets that must be stored for a while unreadable to whoever reads the database.
 *
 * Two ways: with a key that only the bearer of another secret can derive, or for the holder of a private key that is
 * kept outside the database (X25519 with a key pair of its own per secret, as in ECIES).
 */
import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

const cipher = 'aes-256-gcm';
const [nonceLength, tagLength, keyLength] = [12, 16, 32];
/** What stands before the 32 bytes of an X25519 private key in PKCS #8. */
const pkcs8 = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** A key for one purpose, from a secret that has enough randomness of its own. */
export const deriveKey = (secret: string | Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, keyLength));

export function encrypt(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const encryption = createCipheriv(cipher, key, nonce);
  const body = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()]);
  return Buffer.concat([nonce, encryption.getAuthTag(), body]);
}

/** Throws where the key is another one or the text was changed. */
export function decrypt(key: Buffer, sealed: Buffer): string {
  const decryption = createDecipheriv(cipher, key, sealed.subarray(0, nonceLength));
  decryption.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
  const body = sealed.subarray(nonceLength + tagLength);
  return Buffer.concat([decryption.update(body), decryption.final()]).toString('utf8');
}

export interface KeyPair {
  /** 32 bytes that may be known to everybody. */
  readonly publicKey: Buffer;
  readonly privateKey: KeyObject;
}

/** Always the same pair from the same secret. */
export function keyPairFrom(secret: string): KeyPair {
  const der = Buffer.concat([pkcs8, deriveKey(secret, 'muster letters')]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: rawPublicKey(createPublicKey(privateKey)) };
}

/** Only the holder of the private key reads it again; not even who sealed it. */
export function sealFor(publicKey: Buffer, text: string): Buffer {
  const own = generateKeyPairSync('x25519');
  const shared = diffieHellman({ privateKey: own.privateKey, publicKey: publicKeyFrom(publicKey) });
  const ownPublic = rawPublicKey(own.publicKey);
  return Buffer.concat([ownPublic, encrypt(sharedKey(shared, ownPublic, publicKey), text)]);
}

export function openSealed({ privateKey, publicKey }: KeyPair, sealed: Buffer): string {
  const theirs = sealed.subarray(0, keyLength);
  const shared = diffieHellman({ privateKey, publicKey: publicKeyFrom(theirs) });
  return decrypt(sharedKey(shared, theirs, publicKey), sealed.subarray(keyLength));
}

const sharedKey = (shared: Buffer, from: Buffer, to: Buffer) => deriveKey(Buffer.concat([shared, from, to]), 'sealed');

const rawPublicKey = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
const publicKeyFrom = (raw: Buffer) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') }, format: 'jwk' });
