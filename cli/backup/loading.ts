/** Makes a database of what an archive has: the schema of the release that wrote it, its rows, and then this release. */
import { Readable } from 'node:stream';
import type pg from 'pg';
import { migrationPlan } from '../../services/migrations.ts';
import { copiedTables, copyIn, queueSchemas, refilled } from '../../shared/database/copying.ts';
import { migrateTo, migrateUp } from '../../shared/database/migrate.ts';
import { inSession } from '../../shared/database/session.ts';
import { storingServices } from '../../shared/process/environment.ts';
import { CommandFailure } from '../output.ts';
import { damaged, type Manifest } from './manifest.ts';
import { entriesOf, type Entry } from './reading.ts';

export interface Load {
  readonly path: string;
  readonly manifest: Manifest;
  /** Of a database without our schemas. */
  readonly url: string;
  readonly signal: AbortSignal;
  readonly progress: (line: string) => void;
}

/** Milliseconds until a database that does not answer counts as away. */
const settings = { name: 'muster restore', patience: 10_000, isLong: true };

/**
 * Rows come in one transaction, so whatever ends this early leaves no half of them.
 * @returns The migrations that ran after those of the archive.
 */
export async function loadDatabase(load: Load): Promise<string[]> {
  const { url, manifest } = load;
  await migrateTo(url, migrationPlan, manifest.migrations);
  await inSession(url, settings, (session) => loadTables(session, load));
  const applied = await migrateUp(url, migrationPlan);
  await inSession(url, settings, (session) => session.query('analyze'));
  return applied;
}

async function loadTables(session: pg.Client, { path, manifest, signal, progress }: Load): Promise<void> {
  const there = await copiedTables(session, storingServices);
  refuseOthers(manifest, there);
  await refilled(session, there, async () => {
    const parts = partsOf(path, progress, signal);
    for (const { name, columns, rows } of manifest.tables) {
      progress(`Restoring ${name}`);
      const wanted = partNames(manifest, name);
      const written = await copyIn(session, { name, columns }, Readable.from(contentOfAll(wanted, parts, path)));
      if (written !== rows) throw damaged(path, `${name} came with ${written} of ${rows} rows`);
    }
    await parts.return(undefined);
    for (const { name, last } of manifest.counters) {
      await session.query('select setval($1::regclass, $2)', [name, last]);
    }
  });
}

const partNames = ({ entries }: Manifest, name: string) =>
  Object.keys(entries).filter((entry) => entry.startsWith(`tables/${name}/`));

async function* partsOf(
  path: string,
  progress: (line: string) => void,
  signal: AbortSignal,
): AsyncGenerator<Entry, void> {
  for await (const entry of entriesOf(path, () => undefined)) {
    signal.throwIfAborted();
    if (entry.name.startsWith('tables/')) yield entry;
    else await skip(entry, progress);
  }
}

async function skip({ name, body }: Entry, progress: (line: string) => void): Promise<void> {
  progress(`Passing over ${name}`);
  for await (const chunk of body) void chunk;
}

/** The manifest tells the tables in the order in which their parts come. */
async function* contentOfAll(names: readonly string[], parts: AsyncGenerator<Entry, void>, path: string) {
  for (const name of names) {
    const next = await parts.next();
    if (next.done || next.value.name !== name) throw damaged(path, `${name} is not where it should be`);
    yield* next.value.body;
  }
}

/** The job queues bring tables of their own, which another version of them may shape differently. */
function refuseOthers({ tables, version }: Manifest, there: readonly { name: string; columns: readonly string[] }[]) {
  const known = new Map(there.map(({ name, columns }) => [name, columns]));
  const strange = tables.filter(({ name, columns, rows }) => {
    const present = known.get(name);
    return present ? columns.some((column) => !present.includes(column)) : rows > 0;
  });
  if (strange.length === 0) return;
  throw new CommandFailure(
    `This release has no place for what muster ${version} kept in ${strange.map(({ name }) => name).join(', ')}.`,
    `${strange.every(({ name }) => queueSchemas.some((schema) => name.startsWith(`${schema}.`))) ? 'Letters that wait are kept there. ' : ''}Restore it with that release, then upgrade.`,
  );
}
