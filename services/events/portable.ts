/** Hackathons of an event file, with their tracks, registration fields and roles. */
import { sql } from 'kysely';
import { registrationFieldFields, superEventFields, trackFields } from '../../shared/contract/fields/events.ts';
import { key, slug } from '../../shared/contract/fields/identifiers.ts';
import { maybe, optional } from '../../shared/contract/fields/members.ts';
import { trackRole as roleOnTrack, type PaymentStatus } from '../../shared/contract/vocabulary.ts';
import { type Row } from '../../shared/database/bulk.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import {
  CannotApply,
  portable,
  type Changed,
  type Comparison,
  type OrganizationWork,
} from '../../shared/database/portable.ts';
import { instant } from '../../shared/base/instant.ts';
import { registrationField, superEvent, type slug as slugs, track, trackRole } from './entities.ts';
import { missingOf, neededForFinal, periodProblems } from './rules.ts';

export { missingOf, neededForFinal, optionProblems, periodProblems } from './rules.ts';

type SlugKind = RowOf<typeof slugs>['kind'];
const hackathon = superEventFields;

export const superEvents = portable({
  kind: 'super event',
  service: 'events',
  table: superEvent,
  place: ['organization_id'],
  within: 'id',
  key: ['slug'],
  columns: {
    slug: slug(),
    name: hackathon.name,
    ...maybe({ description: hackathon.description }),
    ...optional({ status: hackathon.status, visibility: hackathon.visibility }),
    ...optional({ payment_status: hackathon.payment_status }),
    ...optional({ paid_track_count: hackathon.paid_track_count, paid_days: hackathon.paid_days }),
    ...maybe({ start_at: hackathon.start_at, end_at: hackathon.end_at, tz: hackathon.tz, format: hackathon.format }),
    ...maybe({ max_participants: hackathon.max_participants, stream_url: hackathon.stream_url }),
    ...optional({ config_json: hackathon.config_json }),
  },
  order: sql`t.id`,
  dated: true,
  ids: { super_event_id: 'id' },
  facts: { create: 'super_event.created', change: 'super_event.changed' },
  name: (row) => String(row['slug']),
  unread: ['stream_url'],

  find: (work, entries) => findSlugs(work, 'super_event', entries),
  refuse: ({ changed }) => refuseHalfDone('super_event', changed),
  prepare: (work, { created }) => takeSlugs(work, 'super_event', created),
});

export const tracks = portable({
  kind: 'track',
  service: 'events',
  table: track,
  place: ['organization_id', 'super_event_id'],
  within: 'super_event_id',
  key: ['slug'],
  columns: {
    slug: slug(),
    name: trackFields.name,
    ...optional({ status: trackFields.status }),
    ...maybe({ mode: trackFields.mode, start_at: trackFields.start_at, end_at: trackFields.end_at }),
    ...maybe({ tz: trackFields.tz, stream_url: trackFields.stream_url, stream_start_at: trackFields.stream_start_at }),
    ...optional({ registration: trackFields.registration, config_json: trackFields.config_json }),
  },
  ended: 'deleted_at',
  order: sql`t.created_at, t.start_at, t.slug`,
  dated: true,
  ids: { super_event_id: 'super_event_id', event_id: 'id' },
  facts: { create: 'event.created', change: 'event.changed' },
  name: ({ around, slug }) => `${String(around)}/${String(slug)}`,
  unread: ['stream_url'],

  find: (work, entries) => findSlugs(work, 'event', entries),
  refuse({ wanted, rows, changed }) {
    const homes = new Map(rows.map((row) => [row.slug, row.super_event_id]));
    const stray = wanted.find(({ entry }) => {
      return (homes.get(String(entry['slug'])) ?? entry['super_event_id']) !== entry['super_event_id'];
    });
    if (stray) {
      throw new CannotApply(
        `The track ${String(stray.entry['slug'])} belongs to another super event of the organization.`,
        'Choose another slug: track slugs are unique in the organization.',
      );
    }
    refuseHalfDone('event', changed);
  },
  prepare: (work, { created }) => takeSlugs(work, 'event', created),
});

/** What is not deleted. */
const present = { event: sql.table('published.tracks'), super_event: sql.table('published.super_events') };

/** What is deleted has no slug: the file then creates anew. A former slug is refused, for somebody renamed on purpose. */
async function findSlugs({ db, organization_id }: OrganizationWork, kind: SlugKind, entries: readonly Row[]) {
  const table = kind === 'event' ? 'track' : 'super_event';
  const { rows } = await sql<RowOf<typeof track> & { asked: string }>`
    select t.*, k.slug as asked
      from slug k join ${sql.table(table)} t on t.id = k.target_id
     where k.organization_id = ${organization_id} and k.kind = ${kind}
       and k.slug = any (${entries.map((entry) => entry['slug'])}::text[])
       and exists (select from ${present[kind]} p where p.id = t.id)`.execute(db.getKysely());
  const renamed = rows.find(({ asked, slug }) => asked !== slug);
  if (!renamed) return rows;
  throw new CannotApply(
    `${renamed.asked} has been renamed to ${renamed.slug}.`,
    `Write slug: ${renamed.slug} in the file, then apply again.`,
  );
}

/** Only what is deleted can still have had one of these when the file was compared with what there is. */
async function takeSlugs({ db }: OrganizationWork, kind: SlugKind, created: Comparison['created']): Promise<void> {
  if (created.length === 0) return;
  const taken = created.map(({ place: { organization_id, slug, id } }) => ({ organization_id, slug, id }));
  const { rows } = await sql`
    insert into slug as k (organization_id, kind, slug, target_id)
    select n.organization_id, ${kind}, n.slug, n.id
      from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as n (organization_id uuid, slug text, id uuid)
    on conflict (organization_id, kind, slug) do update set target_id = excluded.target_id, retired_at = null
       where not exists (select from ${present[kind]} p where p.id = k.target_id)
    returning slug`.execute(db.getKysely());
  if (rows.length === taken.length) return;
  throw new CannotApply('A slug of the file was taken just now.', 'Apply again.');
}

/** The file's own entries go together; beside what the database has and the file leaves out they may not. */
function refuseHalfDone(kind: SlugKind, changed: readonly Changed[]): void {
  for (const { wanted, present, fields } of changed) {
    const next = { ...present, ...fields };
    const period = { start_at: instantOf(next['start_at']), end_at: instantOf(next['end_at']) };
    if (periodProblems(period, period).length > 0) {
      throw new CannotApply(
        `${wanted.name} would end before it starts.`,
        'Write both start_at and end_at in the file.',
      );
    }
    const missing = next['status'] === 'final' ? missingOf(next, neededForFinal[kind]) : [];
    if (missing.length === 0) continue;
    throw new CannotApply(
      `${wanted.name} is final and would be without ${missing.join(', ')}.`,
      'Write them in the file, or status: draft.',
    );
  }
}

/** Answers the former state of payment, which may be the same; undefined where the hackathon is gone. */
export async function writePayment(db: Db, id: string, payment_status: PaymentStatus) {
  const { rows } = await sql<{ former: PaymentStatus }>`
    update events.super_event
       set payment_status = ${payment_status},
           updated_at = case when payment_status = ${payment_status} then updated_at else now() end
     where id = ${id} and deleted_at is null returning old.payment_status as former`.execute(db.getKysely());
  return rows[0]?.former;
}

const instantOf = (time: unknown) => instant(time as Date | string | null);

const asked = registrationFieldFields;

/** One without a key is known by its id. */
export const registrationFields = portable({
  kind: 'registration field',
  service: 'events',
  table: registrationField,
  place: ['super_event_id'],
  within: 'super_event_id',
  key: ['super_event_id', 'key'],
  columns: {
    key: key(),
    ...{ field_type: asked.field_type, label: asked.label },
    ...maybe({ description: asked.description, placeholder: asked.placeholder }),
    ...optional({ options: asked.options, is_required: asked.is_required, order_index: asked.order_index }),
    ...optional({ validation_rules: asked.validation_rules }),
  },
  shown: { key: sql`coalesce(t.key, t.id::text)` },
  order: sql`t.order_index, t.created_at, t.key, t.id`,
  ids: { super_event_id: 'super_event_id', registration_field_id: 'id' },
  facts: {
    create: 'super_event.field_added',
    change: 'super_event.field_changed',
    remove: 'super_event.field_removed',
  },
  name: ({ around, id, key, label }) => `${String(around)}/${String(id !== undefined && id === key ? label : key)}`,
  removable: { tells: ['label'] },
});

export const roles = portable({
  kind: 'role',
  service: 'events',
  table: trackRole,
  place: ['event_id', 'user_id'],
  within: 'event_id',
  key: ['event_id', 'user_id', 'role'],
  by: ['event_id', 'user_id', 'role'],
  columns: { role: roleOnTrack() },
  shown: { super_event_id: sql`e.super_event_id` },
  order: sql`array_position(array['ORGANIZER', 'MENTOR', 'JUDGE', 'PARTICIPANT'], t.role), p.email`,
  ids: { super_event_id: 'super_event_id', event_id: 'event_id', user_id: 'user_id', role: 'role' },
  facts: { create: 'role.granted', remove: 'role.revoked' },
  name: ({ around, role, email }) => `${String(around)} ${String(role)} ${String(email)}`,
  // Who takes part is no configuration.
  removable: { tells: [], among: (_work, { unnamed }) => unnamed.filter(({ role }) => role !== 'PARTICIPANT') },
});
