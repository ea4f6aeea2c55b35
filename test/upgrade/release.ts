/** The releases that people may come from: what each left behind, and its program where the history has it. */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { MigrationPlan } from '../../shared/database/migrate.ts';
import type { Program } from '../support/cluster.ts';

/** The recording of a release. `record.ts` writes it; only `rewritten` is written by hand. */
export interface Release {
  /** The beginning of its commit, and the name of its folder. */
  readonly name: string;
  readonly commit: string;
  readonly version: string;
  /** The hash of what each migration does, by its name in the database. */
  readonly migrations: Readonly<Record<string, string>>;
  /** Migrations that do something else since, and why that changes nothing for who has run them. */
  readonly rewritten: Readonly<Record<string, string>>;
}

/** The answers of that release. */
export interface Told {
  readonly keys: Readonly<Record<string, string>>;
  readonly signIn: { readonly email: string; readonly password: string };
  readonly answers: readonly { readonly path: string; readonly key: string; readonly data: unknown }[];
  /** A scan with its nonce, and the token of somebody who has not come yet. */
  readonly scan: { readonly point: string; readonly token: string; readonly nonce: string; readonly at: string };
  readonly awaited: string;
}

const folder = 'test/upgrade/releases';
export const fileOf = (name: string, file: string) => join(folder, name, file);

/** Oldest first. */
export const releases: readonly Release[] = globSync(`${folder}/*/record.json`)
  .map((path) => ({
    name: basename(dirname(path)),
    ...(JSON.parse(readFileSync(path, 'utf8')) as Omit<Release, 'name'>),
  }))
  .sort((a, b) => Object.keys(a.migrations).length - Object.keys(b.migrations).length);

export const toldBy = ({ name }: Release) => JSON.parse(readFileSync(fileOf(name, 'told.json'), 'utf8')) as Told;

/** The hash of what each migration does: of its statements, wherever their text stands. */
export async function hashesOf(plan: MigrationPlan): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {};
  for (const [service, migrations] of plan) {
    for (const [name, Migration] of Object.entries(migrations)) {
      const migration = new Migration(undefined as never, undefined as never);
      await migration.up();
      const statements = migration
        .getQueries()
        .map((query) => (typeof query === 'string' ? query : JSON.stringify(query)))
        .join(';\n');
      hashes[`${service}/${name}`] = createHash('sha256').update(statements).digest('base64url').slice(0, 16);
    }
  }
  return hashes;
}

/** The output of git; undefined where it fails, as it does where there is no repository. */
function askGit(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

export const isInHistory = (commit: string) => askGit('cat-file', '-e', `${commit}^{commit}`) !== undefined;
/** Tells whether no commit was left out when this was cloned. */
export const isWhole = () => askGit('rev-parse', '--is-shallow-repository') === 'false';

/** Unpacks the program of a commit into a temporary directory, with our packages: what it needs of them must still be there. */
export async function unpack(commit: string): Promise<Program> {
  const cwd = await mkdtemp(join(tmpdir(), 'muster-release-'));
  await promisify(execFile)('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, cwd]);
  await symlink(resolve('node_modules'), join(cwd, 'node_modules'));
  const { scripts } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8')) as { scripts: { start: string } };
  return { cwd, command: scripts.start.split(' ').slice(1) };
}
