/** Finds the organization and the super event that a command names by slug. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { findSuperEvents, exampleSuperEvents, type NamedSuperEvent } from '../event-file/export/live.ts';
import { closestWord } from '../shared/base/words.ts';
import { CommandFailure } from './output.ts';

/** Returns the id of the organization with this slug, or fails with a list of existing ones. */
export async function organizationOrFail(db: EntityManager, slug: string): Promise<string> {
  const { rows } = await sql<{ id: string; slug: string }>`
    select id, slug from published.organizations order by slug`.execute(db.getKysely());
  const found = rows.find((row) => row.slug === slug);
  if (found) return found.id;
  const known = rows.map((row) => row.slug).join(', ');
  throw new CommandFailure(
    `There is no organization ${slug}.`,
    known ? `Known are: ${known}` : 'Apply an event file first: muster apply -f FILE',
  );
}

/** Returns the hackathon with this present or former slug, or fails with a list if there is none or more than one. */
export async function superEventOrFail(
  db: EntityManager,
  slug: string,
  org: string | undefined,
): Promise<NamedSuperEvent> {
  const everywhere = await findSuperEvents(db, slug);
  const found = everywhere.filter(({ organization }) => org === undefined || organization === org);
  const [first, ...others] = found;
  const organizations = everywhere.map(({ organization }) => organization).join(', ');
  if (first && others.length > 0) {
    throw new CommandFailure(
      `Several organizations have a super event ${slug}.`,
      `Add --org, one of: ${organizations}`,
    );
  }
  if (first) return first;
  const within = org === undefined ? '' : ` in ${org}`;
  const next = organizations ? `Another organization has one: --org ${organizations}` : await nextStep(db, slug, org);
  throw new CommandFailure(`There is no super event ${slug}${within}.`, next);
}

async function nextStep(db: EntityManager, slug: string, org: string | undefined): Promise<string> {
  const all = await exampleSuperEvents(db);
  const here = all.filter(({ organization }) => org === undefined || organization === org);
  const organizations = [...new Set(all.map(({ organization }) => organization))];
  const [written, known, option] =
    here.length > 0 ? [slug, here.map((row) => row.slug), ''] : [org ?? slug, organizations, '--org '];
  if (known.length === 0) return 'Apply an event file first: muster apply -f FILE';
  const meant = closestWord(written, known);
  return meant === undefined ? `Known are: ${option}${known.join(', ')}` : `Did you mean ${option}${meant}?`;
}
