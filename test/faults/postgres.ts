/** A durable PostgreSQL that may die at any moment, behind a wire whose port stays. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrationPlan } from '../../services/migrations.ts';
import { openEmbedded, type EmbeddedPostgres } from '../../shared/database/embedded.ts';
import { isAlive, readPostmaster } from '../../shared/database/embedded/postmaster.ts';
import { migrateUp } from '../../shared/database/migrate.ts';
import { until } from '../support/cluster.ts';
import { Proxy } from './proxy.ts';
import { Standby, type Following } from './standby.ts';

/** As `pg_ctl stop -m fast`, as `-m immediate`, and as no operator would. */
export type End = 'SIGINT' | 'SIGQUIT' | 'SIGKILL';

export class Postgres {
  readonly wire: Proxy;
  readonly #directory: string;
  #opened: EmbeddedPostgres[];
  #standby: Standby | undefined;

  static async open(): Promise<Postgres> {
    const directory = await mkdtemp(join(tmpdir(), 'muster-faults-'));
    const server = await openEmbedded(directory);
    await migrateUp(server.url, migrationPlan);
    const wire = await Proxy.open(() => Number(new URL(server.url).port));
    return new Postgres(directory, server, wire);
  }

  private constructor(directory: string, server: EmbeddedPostgres, wire: Proxy) {
    this.#directory = directory;
    this.#opened = [server];
    this.wire = wire;
  }

  /** Through the wire. */
  get url(): string {
    const url = new URL(this.#opened[0]?.url ?? '');
    url.port = String(this.wire.port);
    return url.href;
  }

  async end(signal: End): Promise<void> {
    const server = await readPostmaster(join(this.#directory, 'postgres'));
    if (!server) return;
    process.kill(server.pid, signal);
    await until(() => Promise.resolve(!isAlive(server.pid)));
  }

  /** Answers when it takes connections. */
  async start(): Promise<void> {
    const server = await openEmbedded(this.#directory);
    this.#opened.push(server);
    this.wire.upstream = () => Number(new URL(server.url).port);
  }

  /** Gives it a standby. */
  async follow(how: Following): Promise<Standby> {
    return (this.#standby = await Standby.of({ url: this.#opened[0]?.url ?? '', directory: this.#directory }, how));
  }

  /** Promotes the standby, and leads everybody to it. Answers when it takes writes; `before` looks at it before others do. */
  async failOver(before: (url: string) => Promise<void> = () => Promise.resolve()): Promise<void> {
    const standby = this.#standby;
    if (!standby) throw new Error('There is no standby.');
    await standby.promote();
    await before(standby.url);
    this.wire.upstream = () => Number(new URL(standby.url).port);
  }

  async close(): Promise<void> {
    this.wire.close();
    await this.#standby?.close();
    for (const server of this.#opened) await server.close();
    await rm(this.#directory, { recursive: true, force: true });
  }
}
