/** Faults of an event morning, one after the other, drawn at random. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Process } from '../support/cluster.ts';
import type { Proxy } from './proxy.ts';
import type { Theatre } from './theatre.ts';

/** Services that are there more than once; whoever is killed is started again. */
export interface Replicas {
  readonly services: string;
  readonly processes: Process[];
}

/** Makes one of these and answers its name when it is over. */
export async function trouble(theatre: Theatre, replicas: Replicas): Promise<string> {
  const name = theatre.chance.one(Object.keys(kinds) as (keyof typeof kinds)[]);
  await kinds[name](theatre, replicas);
  return name;
}

const kinds = {
  async kill(theatre: Theatre, { services, processes }: Replicas) {
    const place = theatre.chance.between(0, processes.length - 1);
    processes[place]?.signal('SIGKILL');
    processes[place] = await theatre.start(services);
  },
  async freeze({ chance }: Theatre, { processes }: Replicas) {
    const one = chance.one(processes);
    one.signal('SIGSTOP');
    await pause(chance.between(300, 2_000));
    one.signal('SIGCONT');
  },
  async 'kill the bus'({ chance, cluster }: Theatre) {
    await cluster.killNats();
    await pause(chance.between(100, 800));
    await cluster.startNats();
  },
  'cut the bus': ({ bus }: Theatre) => without(bus, () => bus.cut(), 300),
  'silence the bus': ({ bus }: Theatre) => without(bus, () => bus.silence(), 800),
  'slow the bus': ({ bus }: Theatre) => slowly(bus),
  'cut the door': ({ door }: Theatre) => without(door, () => door.cut(), 200),
  'silence the door': ({ door }: Theatre) => without(door, () => door.silence(), 500),
  'cut the database': ({ postgres: { wire } }: Theatre) => without(wire, () => wire.cut(), 200),
  'slow the database': ({ postgres: { wire } }: Theatre) => slowly(wire),
};

async function without(wire: Proxy, take: () => void, time: number): Promise<void> {
  take();
  await pause(time);
  wire.restore();
}

async function slowly(wire: Proxy): Promise<void> {
  wire.delay = 50;
  await pause(1_000);
  wire.delay = 0;
}
