/** What every process tells of itself, whatever it runs: its services, readiness, the bus, the pools. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ServiceBroker } from 'moleculer';
import type { Pool } from 'pg';
import type { Bus } from '../bus/bus.ts';
import type { ServiceName } from '../contract/services.ts';
import type { Sample } from './measures.ts';
import type { Readiness } from './readiness.ts';
import { version } from './version.ts';

export const servicesShown = (services: readonly ServiceName[]): Sample[] =>
  services.map((service) => ({ name: 'muster_service_info', value: 1, labels: { service, version } }));

export async function readinessShown(readiness: () => Promise<Readiness>): Promise<Sample[]> {
  // Its probes would be seen waiting for the pools that are looked at in this turn.
  await nextTurn();
  const { problems } = await readiness();
  return [{ name: 'muster_ready', value: problems.length === 0 ? 1 : 0, labels: {} }];
}

/** Nothing where all services share one process. */
export function busShown({ transit }: ServiceBroker, bus: Bus): Sample[] {
  if (!bus.isUsed) return [];
  return [
    { name: 'muster_bus_connected', value: bus.isConnected ? 1 : 0, labels: {} },
    { name: 'muster_bus_reconnects_total', value: bus.reconnects, labels: {} },
    { name: 'muster_bus_pending_calls', value: transit?.pendingRequests.size ?? 0, labels: {} },
    { name: 'muster_bus_refused_subscriptions', value: bus.refused.length, labels: {} },
  ];
}

export function poolShown(service: ServiceName, pool: 'requests' | 'worker', connections: Pool): Sample[] {
  const { totalCount, idleCount, waitingCount, options } = connections;
  const labels = { service, pool };
  const of = (state: 'in_use' | 'idle', value: number): Sample => ({
    name: 'muster_database_connections',
    value,
    labels: { ...labels, state },
  });
  return [
    of('in_use', totalCount - idleCount),
    of('idle', idleCount),
    { name: 'muster_database_connections_limit', value: options.max, labels },
    { name: 'muster_database_waiting', value: waitingCount, labels },
  ];
}
