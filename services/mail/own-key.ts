import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../shared/broker/config.ts';
import { keyPairFrom, type KeyPair } from '../../shared/broker/sealing.ts';

/** MAIL_KEY, else what an earlier start left in DATA_DIR, else a new one that is left there. */
export async function readKeyPair({ mail, dataDir }: Pick<Config, 'mail' | 'dataDir'>): Promise<KeyPair> {
  if (mail.key) return keyPairFrom(mail.key);
  const path = join(dataDir, 'mail.key');
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(path, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return keyPairFrom((await readFile(path, 'utf8')).trim());
}
