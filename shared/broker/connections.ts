/** How many connections to PostgreSQL a process holds at most, by the service it runs. */
import { ownsSchema, type ServiceName } from '../contract/services.ts';

interface Pools {
  /** For what the service is asked. */
  readonly service: number;
  /** For the jobs it works through by itself. */
  readonly worker: number;
}

/**
 * Scans come in storms, lists of registrations take their time, and judges hand in all at once; everything else is
 * answered by few connections. For letters there are as many as work at once, and those that listen and sweep.
 */
const busy: readonly ServiceName[] = ['check-in', 'registrations', 'judging'];

export const poolsOf = (service: ServiceName): Pools => ({
  service: ownsSchema(service) ? (busy.includes(service) ? 10 : 5) : 0,
  worker: service === 'mail' ? 8 : 0,
});

export const connectionsOf = (services: readonly ServiceName[]): number =>
  services.map(poolsOf).reduce((sum, { service, worker }) => sum + service + worker, 0);
