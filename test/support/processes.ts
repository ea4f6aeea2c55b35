/**
 * Services as a test asks for them: all in one process, or, in the project `bus`, a process with the gateway and one
 * with everything else over NATS. Both live in the process of the test, each with a broker of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../shared/broker/config.ts';
import { startProcess, type Running } from '../../shared/broker/process.ts';
import { serviceNames } from '../../shared/contract/services.ts';
import { migrationPlan } from '../../services/migrations.ts';
import { migrationNames } from '../../shared/database/migrate.ts';
import { startNats } from './nats.ts';

declare global {
  /** Set by the project of Jest: whether services are reached over NATS. */
  var overBus: boolean | undefined;
}

export interface Processes {
  /** The process with the gateway, and the one with everything else; one and the same without a bus. */
  readonly gateway: Running;
  readonly services: Running;
  readonly port: number;
  readonly url: string;
  /** What the services keep in files; gone when they stop. */
  readonly dataDir: string;
  readonly stop: () => Promise<void>;
}

export interface Ways {
  /** As the project of Jest has it, unless a test compares both. */
  readonly overBus?: boolean | undefined;
}

export async function startServices(
  databaseUrl: string,
  env: Record<string, string> = {},
  { overBus = globalThis.overBus }: Ways = {},
): Promise<Processes> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-world-'));
  const nats = overBus ? await startNats() : undefined;
  const start = (SERVICES: string) => {
    const config = readConfig({
      DATA_DIR: dataDir,
      PORT: '0',
      ADMIN_PORT: '0',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
      NODE_ENV: 'test',
      // A test starts what it needs, and seldom everything.
      EXPECTED_SERVICES: 'identity',
      DATABASE_URL: databaseUrl,
      ...(nats && { NATS_URL: nats.url, MAIL_KEY: 'opens what is sealed for the letters' }),
      ...env,
      SERVICES,
    });
    const migrations = migrationNames(migrationPlan);
    return startProcess({ config, databaseUrl: () => databaseUrl, migrations });
  };
  const running = await Promise.all(apart(env.SERVICES, nats !== undefined).map(start));
  const [gateway, services = gateway] = running as [Running, Running?];
  const port = gateway.port ?? 0;
  return {
    gateway,
    services,
    port,
    url: `http://127.0.0.1:${port}`,
    dataDir,
    async stop() {
      await Promise.all(running.map((process) => process.stop()));
      await nats?.kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The services of each process, the gateway's first. */
function apart(wanted: string = serviceNames.join(','), isApart: boolean): string[] {
  const others = wanted.split(',').filter((name) => name !== 'gateway');
  return isApart && others.length > 0 ? ['gateway', others.join(',')] : [wanted];
}
