/** Brings the database to this release, or says how far it is. */
import { migrationPlan } from '../../services/migrations.ts';
import { migrateUp, migrationStatus } from '../../shared/database/migrate.ts';
import { withDatabase } from '../database.ts';
import { exitCodes, type ExitCode, type Output } from '../output.ts';

export function up(_options: object, output: Output): Promise<ExitCode> {
  return withDatabase(
    output,
    async (url) => {
      const applied = await migrateUp(url, migrationPlan);
      const text = applied.length > 0 ? applied.map((name) => `applied ${name}`).join('\n') : 'Nothing to migrate.';
      output.answer({ applied }, text);
      return exitCodes.done;
    },
    'any',
  );
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
