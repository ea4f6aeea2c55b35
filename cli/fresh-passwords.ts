import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { audit } from '../event-file/engine.ts';
import { people } from '../event-file/kinds.ts';
import { replacePassword } from '../services/identity/portable.ts';
import { inTransaction } from './transaction.ts';
import type { Output } from './output.ts';

export interface SignIn {
  readonly email: string;
  readonly password: string;
}

/**
 * Replaces trial passwords at each start, because nothing can show one again.
 * @param emails Of people of this organization, by role.
 * @returns How they sign in, by role; whoever no longer exists is left out.
 */
export async function freshPasswords(
  db: EntityManager,
  output: Output,
  organization: string,
  emails: ReadonlyMap<string, string>,
): Promise<Map<string, SignIn>> {
  const { rows } = await sql<{ id: string; email: string; organization_id: string }>`
    select p.id, p.email, o.id as organization_id from published.people p, published.organizations o
     where o.slug = ${organization} and p.email = any (${[...emails.values()]}::text[])`.execute(db.getKysely());
  const texts = await inTransaction(db, output, {}, async (work) => {
    const made = new Map<string, string>();
    for (const { id, email, organization_id } of rows) {
      const changed = { action: 'change', kind: people.kind, name: id, fields: {}, ids: { user_id: id } } as const;
      await audit({ ...work, organization_id }, people, [changed], { action: 'demo.password' });
      made.set(email, await replacePassword(work.db, id));
    }
    return made;
  });
  return new Map(
    [...emails].flatMap(([role, email]) => {
      const password = texts.get(email);
      return password === undefined ? [] : [[role, { email, password }]];
    }),
  );
}
