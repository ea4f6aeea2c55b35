import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  readOwnSecret,
  decrypt,
  deriveKey,
  encrypt,
  keyPairFrom,
  openSealed,
  sealFor,
} from '../../shared/base/sealing.ts';

describe('A sealed text', () => {
  const keys = keyPairFrom('a secret of thirty-two characters', 'letters');

  it('is read by the holder of the key alone', () => {
    const sealed = sealFor(keys.publicKey, 'token');
    expect(openSealed(keyPairFrom('a secret of thirty-two characters', 'letters'), sealed)).toBe('token');
    expect(() => openSealed(keyPairFrom('another secret of as many characters', 'letters'), sealed)).toThrow();
    expect(() => openSealed(keyPairFrom('a secret of thirty-two characters', 'webhooks'), sealed)).toThrow();
  });

  it('looks different each time, and like nothing that was changed', () => {
    const sealed = sealFor(keys.publicKey, 'token');
    expect(sealFor(keys.publicKey, 'token').equals(sealed)).toBe(false);
    sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
    expect(() => openSealed(keys, sealed)).toThrow();
  });

  it('is read with a key that another secret gives, for the same purpose', () => {
    const sealed = encrypt(deriveKey('refresh token', 'successor'), 'next');
    expect(decrypt(deriveKey('refresh token', 'successor'), sealed)).toBe('next');
    expect(() => decrypt(deriveKey('refresh token', 'other'), sealed)).toThrow();
  });
});

describe('The secret of a service', () => {
  it('is made at its first start, kept, and never taken from a file that was cut off', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'muster-own-'));
    const own = { given: undefined, dataDir, file: 'mail.key' };
    const made = await readOwnSecret(own);
    expect(made).toMatch(/^[0-9a-f]{64}$/);
    expect(await readOwnSecret(own)).toBe(made);
    for (const left of ['', '\n', 'cut off']) {
      await writeFile(join(dataDir, 'mail.key'), left);
      await expect(readOwnSecret(own)).rejects.toThrow('is empty or damaged');
    }
    await rm(dataDir, { recursive: true });
  });
});
