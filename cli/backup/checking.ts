/** Checks a backup: in a temporary database, or after it was restored. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { isLost, storageAt } from '../../services/registrations/portable.ts';
import { driftsIn } from '../../shared/database/drift.ts';
import { decrypt, deriveKey, ownKeys, keyPairFrom } from '../../shared/base/sealing.ts';
import type { Config } from '../../shared/process/config.ts';
import { withDatabaseOf } from '../database.ts';
import { examineDatabase } from '../doctor/database.ts';
import { CommandFailure } from '../output.ts';
import { inLongSession, loadDatabase, type Restoring } from './loading.ts';
import type { Manifest } from './manifest.ts';

/** Restores a backup into a temporary database beside the present one. Returns problems as sentences. */
export const tryBackup = (restoring: Restoring): Promise<string[]> =>
  withDatabaseOf(
    restoring.config,
    restoring.output,
    (url) =>
      withScratch(url, async (scratch) => {
        await loadDatabase(scratch, restoring);
        return inLongSession(scratch, (session) => problemsIn(session, restoring.manifest));
      }),
    { schema: 'any' },
  );

async function withScratch<T>(url: string, use: (scratch: string) => Promise<T>): Promise<T> {
  const name = `muster_verify_${randomBytes(6).toString('hex')}`;
  const run = (statement: string) => inLongSession(url, (session) => session.query(statement));
  await run(`create database ${name}`).catch(explainRefused);
  try {
    return await use(Object.assign(new URL(url), { pathname: `/${name}` }).href);
  } finally {
    await run(`drop database ${name} with (force)`);
  }
}

function explainRefused(error: unknown): never {
  if ((error as { code?: string }).code !== '42501') throw error;
  throw new CommandFailure(
    'This login may not make the database that the backup would be tried in.',
    'Set DATABASE_URL to a login with CREATEDB, on any PostgreSQL 18; nothing else is looked at there.',
  );
}

/** Checks a restored database as services will use it. Returns problems as sentences. */
export async function checkRestored(url: string, { manifest, config, output }: Restoring): Promise<string[]> {
  output.progress('Looking at what was restored');
  const findings = Object.entries(await examineDatabase(config, output));
  return [
    ...(await inLongSession(url, async (session) => [
      ...(await problemsIn(session, manifest)),
      ...(await otherKeys(session, config)),
    ])),
    ...(await absentFiles(manifest, config)),
    ...findings.flatMap(([name, { state, message, next }]) =>
      state === 'problem' ? [`${name}: ${message} ${next ?? ''}`.trim()] : [],
    ),
  ];
}

/** Compares rows with each other: stored totals, and files that must be in the archive. */
async function problemsIn(session: pg.Client, { files, lost }: Manifest): Promise<string[]> {
  const drifts = (await driftsIn((text) => session.query(text))).filter(({ count }) => count > 0);
  const { rows } = await session.query<{ key: string; sha256: string }>(
    'select key, sha256 from registrations.file where claimed_by is not null',
  );
  const kept = new Map(files.map(({ key, sha256 }) => [key, sha256]));
  const missing = rows.filter(({ key, sha256 }) => kept.get(key) !== sha256 && !lost.includes(key));
  return [
    ...drifts.map(({ name, count }) => `${name} differs from what it counts, by ${count}: muster recount mends it.`),
    ...missing.map(({ key }) => `The file ${key} is not in the backup.`),
  ];
}

async function absentFiles({ files }: Manifest, config: Config): Promise<string[]> {
  const storage = storageAt(config.files);
  const absent: string[] = [];
  for (const { key } of files) {
    try {
      (await storage.read(key)).destroy();
    } catch (error) {
      if (!isLost(error)) throw error;
      absent.push(`The file ${key} is not in the store.`);
    }
  }
  return absent;
}

/** The secrets that were encrypted with each key, and their table. */
const sealed = {
  mail: { variable: 'MAIL_KEY', what: 'emails that wait', table: 'mail_queue.jobs' },
  webhooks: { variable: 'WEBHOOKS_KEY', what: 'webhooks', table: 'webhooks.webhook' },
};

/** The database has the public half of the key with which its secrets were encrypted. */
async function otherKeys(session: pg.Client, config: Config): Promise<string[]> {
  const sentences: string[] = [];
  for (const service of ['mail', 'webhooks'] as const) {
    const { variable, what, table } = sealed[service];
    const { rows } = await session.query<{ public_key: Buffer; count: number }>(
      `select public_key, (select count(*)::int from ${table}) as count
         from ${service}.sealing_key order by since desc limit 1`,
    );
    const [wanted] = rows;
    if (!wanted?.count) continue;
    const { file, purpose } = ownKeys[service];
    const here = config[service].key ?? (await readFile(join(config.dataDir, file), 'utf8').catch(() => ''));
    if (here && keyPairFrom(here.trim(), purpose).publicKey.equals(wanted.public_key)) continue;
    const present = here ? 'is not the one' : 'is not here';
    sentences.push(
      `The key of ${wanted.count} ${what} ${present}: set ${variable}, or put ${file} into DATA_DIR, as it was.`,
    );
  }
  return [...sentences, ...(await otherIdentityKey(session, config))];
}

/** Those of second factors are encrypted with the key itself. */
async function otherIdentityKey(session: pg.Client, { identity, dataDir }: Config): Promise<string[]> {
  const { rows } = await session.query<{ sealed: Buffer; count: number }>(
    'select sealed, (count(*) over ())::int as count from identity.totp limit 1',
  );
  const [wanted] = rows;
  if (!wanted) return [];
  const { file, purpose } = ownKeys.identity;
  const here = identity.key ?? (await readFile(join(dataDir, file), 'utf8').catch(() => ''));
  if (here && isReadBy(deriveKey(here.trim(), purpose), wanted.sealed)) return [];
  const present = here ? 'is not the one' : 'is not here';
  return [
    `The key of ${wanted.count} second factors ${present}: set IDENTITY_KEY, or put ${file} into DATA_DIR, as it was.`,
  ];
}

function isReadBy(key: Buffer, sealed: Buffer): boolean {
  try {
    decrypt(key, sealed);
    return true;
  } catch {
    return false;
  }
}
