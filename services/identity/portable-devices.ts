/** Kiosks and boards of an event file, and as the command line adds, lists and ends them. */
import { sql } from 'kysely';
import { deviceFields, devicesAtMost } from '../../shared/contract/fields/devices.ts';
import { updateRows } from '../../shared/database/bulk.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { CannotApply, portable, type Comparison, type OrganizationWork } from '../../shared/database/portable.ts';
import { device } from './entities.ts';
import { addDevice, pairAgain } from './pairing.ts';
import { takeTurns } from './queries/devices.ts';

type Row = RowOf<typeof device>;
type Compared = Comparison<Row>;

const { key, kind, name } = deviceFields;

/**
 * One without a key, added over HTTP or by a command, is known by its id. The address that pairs one is told once, and again
 * where nobody followed it in time: that changes nothing of what the file says.
 */
export const devices = portable({
  kind: 'device',
  service: 'identity',
  table: device,
  place: ['organization_id', 'super_event_id'],
  within: 'super_event_id',
  key: ['super_event_id', 'key'],
  columns: { key, kind, name },
  fields: ['point_ids'],
  reads: ['key_id'],
  shown: {
    key: sql`coalesce(t.key, t.id::text)`,
    // Of those that are still there.
    point_ids: sql`
      case when t.point_ids is not null
           then array(select p.id from published.checkin_points p where p.id = any (t.point_ids) order by p.id) end`,
  },
  ended: 'removed_at',
  order: sql`t.created_at, t.id`,
  ids: { device_id: 'id', super_event_id: 'super_event_id' },
  facts: { create: 'device.added', change: 'device.changed', remove: 'device.removed' },
  fresh: { checkin_point_ids: null, expires_at: null },
  name: ({ around, key, name }) => String(typeof key === 'string' ? `${String(around)}/${key}` : name),
  seen: { point_ids: ['checkin_point_ids', (ids) => ids] },

  manage: ({ kind, name, point_ids: ids }) => ({
    kind,
    name,
    point_ids: Array.isArray(ids) ? (ids as string[]).toSorted() : ids,
  }),
  refuse({ changed }) {
    const other = changed.find(({ fields }) => 'kind' in fields);
    if (!other) return;
    throw new CannotApply(
      `The device ${other.wanted.name} is a ${other.present.kind}, and stays one.`,
      `Give the ${String(other.fields['kind'])} a key of its own in the file; with pruning the ${other.present.kind} is ended.`,
    );
  },
  async prepare({ db }, { created }) {
    if (created.length === 0) return undefined;
    const held = [...new Set(created.map(({ place }) => String(place['super_event_id'])))];
    await takeTurns(db, held);
    return held;
  },
  async write(work, { created, changed, ...compared }) {
    const updates = changed.map(({ present: { id }, fields }) => ({ id, ...fields }));
    await updateRows(work.db, device, updates, { by: ['id'] });
    for (const { present, fields } of changed) if (present.key_id && 'point_ids' in fields) work.ends(present.key_id);
    return { texts: new Map([...(await add(work, created)), ...(await remind(work, compared.wanted, compared.rows))]) };
  },
  removable: { tells: ['kind', 'name'], end: removeDevices },
});

/** @returns the addresses that pair them, by name. */
async function add({ db, organization_id, publicUrl, who }: OrganizationWork, created: Compared['created']) {
  const addresses = new Map<string, string>();
  for (const { name, entry, place, fields } of created) {
    const added = await addDevice(db, publicUrl, {
      ...({ key: null, point_ids: null, ...place, ...fields } as Pick<
        Row,
        'id' | 'key' | 'super_event_id' | 'kind' | 'name' | 'point_ids'
      >),
      ...{ organization_id, created_by: who?.user_id ?? null, expires_at: null },
    });
    if (!added) throw tooMany(String(entry['around']));
    addresses.set(name, added.pairing.url);
  }
  return addresses;
}

const tooMany = (super_event: string) =>
  new CannotApply(
    `The super event ${super_event} would have more than ${devicesAtMost} devices, with those that are there already.`,
    'End some first: muster devices list shows them, and pruning ends those that a file does not name.',
  );

/** Those of the file whose code ran out before anybody used it. */
async function remind({ db, publicUrl }: OrganizationWork, wanted: Compared['wanted'], rows: Compared['rows']) {
  const waiting = new Set(rows.filter(({ key_id }) => key_id === null).map(({ id }) => id));
  const addresses = new Map<string, string>();
  for (const { name, place } of wanted) {
    const id = String(place['id']);
    const address = waiting.has(id) ? await pairAgain(db, publicUrl, id) : undefined;
    if (address !== undefined) addresses.set(name, address);
  }
  return addresses;
}

async function removeDevices({ db, ends }: OrganizationWork, rows: readonly Pick<Row, 'id' | 'key_id'>[]) {
  const removed_at = new Date();
  const updates = rows.map(({ id }) => ({ id, removed_at, code_hash: null }));
  await updateRows(db, device, updates, { by: ['id'] });
  for (const { key_id } of rows) if (key_id !== null) ends(key_id);
}

export interface ListedDevice extends Pick<
  Row,
  | 'id'
  | 'key'
  | 'kind'
  | 'name'
  | 'organization_id'
  | 'super_event_id'
  | 'key_id'
  | 'last_seen_at'
  | 'queued'
  | 'version'
> {
  readonly is_paired: boolean;
  /** By their slugs. */
  readonly organization: string;
  readonly super_event: string;
}

/** Those that were not removed, of one organization or of every. */
export async function listDevices(db: Db, organization?: string): Promise<ListedDevice[]> {
  const { rows } = await sql<ListedDevice>`
    select d.id, d.key, d.kind, d.name, d.organization_id, d.super_event_id, d.key_id, d.last_seen_at, d.queued,
           d.version, d.key_id is not null as is_paired, o.slug as organization, s.slug as super_event
      from identity.device d
      join published.organizations o on o.id = d.organization_id
      join published.super_events s on s.id = d.super_event_id
     where d.removed_at is null and (${organization ?? null}::text is null or o.slug = ${organization ?? null})
     order by o.slug, s.slug, d.created_at, d.id`.execute(db.getKysely());
  return rows;
}
