/** API keys as the command line makes, lists and ends them. The text of a key is answered once and kept nowhere. */
import { sql } from 'kysely';
import { mintKey } from '../../../shared/broker/api-key.ts';
import type { Db } from '../../../shared/database/database.ts';
import { insertRows, updateRows } from '../../../shared/database/bulk.ts';
import {
  audit,
  compare,
  type Difference,
  type OrganizationWork,
  type Row,
} from '../../../shared/database/reconcile.ts';

const table = 'identity.api_key';

export interface NewKey {
  readonly label: string;
  readonly user_id: string;
  /** Of that person, for people to read. */
  readonly user: string;
  readonly expires_at?: string | null | undefined;
}
/** The text of each new key by its label. */
type Texts = Map<string, string>;

/**
 * The keys the file names. One that is to act for somebody else is replaced: no key changes hands. Pruning ends those the
 * file does not name.
 */
export async function reconcileKeys(
  work: OrganizationWork,
  keys: readonly NewKey[],
): Promise<{ differences: Difference[]; texts: Texts }> {
  const present = await presentKeys(work);
  const wanted = keys.map(({ label, user, expires_at }) => {
    const fields = { user, expires_at };
    return { key: label, kind: 'API key', name: label, ids: idsOf(label, present.get(label)), place: {}, fields };
  });
  const { created, changed, differences } = compare(wanted, present);
  const replaced = changed.filter(({ fields }) => 'user' in fields);
  const extended = changed.filter(({ fields }) => !('user' in fields));
  const unnamed = work.prune
    ? [...present.values()].filter(({ label }) => !keys.some((key) => key.label === label))
    : [];
  await revoke(work.db, [...replaced.map(({ present: row }) => row), ...unnamed]);
  const updates = extended.map(({ present: { public_id }, fields }) => ({ public_id, ...fields }));
  await updateRows(work.db, table, updates, { by: ['public_id'] });

  const fresh = new Set([...created, ...replaced.map((change) => change.wanted)].map(({ key }) => key));
  const texts = await insertKeys(
    work,
    keys.filter(({ label }) => fresh.has(label)),
  );
  const all = [...differences, ...unnamed.map(removalOf)];
  await audit(work, table, all);
  return { differences: all, texts };
}

/** For one who asks at the command line. Undefined where the label is taken. */
export async function mintKeys(work: OrganizationWork, keys: readonly NewKey[]): Promise<Texts | undefined> {
  const present = await presentKeys(work);
  if (keys.some(({ label }) => present.has(label))) return undefined;
  const texts = await insertKeys(work, keys);
  const created = keys.map(({ label, user, expires_at }): Difference => {
    const fields = { user: [null, user], expires_at: [null, expires_at ?? null] } as const;
    return { action: 'create', kind: 'API key', name: label, ids: { label }, fields };
  });
  await audit(work, table, created, 'keys.create');
  return texts;
}

/** Fresh keys under the same labels; what had them is revoked. */
export async function replaceKeys(work: OrganizationWork, keys: readonly NewKey[]): Promise<Texts | undefined> {
  const labels = keys.map(({ label }) => label);
  const present = await presentKeys(work);
  const former = [...present.values()].filter(({ label }) => labels.includes(String(label)));
  await revoke(work.db, former);
  await audit(work, table, former.map(removalOf), 'keys.revoke');
  return mintKeys(work, keys);
}

export async function revokeKey(work: OrganizationWork, key: ListedKey): Promise<void> {
  const row = { ...key };
  await revoke(work.db, [row]);
  await audit(work, table, [removalOf(row)], 'keys.revoke');
}

export interface ListedKey {
  readonly public_id: string;
  readonly label: string;
  readonly organization_id: string;
  readonly organization: string;
  readonly user: string;
  readonly user_id: string;
  readonly created_at: string | Date;
  readonly last_used_at: string | Date | null;
  readonly expires_at: string | Date | null;
}

/** All that were not revoked, of one organization or of every. */
export async function listKeys(db: Db, organization?: string): Promise<ListedKey[]> {
  const { rows } = await sql<ListedKey>`
    select k.public_id, k.label, k.organization_id, o.slug as organization, p.email as user, k.user_id,
           k.created_at, k.last_used_at, k.expires_at
      from identity.api_key k
      join identity.person p on p.id = k.user_id
      join published.organizations o on o.id = k.organization_id
     where k.revoked_at is null and (${organization ?? null}::text is null or o.slug = ${organization ?? null})
     order by o.slug, k.label`.execute(db.getKysely());
  return rows;
}

async function presentKeys({ db, organization_id }: OrganizationWork): Promise<Map<string, Row>> {
  const { rows } = await sql<Row & { label: string }>`
    select k.public_id, k.label, k.expires_at, p.email as user
      from identity.api_key k join identity.person p on p.id = k.user_id
     where k.organization_id = ${organization_id} and k.revoked_at is null`.execute(db.getKysely());
  return new Map(rows.map((row) => [row.label, row]));
}

async function insertKeys({ db, organization_id }: OrganizationWork, keys: readonly NewKey[]): Promise<Texts> {
  const minted = keys.map((key) => ({ ...key, ...mintKey() }));
  await insertRows(
    db,
    table,
    minted.map(({ label, user_id, expires_at = null, public_id, secret_hash }) => {
      return { public_id, secret_hash: `\\x${secret_hash}`, organization_id, user_id, label, expires_at };
    }),
  );
  return new Map(minted.map(({ label, text }) => [label, text]));
}

async function revoke(db: Db, keys: readonly Row[]): Promise<void> {
  const revoked_at = new Date();
  const rows = keys.map(({ public_id }) => ({ public_id, revoked_at }));
  await updateRows(db, table, rows, { by: ['public_id'] });
}

const idsOf = (label: string, row: Row | undefined) => ({ label, ...(row && { key_id: row['public_id'] }) });
const removalOf = (row: Row): Difference => {
  const label = String(row['label']);
  return {
    action: 'remove',
    kind: 'API key',
    name: label,
    ids: idsOf(label, row),
    fields: { user: [row['user'], null] },
  };
};
