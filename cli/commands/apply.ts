import type { EntityManager } from '@mikro-orm/postgresql';
import { inDatabase } from '../database.ts';
import { asker, type Ask } from '../input.ts';
import { applyEventFile, applyUnlessDoubtful, type Agreed, type Applied } from '../../event-file/plan/apply.ts';
import { openEventFile } from '../open-event-file.ts';
import type { EventFile } from '../../event-file/read.ts';
import { pairingMinutes } from '../../shared/contract/devices.ts';
import { lossesOf, lossInWords } from '../../event-file/plan/losses.ts';
import { countsText, planActions, planText } from '../../event-file/plan/show.ts';
import { inTransaction } from '../transaction.ts';
import { exitCodes, type ExitCode, type CommandOutput } from '../output.ts';
import { table } from '../../shared/base/words.ts';

interface ApplyOptions {
  file: string;
  yes?: boolean | undefined;
  prune?: boolean | undefined;
  adopt?: boolean | undefined;
}
/**
 * Applies an event file. Asks first on a terminal; a script runs without asking, except for a doubtful organization, and for what
 * people would lose.
 */
export function apply(
  { file, yes = false, prune = false, adopt = false }: ApplyOptions,
  output: CommandOutput,
  ask: Ask | undefined = asker(),
): Promise<ExitCode> {
  const eventFile = openEventFile(file, output);
  return inDatabase(output, async (db) => {
    const wanted = yes || !ask ? {} : await askFor(db, eventFile, { prune, adopt }, output, ask);
    if (!wanted) {
      output.say('Nothing was changed.');
      return exitCodes.failed;
    }
    const agreed = { ...wanted, ...(adopt && { doubts: 'any' as const }), ...(yes && { losses: 'any' as const }) };
    const applied = await inTransaction(db, output, { prune }, (work) => applyUnlessDoubtful(work, eventFile, agreed));
    for (const loss of lossesOf(applied.differences)) output.say(lossInWords(loss));
    answer(applied, output);
    return exitCodes.done;
  });
}

/**
 * Returns what the person has agreed to, or undefined if they did not. The plan is computed again
 * afterwards, because it may have changed meanwhile.
 */
async function askFor(
  db: EntityManager,
  file: EventFile,
  { prune, adopt }: { prune: boolean; adopt: boolean },
  output: CommandOutput,
  ask: Ask,
): Promise<Agreed | undefined> {
  const { differences, doubts } = await inTransaction(db, output, { prune, isRehearsal: true }, (work) =>
    applyEventFile(work, file),
  );
  const isAnother = doubts.length > 0 && !adopt;
  if (!isAnother && differences.every(({ action }) => action === 'unchanged')) return { doubts };
  output.say(planText({ differences, doubts }, output.styled));
  if (isAnother && !(await ask(`Is ${file.organization.slug} the organization you mean? [y/N] `))) return undefined;
  const losers = lossesOf(differences).map(({ email }) => email);
  const question = losers.length > 0 ? `Do this, and take it from ${people(losers.length)}? [y/N] ` : 'Do this? [y/N] ';
  return (await ask(question)) ? { doubts, losses: losers } : undefined;
}

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

/** In columns, where there are any. */
const listed = (heading: string, rows: readonly (readonly string[])[]) =>
  rows.length > 0 ? ['', heading, table(rows)] : [];

function answer({ result }: Applied, output: CommandOutput): void {
  const { organization, changes, api_keys, super_events } = result;
  const minted = Object.entries(api_keys).flatMap(([label, text]) => (text ? [[label, text]] : []));
  const waiting = Object.entries(super_events).flatMap(([slug, { devices }]) =>
    Object.entries(devices).flatMap(([key, { pairing_url }]) => (pairing_url ? [[`${slug}/${key}`, pairing_url]] : [])),
  );
  const shownOnce = [
    ...listed('API keys, shown this once:', minted),
    ...listed(`Addresses that pair devices, each once, within ${pairingMinutes} minutes:`, waiting),
  ];
  const summary = `${output.styledAnswer('green', organization.slug)}: ${countsText(changes)}`;
  output.answer(result, [summary, ...shownOnce].join('\n'));
}

interface PlanOptions {
  file: string;
  prune?: boolean | undefined;
}

/** Applies an event file in a transaction that is rolled back, and shows the changes. */
export function plan({ file, prune = false }: PlanOptions, output: CommandOutput): Promise<ExitCode> {
  const eventFile = openEventFile(file, output);
  return inDatabase(output, async (db) => {
    const { differences, doubts, result } = await inTransaction(db, output, { prune, isRehearsal: true }, (work) =>
      applyEventFile(work, eventFile),
    );
    const actions = planActions(differences);
    const losses = lossesOf(differences);
    const answer = {
      ...{ changes: result.changes, actions },
      ...(doubts.length > 0 && { doubts }),
      ...(losses.length > 0 && { losses }),
    };
    output.answer(answer, planText({ differences, doubts }, output.styledAnswer));
    if (actions.length + doubts.length === 0) return exitCodes.done;
    const options = [prune && ' --prune', doubts.length > 0 && ' --adopt', losses.length > 0 && ' --yes']
      .filter(Boolean)
      .join('');
    const condition = doubts.length > 0 ? `, if ${eventFile.organization.slug} is the organization you mean` : '';
    output.say(`Run muster apply -f ${file}${options} to do this${condition}.`);
    return exitCodes.changesPending;
  });
}
