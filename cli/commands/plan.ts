import { withDatabase, withOwner } from '../database.ts';
import { applyEventFile } from '../event-file/apply.ts';
import { openEventFile } from '../event-file/open.ts';
import { planActions, planText } from '../event-file/show.ts';
import { inTransaction } from '../event-file/transaction.ts';
import { exitCodes, type ExitCode, type Output } from '../output.ts';

interface PlanOptions {
  file: string;
  prune?: boolean | undefined;
}

/** Applies in a transaction that is rolled back, and shows what that did. */
export function plan({ file, prune = false }: PlanOptions, output: Output): Promise<ExitCode> {
  const eventFile = openEventFile(file, output);
  return withDatabase(output, async (url) => {
    const { differences, result } = await withOwner(url, (db) =>
      inTransaction(db, output, { prune, isRehearsal: true }, (work) => applyEventFile(work, eventFile)),
    );
    const actions = planActions(differences);
    output.answer({ changes: result.changes, actions }, planText(differences, output.styledAnswer));
    if (actions.length === 0) return exitCodes.done;
    output.say(`Run muster apply -f ${file}${prune ? ' --prune' : ''} to do this.`);
    return exitCodes.changesPending;
  });
}
