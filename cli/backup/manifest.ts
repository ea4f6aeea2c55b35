/** What stands in a backup: its own description, first a short one and at the end a whole one. */
import { t, type Output } from '../../shared/contract/schema.ts';
import { compileFields } from '../../shared/contract/validator.ts';
import { isOfFormerVersion, madeByFormerVersion } from '../../shared/database/former-version.ts';
import { CommandFailure } from '../output.ts';

/** Changes only where an older release could no longer read it. */
export const format = 1;
/** Names in the archive. */
export const [headName, manifestName] = ['muster-backup.json', 'manifest.json'];

const count = () => t.integer({ min: 0 });
const head = { format: t.integer({ min: 1 }), version: t.string(), created_at: t.timestamp() };
const fields = {
  ...head,
  postgres: t.string(),
  /** That had run, by their names; the last one of the job queues by its number. */
  migrations: t.array(t.string(), { min: 1 }),
  queue_migration: count(),
  /** In the order of their parts in the archive. */
  tables: t.array(t.object({ name: t.string(), columns: t.array(t.string(), { min: 1 }), rows: count() })),
  counters: t.array(t.object({ name: t.string(), last: t.string({ pattern: /^\d+$/ }) })),
  files: t.array(
    t.object({ key: t.string({ pattern: /^[\w-]+$/ }), size: count(), sha256: t.string(), content_type: t.string() }),
  ),
  /** Keys of files that rows name, and that the store had not or not as they were handed in. */
  lost: t.array(t.string()),
  /** Names of the files with keys in DATA_DIR. */
  keys: t.array(t.string({ pattern: /^[a-z]+\.key$/ })),
  /** Checksums of everything before, by name. */
  entries: t.mapOf(t.object({ size: count(), sha256: t.string() })),
};
export type Head = Output<typeof head>;
export type Manifest = Output<typeof fields>;

const [checkHead, checkManifest] = [compileFields(head, 'drop'), compileFields(fields, 'drop')];

/** The archive is not whole, or not one of ours. */
export const damaged = (path: string, why: string) =>
  new CommandFailure(`${path} cannot be used: ${why}.`, 'Nothing was changed. Take another backup.');

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export function readHead(path: string, text: string): Head {
  const value = parsed(text);
  if (checkHead(value) !== true) throw damaged(path, 'it is no backup of muster');
  const found = value as Head;
  if (found.format <= format) return found;
  throw new CommandFailure(
    `${path} was made by muster ${found.version}, in a format that this release does not know.`,
    'Restore it with that release or a later one.',
  );
}

export function readManifest(path: string, text: string): Manifest {
  const value = parsed(text);
  if (checkManifest(value) !== true) throw damaged(path, 'its manifest is not right');
  return value as Manifest;
}

/** @throws {CommandFailure} When migrations had run that this release does not have. */
export function refuseOtherVersions(path: string, { version, migrations }: Manifest, known: readonly string[]): void {
  if (isOfFormerVersion(migrations, known)) {
    throw new CommandFailure(
      `${path} was ${madeByFormerVersion}.`,
      'Restore it with that version, export its events there (muster export), and apply the files to a new database (muster apply).',
    );
  }
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new CommandFailure(
    `${path} was made by muster ${version}, which is newer: this release does not have ${unknown.join(', ')}.`,
    'Nothing was changed. Restore it with that release or a later one.',
  );
}
