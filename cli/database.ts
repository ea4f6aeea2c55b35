/** Finds the database as services do, and creates the logins in the services' addresses. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { migrationPlan } from '../services/migrations.ts';
import { ConfigError, examineConfig, pastPooler, type Config } from '../shared/process/config.ts';
import type { ServiceName } from '../shared/contract/services.ts';
import { LoginRefused, makeLogins } from '../shared/database/logins.ts';
import { storingServices } from '../shared/process/environment.ts';
import { EmbeddedPostgresError, openEmbedded } from '../shared/database/embedded.ts';
import { FormerVersion, formerDatabase } from '../shared/database/former-version.ts';
import { withOwner, inSession } from '../shared/database/session.ts';
import { migrateUp, migrationStatus } from '../shared/database/migrate.ts';
import { CommandFailure, exitCodes, type CommandOutput } from './output.ts';

interface Needs {
  /** The schema that a command needs: that of this release, or any. */
  readonly schema?: 'of this release' | 'any';
  /** Refuses an embedded database that a service has open, and keeps services from opening it meanwhile. */
  readonly owner?: boolean;
}

/**
 * Runs `use` with the address of the database: `DATABASE_URL`, or else the embedded database, which is joined if a
 * service has it open and started otherwise. An embedded database is migrated to this release on the way, since only
 * this program uses it.
 */
export const withDatabase = <T>(output: CommandOutput, use: (url: string) => Promise<T>, needs?: Needs): Promise<T> =>
  withDatabaseOf(readOrFail(), output, use, needs);

/** Runs `use` on the database with the owner's login. */
export const inDatabase = <T>(output: CommandOutput, use: (db: EntityManager) => Promise<T>): Promise<T> =>
  withDatabase(output, (url) => withOwner(url, use));

/** Like `withDatabase`, for a given configuration. */
export const withDatabaseOf = <T>(
  config: Config,
  output: CommandOutput,
  use: (url: string) => Promise<T>,
  needs: Needs = {},
): Promise<T> => withOpenDatabase(config, output, use, needs).catch(explainFormerVersion);

async function withOpenDatabase<T>(
  config: Config,
  output: CommandOutput,
  use: (url: string) => Promise<T>,
  { schema = 'of this release', owner = false }: Needs,
): Promise<T> {
  const url = addressOf(config);
  if (url !== undefined) {
    // Connect first, because migrations would create a missing database.
    await inSession(url, { name: 'muster', timeoutMs: 10_000 }, () => Promise.resolve()).catch(explainUnreachable);
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
  // Commands set timeouts for their session, and migrations lock for theirs.
  if (databaseUrl !== undefined) return pastPooler(config, databaseUrl);
  if (storingServices.every((service) => !databaseUrlFor(service))) return undefined;
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

/** Creates missing logins, and returns the names of created and changed ones. */
export const makeOwnLogins = (url: string): Promise<string[]> => makeLogins(url, ownLogins()).catch(explainLogin);

/** The addresses of services that have a `DATABASE_URL_…` of their own. */
function ownLogins(): Map<ServiceName, string> {
  const config = readOrFail();
  const urls = storingServices.map((service) => [service, config.databaseUrlFor(service)] as const);
  return new Map(
    urls.flatMap(([service, url]) => (url && url !== config.databaseUrl ? [[service, pastPooler(config, url)]] : [])),
  );
}

function explainLogin(error: unknown): never {
  if (!(error instanceof LoginRefused)) throw error;
  throw new CommandFailure(error.message, 'Correct its DATABASE_URL_…, or make it a member of that role by hand.');
}
