import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { replaceKeys } from '../event-file/keys.ts';
import { inTransaction } from './transaction.ts';
import type { Output } from './output.ts';

/**
 * Replaces trial keys at each start, because a key is shown only once.
 * @param holders Emails of the owners by label.
 * @param expires_at When they end by themselves; null where they do not.
 * @returns The texts of the new keys by label; former keys with these labels are revoked.
 */
export async function freshKeys(
  db: EntityManager,
  output: Output,
  organization: string,
  holders: ReadonlyMap<string, string>,
  expires_at: string | null = null,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; email: string; organization_id: string }>`
    select p.id, p.email, o.id as organization_id from published.people p, published.organizations o
     where o.slug = ${organization} and p.email = any (${[...holders.values()]}::text[])`.execute(db.getKysely());
  const keys = [...holders].flatMap(([label, email]) => {
    const person = rows.find((row) => row.email === email);
    return person ? [{ label, user: email, user_id: person.id, expires_at }] : [];
  });
  const organization_id = rows[0]?.organization_id;
  if (organization_id === undefined) return new Map();
  const texts = await inTransaction(db, output, {}, (work) => replaceKeys({ ...work, organization_id }, keys));
  return new Map(texts);
}
