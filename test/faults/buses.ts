/** Three servers of NATS that are one bus, as `k8s/base/nats.conf` joins them, with a wire for each route between two. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { startNats, type Nats } from '../support/nats.ts';
import { Proxy } from './proxy.ts';

/** How long the deployed servers take to notice a silent route or client. */
const pings = (readFileSync('k8s/base/nats.conf', 'utf8').match(/^ping_\w+:.*$/gm) ?? []).join('\n');

interface Server {
  readonly port: number;
  readonly routePort: number;
  /** Its ways to the servers before it: of two servers the later one makes the route. */
  readonly routes: readonly Proxy[];
  nats?: Nats;
}

export class Buses {
  readonly #directory: string;
  readonly #servers: Server[] = [];

  static async open(): Promise<Buses> {
    const buses = new Buses(await mkdtemp(join(tmpdir(), 'muster-buses-')));
    await writeFile(buses.#config, pings);
    for (let place = 0; place < 3; place++) {
      const routes = await Promise.all(buses.#servers.map(({ routePort }) => Proxy.open(() => routePort)));
      buses.#servers.push({ port: await freePort(), routePort: await freePort(), routes });
    }
    await Promise.all(buses.#servers.map((_, place) => buses.start(place)));
    return buses;
  }

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** The `NATS_URL` of these servers; of all unless some are named. */
  url(...places: number[]): string {
    const named = places.length > 0 ? places.map((place) => this.#at(place)) : this.#servers;
    return named.map(({ port }) => `nats://127.0.0.1:${port}`).join(',');
  }

  /** Answers when it takes connections, on the port it has always had. */
  async start(place: number): Promise<void> {
    const server = this.#at(place);
    server.nats = await startNats(server.port, [
      ...['--config', this.#config, '--cluster_name', 'muster', '--cluster', `nats://127.0.0.1:${server.routePort}`],
      ...['--routes', server.routes.map(({ port }) => `nats://127.0.0.1:${port}`).join(',')],
      // Servers tell each other where they are; told so, none finds a way around the wires.
      ...['--cluster_advertise', '127.0.0.1:1'],
    ]);
  }

  async kill(...places: number[]): Promise<void> {
    await Promise.all(places.map(async (place) => this.#at(place).nats?.kill()));
  }

  /** The wires between the first server and the two others. */
  get toTheFirst(): readonly Proxy[] {
    return this.#servers.flatMap(({ routes }) => routes.slice(0, 1));
  }

  async close(): Promise<void> {
    await this.kill(0, 1, 2);
    for (const { routes } of this.#servers) routes.forEach((route) => route.close());
    await rm(this.#directory, { recursive: true });
  }

  #at(place: number): Server {
    const server = this.#servers[place];
    if (!server) throw new Error(`There is no server ${place}.`);
    return server;
  }

  get #config(): string {
    return join(this.#directory, 'nats.conf');
  }
}
