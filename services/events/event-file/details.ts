/** What a hackathon asks of people who apply, and who does what on its tracks. */
import { sql } from 'kysely';
import type { TrackRole } from '../../../shared/contract/vocabulary.ts';
import {
  audit,
  pick,
  reconcile,
  type Difference,
  type OrganizationWork,
  type Row,
} from '../../../shared/database/reconcile.ts';
import { newId } from '../../../shared/database/ids.ts';

/** An entry of the file, with what it belongs to. */
export interface PlacedField {
  readonly around: string;
  readonly super_event_id: string;
  readonly entry: { readonly key: string; readonly label: string };
}
export interface PlacedRole {
  /** As in `spring-hack/ai`. */
  readonly around: string;
  readonly super_event_id: string;
  readonly event_id: string;
  readonly email: string;
  readonly user_id: string;
  readonly role: TrackRole;
}

const managed = [
  ...['field_type', 'label', 'description', 'placeholder', 'options'],
  ...['is_required', 'order_index', 'validation_rules'],
];

/** `ids` by super event id and key, joined by a slash. */
export async function reconcileFields(
  work: OrganizationWork,
  superEvents: ReadonlyMap<string, string>,
  fields: readonly PlacedField[],
): Promise<{ differences: Difference[]; ids: Map<string, string> }> {
  const slugs = new Map([...superEvents].map(([slug, id]) => [id, slug]));
  const { rows } = await sql<Row & { id: string; super_event_id: string; key: string | null; label: string }>`
    select * from events.registration_field where super_event_id = any (${[...slugs.keys()]}::uuid[])
     order by order_index, id`.execute(work.db.getKysely());
  const present = new Map(rows.map((row) => [`${row.super_event_id}/${row.key ?? row.id}`, row]));
  const wanted = fields.map(({ around, super_event_id, entry }) => {
    const key = `${super_event_id}/${entry.key}`;
    const id = present.get(key)?.id ?? newId();
    return {
      key,
      kind: 'registration field',
      name: `${around}/${entry.key}`,
      ids: { super_event_id, registration_field_id: id },
      place: { id, super_event_id, key: entry.key },
      fields: pick({ ...entry }, managed),
    };
  });
  const differences = await reconcile(work, { name: 'events.registration_field' }, wanted, present);
  const named = new Set(wanted.map(({ key }) => key));
  const unnamed = work.prune ? [...present].filter(([key]) => !named.has(key)).map(([, row]) => row) : [];
  const removals = unnamed.map((row): Difference => {
    const name = `${slugs.get(row.super_event_id)}/${row.key ?? row.label}`;
    const ids = { super_event_id: row.super_event_id, registration_field_id: row.id };
    return { action: 'remove', kind: 'registration field', name, ids, fields: { label: [row.label, null] } };
  });
  const gone = unnamed.map(({ id }) => id);
  await sql`delete from events.registration_field where id = any (${gone}::uuid[])`.execute(work.db.getKysely());
  await audit(work, 'events.registration_field', removals);
  return {
    differences: [...differences, ...removals],
    ids: new Map(wanted.map(({ key, place }) => [key, place.id])),
  };
}

interface RoleRow extends Row {
  event_id: string;
  user_id: string;
  role: TrackRole;
  email: string;
}
const roleKey = ({ event_id, user_id, role }: Pick<RoleRow, 'event_id' | 'user_id' | 'role'>) =>
  `${event_id} ${user_id} ${role}`;

/** `tracks`: names such as `spring-hack/ai` by id. */
export async function reconcileRoles(
  work: OrganizationWork,
  tracks: ReadonlyMap<string, string>,
  roles: readonly PlacedRole[],
): Promise<Difference[]> {
  const { rows } = await sql<RoleRow>`
    select r.event_id, r.user_id, r.role, p.email
      from events.track_role r join published.people p on p.id = r.user_id
     where r.event_id = any (${[...tracks.keys()]}::uuid[])`.execute(work.db.getKysely());
  const present = new Map(rows.map((row) => [roleKey(row), row]));
  const wanted = roles.map(({ around, event_id, user_id, role, email }) => {
    const place = { event_id, user_id, role };
    return { key: roleKey(place), kind: 'role', name: `${around} ${role} ${email}`, ids: place, place, fields: {} };
  });
  const differences = await reconcile(work, { name: 'events.track_role' }, wanted, present);
  const named = new Set(wanted.map(({ key }) => key));
  // Who takes part is no configuration.
  const isConfiguration = (row: RoleRow) => row.role !== 'PARTICIPANT' && !named.has(roleKey(row));
  const unnamed = work.prune ? rows.filter(isConfiguration) : [];
  return [...differences, ...(await removeRoles(work, tracks, unnamed))];
}

async function removeRoles(work: OrganizationWork, tracks: ReadonlyMap<string, string>, roles: readonly RoleRow[]) {
  const gone = roles.map((row) => pick(row, ['event_id', 'user_id', 'role']));
  await sql`
    delete from events.track_role r
     using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as n (event_id uuid, user_id uuid, role text)
     where (r.event_id, r.user_id, r.role) = (n.event_id, n.user_id, n.role)`.execute(work.db.getKysely());
  const removals = roles.map(({ event_id, user_id, role, email }): Difference => {
    const name = `${tracks.get(event_id)} ${role} ${email}`;
    return { action: 'remove', kind: 'role', name, ids: { event_id, user_id, role }, fields: {} };
  });
  await audit(work, 'events.track_role', removals);
  return removals;
}
