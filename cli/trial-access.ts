/** Keys and passwords for trials. They are made anew at each start, because none can be shown again. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { audit } from '../event-file/engine.ts';
import { replaceKeys } from '../event-file/keys.ts';
import { people } from '../event-file/kinds.ts';
import { replacePassword } from '../services/identity/portable.ts';
import type { CommandOutput } from './output.ts';
import { inTransaction } from './transaction.ts';

interface Person {
  readonly id: string;
  readonly email: string;
  readonly organization_id: string;
}

async function peopleOf(db: EntityManager, organization: string, emails: Iterable<string>): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select p.id, p.email, o.id as organization_id from published.people p, published.organizations o
     where o.slug = ${organization} and p.email = any (${[...emails]}::text[])`.execute(db.getKysely());
  return rows;
}

/**
 * Makes keys; former keys with these labels are revoked.
 * @param holders Emails of the owners by label.
 * @param expires_at When they expire; null for never.
 * @returns The texts of the new keys by label.
 */
export async function freshKeys(
  db: EntityManager,
  output: CommandOutput,
  organization: string,
  holders: ReadonlyMap<string, string>,
  expires_at: string | null = null,
): Promise<Map<string, string>> {
  const found = await peopleOf(db, organization, holders.values());
  const keys = [...holders].flatMap(([label, user]) => {
    const person = found.find(({ email }) => email === user);
    return person ? [{ label, user, user_id: person.id, expires_at }] : [];
  });
  const organization_id = found[0]?.organization_id;
  if (organization_id === undefined) return new Map();
  const texts = await inTransaction(db, output, {}, (work) => replaceKeys({ ...work, organization_id }, keys));
  return new Map(texts);
}

export interface SignIn {
  readonly email: string;
  readonly password: string;
}

/**
 * Makes passwords.
 * @param emails Of people of this organization, by role.
 * @returns How they sign in, by role; people who no longer exist are left out.
 */
export async function freshPasswords(
  db: EntityManager,
  output: CommandOutput,
  organization: string,
  emails: ReadonlyMap<string, string>,
): Promise<Map<string, SignIn>> {
  const found = await peopleOf(db, organization, emails.values());
  const texts = await inTransaction(db, output, {}, async (work) => {
    const made = new Map<string, string>();
    for (const { id, email, organization_id } of found) {
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
