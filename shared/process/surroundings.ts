/** What a process was told, kept for each broker, so that two of them can run side by side. */
import type { ServiceBroker } from 'moleculer';
import type { ServiceName } from '../contract/services.ts';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';

/** What a process passes to the services it starts. */
export interface Surroundings {
  readonly config: Config;
  readonly databaseUrl: (service: ServiceName) => string;
  /** Names of all migrations of this release. A service is not ready before they have run. */
  readonly migrations: readonly string[];
  readonly metrics: Metrics;
}

const told = new WeakMap<ServiceBroker, Surroundings>();

/** Tells a broker its surroundings; before any service is made. */
export const surround = (broker: ServiceBroker, surroundings: Surroundings): void =>
  void told.set(broker, surroundings);

/** Returns what the broker was told. */
export function surroundingsOf(broker: ServiceBroker): Surroundings {
  const surroundings = told.get(broker);
  if (!surroundings) throw new Error('This broker was not made with the options of moleculer.config.ts.');
  return surroundings;
}
