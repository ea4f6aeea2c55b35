/** Gives a new slug to a renamed hackathon or track. The former one still resolves for 30 days. */
import { isUuid } from '../../shared/contract/formats.ts';
import type { Db } from '../../shared/database/database.ts';
import { Failure } from '../../shared/base/failure.ts';
import { slugOf } from '../../shared/base/words.ts';
import { claimSlug, retireSlug, type Named } from './queries/slugs.ts';

/** Maximum length of a slug's base. With a number behind it, a slug has at most 100 characters. */
const longest = 90;
const nameless = { super_event: 'hackathon', event: 'track' } as const;

/** Answers the slug that now belongs to it. */
export async function renameSlug(db: Db, named: Named, name: string): Promise<string> {
  await retireSlug(db, named);
  return takeSlug(db, named, name);
}

/** So often may others be quicker. */
const roundsAtMost = 100;

/** The same for what had none before. Losing a claim means that somebody else has just won it. */
export async function takeSlug(db: Db, named: Named, name: string): Promise<string> {
  const base = slugOf(name, longest) || nameless[named.kind];
  for (let round = 1; round <= roundsAtMost; round++) {
    const slug = await claimSlug(db, named, { base, first: isUuid(base) ? 2 : 1 });
    if (slug !== undefined) return slug;
  }
  throw new Failure('UNAVAILABLE');
}
