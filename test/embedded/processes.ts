/** Data directories and processes for the tests of the launcher, all gone at the end of each test. */
import { afterAll, afterEach } from '@jest/globals';
import { spawn } from 'node:child_process';
import type { SpawnOptionsWithoutStdio } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { openEmbedded } from '../../shared/database/embedded.ts';
import { isAlive } from '../../shared/database/embedded/postmaster.ts';

const endings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** Runs after the test, the last one registered first. */
export const afterwards = (end: () => Promise<unknown>) => void endings.push(end);

export async function emptyDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-embedded-'));
  afterwards(async () => {
    const pid = postmasterPid(directory);
    if (pid !== undefined && lives(pid)) {
      process.kill(pid, 'SIGQUIT');
      await until(() => !lives(pid));
    }
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  });
  return directory;
}

let prepared: Promise<string> | undefined;

afterAll(async () => {
  if (prepared !== undefined) await rm(await prepared, { recursive: true, force: true });
});

/** A data directory with a database that was closed in order. Made once and copied, which is faster than initdb. */
export async function closedDatabase(): Promise<string> {
  const directory = await emptyDirectory();
  // Two and a half times as fast as the asynchronous copy.
  cpSync(await (prepared ??= makeDatabase()), directory, { recursive: true });
  return directory;
}

async function makeDatabase(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-embedded-'));
  await (await openEmbedded(directory, { durable: false })).close();
  return directory;
}

export function postmasterPid(directory: string): number | undefined {
  const file = join(directory, 'postgres', 'postmaster.pid');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : undefined;
}

export const lives = isAlive;

/** Kills one process: 0 and numbers below would be whole groups, that of the test first. */
export async function kill(pid: number | undefined): Promise<void> {
  if (pid === undefined || !(pid > 0)) throw new Error(`There is no process ${pid} to be killed.`);
  process.kill(pid, 'SIGKILL');
  await until(() => !lives(pid));
}

export async function until(holds: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 30_000; !holds(); await delay(5)) {
    if (Date.now() > deadline) throw new Error(`Still not so after half a minute: ${String(holds)}`);
  }
}

export interface Opened {
  url?: string;
  started?: boolean;
  error?: string;
}

/** Runs `opener.ts` and waits for what it says. */
export async function otherProcess(deed: 'open' | 'own', directory: string, options: SpawnOptionsWithoutStdio = {}) {
  const script = join(import.meta.dirname, 'opener.ts');
  const child = spawn(process.execPath, ['--no-warnings', script, deed, directory], options);
  const exited = once(child, 'exit');
  afterwards(() => {
    child.kill('SIGKILL');
    return exited;
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
  for await (const line of createInterface({ input: child.stdout })) {
    const close = async () => {
      child.stdin.end();
      await exited;
    };
    return { ...(JSON.parse(line) as Opened), pid: child.pid ?? 0, close };
  }
  throw new Error(`The other process said nothing but: ${complaint}`);
}

export async function sql<Row>(url: string, text: string): Promise<Row[]> {
  const session = new Client(url);
  session.on('error', () => undefined);
  await session.connect();
  try {
    return (await session.query<any>(text)).rows;
  } finally {
    await session.end();
  }
}
