/** A world whose database can be disconnected and reconnected, because all traffic passes through a proxy. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { startServices, type Processes, type Ways } from './processes.ts';
import { openStage, type Stage } from './stage.ts';

export interface Fragile extends Omit<Processes, 'stop'> {
  readonly stage: Stage;
  /** Ends all connections and refuses new ones. */
  readonly cut: () => void;
  readonly restore: () => void;
  /** Stops all traffic on existing connections; new ones work. */
  readonly silence: () => void;
  /** Holds back all traffic, of new connections as well, until it is released. */
  readonly hold: () => void;
  readonly release: () => void;
  close(): Promise<void>;
}

/** Opens such a world. */
export async function openFragileWorld(env: Record<string, string> = {}, ways?: Ways): Promise<Fragile> {
  const stage = await openStage();
  const between = await passage(new URL(stage.databaseUrl));
  const { stop, ...processes } = await startServices(between.url, env, ways);
  return {
    ...processes,
    stage,
    cut: between.cut,
    restore: between.restore,
    silence: between.silence,
    hold: between.hold,
    release: between.release,
    async close() {
      await stop();
      between.close();
      await stage.close();
    },
  };
}

/** A proxy to a server. */
export type Passage = Awaited<ReturnType<typeof passage>>;

/** Opens a proxy to the server at this address: a database, or a gateway. @param at The port of `localhost` to listen at, else a free one of 127.0.0.1. */
export async function passage(target: URL, at = 0) {
  /** Each incoming connection with its outgoing one. */
  const lines = new Map<Socket, Socket>();
  let [isCut, isHeld] = [false, false];
  const join = (inward: Socket, outward: Socket) => inward.pipe(outward).pipe(inward);
  const server = createServer((inward) => {
    inward.on('error', () => undefined);
    if (isCut) return void inward.resume().end();
    const outward = connect(Number(target.port), target.hostname);
    outward.on('error', () => inward.end());
    outward.on('close', () => lines.delete(inward));
    inward.on('close', () => outward.destroy());
    lines.set(inward, outward);
    if (!isHeld) join(inward, outward);
  });
  server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.host = at ? `localhost:${at}` : `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    cut: () => {
      isCut = true;
      for (const [inward, outward] of lines) {
        // Data that was sent before and is still on its way is lost as well.
        outward.destroy();
        inward.end();
      }
    },
    restore: () => {
      isCut = false;
    },
    silence: () => {
      for (const outward of lines.values()) outward.unpipe().resume();
    },
    /** Holds back traffic in both directions until it is released. */
    hold: () => {
      isHeld = true;
      for (const [inward, outward] of lines) [inward, outward].forEach((end) => end.unpipe());
    },
    release: () => {
      isHeld = false;
      for (const line of lines) join(...line);
    },
    close: () => {
      for (const inward of lines.keys()) inward.destroy();
      server.close();
    },
  };
}
