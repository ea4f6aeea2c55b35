/**
 * Starts services as a test asks for them: all in one process, or, in the project `bus`, one with the gateway and one
 * with everything else, over NATS. Both live in the process of the test, each with its own broker.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../shared/process/config.ts';
import { startProcess, type Running } from '../../services/process.ts';
import { serviceNames } from '../../shared/contract/services.ts';
import { migrationPlan } from '../../services/migrations.ts';
import { migrationNames } from '../../shared/database/migrate.ts';
import { startNats } from './nats.ts';
import { throughPooler } from './pgbouncer.ts';

declare global {
  /** Set by the Jest project: whether services are connected by NATS. */
  var overBus: boolean | undefined;
  /** Set by the Jest project: whether services reach their database through a pooler. */
  var throughPooler: boolean | undefined;
}

export interface Processes {
  /** The process with the gateway, and the one with everything else; the same one without a bus. */
  readonly gateway: Running;
  readonly services: Running;
  readonly port: number;
  readonly url: string;
  /** The data directory of the services; deleted when they stop. */
  readonly dataDir: string;
  /** Removes what was put there since the start. */
  readonly clearFiles: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Keys that services in processes of their own need. */
const keys = {
  IDENTITY_KEY: 'opens the secrets of second factors',
  MAIL_KEY: 'opens what is sealed for the letters',
  WEBHOOKS_KEY: 'opens the secrets that webhooks have',
};

export interface Ways {
  /** Overrides the Jest project, for a test that compares both. */
  readonly overBus?: boolean | undefined;
  /** The bus they use, where it is not to be one of their own. */
  readonly natsUrl?: string | undefined;
}

/** Starts services on a database. */
export async function startServices(
  databaseUrl: string,
  env: Record<string, string> = {},
  { overBus = globalThis.overBus, natsUrl }: Ways = {},
): Promise<Processes> {
  const dataDir = await mkdtemp(join(process.env.TEST_DIRECTORY ?? tmpdir(), 'world-'));
  const nats = overBus && !natsUrl ? await startNats() : undefined;
  const bus = overBus ? (natsUrl ?? nats?.url) : undefined;
  const pooler = globalThis.throughPooler && process.env.TEST_POOLER_URL;
  const pooled = pooler ? await throughPooler(pooler, databaseUrl) : {};
  const start = (SERVICES: string) => {
    const config = readConfig({
      DATA_DIR: dataDir,
      PORT: '0',
      ADMIN_PORT: '0',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
      NODE_ENV: 'test',
      // Tests of other things need not wait for them.
      DECISION_EMAILS_WAIT_SECONDS: '0',
      // A test starts only what it needs.
      EXPECTED_SERVICES: 'identity',
      DATABASE_URL: databaseUrl,
      ...(bus && { NATS_URL: bus, ...keys }),
      ...pooled,
      ...env,
      SERVICES,
    });
    const migrations = migrationNames(migrationPlan);
    return startProcess({
      config,
      databaseUrl: (service) => config.databaseUrlFor(service) ?? databaseUrl,
      migrations,
    });
  };
  const running = await Promise.all(apart(env.SERVICES, bus !== undefined).map(start));
  const [gateway, services = gateway] = running as [Running, Running?];
  const port = gateway.port ?? 0;
  const atStart = await readdir(dataDir);
  return {
    gateway,
    services,
    port,
    url: `http://127.0.0.1:${port}`,
    dataDir,
    async clearFiles() {
      const added = (await readdir(dataDir)).filter((name) => !atStart.includes(name));
      await Promise.all(added.map((name) => rm(join(dataDir, name), { recursive: true, force: true })));
    },
    async stop() {
      await Promise.all(running.map((process) => process.stop()));
      await nats?.kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the services of each process, the gateway's first. */
function apart(wanted: string = serviceNames.join(','), isApart: boolean): string[] {
  const others = wanted.split(',').filter((name) => name !== 'gateway');
  return isApart && others.length > 0 ? ['gateway', others.join(',')] : [wanted];
}
