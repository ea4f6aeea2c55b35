/** Finds the database as services do, and opens it with the owner's login. */
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { migrationPlan } from '../services/migrations.ts';
import { ConfigError, examineConfig, type Config } from '../shared/process/config.ts';
import { storingServices } from '../shared/process/environment.ts';
import { EmbeddedPostgresError, openEmbedded } from '../shared/database/embedded.ts';
import { FormerVersion, formerDatabase } from '../shared/database/former-version.ts';
import { inSession } from '../shared/database/session.ts';
import { migrateUp, migrationStatus } from '../shared/database/migrate.ts';
import { CommandFailure, exitCodes, type Output } from './output.ts';

interface Needs {
  /** The schema that a command needs: that of this release, or any. */
  readonly schema?: 'of this release' | 'any';
  /** Refuses an embedded database that a service has open, and keeps services from opening it. */
  readonly owner?: boolean;
}

/**
 * Runs `use` with the address of the database: `DATABASE_URL`, or else the embedded database, which is joined if a
 * service has it open and started otherwise. An embedded database is migrated to this release on the way, since only
 * this program uses it.
 */
export const withDatabase = <T>(output: Output, use: (url: string) => Promise<T>, needs?: Needs): Promise<T> =>
  withDatabaseOf(readOrFail(), output, use, needs);

/** Like `withDatabase`, for a given configuration. */
export const withDatabaseOf = <T>(
  config: Config,
  output: Output,
  use: (url: string) => Promise<T>,
  needs: Needs = {},
): Promise<T> => withOpenDatabase(config, output, use, needs).catch(explainFormerVersion);

async function withOpenDatabase<T>(
  config: Config,
  output: Output,
  use: (url: string) => Promise<T>,
  { schema = 'of this release', owner = false }: Needs,
): Promise<T> {
  const url = addressOf(config);
  if (url !== undefined) {
    // Migrations would make a database that is not there.
    await inSession(url, { name: 'muster', patience: 10_000 }, () => Promise.resolve()).catch(explainUnreachable);
    if (schema === 'of this release') await requireThisRelease(url);
    return await use(url).catch(explainUnreachable);
  }
  const onNotice = (line: string) => output.progress(line);
  const embedded = await openEmbedded(config.dataDir, { owner, onNotice }).catch(explainEmbedded);
  try {
    if (schema === 'of this release') await migrateUp(embedded.url, migrationPlan);
    return await use(embedded.url);
  } finally {
    await embedded.close();
  }
}

/** Ignores misfits of the configuration, because a command runs no services. */
export function readOrFail(): Config {
  const { config, problems } = examineConfig();
  if (problems.length === 0) return config;
  throw new CommandFailure(
    new ConfigError(problems).message,
    'Correct the environment, then run the command again.',
    exitCodes.wrongConfiguration,
  );
}

function addressOf(config: Config): string | undefined {
  const { databaseUrl, databaseUrlFor } = config;
  if (databaseUrl !== undefined || storingServices.every((service) => !databaseUrlFor(service))) return databaseUrl;
  throw new CommandFailure(
    'DATABASE_URL is not set, and the logins of single services may not write everywhere.',
    'Set DATABASE_URL to the login that owns the database.',
    exitCodes.wrongConfiguration,
  );
}

async function requireThisRelease(url: string): Promise<void> {
  const { pending } = await migrationStatus(url, migrationPlan).catch(explainUnreachable);
  if (pending.length === 0) return;
  throw new CommandFailure(
    `The database is behind this release by ${pending.length} of its migrations.`,
    'Run muster migrate up, then this command again.',
  );
}

function explainFormerVersion(error: unknown): never {
  if (!(error instanceof FormerVersion)) throw error;
  throw new CommandFailure(formerDatabase.what, formerDatabase.next);
}

/** Errors for a server that cannot be reached, an unknown login, and an unknown database. */
const unreachable = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|28\w{3}|3D000|57P03|53300)$/;

function explainUnreachable(error: unknown): never {
  const { code, message } = error as NodeJS.ErrnoException;
  if (!unreachable.test(code ?? '')) throw error;
  throw new CommandFailure(
    `The database cannot be reached: ${message || code}.`,
    'Check DATABASE_URL, and that the database runs and accepts connections from here.',
  );
}

function explainEmbedded(error: unknown): never {
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  const [sentence = '', ...next] = error.message.split(/(?<=\.)\s/);
  throw new CommandFailure(sentence, next.join(' ') || 'Choose another directory with DATA_DIR.');
}

/** Opens a pool with the owner's login and closes it afterwards. */
export async function withOwner<T>(url: string, use: (db: EntityManager) => Promise<T>): Promise<T> {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    driverOptions: { max: 2, application_name: 'muster command line' },
  });
  try {
    return await use(orm.em.fork());
  } finally {
    await orm.close();
  }
}
