/** Migrates the database to this release, or shows which migrations are pending. */
import { migrationPlan } from '../../services/migrations.ts';
import { migrateUp, migrationStatus } from '../../shared/database/migrate.ts';
import { makeOwnLogins, withDatabase } from '../database.ts';
import { exitCodes, type ExitCode, type CommandOutput } from '../output.ts';

/** Runs pending migrations and makes the services' logins. */
export function up(_options: object, output: CommandOutput): Promise<ExitCode> {
  return withDatabase(
    output,
    async (url) => {
      const applied = await migrateUp(url, migrationPlan);
      const logins = await makeOwnLogins(url);
      const lines = [...applied.map((name) => `applied ${name}`), ...logins.map((name) => `login   ${name}`)];
      output.answer({ applied, logins }, lines.join('\n') || 'Nothing to migrate.');
      return exitCodes.done;
    },
    { schema: 'any' },
  );
}

/** Shows applied and pending migrations. */
export function status(_options: object, output: CommandOutput): Promise<ExitCode> {
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
    { schema: 'any' },
  );
}
