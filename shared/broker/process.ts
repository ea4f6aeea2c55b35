/** Starts the services a process was asked for, watches whether they can work, and stops them without losing a request. */
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import Moleculer, { type Service, type ServiceBroker } from 'moleculer';
import { brokerOptions } from '../../moleculer.config.ts';
import type { ServiceName } from '../contract/services.ts';
import { openAdmin, type Admin } from './admin.ts';
import { announce } from './bus.ts';
import type { MakeService, Surroundings } from './implement.ts';
import { MetricsReporter } from './metrics.ts';
import { unlessRefused } from './ports.ts';
import { readinessOf, type Stage } from './readiness.ts';

export interface Running {
  readonly broker: ServiceBroker;
  /** Where the gateway listens, if it runs here. */
  readonly port: number | undefined;
  readonly adminPort: number;
  /** Not ready any more, no new connections, what is under way finishes. */
  stop(): Promise<void>;
}

type GatewayService = Service & { readonly server: Server; drain(longest: number): Promise<void> };

/** Milliseconds clients may take to finish. */
const longestFarewell = 10_000;

export async function startProcess(surroundings: Surroundings): Promise<Running> {
  const { config } = surroundings;
  const metrics = new MetricsReporter({});
  const broker = new Moleculer.ServiceBroker(brokerOptions(config, metrics));
  for (const service of await makeServices(config.services, surroundings)) broker.createService(service);

  const stage: Stage = { isStarting: true, isStopping: false };
  const admin = await openAdmin(
    { host: config.adminHost, port: config.adminPort },
    broker,
    metrics,
    readinessOf(broker, stage, config.expectedServices),
  );
  const gateway = broker.getLocalService('gateway') as GatewayService | undefined;
  try {
    await Promise.race([broker.start(), ...(gateway ? [unlessRefused(gateway.server, gateway.logger)] : [])]);
    await announce(broker);
    stage.isStarting = false;
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
    stop: () => (stopped ??= stop(broker, gateway, admin, stage)),
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
  stage: Stage,
): Promise<void> {
  stage.isStopping = true;
  await gateway?.drain(longestFarewell);
  await broker.stop();
  await admin.close();
}
