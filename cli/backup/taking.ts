/** Copies an installation into an archive: files first and then tables, from one snapshot of the database. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { isLost, storageAt } from '../../services/registrations/portable.ts';
import { copiedTables, copyOut, countersOf } from '../../shared/database/copying.ts';
import type { Config } from '../../shared/process/config.ts';
import { storingServices } from '../../shared/process/environment.ts';
import { version } from '../../shared/process/version.ts';
import { ownKeys } from '../../shared/base/sealing.ts';
import { CommandFailure } from '../output.ts';
import type { Archive } from './archive.ts';
import { format, manifestName, megabytes, type Manifest } from './manifest.ts';

interface Taking {
  readonly archive: Archive;
  readonly session: pg.Client;
  readonly config: Config;
  readonly progress: (line: string) => void;
  readonly withKeys: boolean;
}

/** Fills the archive and returns its manifest. Services keep running meanwhile. */
export async function takeBackup(taking: Taking): Promise<Manifest> {
  const { archive, session } = taking;
  const created_at = new Date().toISOString();
  const tables = await copiedTables(session, storingServices);
  await session.query('begin isolation level repeatable read read only');
  // Only a migration waits for this lock; it could change a table that is still to be read.
  await session.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`);
  const { rows } = await session.query<{ name: string }>('select name from public.migration order by id');
  const { files, lost } = await takeFiles(taking);
  const copied: Manifest['tables'] = [];
  for (const { name, columns } of tables) {
    taking.progress(`Copying ${name}, ${copied.length + 1} of ${tables.length} tables, ${megabytes(archive.size)}`);
    const content = copyOut(session, { name, columns });
    await archive.addParts(`tables/${name}`, content);
    copied.push({ name, columns: [...columns], rows: content.rowCount ?? 0 });
  }
  const counters = await countersOf(session, storingServices);
  await session.query('commit');
  const keys = taking.withKeys ? await takeKeys(taking) : [];
  const migrations = rows.map(({ name }) => name);
  const about = { format, version, created_at, migrations, tables: copied, counters, files, lost, keys };
  const manifest = { ...about, entries: { ...archive.entries } };
  await archive.add(manifestName, Buffer.from(JSON.stringify(manifest)));
  return manifest;
}

/**
 * One file at a time is in memory. A file without a registration is still being uploaded, or abandoned. A file that the
 * snapshot names may be removed before it is read; it is listed as lost.
 */
async function takeFiles({ archive, session, config, progress }: Taking): Promise<Pick<Manifest, 'files' | 'lost'>> {
  const { rows } = await session.query<Manifest['files'][number]>(
    `select key, size, sha256, content_type from registrations.file where claimed_by is not null order by id`,
  );
  const storage = storageAt(config.files);
  const [files, lost]: [Manifest['files'], string[]] = [[], []];
  for (const file of rows) {
    progress(`Copying files, ${files.length + 1} of ${rows.length}, ${megabytes(archive.size)}`);
    const content = await storage
      .read(file.key)
      .then(buffer)
      .catch((error: unknown) => explainUnread(file.key, error));
    if (!content || createHash('sha256').update(content).digest('hex') !== file.sha256) {
      lost.push(file.key);
      continue;
    }
    await archive.add(`files/${file.key}`, content);
    files.push(file);
  }
  return { files, lost };
}

/** Returns undefined if the store does not have it. */
function explainUnread(key: string, error: unknown): undefined {
  if (isLost(error)) return undefined;
  throw new CommandFailure(
    `The uploaded file ${key} could not be read: ${String((error as Error).cause ?? error)}.`,
    'Check FILES_URL and the AWS_ variables; muster doctor tries them.',
  );
}

async function takeKeys({ archive, config }: Taking): Promise<string[]> {
  const taken: string[] = [];
  for (const { file } of Object.values(ownKeys)) {
    const content = await readFile(join(config.dataDir, file)).catch(() => undefined);
    if (content === undefined) continue;
    await archive.add(`keys/${file}`, content);
    taken.push(file);
  }
  return taken;
}
