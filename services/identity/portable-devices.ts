/** Kiosks and boards of an event file and of the command line, which adds, lists and ends them. */
import { sql } from 'kysely';
import { deviceFields, devicesAtMost } from '../../shared/contract/fields.ts';
import { deviceOptions, optional } from '../../shared/contract/vocabulary.ts';
import { updateRows } from '../../shared/database/bulk.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { CannotApply, portable, type Comparison, type OrganizationContext } from '../../shared/database/portable.ts';
import { device } from './entities.ts';
import { addDevice, lockOf, pairAgain } from './pairing.ts';
import { lockDeviceLimits } from './devices.sql.ts';

type Row = RowOf<typeof device>;
type Compared = Comparison<Row>;

const { key, kind, name } = deviceFields;
const options = optional(deviceOptions);

/**
 * A device without a key, added over HTTP or by a command, is identified by its id. The pairing address is shown once,
 * and again if it expired unused; that is no change of the file's contents.
 */
export const devices = portable({
  kind: 'device',
  service: 'identity',
  table: device,
  place: ['organization_id', 'super_event_id'],
  within: 'super_event_id',
  key: ['super_event_id', 'key'],
  columns: { key, kind, name, ...options },
  fields: ['point_ids'],
  reads: ['key_id'],
  shown: {
    key: sql`coalesce(t.key, t.id::text)`,
    // The points that still exist.
    point_ids: sql`
      case when t.point_ids is not null
           then array(select p.id from published.checkin_points p where p.id = any (t.point_ids) order by p.id) end`,
  },
  ended: 'removed_at',
  order: sql`t.created_at, t.id`,
  ids: { device_id: 'id', super_event_id: 'super_event_id' },
  facts: { create: 'device.added', change: 'device.changed', remove: 'device.removed' },
  fresh: { checkin_point_ids: null, expires_at: null, may_search: false, sees_answers: false, prints: false },
  name: ({ around, key, name }) => String(typeof key === 'string' ? `${String(around)}/${key}` : name),
  seen: { point_ids: ['checkin_point_ids', (ids) => ids] },

  manage: ({ kind, name, point_ids: ids, may_search, sees_answers, prints }) => ({
    kind,
    name,
    ...{ may_search, sees_answers, prints },
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
    await lockDeviceLimits(db, held);
    return held;
  },
  async write(work, { created, changed, ...compared }) {
    const updates = changed.map(({ present: { id }, fields }) => ({ id, ...fields }));
    await updateRows(work.db, device, updates, { by: ['id'] });
    for (const { present, fields } of changed) if (present.key_id && bearsOnAccess(fields)) work.ends(present.key_id);
    return { texts: new Map([...(await add(work, created)), ...(await remind(work, compared.wanted, compared.rows))]) };
  },
  removable: { tells: ['kind', 'name'], end: removeDevices },
});

/** @returns the addresses that pair them, by name. */
async function add({ db, organization_id, publicUrl, who }: OrganizationContext, created: Compared['created']) {
  const addresses = new Map<string, string>();
  for (const { name, entry, place, fields } of created) {
    const { pin } = entry;
    const added = await addDevice(db, publicUrl, {
      ...({ key: null, point_ids: null, ...place, ...fields } as Pick<
        Row,
        'id' | 'key' | 'super_event_id' | 'kind' | 'name' | 'point_ids'
      >),
      ...optionsOf(fields),
      lock: typeof pin === 'string' ? await lockOf(pin) : null,
      ...{ organization_id, created_by: who?.user_id ?? null, expires_at: null },
    });
    if (!added) throw tooMany(String(entry['around']));
    addresses.set(name, added.pairing.url);
  }
  return addresses;
}

/** Whether gateways remember one of these fields with the key. */
const bearsOnAccess = (fields: object) => ['point_ids', ...Object.keys(deviceOptions)].some((name) => name in fields);

/** Those that the file leaves out are off. */
const optionsOf = ({ may_search, sees_answers, prints }: Record<string, unknown>) => ({
  ...{ may_search: may_search === true, sees_answers: sees_answers === true, prints: prints === true },
});

const tooMany = (super_event: string) =>
  new CannotApply(
    `The super event ${super_event} would have more than ${devicesAtMost} devices, with those that are there already.`,
    'End some first: muster devices list shows them, and pruning ends those that a file does not name.',
  );

/** Renews the expired codes of the file's unpaired devices. */
async function remind({ db, publicUrl }: OrganizationContext, wanted: Compared['wanted'], rows: Compared['rows']) {
  const waiting = new Set(rows.filter(({ key_id }) => key_id === null).map(({ id }) => id));
  const addresses = new Map<string, string>();
  for (const { name, place } of wanted) {
    const id = String(place['id']);
    const address = waiting.has(id) ? await pairAgain(db, publicUrl, id) : undefined;
    if (address !== undefined) addresses.set(name, address);
  }
  return addresses;
}

async function removeDevices({ db, ends }: OrganizationContext, rows: readonly Pick<Row, 'id' | 'key_id'>[]) {
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

/** Lists devices that were not removed, of one organization or of all. */
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
