import { createInterface } from 'node:readline/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { withDatabase, withOwner } from '../database.ts';
import { applyEventFile, type Applied } from '../event-file/apply.ts';
import { openEventFile } from '../event-file/open.ts';
import type { EventFile } from '../event-file/read.ts';
import { countsText, planText } from '../event-file/show.ts';
import { inTransaction } from '../event-file/transaction.ts';
import { exitCodes, type ExitCode, type Output } from '../output.ts';

interface ApplyOptions {
  file: string;
  yes?: boolean | undefined;
  prune?: boolean | undefined;
}
/** Shows a person what would be done, and answers whether they want it. */
type Ask = (question: string) => Promise<boolean>;

/** Asks where somebody is there to answer; a script has decided already. */
export function apply(
  { file, yes = false, prune = false }: ApplyOptions,
  output: Output,
  ask: Ask | undefined = process.stdin.isTTY && process.stderr.isTTY ? askAtTerminal : undefined,
): Promise<ExitCode> {
  const eventFile = openEventFile(file, output);
  return withDatabase(output, (url) =>
    withOwner(url, async (db) => {
      if (!yes && ask && !(await isWanted(db, eventFile, prune, output, ask))) {
        output.say('Nothing was changed.');
        return exitCodes.failed;
      }
      const applied = await inTransaction(db, output, { prune }, (work) => applyEventFile(work, eventFile));
      answer(applied, output);
      return exitCodes.done;
    }),
  );
}

/** What is to be done is found out once more afterwards: it may have become less meanwhile. */
async function isWanted(db: EntityManager, file: EventFile, prune: boolean, output: Output, ask: Ask) {
  const { differences } = await inTransaction(db, output, { prune, isRehearsal: true }, (work) =>
    applyEventFile(work, file),
  );
  if (differences.every(({ action }) => action === 'unchanged')) return true;
  output.say(planText(differences, output.styled));
  return ask('Do this? [y/N] ');
}

async function askAtTerminal(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}

function answer({ result }: Applied, output: Output): void {
  const { organization, changes, api_keys } = result;
  const minted = Object.entries(api_keys).filter(([, text]) => text !== null);
  const width = Math.max(0, ...minted.map(([label]) => label.length));
  const lines = minted.map(([label, text]) => `${label.padEnd(width)}  ${text}`);
  const shownOnce = lines.length > 0 ? ['', 'API keys, shown this once:', ...lines] : [];
  const summary = `${output.styledAnswer('green', organization.slug)}: ${countsText(changes)}`;
  output.answer(result, [summary, ...shownOnce].join('\n'));
}
