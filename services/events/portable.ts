/** Hackathons of an event file, with their tracks, registration fields and roles. */
import { sql } from 'kysely';
import { prizeFields, superEventFields, trackFields } from '../../shared/contract/fields.ts';
import {
  entryKey,
  slug,
  maybe,
  optional,
  trackRole as roleOnTrack,
  type Locale,
  type PaymentStatus,
} from '../../shared/contract/vocabulary.ts';
import { pick, type InsertedRow } from '../../shared/database/bulk.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import {
  CannotApply,
  portable,
  type Changed,
  type Comparison,
  type OrganizationContext,
} from '../../shared/database/portable.ts';
import { instant } from '../../shared/base/instant.ts';
import { isDeepStrictEqual } from 'node:util';
import { prize, superEvent, type slug as slugs, track, trackRole } from './entities.ts';
import { isSameConfig, localeProblems, spokenOnly, translatedIn } from './languages.ts';
import { spokenTexts, withKeys } from './portable-forms.ts';
import { missingOf, neededForFinal, periodProblems } from './rules.ts';
import { refuseScales } from './scale.ts';

export { flawOf, problemsOf, questionProblems } from './form-rules.ts';
export { settleTexts, translatedIn } from './languages.ts';
export { formField, listedInFile, lists, registrationFields, withKeys } from './portable-forms.ts';
export { missingOf, neededForFinal, periodProblems } from './rules.ts';

type SlugKind = RowOf<typeof slugs>['kind'];
const hackathon = superEventFields;

const superEventColumns = {
  slug: slug(),
  name: hackathon.name,
  ...maybe({ description: hackathon.description }),
  ...optional({ status: hackathon.status, visibility: hackathon.visibility, gallery: hackathon.gallery }),
  ...optional({ payment_status: hackathon.payment_status }),
  ...optional({ paid_track_count: hackathon.paid_track_count, paid_days: hackathon.paid_days }),
  ...maybe({ start_at: hackathon.start_at, end_at: hackathon.end_at, tz: hackathon.tz, format: hackathon.format }),
  ...maybe({ max_participants: hackathon.max_participants, stream_url: hackathon.stream_url }),
  ...maybe({ opens_at: hackathon.opens_at, closes_at: hackathon.closes_at }),
  ...maybe({ confirm_within_hours: hackathon.confirm_within_hours }),
  ...maybe({ retention_days: hackathon.retention_days }),
  ...maybe({ privacy_url: hackathon.privacy_url, terms_url: hackathon.terms_url }),
  ...optional({ waitlist_moves: hackathon.waitlist_moves }),
  ...maybe({ logo_url: hackathon.logo_url, colour: hackathon.colour, reply_to: hackathon.reply_to }),
  ...optional({ letters: hackathon.letters, config_json: hackathon.config_json, locales: hackathon.locales }),
  ...{ name_i18n: hackathon.name_i18n, description_i18n: hackathon.description_i18n },
};
const { slug: _slug, ...managedOfSuperEvent } = superEventColumns;

/** Texts in the languages that a hackathon has now. */
const ownTexts = {
  name_i18n: spokenTexts('name_i18n', sql`t.locales`),
  description_i18n: spokenTexts('description_i18n', sql`t.locales`),
};

export const superEvents = portable({
  kind: 'super event',
  service: 'events',
  table: superEvent,
  place: ['organization_id'],
  within: 'id',
  key: ['slug'],
  columns: superEventColumns,
  order: sql`t.id`,
  dated: true,
  shown: ownTexts,
  ids: { super_event_id: 'id' },
  facts: { create: 'super_event.created', change: 'super_event.changed' },
  name: (row) => String(row['slug']),
  unread: ['stream_url'],

  find: (work, entries) => findSlugs(work, 'super_event', entries),
  /**
   * Sections name fields by their keys in a file, and by their ids over HTTP: the same is no change. Neither are texts in
   * languages that the hackathon does not have now.
   */
  manage(entry, present) {
    const said = pick(entry, Object.keys(managedOfSuperEvent));
    const locales = (said['locales'] ?? present?.locales ?? []) as Locale[];
    const keys = new Map(
      Object.entries((present as InsertedRow | undefined)?.['field_keys'] ?? {}) as [string, string][],
    );
    const spoken = (letters: object) => spokenOnly(letters, translatedIn.letters, locales.slice(1));
    const isKept =
      present && isSameConfig(withKeys(present.config_json, keys), withKeys(said['config_json'], keys), locales);
    const isSameLetters = present && isDeepStrictEqual(spoken(present.letters), spoken(said['letters'] ?? {}));
    return {
      ...said,
      ...(isKept && { config_json: present.config_json }),
      ...(isSameLetters && said['letters'] !== undefined && { letters: present.letters }),
    };
  },
  refuse({ changed }) {
    refuseHalfDone('super_event', changed);
    for (const { wanted, present, fields } of changed) {
      const [problem] = localeProblems(present.locales, fields['locales'] as Locale[] | undefined);
      if (problem) throw new CannotApply(`${wanted.name}: ${problem.message}.`, 'Take the other languages out first.');
    }
  },
  async prepare(work, { created, changed }) {
    await refuseScales(work.db, changed);
    await takeSlugs(work, 'super_event', created);
  },
});

const managedOfTrack = {
  name: trackFields.name,
  ...optional({ status: trackFields.status }),
  ...maybe({ mode: trackFields.mode, start_at: trackFields.start_at, end_at: trackFields.end_at }),
  ...maybe({ tz: trackFields.tz, stream_url: trackFields.stream_url, stream_start_at: trackFields.stream_start_at }),
  ...optional({ registration: trackFields.registration, config_json: trackFields.config_json }),
  name_i18n: trackFields.name_i18n,
};

export const tracks = portable({
  kind: 'track',
  service: 'events',
  table: track,
  place: ['organization_id', 'super_event_id'],
  within: 'super_event_id',
  key: ['slug'],
  columns: { slug: slug(), ...managedOfTrack },
  shown: { name_i18n: spokenTexts('name_i18n') },
  ended: 'deleted_at',
  order: sql`t.created_at, t.start_at, t.slug`,
  dated: true,
  ids: { super_event_id: 'super_event_id', event_id: 'id' },
  facts: { create: 'event.created', change: 'event.changed' },
  name: ({ around, slug }) => `${String(around)}/${String(slug)}`,
  unread: ['stream_url'],

  find: (work, entries) => findSlugs(work, 'event', entries),
  manage(entry, present) {
    const said = pick(entry, Object.keys(managedOfTrack));
    const { locales = [] } = (present ?? {}) as { locales?: readonly Locale[] };
    const isKept = present && isSameConfig(present.config_json, said['config_json'], locales);
    return { ...said, ...(isKept && { config_json: present.config_json }) };
  },
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

const shownOf = (kind: SlugKind) => {
  const shown = Object.entries(kind === 'super_event' ? ownTexts : { name_i18n: spokenTexts('name_i18n') });
  return sql.join(shown.map(([name, value]) => sql`${value} as ${sql.ref(name)}`));
};

/** Rows that are not deleted. */
const present = { event: sql.table('published.tracks'), super_event: sql.table('published.super_events') };

/** Deleted rows have no slug: the file creates new ones. A former slug is refused, because somebody renamed on purpose. */
async function findSlugs(
  { db, organization_id }: OrganizationContext,
  kind: SlugKind,
  entries: readonly InsertedRow[],
) {
  const table = kind === 'event' ? 'track' : 'super_event';
  const more = {
    super_event: sql`(select json_object_agg(f.id, coalesce(f.key, f.id::text)) from registration_field f
                       where f.super_event_id = t.id) as field_keys`,
    event: sql`(select s.locales from super_event s where s.id = t.super_event_id) as locales`,
  };
  const { rows } = await sql<RowOf<typeof track> & { asked: string }>`
    select t.*, k.slug as asked, ${more[kind]}, ${shownOf(kind)}
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
async function takeSlugs({ db }: OrganizationContext, kind: SlugKind, created: Comparison['created']): Promise<void> {
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

const inWrongOrder = {
  end_at: ['end before it starts', 'start_at and end_at'],
  closes_at: ['close its registration before it opens', 'opens_at and closes_at'],
} as const;

/** The file's own entries go together; beside what the database has and the file leaves out they may not. */
function refuseHalfDone(kind: SlugKind, changed: readonly Changed[]): void {
  for (const { wanted, present, fields } of changed) {
    const next = { ...present, ...fields };
    const times = ['start_at', 'end_at', 'opens_at', 'closes_at'].map((name) => [name, instantOf(next[name] ?? null)]);
    const period = Object.fromEntries(times) as Record<string, string | null>;
    const [problem] = periodProblems(period, period);
    if (problem) {
      const [does, both] = inWrongOrder[problem.field === 'end_at' ? 'end_at' : 'closes_at'];
      throw new CannotApply(`${wanted.name} would ${does}.`, `Write both ${both} in the file.`);
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

/** One without a key is known by its id. */
export const prizes = portable({
  kind: 'prize',
  service: 'events',
  table: prize,
  place: ['super_event_id'],
  within: 'super_event_id',
  key: ['super_event_id', 'key'],
  columns: {
    key: entryKey(),
    name: prizeFields.name,
    ...maybe({ sponsor: prizeFields.sponsor, description: prizeFields.description }),
    ...optional({ order_index: prizeFields.order_index, by: prizeFields.by }),
    ...{ name_i18n: prizeFields.name_i18n, description_i18n: prizeFields.description_i18n },
  },
  fields: ['track_ids', 'judge_user_ids'],
  shown: {
    key: sql`coalesce(t.key, t.id::text)`,
    track_ids: sql`case when t.track_ids is not null then array(select unnest(t.track_ids) order by 1) end`,
    judge_user_ids: sql`array(select unnest(t.judge_user_ids) order by 1)`,
    ...{ name_i18n: spokenTexts('name_i18n'), description_i18n: spokenTexts('description_i18n') },
  },
  order: sql`t.order_index, t.created_at, t.key, t.id`,
  ids: { super_event_id: 'super_event_id', prize_id: 'id' },
  facts: {
    create: 'super_event.prize_added',
    change: 'super_event.prize_changed',
    remove: 'super_event.prize_removed',
  },
  name: ({ around, id, key, name }) => `${String(around)}/${String(id !== undefined && id === key ? name : key)}`,
  removable: { tells: ['name'] },
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
  // Participants are no configuration.
  removable: { tells: [], among: (_work, { unnamed }) => unnamed.filter(({ role }) => role !== 'PARTICIPANT') },
});
