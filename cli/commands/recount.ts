/** Compares all stored totals with the rows they count, and corrects them. */
import { sql } from 'kysely';
import { driftsIn, repairDrift } from '../../shared/database/drift.ts';
import { inDatabase } from '../database.ts';
import { exitCodes, type ExitCode, type CommandOutput } from '../output.ts';

/** Corrects every stored total that differs and prints which ones. */
export function recount(_options: object, output: CommandOutput): Promise<ExitCode> {
  return inDatabase(output, async (db) => {
    const ask = (text: string) => sql.raw(text).execute(db.getKysely());
    const drifts = await driftsIn(ask);
    const wrong = drifts.filter(({ count }) => count > 0);
    for (const drift of wrong) await repairDrift(ask, drift);
    const text = wrong.map(({ name, count }) => `mended ${name}: ${count}`).join('\n') || 'Nothing to mend.';
    output.answer({ counted: drifts.map(({ name }) => name), mended: wrong }, text);
    return exitCodes.done;
  });
}
