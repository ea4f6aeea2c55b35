/** A PgBouncer in transaction mode, in front of a PostgreSQL of the tests or measurements. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { schemaOf, type ServiceName } from '../../shared/contract/services.ts';
import { makeLogins } from '../../shared/database/logins.ts';
import { databaseVariable, storingServices } from '../../shared/process/environment.ts';
import { freePort } from './free-port.ts';

/** The first release that keeps prepared statements in transaction mode. */
const [major, minor] = [1, 21];
/** `PGBOUNCER` names a program that is not on the PATH. */
const program = process.env.PGBOUNCER ?? 'pgbouncer';

function isUsable(): boolean {
  const [, one, two] = /^PgBouncer (\d+)\.(\d+)/.exec(spawnSync(program, ['--version']).stdout?.toString() ?? '') ?? [];
  return Number(one) > major || (Number(one) === major && Number(two) >= minor);
}
/** Asked once: later on the run has one, or has none. */
export const hasPgBouncer = process.env.TEST_POOLER_URL !== undefined || isUsable();

/** Announces that tests through a pooler are skipped because there is none. */
export const noticeMissingPooler = (): void =>
  void process.stderr.write(
    'NOT TESTED: everything through PgBouncer, for there is none of 1.21 or newer on the PATH. Debian 13 has one: apt-get install pgbouncer; .ci/pgbouncer unpacks it elsewhere.\n',
  );

const password = 'carried';
const loginOf = (service: ServiceName) => `pooled_${schemaOf(service)}`;

export interface Pooler {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a pooler for all databases of a server with the file that `docs/operations/deploy.md` describes. */
export async function startPgBouncer(server: string, at?: number): Promise<Pooler> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-pooler-'));
  const [{ hostname, port }, own] = [new URL(server), at ?? (await freePort())];
  const there = (name: string) => join(directory, name);
  const ini = (await readFile('k8s/pgbouncer/pgbouncer.ini', 'utf8'))
    .replace(/^%include .*$/m, `[databases]\n* = host=${hostname} port=${port}`)
    .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1')
    .replace(/^listen_port = .*$/m, `listen_port = ${own}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${there('userlist.txt')}`);
  await writeFile(there('pgbouncer.ini'), ini);
  const users = storingServices.map((service) => `"${loginOf(service)}" "${password}"\n`);
  await writeFile(there('userlist.txt'), users.join(''));
  await chmod(directory, 0o755);
  // It refuses to be root.
  const someone = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const pooler = spawn(program, [there('pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'pipe'], ...someone });
  await isUp(pooler.stderr);
  return {
    url: `postgres://127.0.0.1:${own}`,
    pid: pooler.pid ?? 0,
    async stop() {
      if (pooler.exitCode !== null || pooler.signalCode !== null) return;
      pooler.kill('SIGKILL');
      await once(pooler, 'exit');
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function isUp(log: NodeJS.ReadableStream): Promise<void> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: log })) {
    lines.push(line);
    // Reads the rest of its log, so that it never waits for a reader.
    if (/process up/.test(line)) return void log.resume();
  }
  throw new Error(`PgBouncer does not start:\n${lines.join('\n')}`);
}

/** Makes a login for each service, and returns the variables that lead services through the pooler. */
export async function throughPooler(poolerUrl: string, databaseUrl: string): Promise<Record<string, string>> {
  const logged = (url: string, service: ServiceName) =>
    Object.assign(new URL(url), { pathname: new URL(databaseUrl).pathname, username: loginOf(service), password }).href;
  await makeLogins(databaseUrl, new Map(storingServices.map((service) => [service, logged(databaseUrl, service)])));
  const direct = Object.assign(new URL(databaseUrl), { username: '', password: '' }).href;
  const own = storingServices.map((service) => [databaseVariable(service), logged(poolerUrl, service)] as const);
  return { DATABASE_URL_DIRECT: direct, ...Object.fromEntries(own) };
}
