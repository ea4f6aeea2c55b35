/** People and API keys of an event file. */
import { sql } from 'kysely';
import { insertRows } from '../../shared/database/bulk.ts';
import type { Db } from '../../shared/database/database.ts';
import { audit, type Difference, type OrganizationWork } from '../../shared/database/reconcile.ts';
import { newId } from '../../shared/database/ids.ts';
import { hashPassword } from './passwords.ts';

export { listKeys, mintKeys, reconcileKeys, replaceKeys, revokeKey, type ListedKey } from './event-file/keys.ts';

export interface PersonEntry {
  readonly email: string;
  /** Null: the person gave none. */
  readonly name?: string | null | undefined;
  readonly onboarded: boolean;
  readonly password?: string | undefined;
  readonly avatar_url?: string | undefined;
  readonly linkedin_url?: string | undefined;
  readonly github_url?: string | undefined;
}
type Ids = Map<string, string>;

/** Only creates. An account belongs to its person: one that exists is never changed. */
export async function reconcilePeople(
  work: OrganizationWork,
  people: readonly PersonEntry[],
): Promise<{ differences: Difference[]; ids: Ids }> {
  const emails = people.map(({ email }) => email);
  const { rows } = await sql<{ id: string; email: string; name: string | null }>`
    select id, email, name from identity.person where email = any (${emails}::text[])`.execute(work.db.getKysely());
  const known = new Map(rows.map((row) => [row.email, row]));
  noteOtherNames(work, people, known);
  const ids: Ids = new Map(people.map(({ email }) => [email, known.get(email)?.id ?? newId()]));

  const differences = people.map((person): Difference => {
    const named = { kind: 'person', name: person.email, ids: { user_id: ids.get(person.email) } };
    if (known.has(person.email)) return { action: 'unchanged', ...named, fields: {} };
    const written = Object.entries(person).filter(([name, value]) => value !== undefined && name !== 'password');
    return {
      action: 'create',
      ...named,
      fields: Object.fromEntries(written.map(([name, value]) => [name, [null, value]])),
    };
  });
  const strangers = people.filter(({ email }) => !known.has(email));
  await insertRows(work.db, 'identity.person', await Promise.all(strangers.map((person) => rowOf(person, ids))));
  await audit(work, 'identity.person', differences);
  return { differences, ids };
}

async function rowOf({ onboarded, password, ...columns }: PersonEntry, ids: Ids) {
  return {
    id: ids.get(columns.email),
    ...Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)),
    email_confirmed_at: onboarded ? new Date() : null,
    ...(password !== undefined && { password_hash: await hashPassword(password) }),
  };
}

export interface LivePerson {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly onboarded: boolean;
  readonly avatar_url: string | null;
  readonly linkedin_url: string | null;
  readonly github_url: string | null;
}

/** People as they are, without what only they may know. */
export async function readPeople(db: Db, ids: readonly string[]): Promise<LivePerson[]> {
  const { rows } = await sql<LivePerson>`
    select id, email, name, email_confirmed_at is not null as onboarded, avatar_url, linkedin_url, github_url
      from identity.person where id = any (${ids}::uuid[]) order by email`.execute(db.getKysely());
  return rows;
}

/** Enough to see what it is about. */
const namesAtMost = 3;

function noteOtherNames(
  { note }: OrganizationWork,
  people: readonly PersonEntry[],
  known: ReadonlyMap<string, { name: string | null }>,
): void {
  const others = people.filter(({ email, name }) => name && (known.get(email)?.name ?? name) !== name);
  if (others.length === 0) return;
  const some = others.slice(0, namesAtMost).map(({ email }) => `${email} (${known.get(email)?.name})`);
  const more = others.length > namesAtMost ? ` and ${others.length - namesAtMost} more` : '';
  note(`An account keeps the name it has; the file has another one for ${some.join(', ')}${more}.`);
}
