/** Joins the bus without a service, to list the processes. */
import { setTimeout as pause } from 'node:timers/promises';
import Moleculer from 'moleculer';
import { brokerOptions } from '../moleculer.config.ts';
import { type ServiceName, serviceNames } from '../shared/contract/services.ts';
import { busOf } from '../shared/bus/bus.ts';
import type { Config } from '../shared/process/config.ts';

/** The processes that run one service. */
export interface ServiceProcesses {
  readonly name: ServiceName;
  readonly processes: number;
  /** The number of processes per release. */
  readonly versions: Readonly<Record<string, number>>;
}

export interface BusObserver {
  /** Returns every service of this release with its processes; undefined while the bus is away. */
  look(): readonly ServiceProcesses[] | undefined;
  leave(): Promise<void>;
}

/** Milliseconds after which every process has sent a heartbeat and is known. */
const heartbeatsKnownAfterMs = 1_000;
/** Milliseconds to wait at most when leaving. */
const leaveTimeoutMs = 1_000;
/** The release of a process that does not tell its own. */
const untold = 'unknown';

/** Joins the bus, waiting for it as long as necessary; check first whether it can be reached. */
export async function joinBus(config: Config): Promise<BusObserver> {
  const broker = new Moleculer.ServiceBroker({
    ...brokerOptions(config),
    logger: false,
    registry: { stopDelay: 0 },
  });
  await broker.start();
  const bus = busOf(broker);
  if (bus.isConnected) await pause(heartbeatsKnownAfterMs);
  return {
    look: () =>
      bus.isConnected
        ? processesByService(broker.registry.getNodeList({ onlyAvailable: true, withServices: true }))
        : undefined,
    // A bus that is away cannot be told goodbye, and its client would wait for it.
    leave: () => Promise.race([broker.stop(), pause(leaveTimeoutMs, undefined, { ref: false })]),
  };
}

type Node = ReturnType<Moleculer.ServiceBroker['registry']['getNodeList']>[number];

function processesByService(nodes: readonly Node[]): ServiceProcesses[] {
  return serviceNames.map((name) => {
    const running = nodes.filter(({ services }) => services?.some((service) => service.name === name));
    const byVersion = Map.groupBy(running, ({ metadata }) => String(metadata?.version ?? untold));
    const versions = [...byVersion].map(([version, same]) => [version, same.length] as const);
    versions.sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }));
    return { name, processes: running.length, versions: Object.fromEntries(versions) };
  });
}
