/** SQL for super events. Deleted ones are left out everywhere. */
import { sql, type NotNull } from 'kysely';
import type { Viewer } from '../../shared/base/viewer.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { ResourceAccess } from '../../shared/kit/access.ts';
import { oldestFirst, type Listing } from '../../shared/kit/whole-list.ts';
import type { superEvent, Tables } from './entities.ts';

type Row = RowOf<typeof superEvent>;
export type SuperEventItem = Pick<Row, 'id' | 'name' | 'slug' | 'status'>;

/** The hackathons that a reader finds in an organization. */
export const superEventsFor = (reader: Reader): Listing<SuperEventItem> => ({
  rows: sql`
    select s.id, s.name, s.slug, s.status, s.created_at
      from super_event s
     where s.organization_id = ${reader.organization_id} and s.deleted_at is null
       and (${reader.is_member}
            or s.status = 'final' and ${isListed(reader)}
            or s.id in (select super_event_id from published.standings
                         where user_id = ${reader.user_id} and is_staff))`,
  by: oldestFirst,
});

export interface SuperEvent
  extends
    SuperEventItem,
    Pick<Row, 'description' | 'visibility' | 'payment_status' | 'start_at' | 'end_at' | 'tz' | 'paid_track_count'>,
    Pick<Row, 'paid_days' | 'max_participants' | 'opens_at' | 'closes_at' | 'format' | 'config_json'>,
    Pick<Row, 'confirm_within_hours' | 'waitlist_moves' | 'retention_days' | 'gallery'>,
    Pick<Row, 'privacy_url' | 'terms_url' | 'logo_url' | 'colour' | 'reply_to' | 'letters'>,
    Pick<Row, 'locales' | 'name_i18n' | 'description_i18n'> {
  track_count: number;
}

/** Reads a hackathon with its numbers. */
export async function findSuperEvent(db: Db, id: string): Promise<SuperEvent | undefined> {
  const { rows } = await sql<SuperEvent>`
    select s.id, s.name, s.slug, s.status, s.description, s.visibility, s.payment_status, s.start_at, s.end_at, s.tz,
           s.paid_track_count, s.paid_days, s.max_participants, s.opens_at, s.closes_at, s.format, s.config_json,
           s.confirm_within_hours, s.waitlist_moves, s.retention_days, s.gallery,
           s.privacy_url, s.terms_url, s.logo_url, s.colour, s.reply_to, s.letters,
           s.locales, s.name_i18n, s.description_i18n,
           (select count(*)::int from track t where t.super_event_id = s.id and t.deleted_at is null) as track_count
      from super_event s where s.id = ${id} and s.deleted_at is null`.execute(db.getKysely());
  return rows[0];
}

/** Which is the operator's to say. */
export async function mayCreateEvents(db: Db, organization_id: string): Promise<boolean> {
  const organization = db.getKysely<Tables>().selectFrom('published.organizations').where('id', '=', organization_id);
  return (await organization.select('can_create_events').executeTakeFirst())?.can_create_events ?? false;
}

/** The columns that a PATCH may change, and the slug that follows the name. */
const written = [
  ...['name', 'slug', 'description', 'tz', 'start_at', 'end_at', 'max_participants', 'opens_at', 'closes_at'],
  ...[
    'confirm_within_hours',
    'waitlist_moves',
    'retention_days',
    'visibility',
    'gallery',
    'format',
    'config_json',
    'status',
  ],
  ...['privacy_url', 'terms_url', 'logo_url', 'colour', 'reply_to', 'letters'],
  ...['locales', 'name_i18n', 'description_i18n'],
] as const;

/** Reads a super event and locks it until the transaction ends. */
export const lockSuperEvent = (db: Db, id: string) =>
  db
    .getKysely<Tables>()
    .selectFrom('super_event')
    .select(written)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** The languages of a hackathon, the one of its plain texts first. */
export async function localesOf(db: Db, id: string): Promise<Row['locales']> {
  const hackathon = db.getKysely<Tables>().selectFrom('super_event').select('locales').where('id', '=', id);
  return (await hackathon.executeTakeFirst())?.locales ?? [];
}

/** Deletes a super event and returns when, or undefined if it was deleted before. */
export async function removeSuperEvent(db: Db, id: string): Promise<Date | string | undefined> {
  const removed = await db
    .getKysely<Tables>()
    .updateTable('super_event')
    .set({ deleted_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('deleted_at')
    .$narrowType<{ deleted_at: NotNull }>()
    .executeTakeFirst();
  return removed?.deleted_at;
}

export interface Reader {
  readonly organization_id: string;
  readonly user_id: string;
  readonly is_member: boolean;
}

/** Returns the reader of a list from the viewer and their access to the organization. */
export const reader = ({ user_id }: Viewer, { organization_id, member_role }: ResourceAccess): Reader => ({
  organization_id,
  user_id,
  is_member: member_role !== null,
});

/**
 * Returns the condition for hackathons that a list shows. Members find everything. Others find what is final and
 * public, and additionally what is unlisted or private where they have a role or a registration. The guard applies
 * the same rule to single ones.
 */
export const isListed = ({ user_id }: Reader) => sql`
  (s.visibility = 'public'
   or s.id in (select super_event_id from published.standings where user_id = ${user_id}))`;
