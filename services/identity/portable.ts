/** People and API keys of an event file. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { maybe, optional } from '../../shared/contract/vocabulary.ts';
import { keyFields, personFields } from '../../shared/contract/fields.ts';
import { insertAny, insertRows, updateRows, type InsertedRow } from '../../shared/database/bulk.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { portable, type Comparison, type OrganizationContext, type Written } from '../../shared/database/portable.ts';
import { someNames } from '../../shared/base/words.ts';
import { mintKey } from '../../shared/base/api-key.ts';
import { apiKey, person, type Tables } from './entities.ts';
import { hashPassword } from './passwords.ts';

export { devices, listDevices, type ListedDevice } from './portable-devices.ts';

const { email, name, ...addresses } = personFields;
const said = ['email', 'name', 'onboarded', ...Object.keys(addresses)];

/** People are only created. An account belongs to its person, so an existing one is never changed. */
export const people = portable({
  kind: 'person',
  many: 'people',
  service: 'identity',
  table: person,
  place: [],
  within: 'id',
  key: ['email'],
  columns: { email, ...maybe({ name }), ...optional(addresses) },
  shown: { onboarded: sql`t.email_confirmed_at is not null` },
  order: sql`t.email`,
  ids: { user_id: 'id' },
  // It is a fact of no organization.
  facts: {},
  name: (row) => String(row['email']),

  async find({ db, note }, entries) {
    const emails = entries.map((entry) => String(entry['email']));
    const present = db.getKysely<Tables>().selectFrom('person').select(['id', 'email', 'name']);
    const rows = await present.where('email', '=', (eb) => eb.fn.any(eb.val(emails))).execute();
    noteOtherNames(note, entries, new Map(rows.map((row) => [row.email, row.name])));
    return rows;
  },
  manage: (entry, present) => (present ? {} : Object.fromEntries(said.map((member) => [member, entry[member]]))),
  async write({ db }, { created }) {
    await insertAny(db, person, await Promise.all(created.map(newPerson)));
    return {};
  },
});

async function newPerson({ entry, place, fields: { onboarded, ...columns } }: Comparison['created'][number]) {
  const { password } = entry;
  const secret = typeof password === 'string' ? { password_hash: await hashPassword(password) } : {};
  return { ...place, ...columns, ...secret, email_confirmed_at: onboarded ? new Date() : null } satisfies InsertedRow;
}

export type KeyRow = RowOf<typeof apiKey>;

function noteOtherNames(
  note: OrganizationContext['note'],
  entries: readonly InsertedRow[],
  known: ReadonlyMap<unknown, string | null>,
): void {
  const others = entries.filter(({ email, name }) => name && (known.get(email) ?? name) !== name);
  if (others.length === 0) return;
  const some = someNames(
    others.map(({ email }) => `${String(email)} (${known.get(email)})`),
    3,
  );
  note(`An account keeps the name it has; the file has another one for ${some}.`);
}

/**
 * The text of a key is shown once and never stored. A key for another person is replaced, because keys never change
 * their owner. Pruning revokes keys.
 */
export const apiKeys = portable({
  kind: 'API key',
  service: 'identity',
  table: apiKey,
  place: ['organization_id', 'user_id'],
  within: 'organization_id',
  key: ['label'],
  by: ['public_id'],
  columns: { label: keyFields.label, ...maybe({ expires_at: keyFields.expires_at }) },
  fields: ['user'],
  reads: ['created_at', 'last_used_at'],
  shown: {
    user: sql`p.email`,
    organization: sql`(select o.slug from published.organizations o where o.id = t.organization_id)`,
  },
  ended: 'revoked_at',
  order: sql`organization, t.label`,
  ids: { label: 'label', key_id: 'public_id' },
  facts({ action, fields }) {
    if (action === 'create') return 'key.created';
    return action === 'remove' || 'user' in fields ? 'key.revoked' : 'key.changed';
  },
  follows({ action, fields, name: label, wanted }, made) {
    if (action !== 'change' || !('user' in fields)) return [];
    const after = { expires_at: wanted?.fields['expires_at'] ?? null };
    return [{ fact: 'key.created', ids: { label, ...made }, before: {}, after }];
  },
  name: (row) => String(row['label']),

  manage: ({ user, expires_at }) => ({ user, expires_at }),
  async write(work, { created, changed }) {
    const replaced = changed.filter(({ fields }) => 'user' in fields);
    await revoke(
      work,
      replaced.map(({ present }) => present),
    );
    const extended = changed.filter(({ fields }) => !('user' in fields));
    const updates = extended.map(({ present: { public_id }, fields }) => ({
      public_id,
      expires_at: fields['expires_at'],
    }));
    await updateRows(work.db, apiKey, updates, { by: ['public_id'] });
    for (const { public_id } of updates) work.ends(public_id);
    return insertKeys(work, [...created, ...replaced.map(({ wanted }) => wanted)]);
  },
  removable: { tells: ['user'], end: revoke },
});

async function insertKeys({ db }: OrganizationContext, keys: Comparison['created']): Promise<Written> {
  const minted = keys.map((key) => ({ ...key, ...mintKey() }));
  const rows = minted.map(({ entry, public_id, secret_hash }) => {
    const { organization_id, user_id, label, expires_at = null } = entry;
    return { public_id, secret_hash: `\\x${secret_hash}`, organization_id, user_id, label, expires_at };
  });
  await insertRows(db, apiKey, rows);
  return {
    texts: new Map(minted.map(({ name, text }) => [name, text])),
    made: new Map(minted.map(({ name, public_id }) => [name, { key_id: public_id }])),
  };
}

async function revoke({ db, ends }: OrganizationContext, keys: readonly Pick<KeyRow, 'public_id'>[]) {
  const revoked_at = new Date();
  const rows = keys.map(({ public_id }) => ({ public_id, revoked_at }));
  await updateRows(db, apiKey, rows, { by: ['public_id'] });
  for (const { public_id } of rows) ends(public_id);
}

/** Sets a new password of a trial account, shown once; sessions opened with the former one end. */
export async function replacePassword(db: Db, user_id: string): Promise<string> {
  const password = randomBytes(12).toString('base64url');
  const own = db.getKysely<Tables>().withSchema('identity');
  const password_hash = await hashPassword(password);
  await own.updateTable('person').set({ password_hash }).where('id', '=', user_id).execute();
  const open = own.updateTable('session').where('user_id', '=', user_id).where('ended_at', 'is', null);
  await open.set({ ended_at: sql<Date>`now()` }).execute();
  return password;
}
