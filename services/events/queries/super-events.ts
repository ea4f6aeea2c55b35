/** SQL of super events. What is deleted is left out everywhere. */
import { sql } from 'kysely';
import { wholeList } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';
import { isListed, rolesOfStaff, type Reader } from './reader.ts';

type EventStatus = 'draft' | 'final';
type Mode = 'online' | 'onsite' | 'hybrid';
type Instant = Date | string | null;

export interface SuperEventItem {
  id: string;
  name: string;
  slug: string;
  status: EventStatus;
}

export async function superEventsFor(db: Db, reader: Reader): Promise<SuperEventItem[]> {
  const { rows } = await sql<SuperEventItem>`
    select s.id, s.name, s.slug, s.status
      from super_event s
     where s.organization_id = ${reader.organization_id} and s.deleted_at is null
       and (${reader.is_member}
            or s.status = 'final' and ${isListed(reader)}
            or s.id in (select super_event_id from published.track_roles
                         where user_id = ${reader.user_id} and role in ${rolesOfStaff}))
     order by s.created_at, s.id limit ${wholeList}`.execute(db.getKysely());
  return rows;
}

export interface SuperEvent extends SuperEventItem {
  description: string | null;
  visibility: 'public' | 'unlisted' | 'private';
  payment_status: 'unpaid' | 'pending' | 'paid' | 'refunded';
  start_at: Instant;
  end_at: Instant;
  tz: string | null;
  track_count: number;
  paid_track_count: number;
  paid_days: number;
  max_participants: number | null;
  format: Mode | null;
  config_json: Record<string, unknown>;
}

export async function findSuperEvent(db: Db, id: string): Promise<SuperEvent | undefined> {
  const { rows } = await sql<SuperEvent>`
    select s.id, s.name, s.slug, s.status, s.description, s.visibility, s.payment_status, s.start_at, s.end_at, s.tz,
           s.paid_track_count, s.paid_days, s.max_participants, s.format, s.config_json,
           (select count(*)::int from track t where t.super_event_id = s.id and t.deleted_at is null) as track_count
      from super_event s where s.id = ${id} and s.deleted_at is null`.execute(db.getKysely());
  return rows[0];
}

/** What a patch may change, and the slug that follows the name. */
interface StoredSuperEvent {
  name: string;
  slug: string;
  description: string | null;
  tz: string | null;
  start_at: Instant;
  end_at: Instant;
  max_participants: number | null;
  visibility: SuperEvent['visibility'];
  format: Mode | null;
  config_json: Record<string, unknown>;
  status: EventStatus;
}

/** Nobody else changes it until this transaction ends. */
export async function holdSuperEvent(db: Db, id: string): Promise<StoredSuperEvent | undefined> {
  const { rows } = await sql<StoredSuperEvent>`
    select name, slug, description, tz, start_at, end_at, max_participants, visibility, format, config_json, status
      from super_event where id = ${id} and deleted_at is null for no key update`.execute(db.getKysely());
  return rows[0];
}

/** Answers when it was deleted; undefined where it was already. */
export async function removeSuperEvent(db: Db, id: string): Promise<Date | string | undefined> {
  const { rows } = await sql<{ deleted_at: Date | string }>`
    update super_event set deleted_at = now(), updated_at = now()
     where id = ${id} and deleted_at is null returning deleted_at`.execute(db.getKysely());
  return rows[0]?.deleted_at;
}
