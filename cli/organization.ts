import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { CommandFailure } from './output.ts';

/** The id of the organization that has this slug; says which there are where none has. */
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
