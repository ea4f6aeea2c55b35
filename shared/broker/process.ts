/** Starts the services a process was asked for, watches whether they can work, and stops them without losing a request. */
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import Moleculer, { type Service, type ServiceBroker } from 'moleculer';
import { brokerOptions } from '../../moleculer.config.ts';
import type { ServiceName } from '../contract/services.ts';
import { openAdmin, type Admin, type Readiness } from './admin.ts';
import { busOf, takeCalls } from './bus.ts';
import type { MakeService, Surroundings } from './implement.ts';
import { MetricsReporter } from './metrics.ts';
import { unlessRefused } from './ports.ts';

export interface Running {
  readonly broker: ServiceBroker;
  /** Where the gateway listens, if it runs here. */
  readonly port: number | undefined;
  readonly adminPort: number;
  /** Not ready any more, no new connections, what is under way finishes. */
  stop(): Promise<void>;
}

type Probed = Service & { probe?: () => Promise<string | undefined> | undefined };
type GatewayService = Service & { readonly server: Server; drain(longest: number): Promise<void> };

/** Milliseconds: how long clients may take to finish, how long a database may take to answer, how long it is believed. */
const [longestFarewell, slowestProbe, probeMemory] = [10_000, 500, 1_000];

export async function startProcess(surroundings: Surroundings): Promise<Running> {
  const { config } = surroundings;
  const metrics = new MetricsReporter({});
  const broker = new Moleculer.ServiceBroker(brokerOptions(config, metrics));
  for (const service of await makeServices(config.services, surroundings)) broker.createService(service);

  const state = { isStarting: true, isStopping: false };
  const admin = await openAdmin(
    { host: config.adminHost, port: config.adminPort },
    broker,
    metrics,
    readinessOf(broker, state),
  );
  const gateway = broker.getLocalService('gateway') as GatewayService | undefined;
  try {
    await Promise.race([broker.start(), ...(gateway ? [unlessRefused(gateway.server, gateway.logger)] : [])]);
    await takeCalls(broker);
    state.isStarting = false;
  } catch (error) {
    await broker.stop();
    await admin.close();
    throw error;
  }
  let stopped: Promise<void> | undefined;
  return {
    broker,
    port: gateway && (gateway.server.address() as AddressInfo).port,
    adminPort: admin.port,
    stop: () => (stopped ??= stop(broker, gateway, admin, state)),
  };
}

const makeServices = (names: readonly ServiceName[], surroundings: Surroundings) =>
  Promise.all(
    names.map(async (name) => {
      const room = new URL(`../../services/${name}/${name}.service.ts`, import.meta.url).href;
      const { default: make } = (await import(room)) as { default: MakeService };
      return make(surroundings);
    }),
  );

async function stop(
  broker: ServiceBroker,
  gateway: GatewayService | undefined,
  admin: Admin,
  state: { isStopping: boolean },
): Promise<void> {
  state.isStopping = true;
  await gateway?.drain(longestFarewell);
  await broker.stop();
  await admin.close();
}

function readinessOf(
  broker: ServiceBroker,
  state: { readonly isStarting: boolean; readonly isStopping: boolean },
): Readiness {
  const bus = busOf(broker);
  let probe: { readonly until: number; readonly result: Promise<string[]> } | undefined;
  return async () => {
    if (state.isStopping) return ['stopping'];
    if (state.isStarting) return ['starting'];
    if (!bus.isConnected) return ['the bus is not connected'];
    const now = Date.now();
    if (!probe || probe.until < now) probe = { until: now + probeMemory, result: probeDatabases(broker) };
    const problems = [...(await probe.result)];
    const isGateway = broker.getLocalService('gateway') !== undefined;
    if (isGateway && !broker.registry.actions.isAvailable('identity.resolveKey'))
      problems.push('no identity service is seen');
    return problems;
  };
}

async function probeDatabases(broker: ServiceBroker): Promise<string[]> {
  const answers = await Promise.all(
    (broker.services as Probed[]).map(async ({ name, probe }) => {
      if (!probe) return undefined;
      const late = pause(slowestProbe, 'late' as const, { ref: false });
      const result = await Promise.race([Promise.resolve(probe()).catch(() => 'down'), late]);
      return result && `the database of ${name} is ${result}`;
    }),
  );
  return answers.filter((answer) => answer !== undefined);
}
