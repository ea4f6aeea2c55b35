/** A world whose database can be taken away and given back: everything it asks passes through here. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { migrationPlan } from '../../services/migrations.ts';
import { readConfig } from '../../shared/broker/config.ts';
import { startProcess, type Running } from '../../shared/broker/process.ts';
import { migrationNames } from '../../shared/database/migrate.ts';
import { openStage, type Stage } from './stage.ts';

export interface Fragile {
  readonly stage: Stage;
  readonly running: Running;
  readonly port: number;
  /** Connections end, and so does every new one at once. */
  readonly cut: () => void;
  readonly restore: () => void;
  close(): Promise<void>;
}

export async function openFragileWorld(env: Record<string, string> = {}): Promise<Fragile> {
  const stage = await openStage();
  const between = await passage(new URL(stage.databaseUrl));
  const quiet = { PORT: '0', ADMIN_PORT: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'silent', NODE_ENV: 'test' };
  const config = readConfig({ ...quiet, DATABASE_URL: between.url, ...env });
  const running = await startProcess({
    config,
    databaseUrl: () => between.url,
    migrations: migrationNames(migrationPlan),
  });
  return {
    stage,
    running,
    port: running.port ?? 0,
    cut: between.cut,
    restore: between.restore,
    async close() {
      await running.stop();
      between.close();
      await stage.close();
    },
  };
}

async function passage(database: URL) {
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((inward) => {
    inward.on('error', () => undefined);
    if (isCut) return void inward.resume().end();
    const outward = connect(Number(database.port), database.hostname);
    outward.on('error', () => inward.end());
    outward.on('close', () => open.delete(inward));
    inward.on('close', () => outward.destroy());
    inward.pipe(outward).pipe(inward);
    open.add(inward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(database);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      for (const socket of open) socket.end();
    },
    restore: () => {
      isCut = false;
    },
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
