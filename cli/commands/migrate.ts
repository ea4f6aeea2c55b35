/** Brings the database to this release, or says how far it is. */
import { migrationPlan } from '../../services/migrations.ts';
import { storingServices } from '../../shared/broker/environment.ts';
import type { ServiceName } from '../../shared/contract/services.ts';
import { LoginRefused, makeLogins } from '../../shared/database/logins.ts';
import { migrateUp, migrationStatus } from '../../shared/database/migrate.ts';
import { readOrFail, withDatabase } from '../database.ts';
import { CommandFailure, exitCodes, type ExitCode, type Output } from '../output.ts';

export function up(_options: object, output: Output): Promise<ExitCode> {
  return withDatabase(
    output,
    async (url) => {
      const applied = await migrateUp(url, migrationPlan);
      const logins = await makeLogins(url, ownLogins()).catch(explainLogin);
      const lines = [...applied.map((name) => `applied ${name}`), ...logins.map((name) => `login   ${name}`)];
      output.answer({ applied, logins }, lines.join('\n') || 'Nothing to migrate.');
      return exitCodes.done;
    },
    'any',
  );
}

/** Of the services that have a `DATABASE_URL_…`. */
function ownLogins(): Map<ServiceName, string> {
  const { databaseUrl, databaseUrlFor } = readOrFail();
  const urls = storingServices.map((service) => [service, databaseUrlFor(service)] as const);
  return new Map(urls.flatMap(([service, url]) => (url && url !== databaseUrl ? [[service, url]] : [])));
}

function explainLogin(error: unknown): never {
  if (!(error instanceof LoginRefused)) throw error;
  throw new CommandFailure(error.message, 'Correct its DATABASE_URL_…, or make it a member of that role by hand.');
}

export function status(_options: object, output: Output): Promise<ExitCode> {
  return withDatabase(
    output,
    async (url) => {
      const progress = await migrationStatus(url, migrationPlan);
      const { applied, pending } = progress;
      const lines = [...applied.map((name) => `applied  ${name}`), ...pending.map((name) => `pending  ${name}`)];
      output.answer(progress, lines.join('\n'));
      if (pending.length > 0) output.say(`${pending.length} pending. Run muster migrate up.`);
      return exitCodes.done;
    },
    'any',
  );
}
