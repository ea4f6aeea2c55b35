import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { chmod, chown, cp, lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresError, openEmbedded } from '../../shared/database/embedded.ts';
import { command, installedBinaries, withSymlinks } from '../../shared/database/embedded/programs.ts';
import { afterwards, closedDatabase, emptyDirectory, otherProcess } from './processes.ts';

const run = promisify(execFile);
const NOBODY = { uid: 65534, gid: 65534 };
const isRoot = process.getuid?.() === 0;

async function refusal(directory: string): Promise<string> {
  const error: unknown = await openEmbedded(directory, { durable: false }).catch((refused: unknown) => refused);
  expect(error).toBeInstanceOf(EmbeddedPostgresError);
  return String(error);
}

describe('A data directory that cannot be used is refused in plain words', () => {
  it('when a file is in its place', async () => {
    const file = join(await emptyDirectory(), 'data');
    await writeFile(file, '');
    expect(await refusal(file)).toMatch(/data cannot be used: EEXIST: file already exists.*choose another directory/);
    expect(await refusal(join(file, 'below'))).toMatch(/below cannot be used: ENOTDIR: not a directory/);
  });

  it('when another major version of PostgreSQL made it', async () => {
    const directory = await emptyDirectory();
    await mkdir(join(directory, 'postgres'));
    await writeFile(join(directory, 'postgres', 'PG_VERSION'), '15\n');
    expect(await refusal(directory)).toMatch(/made by PostgreSQL 15, and this is PostgreSQL 18.*Dump it with/);
  });

  it('when something else is where the database goes', async () => {
    const directory = await emptyDirectory();
    await mkdir(join(directory, 'postgres'));
    await writeFile(join(directory, 'postgres', 'holiday.jpg'), '');
    expect(await refusal(directory)).toMatch(/not a PostgreSQL database, and it is not empty. Move it away/);
  });

  it('when its password is lost', async () => {
    const directory = await closedDatabase();
    await rm(join(directory, 'postgres', 'muster.password'));
    expect(await refusal(directory)).toMatch(/holds the password.*Restore it from a backup/);
  });

  it('when PostgreSQL does not start, with what it said', async () => {
    const directory = await closedDatabase();
    await writeFile(join(directory, 'postgres', 'postgresql.conf'), 'no_such_setting = 1\n');
    expect(await refusal(directory)).toMatch(/It said:[^]*no_such_setting[^]*Correct what it names/);
  });
});

/** As `--ignore-scripts` leaves them, cut down to what initdb needs to say its version. */
async function withoutSymlinks(): Promise<string> {
  const installed = await installedBinaries();
  const native = join(await emptyDirectory(), 'native');
  await cp(installed.native, native, {
    recursive: true,
    filter: async (path) => !/share$|postgresql$|\.a$/.test(path) && !(await lstat(path)).isSymbolicLink(),
  });
  return native;
}

describe('Binaries installed with --ignore-scripts', () => {
  it('get the symlinks they lack, also from several processes at once', async () => {
    const native = await withoutSymlinks();
    const directory = await emptyDirectory();
    const binaries = { native, version: '18.0.0' };
    await expect(run(join(native, 'bin', 'initdb'), ['--version'])).rejects.toThrow('shared object');
    await Promise.all([1, 2, 3].map(() => withSymlinks(binaries, directory)));
    expect((await run(join(native, 'bin', 'initdb'), ['--version'])).stdout).toContain('PostgreSQL');
  });

  it('are copied into the data directory when node_modules is read-only', async () => {
    if (!isRoot) return console.warn('NOT TRIED: read-only node_modules can be set up by root only.');
    const native = await withoutSymlinks();
    await chmod(dirname(native), 0o755);
    const directory = await emptyDirectory();
    await chown(directory, NOBODY.uid, NOBODY.gid);
    const script = `
      const { withSymlinks } = await import(${JSON.stringify(join(import.meta.dirname, '../../shared/database/embedded/programs.ts'))});
      // Only now: the project itself may lie where nobody else gets in.
      process.setgroups([]);
      process.setgid(${NOBODY.gid});
      process.setuid(${NOBODY.uid});
      console.log((await withSymlinks({ native: ${JSON.stringify(native)}, version: '18.0.0' }, ${JSON.stringify(directory)})).native);`;
    const { stdout } = await run(process.execPath, ['--no-warnings', '--input-type=module', '-e', script]);
    expect(stdout.trim()).toBe(join(directory, 'postgres.runtime-18.0.0'));
    const { stdout: version } = await run(join(stdout.trim(), 'bin', 'initdb'), ['--version']);
    expect(version).toContain('PostgreSQL');
  });
});

describe('Started by root', () => {
  it('runs as nobody, and goes on with that cluster later', async () => {
    if (!isRoot) return console.warn('NOT TRIED: the tests do not run as root.');
    const directory = await emptyDirectory();
    const opened = await otherProcess('open', directory);
    expect(opened).toMatchObject({ started: true });
    expect((await lstat(join(directory, 'postgres'))).uid).toBe(NOBODY.uid);
    await opened.close();
    const database = await openEmbedded(directory, { durable: false });
    afterwards(() => database.close());
    expect(database.started).toBe(true);
  });

  it('gives a cluster of root to nobody', async () => {
    if (!isRoot) return console.warn('NOT TRIED: the tests do not run as root.');
    const directory = await closedDatabase();
    await run('chown', ['-R', '0:0', directory]);
    expect(await otherProcess('open', directory)).toMatchObject({ started: true });
  });

  it('runs as the user who has the directory, so that they can go on without root', async () => {
    if (!isRoot) return console.warn('NOT TRIED: the tests do not run as root.');
    const directory = await closedDatabase();
    await run('chown', ['-R', '1:1', directory]);
    expect(await otherProcess('open', directory)).toMatchObject({ started: true });
    expect((await lstat(join(directory, 'postgres', 'postmaster.pid'))).uid).toBe(1);
  });

  it('runs below a directory closed to all others', async () => {
    if (!isRoot) return console.warn('NOT TRIED: the tests do not run as root.');
    const home = await emptyDirectory();
    await chmod(home, 0o700);
    const opened = await otherProcess('open', join(home, 'data'));
    expect(opened).toMatchObject({ started: true });
    await opened.close();
  });

  it('runs programs below a directory closed to all others', async () => {
    if (!isRoot) return console.warn('NOT TRIED: the tests do not run as root.');
    const installed = await installedBinaries();
    const [home, cluster] = [await emptyDirectory(), await emptyDirectory()];
    await cp(installed.native, join(home, 'native'), { recursive: true, verbatimSymlinks: true });
    await chmod(home, 0o700);
    await chown(cluster, NOBODY.uid, NOBODY.gid);
    const programs = { ...installed, native: join(home, 'native'), user: NOBODY };
    const { program, args, options } = command(programs, 'initdb', ['-D', cluster, '-A', 'trust', '--no-sync']);
    expect((await run(program, args, options)).stdout).toContain('Success.');
  });

  it('says what to do where it may run nothing as another user', async () => {
    if (!isRoot) return console.warn('NOT TRIED: the tests do not run as root.');
    const { error } = await otherProcess('open', await emptyDirectory(), { env: { PATH: '/nowhere' } });
    expect(error).toMatch(/spawn setpriv ENOENT[^]*start as an ordinary user/);
  });
});

describe('Started by an ordinary user', () => {
  it('runs in a directory of that user, and says so when the directory is closed to it', async () => {
    if (!isRoot) return console.warn('NOT TRIED: the other tests already run as an ordinary user.');
    const readable = await run(process.execPath, ['-e', 'process.exit()'], NOBODY).catch(() => undefined);
    if (readable === undefined) return console.warn('NOT TRIED: the project lies where nobody cannot read it.');
    const directory = await emptyDirectory();
    expect((await otherProcess('open', directory, NOBODY)).error).toMatch(/cannot be used: EACCES: permission denied/);
    await chown(directory, NOBODY.uid, NOBODY.gid);
    expect(await otherProcess('open', directory, NOBODY)).toMatchObject({ started: true });
  });
});
