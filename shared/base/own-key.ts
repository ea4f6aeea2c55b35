/** The secret a service has for itself: from its configuration, else from a file that its first start makes. */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where each service that has one leaves it in DATA_DIR, and what it is for. */
export const ownKeys = {
  mail: { file: 'mail.key', purpose: 'muster letters' },
  webhooks: { file: 'webhooks.key', purpose: 'muster webhooks' },
} as const;

/** Characters. Of less, anybody could compute the key: what is left of a file that a full disk has cut off. */
const shortest = 32;

interface Whereabouts {
  /** Of the configuration. */
  readonly given: string | undefined;
  readonly dataDir: string;
  /** Of the file in `dataDir`. */
  readonly file: string;
}

/** What is configured, else what an earlier start left in DATA_DIR, else a new one that is left there. */
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
  if (secret.length >= shortest) return secret;
  throw new Error(
    `${path} is empty or damaged. Take it from a backup; where there is none, remove it: what was sealed with it is lost.`,
  );
}
