/** Proves a backup: restores it into a database of its own, looks at what is there, and removes that database. */
import { randomBytes } from 'node:crypto';
import { migrationPlan } from '../../services/migrations.ts';
import { driftsIn } from '../../shared/database/drift.ts';
import { migrationNames } from '../../shared/database/migrate.ts';
import { inSession } from '../../shared/database/session.ts';
import type { Config } from '../../shared/process/config.ts';
import { withDatabaseOf } from '../database.ts';
import { CommandFailure, type Output } from '../output.ts';
import { loadDatabase } from './loading.ts';
import { refuseOtherVersions, type Manifest } from './manifest.ts';
import { examineArchive } from './reading.ts';
import { megabytes } from './taking.ts';

interface Proving {
  readonly config: Config;
  readonly output: Output;
  readonly signal: AbortSignal;
}
interface Proof {
  readonly manifest: Manifest;
  /** Sentences; none where all is well. */
  readonly problems: readonly string[];
}

const settings = { name: 'muster backup --verify', patience: 10_000, isLong: true };

export async function proveBackup(path: string, { config, output, signal }: Proving): Promise<Proof> {
  const progress = (line: string) => output.progress(line);
  const manifest = await examineArchive(path, (bytes) => progress(`Reading ${path}, ${megabytes(bytes)}`));
  refuseOtherVersions(path, manifest, migrationNames(migrationPlan));
  const prove = (url: string) =>
    withScratch(url, async (scratch) => {
      await loadDatabase({ path, manifest, url: scratch, signal, progress });
      return problemsIn(scratch, manifest);
    });
  return { manifest, problems: await withDatabaseOf(config, output, prove, { schema: 'any' }) };
}

/** A database beside the one at hand, for as long as `use` takes. */
async function withScratch<T>(url: string, use: (scratch: string) => Promise<T>): Promise<T> {
  const name = `muster_verify_${randomBytes(6).toString('hex')}`;
  const asked = (statement: string) => inSession(url, settings, (session) => session.query(statement));
  await asked(`create database ${name}`).catch(explainRefused);
  const scratch = new URL(url);
  scratch.pathname = `/${name}`;
  try {
    return await use(scratch.href);
  } finally {
    await asked(`drop database ${name} with (force)`);
  }
}

function explainRefused(error: unknown): never {
  if ((error as { code?: string }).code !== '42501') throw error;
  throw new CommandFailure(
    'This login may not make the database that the backup would be tried in.',
    'Set DATABASE_URL to a login with CREATEDB, on any PostgreSQL 18; nothing else is looked at there.',
  );
}

/** What rows say of each other: totals that are kept, and files that must be in the archive. */
export async function problemsIn(url: string, { files, lost }: Manifest): Promise<string[]> {
  return inSession(url, settings, async (session) => {
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
  });
}
