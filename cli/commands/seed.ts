import { sql } from 'kysely';
import { inDatabase } from '../database.ts';
import { applyUnlessDoubtful } from '../../event-file/plan/apply.ts';
import { countsText } from '../../event-file/plan/show.ts';
import { inTransaction } from '../transaction.ts';
import { freshKeys } from '../trial-access.ts';
import { exitCodes, type ExitCode, type CommandOutput } from '../output.ts';
import { hackathonOf, staff } from '../../bench/seed/hackathon.ts';
import { wholeNumber } from '../input.ts';

interface SeedOptions {
  participants?: string;
  applications?: string;
  seed: string;
}
const most = 200_000;

/** Seeds a hackathon through the event file, so repeating it with the same numbers changes nothing. */
export function seed(options: SeedOptions, output: CommandOutput): Promise<ExitCode> {
  const applications = wholeNumber('--applications', options.applications ?? '0', { min: 0, max: most });
  const least = applications > 0 ? 0 : 1;
  const participants = wholeNumber('--participants', options.participants ?? '0', { min: least, max: most });
  const chosen = wholeNumber('--seed', options.seed, { min: 0, max: 2 ** 32 - 1 });
  output.progress(`Thinking of ${participants + applications} people`);
  const file = hackathonOf({ participants, applications, seed: chosen });
  return inDatabase(output, async (db) => {
    const { result } = await inTransaction(db, output, {}, (work) =>
      applyUnlessDoubtful(work, file, { losses: 'any' }),
    );
    // Otherwise the planner would assume empty tables until autovacuum analyzes them.
    await sql`analyze`.execute(db.getKysely());
    const { slug } = file.organization;
    const keys = await freshKeys(db, output, slug, new Map([['seed-owner', staff(chosen).owner]]));
    const key = keys.get('seed-owner') ?? null;
    const [superEvent] = file.super_events;
    const contents = {
      organization: slug,
      super_event: superEvent?.slug,
      tracks: superEvent?.tracks.map((track) => track.slug),
      participants,
      ...(applications > 0 && { applications }),
      teams: superEvent?.teams.length,
    };
    output.answer(
      { ...contents, changes: result.changes, owner_key: key },
      text(contents, countsText(result.changes), key),
    );
    return exitCodes.done;
  });
}

const text = (contents: object, counts: string, key: string | null) =>
  [
    ...Object.entries(contents).map(([name, value]) => `${`${name.replace('_', ' ')}:`.padEnd(14)}${String(value)}`),
    `${'changes:'.padEnd(14)}${counts}`,
    `${'owner key:'.padEnd(14)}${key}`,
  ].join('\n');
