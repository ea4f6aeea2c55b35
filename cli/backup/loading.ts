/**
 * Loads an archive into a database: the schema of the release that wrote it, its rows, and then the migrations of this
 * release.
 */
import { Readable } from 'node:stream';
import type pg from 'pg';
import { migrationPlan } from '../../services/migrations.ts';
import { copiedTables, copyIn, queueSchemas, refilled, type CopiedTable } from '../../shared/database/copying.ts';
import { migrateTo, migrateUp } from '../../shared/database/migrate.ts';
import { inSession } from '../../shared/database/session.ts';
import type { Config } from '../../shared/process/config.ts';
import { storingServices } from '../../shared/process/environment.ts';
import { CommandFailure, type CommandOutput } from '../output.ts';
import { entriesOf, skip } from './archive.ts';
import { damaged, type Manifest } from './manifest.ts';

/** A backup that is being restored, or tried. */
export interface Restoring {
  readonly path: string;
  readonly manifest: Manifest;
  readonly config: Config;
  readonly output: CommandOutput;
  readonly signal: AbortSignal;
}

/** Opens a connection whose statements may take long. */
export const inLongSession = <T>(url: string, work: (session: pg.Client) => Promise<T>): Promise<T> =>
  inSession(url, { name: 'muster backup', timeoutMs: 10_000, isLong: true }, work);

/**
 * Rows are written in one transaction, so that an interruption leaves none of them.
 * @param url Of a database without our schemas.
 * @returns The migrations that ran after those of the archive.
 */
export async function loadDatabase(url: string, restoring: Restoring): Promise<string[]> {
  await migrateTo(url, migrationPlan, restoring.manifest.migrations);
  await inLongSession(url, (session) => loadTables(session, restoring));
  const applied = await migrateUp(url, migrationPlan);
  await inLongSession(url, (session) => session.query('analyze'));
  return applied;
}

async function loadTables(session: pg.Client, restoring: Restoring): Promise<void> {
  const { path, manifest, output } = restoring;
  const there = await copiedTables(session, storingServices);
  refuseOthers(manifest, there);
  await refilled(session, there, async () => {
    const parts = partsOf(restoring);
    let part = await parts.next();
    // The manifest lists the tables in the order of their parts.
    async function* contentOf(name: string) {
      for (; part.value?.table === name; part = await parts.next()) yield* part.value.body;
    }
    for (const { name, columns, rows } of manifest.tables) {
      output.progress(`Restoring ${name}`);
      const written = await copyIn(session, { name, columns }, Readable.from(contentOf(name)));
      if (written !== rows) throw damaged(path, `${name} came with ${written} of ${rows} rows`);
    }
    for (const { name, last } of manifest.counters) {
      await session.query('select setval($1::regclass, $2)', [name, last]);
    }
  });
}

/** Yields the parts of tables. */
async function* partsOf({ path, signal }: Restoring) {
  for await (const { name, body } of entriesOf(path)) {
    signal.throwIfAborted();
    const [, table] = /^tables\/(.+)\/\d+$/.exec(name) ?? [];
    if (table === undefined) await skip(body);
    else yield { table, body };
  }
}

/** The tables of the job queues may differ in another version of graphile-worker. */
function refuseOthers({ tables, version }: Manifest, there: readonly CopiedTable[]): void {
  const known = new Map(there.map(({ name, columns }) => [name, columns]));
  const strange = tables.filter(({ name, columns, rows }) => {
    const present = known.get(name);
    return present ? columns.some((column) => !present.includes(column)) : rows > 0;
  });
  if (strange.length === 0) return;
  throw new CommandFailure(
    `This release has no place for what muster ${version} kept in ${strange.map(({ name }) => name).join(', ')}.`,
    `${strange.every(({ name }) => queueSchemas.some((schema) => name.startsWith(`${schema}.`))) ? 'Emails that wait are kept there. ' : ''}Restore it with that release, then upgrade.`,
  );
}
