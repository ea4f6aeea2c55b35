/** Joins the bus without a service, to see which processes are there. */
import { setTimeout as pause } from 'node:timers/promises';
import Moleculer from 'moleculer';
import { brokerOptions } from '../moleculer.config.ts';
import type { ServiceName } from '../shared/contract/services.ts';
import { serviceNames } from '../shared/contract/services.ts';
import { busOf } from '../shared/bus/bus.ts';
import type { Config } from '../shared/process/config.ts';

/** The processes that run one service. */
export interface Crew {
  readonly name: ServiceName;
  readonly processes: number;
  /** The number of processes per release. */
  readonly versions: Readonly<Record<string, number>>;
}

export interface Onlooker {
  /** Returns every service of this release with its processes; undefined while the bus is away. */
  look(): readonly Crew[] | undefined;
  leave(): Promise<void>;
}

/** Milliseconds after which every process has sent a heartbeat and is known. */
const acquaintance = 1_000;
/** Milliseconds to wait at most when leaving. */
const farewell = 1_000;
/** The release of a process that does not tell its own. */
const untold = 'unknown';

/** Joins the bus, waiting for it as long as necessary; check first whether it can be reached. */
export async function joinBus(config: Config): Promise<Onlooker> {
  const broker = new Moleculer.ServiceBroker({
    ...brokerOptions(config),
    logger: false,
    registry: { stopDelay: 0 },
  });
  await broker.start();
  const bus = busOf(broker);
  if (bus.isConnected) await pause(acquaintance);
  return {
    look: () =>
      bus.isConnected ? crewsOf(broker.registry.getNodeList({ onlyAvailable: true, withServices: true })) : undefined,
    // A bus that is away cannot be told goodbye, and its client would wait for it.
    leave: () => Promise.race([broker.stop(), pause(farewell, undefined, { ref: false })]),
  };
}

type Node = ReturnType<Moleculer.ServiceBroker['registry']['getNodeList']>[number];

function crewsOf(nodes: readonly Node[]): Crew[] {
  return serviceNames.map((name) => {
    const crew = nodes.filter(({ services }) => services?.some((service) => service.name === name));
    const byVersion = Map.groupBy(crew, ({ metadata }) => String(metadata?.version ?? untold));
    const versions = [...byVersion].map(([version, same]) => [version, same.length] as const);
    versions.sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }));
    return { name, processes: crew.length, versions: Object.fromEntries(versions) };
  });
}
