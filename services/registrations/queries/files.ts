/** SQL of stored files: unclaimed until a registration takes them, discarded until their bytes are gone. */
import { sql } from 'kysely';
import type { StoredFile } from '../../../shared/contract/files.ts';
import type { Db } from '../../../shared/database/database.ts';

/** What may be brought, in megabytes, where neither the track nor the hackathon asks for less. */
export async function findUploadRules(db: Db, { super_event_id, event_id }: Record<string, string | null>) {
  const { rows } = await sql<{ max_file_mb: unknown; file_fields: string[] }>`
    select coalesce(t.config_json -> 'max_file_mb', s.config_json -> 'max_file_mb') as max_file_mb,
           array(select id from published.registration_fields f
                  where f.super_event_id = s.id and f.field_type = 'file') as file_fields
      from published.super_events s
      left join published.tracks t on t.id = ${event_id} and t.super_event_id = s.id
     where s.id = ${super_event_id}`.execute(db.getKysely());
  return rows[0];
}

export interface NewFile extends Omit<StoredFile, 'file_id'> {
  readonly organization_id: string;
  readonly super_event_id: string;
  readonly event_id: string | null;
  readonly user_id: string;
  readonly key: string;
}

export async function noteFile(db: Db, file: NewFile): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into file (organization_id, super_event_id, event_id, user_id, field_id, key, filename, size, content_type, sha256)
    values (${file.organization_id}, ${file.super_event_id}, ${file.event_id}, ${file.user_id}, ${file.field_id},
            ${file.key}, ${file.filename}, ${file.size}, ${file.content_type}, ${file.sha256})
    returning id`.execute(db.getKysely());
  return rows[0]?.id ?? '';
}

export interface Claim {
  readonly claimed_by: string;
  readonly super_event_id: string;
  readonly event_id: string | null;
  /** Whose registration it is, and who brought the files. */
  readonly owner_id: string;
  readonly viewer_id: string;
  readonly received: readonly string[];
  /** Everything the answers name from now on; other files of the registration are let go. */
  readonly named: readonly string[];
}

/** Answers how many were claimed; fewer than received means that some were not the viewer's to bring, or are gone. */
export async function settleFiles(db: Db, claim: Claim): Promise<{ claimed: number; released: number }> {
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

export interface FoundFile {
  key: string;
  filename: string;
  size: number;
  content_type: string;
}

export async function findFile(db: Db, id: string): Promise<FoundFile | undefined> {
  const { rows } = await sql<FoundFile>`
    select key, filename, size, content_type from file where id = ${id} and claimed_by is not null`.execute(
    db.getKysely(),
  );
  return rows[0];
}

/** From here on nothing can claim them. */
export async function discardUnclaimed(db: Db, user_id: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`
    update file set discarded_at = now()
     where id = any (${ids}::uuid[]) and user_id = ${user_id} and claimed_by is null and discarded_at is null
    returning id`.execute(db.getKysely());
  return rows.length;
}

/** What is still unclaimed after an hour belongs to a request that never came to its end. */
export async function discardForgotten(db: Db): Promise<void> {
  await sql`
    update file set discarded_at = now()
     where claimed_by is null and discarded_at is null and created_at < now() - interval '1 hour'`.execute(
    db.getKysely(),
  );
}

export async function someDiscarded(db: Db, limit: number): Promise<{ id: string; key: string }[]> {
  const { rows } = await sql<{ id: string; key: string }>`
    select id, key from file where claimed_by is null and discarded_at is not null
     order by created_at limit ${limit}`.execute(db.getKysely());
  return rows;
}

export async function forget(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from file where id = any (${ids}::uuid[]) and discarded_at is not null`.execute(db.getKysely());
}
