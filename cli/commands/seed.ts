import { sql } from 'kysely';
import { withDatabase, withOwner } from '../database.ts';
import { applyEventFile } from '../event-file/apply.ts';
import { countsText } from '../event-file/show.ts';
import { inTransaction } from '../event-file/transaction.ts';
import { freshKeys } from '../fresh-keys.ts';
import { CommandFailure, exitCodes, type ExitCode, type Output } from '../output.ts';
import { hackathonOf, staff } from '../seed/hackathon.ts';

interface SeedOptions {
  participants: string;
  seed: string;
}
const most = 200_000;

/** Through the same code as an event file, so the same numbers once more change nothing. */
export function seed({ participants: size, seed: number }: SeedOptions, output: Output): Promise<ExitCode> {
  const participants = wholeNumber('--participants', size, { min: 1, max: most });
  const chosen = wholeNumber('--seed', number, { min: 0, max: 2 ** 32 - 1 });
  output.progress(`Thinking of ${participants} people`);
  const file = hackathonOf({ participants, seed: chosen });
  return withDatabase(output, (url) =>
    withOwner(url, async (db) => {
      const { result } = await inTransaction(db, output, {}, (work) => applyEventFile(work, file));
      // Otherwise the planner would take the tables for empty until the database looks by itself.
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
        teams: superEvent?.teams.length,
      };
      output.answer(
        { ...contents, changes: result.changes, owner_key: key },
        text(contents, countsText(result.changes), key),
      );
      return exitCodes.done;
    }),
  );
}

const text = (contents: object, counts: string, key: string | null) =>
  [
    ...Object.entries(contents).map(([name, value]) => `${`${name.replace('_', ' ')}:`.padEnd(14)}${String(value)}`),
    `${'changes:'.padEnd(14)}${counts}`,
    `${'owner key:'.padEnd(14)}${key}`,
  ].join('\n');

function wholeNumber(option: string, written: string, { min, max }: { min: number; max: number }): number {
  const number = Number(written);
  if (/^\d+$/.test(written) && number >= min && number <= max) return number;
  throw new CommandFailure(
    `${option} ${written} is not possible.`,
    `Write a whole number from ${min} to ${max}.`,
    exitCodes.wrongUsage,
  );
}
