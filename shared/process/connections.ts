/** The maximum number of PostgreSQL connections of a process, by the services it runs. */
import { connectionsAtMost } from '../base/limits.ts';
import { ownsSchema, type ServiceName } from '../contract/services.ts';

interface Pools {
  /** For requests. */
  readonly service: number;
  /** For background jobs. */
  readonly worker: number;
}

/**
 * Services with bursts (scans, reviews that judges hand in together) or slow reads (lists of registrations) need more
 * connections; the others need few. One connection of a job queue listens; jobs share the others.
 */
const busy: readonly ServiceName[] = ['check-in', 'registrations', 'judging'];

const { busyService, otherService, registrationsWorker, mailWorker, webhooksWorker } = connectionsAtMost;
const workers: Partial<Record<ServiceName, number>> = {
  registrations: registrationsWorker,
  mail: mailWorker,
  webhooks: webhooksWorker,
};

export const poolsOf = (service: ServiceName): Pools => ({
  service: ownsSchema(service) ? (busy.includes(service) ? busyService : otherService) : 0,
  worker: workers[service] ?? 0,
});

/** Returns the connection limit of a process that runs these services. */
export const connectionsOf = (services: readonly ServiceName[]): number =>
  services.map(poolsOf).reduce((sum, { service, worker }) => sum + service + worker, 0);
