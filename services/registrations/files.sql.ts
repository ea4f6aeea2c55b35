/**
 * SQL for stored files. A file is unclaimed until a registration claims it, and discarded until its bytes are
 * removed.
 */
import { sql } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { anyOf } from '../../shared/database/ids.ts';
import { file, type Tables } from './entities.ts';

type Row = RowOf<typeof file>;

/**
 * Reads the maximum size of files in megabytes, where the track or the hackathon limits it, and the fields that ask
 * for files.
 */
export async function findUploadRules(db: Db, { super_event_id, event_id }: Record<string, string | null>) {
  const { rows } = await sql<{ max_file_mb: unknown; file_fields: Row['field_id'][] }>`
    select coalesce(t.config_json -> 'max_file_mb', s.config_json -> 'max_file_mb') as max_file_mb,
           array(select id from published.registration_fields f
                  where f.super_event_id = s.id and f.field_type = 'file') as file_fields
      from published.super_events s
      left join published.tracks t on t.id = ${event_id} and t.super_event_id = s.id
     where s.id = ${super_event_id}`.execute(db.getKysely());
  return rows[0];
}

type NewFile = Omit<Row, 'id' | 'claimed_by' | 'discarded_at' | 'created_at'>;

/** Creates the row of an unclaimed file and returns its id. */
export const noteFile = (db: Db, noted: NewFile): Promise<string> => db.insert(file, noted);

export interface FileClaim extends Readonly<Pick<Row, 'super_event_id' | 'event_id'>> {
  readonly claimed_by: string;
  /** The person whose registration it is, and the one who uploaded the files. */
  readonly owner_id: string;
  readonly viewer_id: string;
  readonly received: readonly string[];
  /** All files that the answers now name; other files of the registration are released. */
  readonly named: readonly string[];
}

/**
 * Claims and releases files and returns their numbers. Fewer claimed files than expected means that some belong to
 * others or are gone.
 */
export async function settleFiles(db: Db, claim: FileClaim): Promise<{ claimed: number; released: number }> {
  const { rows } = await sql<{ claimed: number; released: number }>`
    with claimed as (
      update file set claimed_by = ${claim.claimed_by}, user_id = ${claim.owner_id}, event_id = ${claim.event_id}
       where id = any (${claim.received}::uuid[]) and user_id = ${claim.viewer_id} and claimed_by is null
         and discarded_at is null and super_event_id = ${claim.super_event_id}
      returning id),
    released as (
      update file set claimed_by = null, discarded_at = now()
       where claimed_by = ${claim.claimed_by} and id <> all (${claim.named}::uuid[])
      returning id)
    select (select count(*)::int from claimed) as claimed, (select count(*)::int from released) as released`.execute(
    db.getKysely(),
  );
  return rows[0] ?? { claimed: 0, released: 0 };
}

/** Reads a claimed file, with Kysely: the entity manager would take a tenth of the processor time of a download. */
export const findFile = (db: Db, id: string, super_event_id?: string) =>
  db
    .getKysely<Tables>()
    .selectFrom('file')
    .select(['key', 'filename', 'size', 'content_type'])
    .where('id', '=', id)
    .where('claimed_by', 'is not', null)
    .$if(super_event_id !== undefined, (found) => found.where('super_event_id', '=', super_event_id ?? ''))
    .executeTakeFirst();

const discard = (db: Db) =>
  db
    .getKysely<Tables>()
    .updateTable('file')
    .set({ discarded_at: sql<Date>`now()` })
    .where('claimed_by', 'is', null)
    .where('discarded_at', 'is', null);

export type Discarded = Pick<Row, 'id' | 'key'>;

/** Marks files as discarded, after which nobody can claim them, and returns them. */
export const discardUnclaimed = (db: Db, user_id: string, ids: readonly string[]): Promise<Discarded[]> =>
  discard(db).where('id', '=', anyOf(ids)).where('user_id', '=', user_id).returning(['id', 'key']).execute();

/** Discards files that are still unclaimed after an hour, because their request was never finished. */
export async function discardForgotten(db: Db): Promise<void> {
  await discard(db)
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute();
}

/** Reads some discarded files, with Kysely: jobs have no entities. */
export const someDiscarded = (db: Db, limit: number): Promise<Discarded[]> =>
  db
    .getKysely<Tables>()
    .selectFrom('file')
    .select(['id', 'key'])
    .where('claimed_by', 'is', null)
    .where('discarded_at', 'is not', null)
    .orderBy('created_at')
    .limit(limit)
    .execute();

/** Deletes the rows of removed files. */
export async function forget(db: Db, ids: readonly string[]): Promise<void> {
  const gone = db.getKysely<Tables>().deleteFrom('file').where('id', '=', anyOf(ids));
  await gone.where('discarded_at', 'is not', null).execute();
}

/** Erases a hackathon's data of the person with this place. Returns the organizations with a fact about it. */
export async function eraseFrom(db: Db, parent_id: string): Promise<string[]> {
  const { rows } = await sql<{ told: string[] }>`
    select published.erase_people(array[p.user_id], p.super_event_id) as told
      from super_event_registration p where p.id = ${parent_id}`.execute(db.getKysely());
  return rows[0]?.told ?? [];
}
