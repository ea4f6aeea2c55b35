/**
 * Encrypts secrets that must be stored for some time, so that nobody can read them in the database.
 *
 * There are two ways: with a key derived from another secret that only its bearer has (`encrypt`), and for the holder
 * of a private key that is kept outside the database (`sealFor`; X25519 with a fresh key pair per secret, as in
 * ECIES).
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
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const cipher = 'aes-256-gcm';
const [nonceLength, tagLength, keyLength] = [12, 16, 32];
/** The PKCS #8 header of a 32-byte X25519 private key. */
const pkcs8 = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** Derives a 32-byte key for one purpose from a high-entropy secret (HKDF). */
export const deriveKey = (secret: string | Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, keyLength));

/** Encrypts a text with AES-256-GCM. The result holds nonce, tag and ciphertext. */
export function encrypt(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const encryption = createCipheriv(cipher, key, nonce);
  const body = Buffer.concat([encryption.update(text, 'utf8'), encryption.final()]);
  return Buffer.concat([nonce, encryption.getAuthTag(), body]);
}

/** Decrypts what `encrypt` returned. Throws for a different key or a changed text. */
export function decrypt(key: Buffer, sealed: Buffer): string {
  const decryption = createDecipheriv(cipher, key, sealed.subarray(0, nonceLength));
  decryption.setAuthTag(sealed.subarray(nonceLength, nonceLength + tagLength));
  const body = sealed.subarray(nonceLength + tagLength);
  return Buffer.concat([decryption.update(body), decryption.final()]).toString('utf8');
}

export interface KeyPair {
  /** 32 bytes, public. */
  readonly publicKey: Buffer;
  readonly privateKey: KeyObject;
}

/** Always the same pair from the same secret, for the same purpose. */
export function keyPairFrom(secret: string, purpose: string): KeyPair {
  const der = Buffer.concat([pkcs8, deriveKey(secret, purpose)]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: rawPublicKey(createPublicKey(privateKey)) };
}

/** Encrypts a text for the holder of the private key. Not even the sender can decrypt it. */
export function sealFor(publicKey: Buffer, text: string): Buffer {
  const own = generateKeyPairSync('x25519');
  const shared = diffieHellman({ privateKey: own.privateKey, publicKey: publicKeyFrom(publicKey) });
  const ownPublic = rawPublicKey(own.publicKey);
  return Buffer.concat([ownPublic, encrypt(sharedKey(shared, ownPublic, publicKey), text)]);
}

/** Decrypts what `sealFor` returned. Throws for a different key pair or a changed text. */
export function openSealed({ privateKey, publicKey }: KeyPair, sealed: Buffer): string {
  const theirs = sealed.subarray(0, keyLength);
  const shared = diffieHellman({ privateKey, publicKey: publicKeyFrom(theirs) });
  return decrypt(sharedKey(shared, theirs, publicKey), sealed.subarray(keyLength));
}

const sharedKey = (shared: Buffer, from: Buffer, to: Buffer) => deriveKey(Buffer.concat([shared, from, to]), 'sealed');

const rawPublicKey = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
const publicKeyFrom = (raw: Buffer) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') }, format: 'jwk' });

// The secret of one service: from its configuration, else from a file that its first start creates.

/** The file in DATA_DIR for each service that has such a secret, and its purpose. */
export const ownKeys = {
  identity: { file: 'identity.key', purpose: 'muster second factors' },
  mail: { file: 'mail.key', purpose: 'muster letters' },
  webhooks: { file: 'webhooks.key', purpose: 'muster webhooks' },
} as const;

/** Minimum number of characters. A file that a full disk cut short could hold a secret that is easy to guess. */
const minChars = 32;

interface Whereabouts {
  /** The secret from the configuration. */
  readonly given: string | undefined;
  readonly dataDir: string;
  /** Name of the file in `dataDir`. */
  readonly file: string;
}

/** Returns the configured secret, else the one in DATA_DIR. Creates it there on the first start. */
export async function readOwnSecret({ given, dataDir, file }: Whereabouts): Promise<string> {
  if (given) return given;
  const path = join(dataDir, file);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = (await readFile(path, 'utf8')).trim();
  if (secret.length >= minChars) return secret;
  throw new Error(
    `${path} is empty or damaged. Take it from a backup; where there is none, remove it: what was sealed with it is lost.`,
  );
}
