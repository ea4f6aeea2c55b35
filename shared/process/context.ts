/** The context of a process, kept for each broker, so that two of them can run side by side. */
import type { ServiceBroker } from 'moleculer';
import type { ServiceName } from '../contract/services.ts';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';

/** Passed by a process to the services it starts. */
export interface ProcessContext {
  readonly config: Config;
  /** The address of a service's database, which may lead to a pooler. */
  readonly databaseUrl: (service: ServiceName) => string;
  /** The address for what needs a session of its own, such as LISTEN. */
  readonly directUrl: (service: ServiceName) => string;
  /** Names of all migrations of this release. A service is not ready before they have run. */
  readonly migrations: readonly string[];
  readonly metrics: Metrics;
}

const contexts = new WeakMap<ServiceBroker, ProcessContext>();

/** Sets the context of a broker; before any service is made. */
export const setContext = (broker: ServiceBroker, context: ProcessContext): void => void contexts.set(broker, context);

export function contextOf(broker: ServiceBroker): ProcessContext {
  const context = contexts.get(broker);
  if (!context) throw new Error('This broker was not made with the options of moleculer.config.ts.');
  return context;
}
