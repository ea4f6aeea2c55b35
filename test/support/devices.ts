/** Kiosks and boards, paired. */
import { Client, type Person } from './client.ts';
import type { SuperEvent } from './fixtures.ts';
import type { World } from './world.ts';

export interface Paired {
  readonly id: string;
  readonly key: string;
  readonly api: Client;
}

export const withKey = ({ url }: Pick<World, 'url'>, text: string): Client =>
  new Client(url, () => Promise.resolve({ 'X-Api-Key': text }));

/** A device that this organizer adds, paired by its code. */
export async function paired(
  world: World,
  organizer: Person,
  hack: SuperEvent,
  wanted: Record<string, unknown> = {},
): Promise<Paired> {
  const body = { kind: 'kiosk', name: 'Door', super_event_id: hack.id, ...wanted };
  const api = world.as(organizer, { id: hack.organization_id });
  const added = await api.post(`/organizations/${hack.organization_id}/devices`, body);
  if (added.status !== 201) throw new Error(`Not added: ${added.status} ${added.body.code}`);
  const { device, pairing } = added.body.data;
  const { key } = (await world.stranger().post('/devices/pair', { code: pairing.code })).body.data;
  return { id: device.id, key, api: withKey(world, key) };
}
