/** Kiosks and boards as commands add and end them. The address that pairs one is answered once. */
import type { Row } from '../shared/database/bulk.ts';
import type { OrganizationWork } from '../shared/database/portable.ts';
import type { DeviceKind } from '../shared/contract/vocabulary.ts';
import type { ListedDevice } from '../services/identity/portable.ts';
import { end, reconcile } from './engine.ts';
import { devices } from './kinds.ts';

/** Without a key: a file knows it by its id. */
export interface NewDevice {
  readonly super_event_id: string;
  /** The slug of that hackathon. */
  readonly around: string;
  readonly kind: DeviceKind;
  readonly name: string;
  /** Null: every point of the hackathon. */
  readonly point_ids: readonly string[] | null;
}

/** @returns its id, and the address that pairs it. */
export async function addDevice(work: OrganizationWork, wanted: NewDevice): Promise<{ id: string; url: string }> {
  const { organization_id } = work;
  const entry: Row = { organization_id, key: null, ...wanted };
  const scope = { super_event_id: [wanted.super_event_id] };
  const { ids, texts } = await reconcile({ ...work, prune: false }, devices, [entry], scope, 'devices.add');
  return { id: ids.get(wanted.name)!, url: texts.get(wanted.name)! };
}

export const removeDevice = (work: OrganizationWork, device: ListedDevice): Promise<void> =>
  end(work, devices, [{ ...device }], 'devices.remove');
