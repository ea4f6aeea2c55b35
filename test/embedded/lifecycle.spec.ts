import { describe, expect, it } from '@jest/globals';
import { readdir, stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { openEmbedded } from '../../shared/database/embedded.ts';
import {
  afterwards,
  closedDatabase,
  emptyDirectory,
  lives,
  otherProcess,
  postmasterPid,
  sql,
  until,
} from './processes.ts';

async function open(directory: string, options = {}) {
  const database = await openEmbedded(directory, { durable: false, ...options });
  afterwards(() => database.close());
  return database;
}

describe('An empty data directory', () => {
  it('gets a database that keeps what it acknowledged, for a password that only its owner can read', async () => {
    const directory = join(await emptyDirectory(), 'made', 'on the way');
    const database = await open(directory, { durable: true });
    expect(database.started).toBe(true);
    expect(database.url).toMatch(/^postgres:\/\/postgres:\w{48}@127\.0\.0\.1:\d+\/muster$/);
    const settings = `select string_agg(name || '=' || setting, ' ' order by name) as settings from pg_settings
      where name in ('fsync', 'full_page_writes', 'listen_addresses', 'max_connections', 'synchronous_commit', 'unix_socket_directories')`;
    expect(await sql(database.url, settings)).toEqual([
      {
        settings:
          'fsync=on full_page_writes=on listen_addresses=127.0.0.1 max_connections=300 synchronous_commit=on unix_socket_directories=',
      },
    ]);
    expect(
      await sql(database.url, `select pg_size_bytes(current_setting('shared_buffers')) > 134217728 as is_more`),
    ).toEqual([{ is_more: totalmem() > 2 ** 29 }]);
    expect((await stat(join(directory, 'postgres', 'muster.password'))).mode & 0o777).toBe(0o600);
    await expect(sql(database.url.replace(/\w{48}/, 'guess'), 'select 1')).rejects.toThrow('password authentication');
  });

  it('orders and folds letters the same on every system', async () => {
    const { url } = await open(await closedDatabase());
    const letters = `select lower('ÄÉŒ') as lower, array(select * from unnest(array['b', 'a', 'ä', 'B']) as l order by l) as sorted`;
    expect(await sql(url, letters)).toEqual([{ lower: 'äéœ', sorted: ['B', 'a', 'b', 'ä'] }]);
  });

  it('is made once when two processes open it at the same moment', async () => {
    const directory = await emptyDirectory();
    const both = await Promise.all([otherProcess('open', directory), otherProcess('open', directory)]);
    expect(both.map(({ error }) => error)).toEqual([undefined, undefined]);
    expect(both.map(({ started }) => started).sort()).toEqual([false, true]);
    expect(both[0].url).toBe(both[1].url);
    const unfinished = (await readdir(directory)).filter((name) => name.includes('.new'));
    expect(unfinished).toEqual([]);
  });
});

describe('A data directory with a database', () => {
  it('is started again with what was in it', async () => {
    const directory = await closedDatabase();
    const first = await open(directory);
    await sql(first.url, 'create table kept as select 7 as value');
    await first.close();
    expect(postmasterPid(directory)).toBeUndefined();
    const second = await open(directory);
    expect(second.started).toBe(true);
    expect(await sql(second.url, 'select value from kept')).toEqual([{ value: 7 }]);
  });
});

describe('A running server', () => {
  it('is joined by another process, which leaves it running', async () => {
    const directory = await closedDatabase();
    const database = await open(directory);
    const other = await otherProcess('open', directory);
    expect(other).toMatchObject({ started: false, url: database.url });
    await other.close();
    expect(await sql(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('outlives the one that started it while another uses it, and stops with that one', async () => {
    const directory = await closedDatabase();
    const starter = await otherProcess('open', directory);
    const database = await open(directory);
    await starter.close();
    expect(await sql(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    const pid = postmasterPid(directory) ?? 0;
    await database.close();
    expect(lives(pid)).toBe(false);
  });

  it('is shared by two openers of one process', async () => {
    const directory = await closedDatabase();
    const [one, two] = await Promise.all([open(directory), open(directory)]);
    await one.close();
    await one.close();
    expect(await sql(two.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'is stopped by %s in a program that does nothing else about it',
    async (signal) => {
      const directory = await closedDatabase();
      const starter = await otherProcess('open', directory);
      const pid = postmasterPid(directory) ?? 0;
      process.kill(starter.pid, signal);
      await until(() => !lives(starter.pid));
      expect(lives(pid)).toBe(false);
    },
  );
});
