/** All services in one process, on a stage of their own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../shared/broker/config.ts';
import { startProcess, type Running } from '../../shared/broker/process.ts';
import { migrationPlan } from '../../services/migrations.ts';
import { migrationNames } from '../../shared/database/migrate.ts';
import { Client, type Person } from './client.ts';
import { mailsIn, type Mail } from './mails.ts';
import { openStage, type Stage } from './stage.ts';

export interface World extends Stage {
  readonly url: string;
  readonly running: Running;
  /** What this world keeps in files; gone when it closes. */
  readonly dataDir: string;
  readonly broker: Running['broker'];
  /** Speaks HTTP with a key of this person in this organization. */
  as(person: Person, organization: { id: string }): Client;
  /** What this address was sent so far, the oldest first. */
  mailsTo(address: string): Promise<Mail[]>;
  /** Waits for the next letter to this address that was not taken before. */
  nextMailTo(address: string): Promise<Mail>;
  /** Speaks HTTP without a key, or with the headers given. */
  stranger(headers?: Record<string, string>): Client;
}

export async function openWorld(env: Record<string, string> = {}): Promise<World> {
  const stage = await openStage();
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-world-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    ADMIN_PORT: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    DATABASE_URL: stage.databaseUrl,
    ...env,
  });
  const running = await startProcess({
    config,
    databaseUrl: () => stage.databaseUrl,
    migrations: migrationNames(migrationPlan),
  });
  const port = running.port ?? 0;
  const url = `http://127.0.0.1:${port}`;
  const closeStage = stage.close.bind(stage);
  return Object.assign(stage, {
    url,
    running,
    dataDir,
    broker: running.broker,
    ...mailsIn(config.dataDir),
    as: (person: Person, organization: { id: string }) => stage.at(port, person, organization),
    stranger: (headers: Record<string, string> = {}) => new Client(url, () => Promise.resolve(headers)),
    async close() {
      await running.stop();
      await closeStage();
      await rm(dataDir, { recursive: true, force: true });
    },
  });
}
