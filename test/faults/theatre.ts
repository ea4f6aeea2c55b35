/** Where a scenario plays: processes over NATS on a durable PostgreSQL, a wire to each, and guests at doors. */
import { Cluster, readiness, type Process } from '../support/cluster.ts';
import type { Person } from '../support/client.ts';
import { Fixtures, type Organization, type SuperEvent, type Track } from '../support/fixtures.ts';
import { openRows, type Rows } from '../support/rows.ts';
import type { Asked } from '../support/wire.ts';
import type { Chance } from './chance.ts';
import { Postgres } from './postgres.ts';
import { Proxy } from './proxy.ts';

/** All but the gateway and check-in, which scenarios want apart. */
export const others = 'identity,organizations,events,registrations,teams,judging,onboarding,mail';

type Parts = Pick<Theatre, 'postgres' | 'cluster' | 'bus' | 'chance' | 'door'>;
/** As the image runs them. */
const always = { MAIL_KEY: 'opens what is sealed for the letters', NODE_OPTIONS: '--max-semi-space-size=8' };

export class Theatre {
  readonly postgres: Postgres;
  readonly cluster: Cluster;
  readonly rows: Rows;
  readonly fixtures: Fixtures;
  readonly chance: Chance;
  /** Leads every connection to the next gateway that is ready, as a balancer does. */
  readonly door: Proxy;
  /** Leads every process to NATS. */
  readonly bus: Proxy;
  readonly gateways: Process[] = [];
  readonly #end: () => Promise<void>;
  readonly #ready = new Set<number>();
  readonly #watch: NodeJS.Timeout;
  #turn = 0;

  static async open(chance: Chance): Promise<Theatre> {
    const postgres = await Postgres.open();
    const cluster = await Cluster.open(postgres.url);
    const bus = await Proxy.open(() => cluster.natsPort);
    return new Theatre({ postgres, cluster, bus, chance, door: await Proxy.open(() => undefined) });
  }

  private constructor({ postgres, cluster, bus, chance, door }: Parts) {
    const { rows, end } = openRows(postgres.url);
    this.postgres = postgres;
    this.cluster = cluster;
    this.chance = chance;
    this.rows = rows;
    this.door = door;
    this.bus = bus;
    this.fixtures = new Fixtures(rows);
    this.#end = end;
    door.upstream = () => this.#nextGateway();
    this.#watch = setInterval(() => void this.#look(), 50);
  }

  async start(services: string, env: Record<string, string> = {}): Promise<Process> {
    const NATS_URL = `nats://127.0.0.1:${this.bus.port}`;
    const started = await this.cluster.start(services, { ...always, NATS_URL, ...env });
    if (services.split(',').includes('gateway')) {
      this.gateways.push(started);
      this.#ready.add(started.port);
    }
    return started;
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    await this.cluster.close();
    this.door.close();
    this.bus.close();
    await this.#end();
    await this.postgres.close();
  }

  #nextGateway(): number | undefined {
    const ready = [...this.#ready];
    return ready[this.#turn++ % ready.length];
  }

  async #look(): Promise<void> {
    for (const { port, adminPort } of this.gateways) {
      if ((await readiness(adminPort)) === 200) this.#ready.add(port);
      else this.#ready.delete(port);
    }
  }
}

/** An event on its morning. */
export interface Morning {
  readonly acme: Organization;
  readonly hack: SuperEvent;
  readonly track: Track;
  readonly points: readonly { readonly id: string }[];
  readonly guests: readonly Guest[];
  /** Of an owner. */
  readonly key: string;
}
export interface Guest {
  readonly person: Person;
  /** Of the registration on the track. */
  readonly id: string;
  readonly token: string;
}

export async function morning({ fixtures }: Theatre, guestCount: number, pointCount = 1): Promise<Morning> {
  const acme = await fixtures.organization();
  const hack = await fixtures.superEvent(acme);
  const track = await fixtures.track(hack);
  const points = [];
  for (let made = 0; made < pointCount; made++) points.push(await fixtures.point(track));
  const guests: Guest[] = [];
  for (let made = 0; made < guestCount; made++) {
    const person = await fixtures.person();
    guests.push({ person, ...(await fixtures.registered(person, track)) });
  }
  const key = await fixtures.keyOf(await fixtures.member(acme, 'OWNER'), acme);
  return { acme, hack, track, points, guests, key };
}

/** JSON with a key, on a connection of its own. */
export function written(method: string, path: string, key: string, body: unknown, headers = {}): Asked {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  const own = { 'Content-Type': 'application/json', 'Content-Length': length, 'X-Api-Key': key };
  return { method, path, headers: { ...own, ...headers }, body: text };
}
