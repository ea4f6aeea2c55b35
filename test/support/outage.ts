/** A world whose database can be taken away and given back: everything it asks passes through here. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { startServices, type Processes, type Ways } from './processes.ts';
import { openStage, type Stage } from './stage.ts';

export interface Fragile extends Omit<Processes, 'stop'> {
  readonly stage: Stage;
  /** Connections end, and so does every new one at once. */
  readonly cut: () => void;
  readonly restore: () => void;
  close(): Promise<void>;
}

export async function openFragileWorld(env: Record<string, string> = {}, ways?: Ways): Promise<Fragile> {
  const stage = await openStage();
  const between = await passage(new URL(stage.databaseUrl));
  const { stop, ...processes } = await startServices(between.url, env, ways);
  return {
    ...processes,
    stage,
    cut: between.cut,
    restore: between.restore,
    async close() {
      await stop();
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
