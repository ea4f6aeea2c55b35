/** The environment of a case: a durable PostgreSQL in its own directory, processes of the product, and data. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { applyEventFile } from '../event-file/plan/apply.ts';
import type { EventFile } from '../event-file/read.ts';
import { migrationPlan } from '../services/migrations.ts';
import { openEmbedded } from '../shared/database/embedded.ts';
import { migrateUp } from '../shared/database/migrate.ts';
import { withOwner } from '../shared/database/session.ts';
import { transaction } from '../shared/database/transaction.ts';
import { Cluster, type Process } from '../test/support/cluster.ts';
import { hasNatsServer } from '../test/support/nats.ts';
import { Fixtures } from '../test/support/fixtures.ts';
import type { Rows } from '../test/support/stage.ts';
import type { Program } from './load/load.ts';
import { childNamed, meterOf, parentOf, type Meter } from './process.ts';

export interface Ground {
  readonly databaseUrl: string;
  readonly cluster: Cluster;
  readonly db: EntityManager;
  readonly rows: Rows;
  /** Creates single objects, as tests do. */
  readonly fixtures: Fixtures;
  /** Measures the CPU time of these processes with PostgreSQL, and with NATS if they use it. */
  readonly spentBy: (processes: readonly Pick<Process, 'pid'>[], bus: 'over NATS' | 'without a bus') => Meter;
}

/** The environment for all services in one process without a bus. */
export const together = { NATS_URL: '' };
/** Starts these services in one process without a bus. */
export async function startTogether({ cluster, spentBy }: Ground, services = 'all'): Promise<Program> {
  const all = await cluster.start(services, together);
  return { url: urlOf(all), spent: spentBy([all], 'without a bus') };
}

/** Starts one process for each of these, the gateway first. */
export async function startOverNats({ cluster, spentBy }: Ground, processes: readonly string[]): Promise<Program> {
  const started = await Promise.all(processes.map((services) => cluster.start(services, asInTheImage)));
  return { url: urlOf(started[0]), spent: spentBy(started, 'over NATS') };
}
const urlOf = (gateway: Process | undefined) => `http://127.0.0.1:${gateway?.port}`;

/** The options with which the image runs each process. */
export const asInTheImage = { NODE_OPTIONS: '--max-semi-space-size=8' };

export const noBus = 'there is no nats-server on the PATH';
export { hasNatsServer };

/** Runs a case on a fresh ground and removes it afterwards. */
export async function onGround<T>(use: (ground: Ground) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-bench-'));
  const postgres = await openEmbedded(directory);
  try {
    await migrateUp(postgres.url, migrationPlan);
    const cluster = await Cluster.open(postgres.url, { bus: hasNatsServer });
    try {
      return await withOwner(postgres.url, async (db) => {
        const rows: Rows = async <Row>(strings: TemplateStringsArray, ...values: unknown[]) =>
          (await sql<Row>(strings, ...values).execute(db.getKysely())).rows;
        const spentBy = await accounting(rows);
        return await use({ databaseUrl: postgres.url, cluster, db, rows, fixtures: new Fixtures(rows), spentBy });
      });
    } finally {
      await cluster.close();
    }
  } finally {
    await postgres.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Returns a meter. Every connection has its own PostgreSQL process, a descendant of the postmaster. */
async function accounting(rows: Rows): Promise<Ground['spentBy']> {
  const [backend] = await rows<{ pid: number }>`select pg_backend_pid() as pid`;
  const postmaster = await parentOf(backend?.pid ?? 0);
  const nats = await childNamed('nats-server');
  return (processes, bus) =>
    meterOf({ node: processes.map(({ pid }) => pid), postmaster, nats: bus === 'over NATS' ? nats : undefined });
}

/** Applies an event file; returns a key of the owner as headers. */
export async function settle({ db, rows }: Ground, file: EventFile): Promise<Record<string, string>> {
  const user = file.organization.members[0]?.email ?? '';
  const ignored = () => undefined;
  const listeners = { progress: ignored, note: ignored, ends: ignored, tells: ignored };
  const { result } = await transaction(db, (tx) =>
    applyEventFile(
      { db: tx, prune: false, publicUrl: '', ...listeners },
      { ...file, api_keys: [{ label: 'bench', user }] },
    ),
  );
  await calmDown(rows);
  return { 'X-Api-Key': result.api_keys['bench'] ?? '' };
}

/** Runs now what autovacuum would otherwise do during a measurement. */
export async function calmDown(rows: Rows): Promise<void> {
  await rows`vacuum analyze`;
  await rows`checkpoint`;
}
