/** The entry point of every process: environment, database, services, and an orderly end. */
import { migrationPlan } from './migrations.ts';
import { ownsSchema } from '../shared/contract/services.ts';
import { openEmbedded } from '../shared/database/embedded.ts';
import { migrateUp, migrationNames } from '../shared/database/migrate.ts';
import { readConfig, type Config } from '../shared/process/config.ts';
import { explainAndExit, ignoreBusDisconnects, stopOnSignal } from '../shared/process/ending.ts';
import { startProcess } from './process.ts';

/** Opens the embedded database as its owner and migrates it to this release. */
async function openOwnDatabase(dataDir: string) {
  const postgres = await openEmbedded(dataDir, { owner: true });
  try {
    await migrateUp(postgres.url, migrationPlan);
    return postgres;
  } catch (error) {
    await postgres.close();
    throw error;
  }
}

/**
 * Starts the configured services; opens the embedded database first when one of them has no other.
 * @returns The running process, whose `stop` also closes that database.
 * @throws When the database or a service cannot start.
 */
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
      /** Rejects when that database ended by another hand and could not be started again. */
      supervised: own?.supervise(running.broker.logger),
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

const addressAt = (port: number) => `http://localhost:${port}`;
/** An installation without another database is a trial, and begins empty. */
const whereToBegin =
  'A hackathon, people and a key: npm run demo has them, or muster apply and muster keys create make them.';

if (import.meta.main) {
  try {
    ignoreBusDisconnects();
    const config = readConfig();
    const running = await runService(config);
    stopOnSignal(running);
    const { port, adminPort: admin_port, broker, ownDatabase } = running;
    if (port)
      broker.logger.info(`Listening on port ${port}.`, { admin_port, reference: `${addressAt(port)}/reference` });
    else broker.logger.info('Serving the bus.', { admin_port });
    if (ownDatabase) broker.logger.info(whereToBegin);
    // The last line, where people look. A free port (PORT=0) is known only now.
    if (port) broker.logger.info(`Muster is at ${config.port ? config.publicUrl : addressAt(port)}`);
  } catch (error) {
    explainAndExit(error);
  }
}
