/**
 * One broker for every process: bus, logger, timeouts, graceful shutdown. The default export is for Moleculer's runner:
 * `moleculer-runner --config moleculer.config.ts services/check-in/check-in.service.ts`.
 */
import { join, matchesGlob, resolve } from 'node:path';
import Moleculer, { type BrokerOptions } from 'moleculer';
import {
  actionBulkhead,
  callLevelsAtMost,
  pendingCallsAtMost,
  stopDelayMs,
  stopWithinMs,
} from './shared/base/limits.ts';
import { sharedBrokerOptions, lastingConnectionOf } from './shared/bus/connection.ts';
import { migrationPlan } from './services/migrations.ts';
import { ownsSchema, serviceNames, type ServiceName } from './shared/contract/services.ts';
import { migrationNames } from './shared/database/migrate.ts';
import { ConfigError, readConfig, type Config } from './shared/process/config.ts';
import { explainAndExit, ignoreBusDisconnects, stopOnSignal } from './shared/process/ending.ts';
import { ProcessLifecycle } from './services/lifecycle.ts';
import { loggerOf } from './shared/process/loggers.ts';
import { forgetLostCalls } from './shared/bus/lost-calls.ts';
import { broadcastByName } from './shared/bus/named-nats.ts';
import { translateError } from './shared/kit/translate.ts';
import { StrictNats } from './shared/bus/transporter.ts';
import { version } from './shared/process/version.ts';
import { onFirstUse, validatorOptions } from './shared/contract/validator.ts';

/** Compiles the rules of an action with its first call. */
class Validator extends Moleculer.Validators.Fastest {
  override compile(schema: Record<string, unknown>) {
    return onFirstUse(() => super.compile(schema));
  }
}

export const brokerOptions = (config: Config): BrokerOptions => ({
  ...sharedBrokerOptions(config.nats?.user),
  // The data of each process for `muster status`.
  metadata: { version },
  logger: loggerOf(config),
  ...(config.nats && { transporter: new StrictNats(lastingConnectionOf(config.nats)) }),
  // Queue groups of NATS instead of Moleculer's balancer: a dead process leaves the group when its socket closes.
  disableBalancer: Boolean(config.nats),
  // Retries are the gateway's alone; it gives every call its own timeout and deadline.
  retryPolicy: { enabled: false },
  circuitBreaker: { enabled: false },
  maxCallLevel: callLevelsAtMost,
  tracking: { enabled: true, shutdownTimeout: stopWithinMs },
  bulkhead: { enabled: true, ...actionBulkhead },
  registry: { stopDelay: config.nats ? stopDelayMs : 0 },
  transit: { maxQueueSize: pendingCallsAtMost },
  validator: new Validator(validatorOptions),
  middlewares: [broadcastByName, forgetLostCalls],
  skipProcessEventRegistration: true,
  errorHandler(error, info) {
    // Alike for who was called and who called, here or elsewhere: nothing on a context tells the two apart for certain.
    translateError(error, 'action' in info ? info : {}, this.logger);
  },
});

/** Of Moleculer's runner, what says which services it starts. */
interface Runner {
  readonly servicePaths: readonly string[];
}

/** The options of a broker that the runner makes: those of every process, and its life, which `main.ts` gives it otherwise. */
export default async function optionsFor(this: Runner): Promise<BrokerOptions> {
  try {
    const config = configFor(this);
    const databaseUrl = (service: ServiceName) => config.databaseUrlFor(service) ?? '';
    const migrations = migrationNames(migrationPlan);
    const life = await ProcessLifecycle.of({ config, databaseUrl, migrations });
    ignoreBusDisconnects();
    life.refused.catch(explainAndExit);
    return {
      ...life.options(brokerOptions(config)),
      started: () => stopOnSignal({ stop: () => life.stop() }),
    };
  } catch (error) {
    return explainAndExit(error);
  }
}

/**
 * Returns the configuration for the services that the runner is going to load.
 * @throws {ConfigError} Without a database: the runner exits at once when a start fails, and would leave an embedded one behind.
 */
function configFor({ servicePaths }: Runner): Config {
  const { SERVICES, SERVICEDIR } = process.env;
  if (SERVICES && !SERVICEDIR) {
    throw wrong(
      'SERVICES',
      "names files to Moleculer's runner: name them as arguments, or set SERVICEDIR=services as well",
    );
  }
  const config = readConfig({ ...process.env, SERVICES: SERVICES || namesOf(servicePaths).join(',') });
  const without = config.services.filter((name) => ownsSchema(name) && !config.databaseUrlFor(name));
  if (without.length > 0)
    throw wrong('DATABASE_URL', "is required by Moleculer's runner: it opens no embedded database");
  return config;
}

const wrong = (field: string, sentence: string) =>
  new ConfigError([{ field, code: 'runner', message: `${field} ${sentence}.` }]);

/** The services whose files or folders these paths name. */
const namesOf = (paths: readonly string[]): ServiceName[] =>
  serviceNames.filter((name) => {
    const file = join(import.meta.dirname, 'services', name, `${name}.service.ts`);
    return paths.some((path) => matchesGlob(file, resolve(path)) || file.startsWith(`${resolve(path)}/`));
  });
