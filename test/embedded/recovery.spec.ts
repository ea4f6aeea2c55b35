import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { appendFileSync, cpSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { openEmbedded } from '../../shared/database/embedded.ts';
import {
  afterwards,
  closedDatabase,
  emptyDirectory,
  kill,
  lives,
  otherProcess,
  postmasterPid,
  sql,
} from './processes.ts';

/** A server whose starter is another process, holding one acknowledged row. */
async function serverOfAnother() {
  const directory = await closedDatabase();
  const starter = await otherProcess('open', directory);
  await sql(starter.url ?? '', 'create table kept as select 7 as value');
  return { directory, starter, postmaster: postmasterPid(directory) ?? 0 };
}

async function reopened(directory: string) {
  const database = await openEmbedded(directory, { durable: false });
  afterwards(() => database.close());
  expect(await sql(database.url, 'select value from kept')).toEqual([{ value: 7 }]);
  return database;
}

describe('After kill -9', () => {
  it('of Node alone, the server is joined and stops with its last user', async () => {
    const { directory, starter, postmaster } = await serverOfAnother();
    await kill(starter.pid);
    const database = await reopened(directory);
    expect(database.started).toBe(false);
    await database.close();
    expect(lives(postmaster)).toBe(false);
  });

  it('of PostgreSQL alone, it recovers for the next opener', async () => {
    const { directory, postmaster } = await serverOfAnother();
    await kill(postmaster);
    expect((await reopened(directory)).started).toBe(true);
  });

  it('of PostgreSQL alone, it recovers once for all who come at the same moment, at its port', async () => {
    const { directory, starter, postmaster } = await serverOfAnother();
    await kill(postmaster);
    const all = await Promise.all(Array.from({ length: 6 }, () => reopened(directory)));
    expect(new Set(all.map(({ url }) => url))).toEqual(new Set([starter.url]));
    expect(all.filter(({ started }) => started)).toHaveLength(1);
  });

  it('of PostgreSQL alone, it waits for sessions that still end and write why into the same log', async () => {
    const { directory, starter, postmaster } = await serverOfAnother();
    const session = new Client(starter.url);
    session.on('error', () => undefined);
    await session.connect();
    const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    afterwards(() => session.end());
    await kill(postmaster);
    const opened = reopened(directory);
    for (let line = 0; line < 300; line++) {
      appendFileSync(join(directory, 'postgres.log'), 'FATAL:  terminating connection\n'.repeat(3));
      await delay(2);
    }
    process.kill(pid, 'SIGCONT');
    expect((await opened).started).toBe(true);
  });

  it('of both, it recovers for the next opener', async () => {
    const { directory, starter, postmaster } = await serverOfAnother();
    await Promise.all([kill(starter.pid), kill(postmaster)]);
    expect((await reopened(directory)).started).toBe(true);
  });
});

describe('A postmaster.pid that a killed server left', () => {
  it('does not fool us when its pid now belongs to another program', async () => {
    const { directory, starter, postmaster } = await serverOfAnother();
    await Promise.all([kill(starter.pid), kill(postmaster)]);
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    afterwards(() => kill(stranger.pid));
    const file = join(directory, 'postgres', 'postmaster.pid');
    await writeFile(file, (await readFile(file, 'utf8')).replace(String(postmaster), String(stranger.pid)));
    expect((await reopened(directory)).started).toBe(true);
    expect(lives(stranger.pid ?? 0)).toBe(true);
  });

  it('does not fool us when it came with a copy of the directory of a living server', async () => {
    const original = await closedDatabase();
    const first = await openEmbedded(original, { durable: false });
    afterwards(() => first.close());
    await sql(first.url, 'create table kept as select 7 as value');
    await sql(first.url, 'checkpoint');
    const copy = await emptyDirectory();
    cpSync(original, copy, { recursive: true });
    const second = await reopened(copy);
    expect(second.started).toBe(true);
    expect(second.url).not.toBe(first.url);
    await second.close();
    expect(await sql(first.url, 'select value from kept')).toEqual([{ value: 7 }]);
  });
});
