/** API keys as commands make, list and end them. The text of a key is answered once and kept nowhere. */
import type { Db } from '../shared/database/database.ts';
import type { OrganizationWork } from '../shared/database/portable.ts';
import type { KeyRow } from '../services/identity/portable.ts';
import { end, read, reconcile } from './engine.ts';
import { apiKeys } from './kinds.ts';

export type NewKey = Readonly<Pick<KeyRow, 'label' | 'user_id'>> & {
  /** Of that person, for people to read. */
  readonly user: string;
  readonly expires_at: string | null;
};
export type ListedKey = Readonly<
  Pick<KeyRow, 'public_id' | 'label' | 'organization_id' | 'user_id' | 'created_at' | 'last_used_at' | 'expires_at'>
> & {
  /** By its slug. */
  readonly organization: string;
  /** By their address. */
  readonly user: string;
};

/** All that were not revoked, of one organization or of every, by the labels of each. */
export const listKeys = async (db: Db, organization_id?: string): Promise<ListedKey[]> =>
  (await read(db, apiKeys, {
    organization_id: organization_id === undefined ? undefined : [organization_id],
  })) as unknown as ListedKey[];

/** The text of each by its label; undefined where a label is taken. */
export async function mintKeys(work: OrganizationWork, keys: readonly NewKey[]) {
  const { organization_id } = work;
  const present = await listKeys(work.db, organization_id);
  if (present.some(({ label }) => keys.some((key) => key.label === label))) return undefined;
  const entries = keys.map((key) => ({ ...key, organization_id }));
  const scope = { organization_id: [organization_id] };
  return (await reconcile({ ...work, prune: false }, apiKeys, entries, scope, 'keys.create')).texts;
}

export const revokeKeys = (work: OrganizationWork, keys: readonly ListedKey[]): Promise<void> =>
  end(
    work,
    apiKeys,
    keys.map((key) => ({ ...key })),
    'keys.revoke',
  );

/** Fresh keys under the same labels; what had them is revoked. */
export async function replaceKeys(work: OrganizationWork, keys: readonly NewKey[]) {
  const present = await listKeys(work.db, work.organization_id);
  await revokeKeys(
    work,
    present.filter(({ label }) => keys.some((key) => key.label === label)),
  );
  return mintKeys(work, keys);
}
