/** The entry point of every process: environment, database, services, and an orderly end. */
import { migrationPlan } from '../../services/migrations.ts';
import { ownsSchema } from '../contract/services.ts';
import { claimDataDir, openEmbedded } from '../database/embedded.ts';
import { migrateUp, migrationNames } from '../database/migrate.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { startProcess } from './process.ts';

/** As sysexits.h has it: the configuration is wrong; nothing was tried. */
const wrongConfiguration = 78;

/** The embedded database, taken for this service alone and brought to this release. */
async function openOwnDatabase(dataDir: string) {
  const claim = await claimDataDir(dataDir);
  try {
    const postgres = await openEmbedded(dataDir);
    await migrateUp(postgres.url, migrationPlan);
    return {
      url: postgres.url,
      close: async () => {
        await postgres.close();
        await claim.release();
      },
    };
  } catch (error) {
    await claim.release();
    throw error;
  }
}

export async function runService(config: Config) {
  const needsOwn = config.services.some((service) => ownsSchema(service) && !config.databaseUrlFor(service));
  const own = needsOwn ? await openOwnDatabase(config.dataDir) : undefined;
  try {
    const running = await startProcess({
      config,
      databaseUrl: (service) => config.databaseUrlFor(service) ?? own?.url ?? '',
      migrations: migrationNames(migrationPlan),
    });
    return {
      ...running,
      ownDatabase: own?.url,
      stop: async () => {
        await running.stop();
        await own?.close();
      },
    };
  } catch (error) {
    await own?.close();
    throw error;
  }
}

/** Stops on SIGTERM and SIGINT; a second signal does not wait. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/**
 * When the bus goes away, its client rejects what it was flushing, also where nobody waits for it. It reconnects by
 * itself, so this is no reason to die; every other rejection nobody handles is.
 */
export function outliveTheBus(): void {
  process.on('unhandledRejection', (reason) => {
    const { name, code } = (reason ?? {}) as { name?: string; code?: string };
    if (name === 'NatsError' && (code === 'DISCONNECT' || code === 'CONNECTION_CLOSED')) return;
    throw reason;
  });
}

/** Says what went wrong to whoever started us, in words rather than a stack where we have words. */
export function explainAndExit(error: unknown): never {
  if (error instanceof ConfigError) {
    for (const { message } of error.problems) console.error(message);
    process.exit(wrongConfiguration);
  }
  if (error instanceof Error && error.constructor !== Error) console.error(error.message);
  else console.error(error);
  process.exit(1);
}

if (import.meta.main) {
  try {
    outliveTheBus();
    const running = await runService(readConfig());
    stopOnSignal(running.stop);
    const { port, adminPort, broker } = running;
    broker.logger.info(port ? `Listening on port ${port}.` : 'Serving the bus.', {
      admin_port: adminPort,
    });
  } catch (error) {
    explainAndExit(error);
  }
}
