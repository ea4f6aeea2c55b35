/** A standby of a PostgreSQL, made and promoted as an operator does it by hand. */
import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { openEmbedded, type EmbeddedPostgres } from '../../shared/database/embedded.ts';
import { until } from '../support/cluster.ts';
import { Proxy } from './proxy.ts';

/** `synchronous`: the primary acknowledges a commit once the standby has it on its disk, too. */
export type Following = 'synchronous' | 'asynchronous';

export class Standby {
  /** From the standby to its primary. */
  readonly wire: Proxy;
  readonly #directory: string;
  readonly #server: EmbeddedPostgres;

  /** Copies a running server and lets the copy follow it. */
  static async of(primary: { readonly url: string; readonly directory: string }, how: Following): Promise<Standby> {
    const directory = await mkdtemp(join(tmpdir(), 'muster-standby-'));
    const own = new URL(primary.url);
    const wire = await Proxy.open(() => Number(own.port));
    const session = new pg.Client(primary.url);
    await session.connect();
    await session.query(`select pg_backup_start('standby', true)`);
    const folder = join(directory, 'postgres');
    await promisify(execFile)('cp', ['-a', join(primary.directory, 'postgres'), folder]);
    const { rows } = await session.query<{ labelfile: string }>(`select labelfile from pg_backup_stop(false)`);
    await rm(join(folder, 'postmaster.pid'));
    await writeFile(join(folder, 'backup_label'), rows[0]?.labelfile ?? '');
    await writeFile(join(folder, 'standby.signal'), '');
    const from = `host=127.0.0.1 port=${wire.port} user=${own.username} password=${own.password}`;
    await appendFile(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
    const standby = new Standby(directory, await openEmbedded(directory), wire);
    await followed(session, how);
    await session.end();
    return standby;
  }

  private constructor(directory: string, server: EmbeddedPostgres, wire: Proxy) {
    this.#directory = directory;
    this.#server = server;
    this.wire = wire;
  }

  get url(): string {
    return this.#server.url;
  }

  /** Answers when it takes writes. */
  async promote(): Promise<void> {
    const session = new pg.Client(this.url);
    await session.connect();
    await session.query('select pg_promote(true)');
    await session.end();
  }

  async close(): Promise<void> {
    this.wire.close();
    await this.#server.close();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** Waits until the standby has all there is. */
async function followed(session: pg.Client, how: Following): Promise<void> {
  if (how === 'synchronous') {
    await session.query(`alter system set synchronous_standby_names = '*'`);
    await session.query('select pg_reload_conf()');
  }
  const wanted = how === 'synchronous' ? 'sync' : 'async';
  await until(async () => {
    const { rows } = await session.query(
      `select from pg_stat_replication
        where state = 'streaming' and sync_state = $1 and flush_lsn = pg_current_wal_flush_lsn()`,
      [wanted],
    );
    return rows.length === 1;
  });
}
