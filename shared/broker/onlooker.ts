/** Joins the bus without a service, to see who else is there. */
import { setTimeout as pause } from 'node:timers/promises';
import Moleculer from 'moleculer';
import { brokerOptions } from '../../moleculer.config.ts';
import type { ServiceName } from '../contract/services.ts';
import { serviceNames } from '../contract/services.ts';
import { busOf } from './bus.ts';
import type { Config } from './config.ts';
import { MetricsReporter } from './metrics.ts';

/** The processes that run a service. */
export interface Crew {
  readonly name: ServiceName;
  readonly processes: number;
  /** How many processes run which release. */
  readonly versions: Readonly<Record<string, number>>;
}

export interface Onlooker {
  /** Every service of this release; undefined while the bus is away. */
  look(): readonly Crew[] | undefined;
  leave(): Promise<void>;
}

/** Milliseconds: after a heartbeat of every process, also one that answered late, all of them are known. */
const acquaintance = 1_000;
/** Milliseconds until nobody is waited for at the end. */
const farewell = 1_000;
/** What a process of a release that did not tell it has for one. */
const untold = 'unknown';

/** Waits for the bus as long as it takes: look before whether it is there. */
export async function joinBus(config: Config): Promise<Onlooker> {
  const broker = new Moleculer.ServiceBroker({
    ...brokerOptions(config, new MetricsReporter({})),
    logger: false,
    metrics: false,
    registry: { stopDelay: 0 },
  });
  await broker.start();
  const bus = busOf(broker);
  if (bus.isConnected) await pause(acquaintance);
  return {
    look: () =>
      bus.isConnected ? crewsOf(broker.registry.getNodeList({ onlyAvailable: true, withServices: true })) : undefined,
    // Over a bus that is away nobody can be told, and its client would wait for it.
    leave: () => Promise.race([broker.stop(), pause(farewell, undefined, { ref: false })]),
  };
}

type Node = ReturnType<Moleculer.ServiceBroker['registry']['getNodeList']>[number];

function crewsOf(nodes: readonly Node[]): Crew[] {
  return serviceNames.map((name) => {
    const crew = nodes.filter(({ services }) => services?.some((service) => service.name === name));
    const byVersion = Map.groupBy(crew, ({ metadata }) => String(metadata?.version ?? untold));
    const versions = [...byVersion].map(([version, same]) => [version, same.length] as const).sort();
    return { name, processes: crew.length, versions: Object.fromEntries(versions) };
  });
}
