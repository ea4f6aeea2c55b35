/** The scale of scores, when a hackathon's configuration changes. Judges score by it: `services/judging/scores.ts`. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { misplacement, scoringOf, type Scoring } from '../../shared/base/scoring.ts';
import type { Db } from '../../shared/database/database.ts';
import { CannotApply, type Changed } from '../../shared/database/portable.ts';

interface Change {
  /** The stored configuration. */
  readonly former: unknown;
  /** The wanted configuration; undefined where it stays. */
  readonly wanted: unknown;
}

const scaleIn = (config: unknown): Scoring => scoringOf((config as { scoring?: unknown } | null)?.scoring);
/** How scores are asked for makes none of them wrong. */
const withoutMode = ({ min, max, step }: Scoring) => ({ min, max, step });

/**
 * Counts the stored scores that would not fit the scale of a changed configuration; 0 where the scale stays. While it changes,
 * no score is written until the transaction ends.
 */
export async function scoresBeyond(db: Db, super_event_id: string, { former, wanted }: Change): Promise<number> {
  if (wanted === undefined) return 0;
  const [before, after] = [withoutMode(scaleIn(former)), scaleIn(wanted)];
  if (isDeepStrictEqual(before, withoutMode(after))) return 0;
  const { rows } = await sql<{ value: number; n: number }>`
    select value, n from published.hold_scores(${super_event_id})`.execute(db.getKysely());
  return rows.filter(({ value }) => misplacement(value, after)).reduce((sum, { n }) => sum + n, 0);
}

/** Refuses an event file that would change a scale which stored scores would not fit: a file has nothing to force it by. */
export async function refuseScales(db: Db, changed: readonly Changed[]): Promise<void> {
  for (const { wanted, present, fields } of changed) {
    const { id, config_json: former } = present;
    const count = await scoresBeyond(db, String(id), { former, wanted: fields['config_json'] });
    if (count === 0) continue;
    throw new CannotApply(
      `${wanted.name} has scores that would not fit the scale of the file (config_json.scoring): ${count}.`,
      'Write the present scale in the file, or change it by PATCH /super-events/:id?force=true first.',
    );
  }
}
