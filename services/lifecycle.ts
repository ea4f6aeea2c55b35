/**
 * The parts of a process besides its services: admin port, readiness, graceful stop. They are options of the broker,
 * so that `main.ts` and Moleculer's runner start the same process.
 */
import type { Server } from 'node:http';
import Moleculer from 'moleculer';
import type { BrokerOptions, Middleware, Service, ServiceBroker } from 'moleculer';
import { stopWithinMs } from '../shared/base/limits.ts';
import { announceProcess, busOf } from '../shared/bus/bus.ts';
import { NotifiedEvents } from '../shared/bus/notified-events.ts';
import { follows } from '../shared/contract/bus-events.ts';
import { ownsSchema, type ServiceName } from '../shared/contract/services.ts';
import { countActions } from '../shared/kit/count-actions.ts';
import type { MakeService } from '../shared/kit/implement.ts';
import type { RequestInterceptor } from './gateway/server.ts';
import { pastPooler } from '../shared/process/config.ts';
import { Metrics } from '../shared/process/metrics.ts';
import { openAdmin, watchProcess, type Admin, rejectOnListenError } from '../shared/process/admin.ts';
import { readinessOf, type LifecycleState } from '../shared/process/readiness.ts';
import { setContext, type ProcessContext } from '../shared/process/context.ts';

export type GatewayService = Service & {
  readonly server: Server;
  answersFirst?: RequestInterceptor;
  drain(longest: number): Promise<void>;
};
export const gatewayOf = (broker: ServiceBroker) => broker.getLocalService('gateway') as GatewayService | undefined;

/** A service from the function that makes it: `createService` takes one as it takes a schema. */
class MadeService extends Moleculer.Service {
  constructor(broker: ServiceBroker, schema: Moleculer.ServiceSchema | MakeService) {
    super(broker, typeof schema === 'function' ? schema(broker) : schema);
  }
}

type StartTracing = (broker: ServiceBroker) => () => Promise<void>;

/** One process: make its broker with `options`, start it, and stop it with `stop`. */
export class ProcessLifecycle {
  readonly #context: ProcessContext;
  readonly #stage: LifecycleState = { isStarting: true, isStopping: false };
  readonly #refused = Promise.withResolvers<never>();
  readonly #startTracing: StartTracing | undefined;
  #endTracing: (() => Promise<void>) | undefined;
  #broker: ServiceBroker | undefined;
  #admin: Admin | undefined;
  #notified: NotifiedEvents | undefined;
  #stopped: Promise<void> | undefined;

  private constructor(context: ProcessContext, startTracing: StartTracing | undefined) {
    this.#context = context;
    this.#startTracing = startTracing;
  }

  /** Loads OpenTelemetry where traces are wanted. */
  static async of(context: Omit<ProcessContext, 'metrics' | 'directUrl'>): Promise<ProcessLifecycle> {
    const { config, databaseUrl } = context;
    const { tracing } = config;
    const loaded = tracing && (await import('../shared/process/tracing.ts'));
    const start: StartTracing | undefined = loaded && ((broker) => loaded.startTracing(tracing, broker));
    const directUrl = (service: ServiceName) => pastPooler(config, databaseUrl(service));
    return new ProcessLifecycle({ ...context, directUrl, metrics: new Metrics() }, start);
  }

  /** The options of a broker, with those that give it this life. */
  options(usual: BrokerOptions): BrokerOptions {
    return {
      ...usual,
      ServiceFactory: MadeService as typeof Moleculer.Service,
      middlewares: [...(usual.middlewares ?? []), this.#hooks()],
      created: (broker) => {
        this.#broker = broker;
        setContext(broker, this.#context);
        broker.middlewares.add(countActions(this.#context.metrics));
        this.#endTracing = this.#startTracing?.(broker);
      },
    };
  }

  /** Rejects when the gateway cannot open its port, which its own start does not tell. */
  get refused(): Promise<never> {
    return this.#refused.promise;
  }

  /** The port that was opened. */
  get adminPort(): number {
    return this.#admin?.port ?? 0;
  }

  /** Stops in order: reports not ready, refuses new connections, finishes running requests, then closes. */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#stop());
  }

  async #stop(): Promise<void> {
    this.#stage.isStopping = true;
    const broker = this.#broker;
    await (broker && gatewayOf(broker))?.drain(stopWithinMs);
    await broker?.stop();
  }

  /** Without a bus, the command line reaches those who follow events by the database. */
  async #followCommands(broker: ServiceBroker): Promise<void> {
    const { config, directUrl } = this.#context;
    const storing = config.services.find(ownsSchema);
    if (config.nats || !storing || !follows(config.services)) return;
    this.#notified = new NotifiedEvents(directUrl(storing), broker);
    await this.#notified.open();
  }

  #hooks(): Middleware {
    return {
      serviceStarting: (service) => {
        const { server } = service as Partial<GatewayService>;
        if (server) rejectOnListenError(server, service.logger).catch(this.#refused.reject);
        return Promise.resolve();
      },
      starting: async (broker) => {
        const { config, metrics } = this.#context;
        const readiness = readinessOf(broker, this.#stage, config.expectedServices);
        watchProcess(broker, { metrics, services: config.services, readiness, bus: busOf(broker) });
        this.#admin = await openAdmin({ host: config.adminHost, port: config.adminPort }, broker, metrics, readiness);
      },
      started: async (broker) => {
        await this.#followCommands(broker);
        await announceProcess(broker);
        this.#stage.isStarting = false;
      },
      stopped: async () => {
        await this.#notified?.close();
        await this.#admin?.close();
        await this.#endTracing?.();
      },
    };
  }
}
