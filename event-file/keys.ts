/** API keys and devices for commands. The text of a key and the address for pairing are returned once and never stored. */
import type { Db } from '../shared/database/database.ts';
import type { OrganizationContext } from '../shared/database/portable.ts';
import type { KeyRow, ListedDevice } from '../services/identity/portable.ts';
import { endSession, read, reconcile } from './engine.ts';
import { apiKeys, devices } from './kinds.ts';
import type { DeviceKind } from '../shared/contract/vocabulary.ts';
import type { InsertedRow } from '../shared/database/bulk.ts';

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

/** Lists keys that were not revoked, of one organization or of all, by label. */
export const listKeys = async (db: Db, organization_id?: string): Promise<ListedKey[]> =>
  (await read(db, apiKeys, {
    organization_id: organization_id === undefined ? undefined : [organization_id],
  })) as unknown as ListedKey[];

/** Creates keys and returns their texts by label; undefined if a label is taken. */
export async function createKeys(work: OrganizationContext, keys: readonly NewKey[]) {
  const { organization_id } = work;
  const present = await listKeys(work.db, organization_id);
  if (present.some(({ label }) => keys.some((key) => key.label === label))) return undefined;
  const entries = keys.map((key) => ({ ...key, organization_id }));
  const scope = { organization_id: [organization_id] };
  return (await reconcile({ ...work, prune: false }, apiKeys, entries, scope, 'keys.create')).texts;
}

export const revokeKeys = (work: OrganizationContext, keys: readonly ListedKey[]): Promise<void> =>
  endSession(
    work,
    apiKeys,
    keys.map((key) => ({ ...key })),
    'keys.revoke',
  );

/** Creates new keys with the same labels and revokes the former ones. */
export async function replaceKeys(work: OrganizationContext, keys: readonly NewKey[]) {
  const present = await listKeys(work.db, work.organization_id);
  await revokeKeys(
    work,
    present.filter(({ label }) => keys.some((key) => key.label === label)),
  );
  return createKeys(work, keys);
}

// Kiosks and boards for commands. The pairing address is returned once.

/** A device without a key, which a file identifies by its id. */
export interface DeviceOfFile {
  readonly super_event_id: string;
  /** The slug of that hackathon. */
  readonly around: string;
  readonly kind: DeviceKind;
  readonly name: string;
  /** Null: every point of the hackathon. */
  readonly point_ids: readonly string[] | null;
  readonly may_search: boolean;
  readonly sees_answers: boolean;
  readonly prints: boolean;
  readonly pin?: string | undefined;
}

/**
 * @returns its id and its pairing address.
 */
export async function addDevice(work: OrganizationContext, wanted: DeviceOfFile): Promise<{ id: string; url: string }> {
  const { organization_id } = work;
  const entry: InsertedRow = { organization_id, key: null, ...wanted };
  const scope = { super_event_id: [wanted.super_event_id] };
  const { ids, texts } = await reconcile({ ...work, prune: false }, devices, [entry], scope, 'devices.add');
  return { id: ids.get(wanted.name)!, url: texts.get(wanted.name)! };
}

export const removeDevice = (work: OrganizationContext, device: ListedDevice): Promise<void> =>
  endSession(work, devices, [{ ...device }], 'devices.remove');
