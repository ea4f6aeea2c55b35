/** A new name makes a new slug, by which the old one still resolves for a while. */
import slugify from '@sindresorhus/slugify';
import { isUuid } from '../../shared/broker/access.ts';
import type { Db } from '../../shared/database/database.ts';
import { claimSlug, retireSlug, type Named } from './queries/slugs.ts';

/** Leaves room for a number within the 100 characters a slug has at most. */
const longest = 90;
const nameless = { super_event: 'hackathon', event: 'track' } as const;

/** What a slug is made of: `spring-hack` of "Spring Hack!"; a name without letters and digits falls back to its kind. */
function slugOf(name: string, kind: Named['kind']): string {
  const slug = slugify(name, { decamelize: false }).slice(0, longest).replace(/-+$/, '');
  return slug || nameless[kind];
}

/**
 * Answers the slug that now belongs to it. Losing a claim means that somebody else has just won it, so another round
 * finds fewer of them.
 */
export async function renameSlug(db: Db, named: Named, name: string): Promise<string> {
  const base = slugOf(name, named.kind);
  await retireSlug(db, named);
  for (;;) {
    const slug = await claimSlug(db, named, { base, first: isUuid(base) ? 2 : 1 });
    if (slug !== undefined) return slug;
  }
}
