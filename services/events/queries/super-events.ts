/** SQL for super events. Deleted ones are left out everywhere. */
import { sql, type NotNull } from 'kysely';
import { oldestFirst, type Listing } from '../../../shared/kit/whole-list.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { superEvent, Tables } from '../entities.ts';
import { isListed, type Reader } from './reader.ts';

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
    Pick<Row, 'paid_days' | 'max_participants' | 'format' | 'config_json'> {
  track_count: number;
}

/** Reads a hackathon with its numbers. */
export async function findSuperEvent(db: Db, id: string): Promise<SuperEvent | undefined> {
  const { rows } = await sql<SuperEvent>`
    select s.id, s.name, s.slug, s.status, s.description, s.visibility, s.payment_status, s.start_at, s.end_at, s.tz,
           s.paid_track_count, s.paid_days, s.max_participants, s.format, s.config_json,
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
  ...['name', 'slug', 'description', 'tz', 'start_at', 'end_at', 'max_participants'],
  ...['visibility', 'format', 'config_json', 'status'],
] as const;

/** Reads a super event and locks it until the transaction ends. */
export const holdSuperEvent = (db: Db, id: string) =>
  db
    .getKysely<Tables>()
    .selectFrom('super_event')
    .select(written)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

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
