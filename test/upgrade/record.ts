/**
 * Keeps what a release leaves to those after it: `node test/upgrade/record.ts [commit]`. Its program, from the history, has a
 * database of its own and a small event; what it leaves behind are its migrations, its rows and its answers.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { format, resolveConfig } from 'prettier';
import type { MigrationPlan } from '../../shared/database/migrate.ts';
import { Cluster, type Program } from '../support/cluster.ts';
import { startTestServer } from '../support/test-server.ts';
import { holdEvent } from './event.ts';
import { fileOf, hashesOf, unpack } from './release.ts';
import { dumpRows, within } from './rows.ts';

const commit = execFileSync('git', ['rev-parse', `${process.argv[2] ?? 'HEAD'}^{commit}`], { encoding: 'utf8' }).trim();
const name = commit.slice(0, 7);
const program = await unpack(commit);
const server = await startTestServer();
try {
  const { version } = JSON.parse(await readFile(join(program.cwd, 'package.json'), 'utf8')) as { version: string };
  const plans = (await import(pathToFileURL(join(program.cwd, 'services/migrations.ts')).href)) as {
    migrationPlan: MigrationPlan;
  };
  const migrations = await hashesOf(plans.migrationPlan);
  await mkdir(fileOf(name, ''), { recursive: true });
  await writeJson('record.json', { commit, version, migrations, rewritten: {} });
  await writeJson('told.json', await tellEvent(program, server.url));
  await writeFile(fileOf(name, 'rows.txt'), await dumpRows(server.url));
} finally {
  await server.stop();
  await rm(program.cwd, { recursive: true, force: true });
}

async function tellEvent(program: Program, url: string) {
  const env = { ...process.env, DATABASE_URL: url };
  await promisify(execFile)(process.execPath, ['cli/muster.ts', 'migrate', 'up'], { cwd: program.cwd, env });
  const cluster = await Cluster.open(url, { bus: false });
  try {
    const { port } = await cluster.start('all', { NATS_URL: '' }, program);
    const token = `select checkin_token from registrations.registration r join identity.person p on p.id = r.user_id where email = $1`;
    const tokenOf = (email: string) =>
      within(
        url,
        async (client) => (await client.query<{ checkin_token: string }>(token, [email])).rows[0]?.checkin_token ?? '',
      );
    return await holdEvent({ program, url: `http://127.0.0.1:${port}`, env, tokenOf });
  } finally {
    await cluster.close();
  }
}

async function writeJson(file: string, content: unknown): Promise<void> {
  const path = fileOf(name, file);
  await writeFile(path, await format(JSON.stringify(content), { ...(await resolveConfig(path)), filepath: path }));
}
