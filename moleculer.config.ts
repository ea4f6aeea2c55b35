/** One broker for every process: bus, logger, timeouts, metrics, graceful shutdown. */
import Moleculer, { type BrokerOptions } from 'moleculer';
import { connectionOf } from './shared/broker/bus.ts';
import type { Config } from './shared/broker/config.ts';
import { forgetLostCalls } from './shared/broker/lost-calls.ts';
import type { MetricsReporter } from './shared/broker/metrics.ts';
import { namespace, nodeIdOf } from './shared/broker/subjects.ts';
import { translateError } from './shared/broker/translate.ts';
import { StrictNats } from './shared/broker/transporter.ts';
import { version } from './shared/broker/version.ts';
import { validatorOptions } from './shared/contract/validator.ts';

/** Never logged, wherever it stands in what is logged. */
const secrets = [
  ...['token', 'checkin_token', 'access_token', 'refresh_token', 'secret_hash', 'access_hash'],
  ...['password', 'new_password', 'current_password', 'authorization', 'x-api-key'],
];

export const brokerOptions = (config: Config, metrics: MetricsReporter): BrokerOptions => ({
  namespace,
  nodeID: nodeIdOf(config.nats?.user),
  // What `muster status` tells of each process.
  metadata: { version },
  logger: loggerOf(config),
  ...(config.nats && { transporter: transporterOf(config.nats) }),
  // Queue groups of NATS instead of Moleculer's balancer: a dead process leaves the group when its socket closes.
  disableBalancer: Boolean(config.nats),
  // Retries are the gateway's alone; it gives every call its own timeout and deadline.
  retryPolicy: { enabled: false },
  circuitBreaker: { enabled: false },
  requestTimeout: 8_000,
  heartbeatInterval: 1,
  heartbeatTimeout: 3,
  maxCallLevel: 8,
  tracking: { enabled: true, shutdownTimeout: 10_000 },
  bulkhead: { enabled: true, concurrency: 50, maxQueueSize: 200 },
  registry: { stopDelay: config.nats ? 500 : 0 },
  transit: { maxQueueSize: 5_000 },
  // Their actions tell about the process, its configuration included.
  internalServices: false,
  validator: new Moleculer.Validators.Fastest(validatorOptions),
  middlewares: [forgetLostCalls],
  metrics: { enabled: true, reporter: [metrics as never], collectProcessMetrics: false },
  skipProcessEventRegistration: true,
  errorHandler(error, info) {
    // Alike for who was called and who called, here or elsewhere: nothing on a context tells the two apart for certain.
    translateError(error, 'action' in info ? info : {}, this.logger);
  },
});

function loggerOf({ log }: Config): BrokerOptions['logger'] {
  const level = log.level === 'silent' ? 'fatal' : log.level;
  if (log.format === 'pretty') {
    return { type: 'Console', options: { level, formatter: 'short', moduleColors: true } };
  }
  const redact = secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return { type: 'Pino', options: { level, pino: { options: { redact } } } };
}

const transporterOf = (nats: NonNullable<Config['nats']>): StrictNats =>
  new StrictNats({
    ...connectionOf(nats),
    reconnectTimeWait: 250,
    reconnectJitter: 100,
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    pingInterval: 5_000,
    maxPingOut: 2,
  });
