/** Shows the facts of an organization as they happen. */
import { setTimeout as pause } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { factTypes, type Fact, type FactType } from '../../shared/contract/facts.ts';
import { presentPosition, readFacts, type FactPage } from '../../shared/database/facts.ts';
import { closestWord } from '../../shared/base/words.ts';
import { inDatabase } from '../database.ts';
import { untilInterrupted } from '../input.ts';
import { organizationOrFail } from '../named.ts';
import { CommandFailure, exitCodes, type ExitCode, type CommandOutput } from '../output.ts';

interface TailOptions {
  readonly org: string;
  /** Types, separated by commas. */
  readonly types?: string | undefined;
  /** Ends the command; by default Ctrl-C. */
  readonly signal?: AbortSignal;
}
const betweenLooksMs = 500;
const factsAtOnce = 100;

export function tail({ org, types, signal }: TailOptions, output: CommandOutput): Promise<ExitCode> {
  const wanted = types === undefined ? null : typesIn(types);
  return inDatabase(output, async (db) => {
    const organization_id = await organizationOrFail(db, org);
    const over = signal ?? untilInterrupted();
    let after = await presentPosition(db);
    output.say(`New facts of ${org}, until Ctrl-C.`);
    while (!over.aborted) {
      const page = await read(db, { organization_id, types: wanted, after });
      for (const fact of page.facts) output.line(fact, lineOf(fact, output));
      after = page.next;
      if (!page.has_more) await pause(betweenLooksMs, undefined, { signal: over }).catch(() => undefined);
    }
    return exitCodes.done;
  });
}

async function read(
  db: EntityManager,
  where: { organization_id: string; types: readonly FactType[] | null; after: string },
): Promise<FactPage> {
  const [page] = await readFacts(db, [{ ...where, super_event_id: null, limit: factsAtOnce }]);
  if (page && page !== 'expired') return page;
  throw new CommandFailure('The database was restored meanwhile.', 'Run the command again.');
}

function lineOf({ occurred_at, type, data }: Fact, { styledAnswer }: CommandOutput): string {
  const words = Object.entries(data).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [occurred_at, styledAnswer('bold', type), ...words].join(' ');
}

function typesIn(written: string): FactType[] {
  const named = written.split(',').map((type) => type.trim());
  const unknown = named.find((type) => !factTypes.some((known) => known === type));
  if (unknown === undefined) return named as FactType[];
  const meant = closestWord(unknown, factTypes);
  throw new CommandFailure(
    `No fact is of the type ${unknown}.`,
    meant ? `Did you mean ${meant}?` : `Known are: ${factTypes.join(', ')}`,
    exitCodes.wrongUsage,
  );
}
