/** The manifest of a backup: its last entry, which lists the others with checksums. */
import { migrationPlan } from '../../services/migrations.ts';
import { t, type Output } from '../../shared/contract/schema.ts';
import { checkOfFields } from '../../shared/contract/validator.ts';
import { isOfFormerVersion, madeByFormerVersion } from '../../shared/database/former-version.ts';
import { migrationNames } from '../../shared/database/migrate.ts';
import { CommandFailure } from '../output.ts';

/** Increased only if older releases can no longer read the format. */
export const format = 1;
export const manifestName = 'manifest.json';

const count = () => t.integer({ min: 0 });
const fields = {
  format: t.integer({ min: 1 }),
  version: t.string(),
  created_at: t.timestamp(),
  /** Names of the migrations that had run. */
  migrations: t.array(t.string(), { min: 1 }),
  /** In the order of their parts in the archive. */
  tables: t.array(t.object({ name: t.string(), columns: t.array(t.string(), { min: 1 }), rows: count() })),
  counters: t.array(t.object({ name: t.string(), last: t.string({ pattern: /^\d+$/ }) })),
  files: t.array(
    t.object({ key: t.string({ pattern: /^[\w-]+$/ }), size: count(), sha256: t.string(), content_type: t.string() }),
  ),
  /** Keys of files that rows name but that were missing or changed in the store. */
  lost: t.array(t.string()),
  /** Names of the files with keys in DATA_DIR. */
  keys: t.array(t.string({ pattern: /^[a-z]+\.key$/ })),
  /** SHA-256 of every other entry, by its name. */
  entries: t.mapOf(t.string()),
};
export type Manifest = Output<typeof fields>;

const check = checkOfFields(fields, 'drop');

/** The failure for an archive that is incomplete or no backup. */
export const damaged = (path: string, why: string) =>
  new CommandFailure(`${path} cannot be used: ${why}.`, 'Nothing was changed. Take another backup.');

/** @throws {CommandFailure} When it is no manifest, or one of another version that this release cannot restore. */
export function readManifest(path: string, text: string): Manifest {
  const value = parsed(text) as Manifest | undefined;
  if (typeof value?.format === 'number' && value.format > format) {
    throw new CommandFailure(
      `${path} was made by muster ${value.version}, in a format that this release does not know.`,
      'Restore it with that release or a later one.',
    );
  }
  if (check(value) !== true || !value) throw damaged(path, 'its manifest is not right');
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws {CommandFailure} When migrations had run that this release does not have. */
export function refuseOtherVersions(path: string, { version, migrations }: Manifest): void {
  const known = migrationNames(migrationPlan);
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

/** Returns the answer of commands about a backup that they wrote or read. @param begunAt By `performance.now()`. */
export const summaryOf = ({ version, created_at, tables, files, lost }: Manifest, begunAt: number) => ({
  ...{ version, created_at, lost, files: files.length },
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  seconds: Math.round((performance.now() - begunAt) / 100) / 10,
});
export const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;
