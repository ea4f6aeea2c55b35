/** Looks at what was restored, as services will find it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { isLost, storageAt } from '../../services/registrations/portable.ts';
import type { Config } from '../../shared/process/config.ts';
import { inSession } from '../../shared/database/session.ts';
import { ownKeys } from '../../shared/base/own-key.ts';
import { keyPairFrom } from '../../shared/base/sealing.ts';
import { examineDatabase } from '../doctor/database.ts';
import type { Output } from '../output.ts';
import type { Manifest } from './manifest.ts';
import { problemsIn } from './proving.ts';

interface Restored {
  readonly url: string;
  readonly manifest: Manifest;
  readonly config: Config;
  readonly output: Output;
  /** Migrations that ran after those of the archive, which may have changed how many rows there are. */
  readonly applied: readonly string[];
}

const settings = { name: 'muster restore', patience: 10_000, isLong: true };

/** Sentences; none where all is well. */
export async function checkRestored(restored: Restored): Promise<string[]> {
  const { url, manifest, config, output } = restored;
  output.progress('Looking at what was restored');
  const findings = Object.entries(await examineDatabase(config, output));
  return [
    ...(await problemsIn(url, manifest)),
    ...(await inSession(url, settings, (session) => miscounted(session, restored))),
    ...(await absentFiles(manifest, config)),
    ...(await inSession(url, settings, (session) => otherKeys(session, config))),
    ...findings.flatMap(([name, { state, message, next }]) =>
      state === 'problem' ? [`${name}: ${message} ${next ?? ''}`.trim()] : [],
    ),
  ];
}

async function miscounted(session: pg.Client, { manifest, applied }: Restored): Promise<string[]> {
  if (applied.length > 0) return [];
  const wrong: string[] = [];
  for (const { name, rows: wanted } of manifest.tables) {
    const { rows } = await session.query<{ count: number }>(`select count(*)::int as count from ${name}`);
    if (rows[0]?.count !== wanted) wrong.push(`${name} has ${rows[0]?.count} rows, and the backup ${wanted}.`);
  }
  return wrong;
}

async function absentFiles({ files }: Manifest, config: Config): Promise<string[]> {
  const storage = storageAt(config.files);
  const absent: string[] = [];
  for (const { key } of files) {
    const content = await storage.read(key).catch((error: unknown) => {
      if (isLost(error)) return undefined;
      throw error;
    });
    content?.destroy();
    if (!content) absent.push(`The file ${key} is not in the store.`);
  }
  return absent;
}

/** What a key is good for, and how many there are of it. */
const sealed = {
  mail: {
    variable: 'MAIL_KEY',
    what: 'letters that wait',
    count: 'select count(*)::int as count from mail_queue.jobs',
  },
  webhooks: {
    variable: 'WEBHOOKS_KEY',
    what: 'webhooks',
    count: 'select count(*)::int as count from webhooks.webhook',
  },
};

/** The database knows the public half of the key with which its secrets were sealed. */
async function otherKeys(session: pg.Client, config: Config): Promise<string[]> {
  const sentences: string[] = [];
  for (const service of ['mail', 'webhooks'] as const) {
    const { variable, what, count } = sealed[service];
    const { rows } = await session.query<{ public_key: Buffer }>(
      `select public_key from ${service}.sealing_key order by since desc limit 1`,
    );
    const asked = await session.query<{ count: number }>(count);
    const many = asked.rows[0]?.count ?? 0;
    const wanted = rows[0]?.public_key;
    if (!wanted || many === 0) continue;
    const { file, purpose } = ownKeys[service];
    const here = config[service].key ?? (await readFile(join(config.dataDir, file), 'utf8').catch(() => ''));
    if (here && keyPairFrom(here.trim(), purpose).publicKey.equals(wanted)) continue;
    const present = here ? 'is not the one' : 'is not here';
    sentences.push(`The key of ${many} ${what} ${present}: set ${variable}, or put ${file} into DATA_DIR, as it was.`);
  }
  return sentences;
}
