/** Starts the configured services, watches their readiness, and stops them without losing a request. */
import type { AddressInfo } from 'node:net';
import Moleculer, { type ServiceBroker, type ServiceSchema } from 'moleculer';
import { brokerOptions } from '../moleculer.config.ts';
import type { ServiceName } from '../shared/contract/services.ts';
import type { MakeService } from '../shared/kit/implement.ts';
import type { RequestInterceptor } from './gateway/server.ts';
import { gatewayOf, ProcessLifecycle } from './lifecycle.ts';
import type { ProcessContext } from '../shared/process/context.ts';

export interface Running {
  readonly broker: ServiceBroker;
  /** The port of the gateway, if it runs in this process. */
  readonly port: number | undefined;
  readonly adminPort: number;
  /** Has the gateway, if it runs in this process, leave some requests to somebody else. */
  answerFirst(answers: RequestInterceptor): void;
  /** Stops in order: reports not ready, refuses new connections, finishes running requests, then closes. */
  stop(): Promise<void>;
}

/**
 * Starts all services of the configuration and opens the admin port.
 * @throws When a service cannot start.
 */
export async function startProcess(context: Omit<ProcessContext, 'metrics' | 'directUrl'>): Promise<Running> {
  const { config } = context;
  const life = await ProcessLifecycle.of(context);
  const broker = new Moleculer.ServiceBroker(life.options(brokerOptions(config)));
  for (const make of await load(config.services)) broker.createService(make as unknown as ServiceSchema);
  try {
    await Promise.race([broker.start(), life.refused]);
  } catch (error) {
    await broker.stop();
    throw error;
  }
  const gateway = gatewayOf(broker);
  return {
    broker,
    port: gateway && (gateway.server.address() as AddressInfo).port,
    adminPort: life.adminPort,
    answerFirst: (answers) => {
      if (gateway) gateway.answersFirst = answers;
    },
    stop: () => life.stop(),
  };
}

const load = (names: readonly ServiceName[]) =>
  Promise.all(
    names.map(async (name) => {
      const room = new URL(`./${name}/${name}.service.ts`, import.meta.url).href;
      return ((await import(room)) as { default: MakeService }).default;
    }),
  );
