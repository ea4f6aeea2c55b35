/** Copies an installation into an archive: files first and then tables, as one snapshot of the database has them. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { isLost, storageAt, type Storage } from '../../services/registrations/portable.ts';
import { copiedTables, copyOut, countersOf, queueSchemas } from '../../shared/database/copying.ts';
import type { Config } from '../../shared/process/config.ts';
import { storingServices } from '../../shared/process/environment.ts';
import { version } from '../../shared/process/version.ts';
import { ownKeys } from '../../shared/base/own-key.ts';
import { CommandFailure } from '../output.ts';
import { format, headName, manifestName, type Manifest } from './manifest.ts';
import type { Archive } from './writing.ts';

interface Taking {
  readonly archive: Archive;
  readonly session: pg.Client;
  readonly config: Config;
  readonly progress: (line: string) => void;
  readonly withKeys: boolean;
}

/** Fills the archive and returns its manifest. Nobody has to stop working for it. */
export async function takeBackup(taking: Taking): Promise<Manifest> {
  const { archive, session } = taking;
  const head = { format, version, created_at: new Date().toISOString() };
  await archive.addText(headName, JSON.stringify(head, undefined, 2));
  const tables = await copiedTables(session, storingServices);
  await session.query('begin isolation level repeatable read read only');
  // Only a migration waits for this, and it would make another table of one that is still to be read.
  await session.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`);
  const state = await stateOf(session);
  const { files, lost } = await takeFiles(taking);
  const copied: Manifest['tables'] = [];
  for (const { name, columns } of tables) {
    taking.progress(`Copying ${name}, ${copied.length + 1} of ${tables.length} tables, ${megabytes(archive.size)}`);
    const rows = copyOut(session, { name, columns });
    await archive.addParts(`tables/${name}`, rows);
    copied.push({ name, columns: [...columns], rows: rows.rowCount ?? 0 });
  }
  const counters = await countersOf(session, storingServices);
  await session.query('commit');
  const keys = taking.withKeys ? await takeKeys(taking) : [];
  const { entries } = archive;
  const manifest = { ...head, ...state, tables: copied, counters, files, lost, keys, entries: { ...entries } };
  await archive.addText(manifestName, JSON.stringify(manifest));
  return manifest;
}

export const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;

async function stateOf(session: pg.Client): Promise<Pick<Manifest, 'postgres' | 'migrations' | 'queue_migration'>> {
  const { rows } = await session.query<{ postgres: string; migrations: string[]; queue_migration: number }>(
    `select current_setting('server_version') as postgres, array(select name::text from public.migration order by id) as migrations,
            (select max(id) from ${queueSchemas[0]}.migrations) as queue_migration`,
  );
  return rows[0] as (typeof rows)[number];
}

interface FileRow {
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
  readonly content_type: string;
}

/**
 * One file at a time is in memory. What belongs to no registration yet is still on its way, or given up. A file that the
 * snapshot names may be removed, rightly, before its turn comes; it is noted like one that got lost.
 */
async function takeFiles({ archive, session, config, progress }: Taking): Promise<Pick<Manifest, 'files' | 'lost'>> {
  const { rows } = await session.query<FileRow>(
    `select key, size, sha256, content_type from registrations.file where claimed_by is not null order by id`,
  );
  const storage = storageAt(config.files);
  const [files, lost]: [Manifest['files'], string[]] = [[], []];
  for (const { key, size, sha256, content_type } of rows) {
    progress(`Copying files, ${files.length + 1} of ${rows.length}, ${megabytes(archive.size)}`);
    const content = await contentIn(storage, key);
    if (!content || createHash('sha256').update(content).digest('hex') !== sha256) lost.push(key);
    else files.push({ key, size, content_type, sha256: await archive.add(`files/${key}`, [content]) });
  }
  return { files, lost };
}

/** Undefined where the store does not have it. */
async function contentIn(storage: Storage, key: string): Promise<Buffer | undefined> {
  try {
    return await buffer(await storage.read(key));
  } catch (error) {
    if (isLost(error)) return undefined;
    throw unread(key, error);
  }
}

const unread = (key: string, error: unknown) =>
  new CommandFailure(
    `The uploaded file ${key} could not be read: ${String((error as Error).cause ?? error)}.`,
    'Check FILES_URL and the AWS_ variables; muster doctor tries them.',
  );

async function takeKeys({ archive, config }: Taking): Promise<string[]> {
  const taken: string[] = [];
  for (const { file } of Object.values(ownKeys)) {
    const text = await readFile(join(config.dataDir, file), 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    await archive.addText(`keys/${file}`, text);
    taken.push(file);
  }
  return taken;
}
