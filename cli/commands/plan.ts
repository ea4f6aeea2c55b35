import { withDatabase, withOwner } from '../database.ts';
import { applyEventFile } from '../../event-file/plan/apply.ts';
import { openEventFile } from '../open-event-file.ts';
import { planActions, planText } from '../../event-file/plan/show.ts';
import { inTransaction } from '../transaction.ts';
import { exitCodes, type ExitCode, type Output } from '../output.ts';

interface PlanOptions {
  file: string;
  prune?: boolean | undefined;
}

/** Applies an event file in a transaction that is rolled back, and shows the changes. */
export function plan({ file, prune = false }: PlanOptions, output: Output): Promise<ExitCode> {
  const eventFile = openEventFile(file, output);
  return withDatabase(output, async (url) => {
    const { differences, doubts, result } = await withOwner(url, (db) =>
      inTransaction(db, output, { prune, isRehearsal: true }, (work) => applyEventFile(work, eventFile)),
    );
    const actions = planActions(differences);
    const answer = { changes: result.changes, actions, ...(doubts.length > 0 && { doubts }) };
    output.answer(answer, planText({ differences, doubts }, output.styledAnswer));
    if (actions.length + doubts.length === 0) return exitCodes.done;
    const options = [prune && ' --prune', doubts.length > 0 && ' --adopt'].filter(Boolean).join('');
    const condition = doubts.length > 0 ? `, if ${eventFile.organization.slug} is the organization you mean` : '';
    output.say(`Run muster apply -f ${file}${options} to do this${condition}.`);
    return exitCodes.changesPending;
  });
}
