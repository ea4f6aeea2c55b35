/** SQL of tracks. What is deleted is left out everywhere. */
import { sql } from 'kysely';
import { wholeList } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';
import { isListed, rolesOfStaff, type Reader } from './reader.ts';
import type { SuperEventItem } from './super-events.ts';

type Mode = 'online' | 'onsite' | 'hybrid';
type Instant = Date | string | null;

export interface TrackItem extends SuperEventItem {
  super_event_id: string;
}

export async function tracksFor(db: Db, reader: Reader): Promise<TrackItem[]> {
  const { rows } = await sql<TrackItem>`
    select t.id, t.name, t.slug, t.status, t.super_event_id
      from track t join super_event s on s.id = t.super_event_id and s.deleted_at is null
     where t.organization_id = ${reader.organization_id} and t.deleted_at is null
       and (${reader.is_member}
            or t.status = 'final' and s.status = 'final' and ${isListed(reader)}
            or t.id in (select event_id from track_role where user_id = ${reader.user_id} and role in ${rolesOfStaff}))
     order by t.created_at, t.id limit ${wholeList}`.execute(db.getKysely());
  return rows;
}

export interface Track extends TrackItem {
  mode: Mode | null;
  start_at: Instant;
  end_at: Instant;
  tz: string | null;
  stream_start_at: Instant;
  config_json: Record<string, unknown>;
  registration_count: number;
  team_count: number;
}

/** Of the track `t`; whoever has cancelled is not counted. */
export const registrationCount = sql`
  (select coalesce(sum(r.n), 0)::int from published.registration_tally r
    where r.event_id = t.id and r.status <> 'cancelled')`;
export const teamCount = sql`
  (select coalesce(sum(m.n), 0)::int from published.team_tally m where m.event_id = t.id)`;

export async function findTrack(db: Db, id: string): Promise<Track | undefined> {
  const { rows } = await sql<Track>`
    select t.id, t.name, t.slug, t.status, t.mode, t.start_at, t.end_at, t.tz, t.super_event_id, t.stream_start_at,
           t.config_json,
           ${registrationCount} as registration_count, ${teamCount} as team_count
      from track t where t.id = ${id} and t.deleted_at is null`.execute(db.getKysely());
  return rows[0];
}

/** What a patch may change, and the slug that follows the name. */
interface StoredTrack {
  name: string;
  slug: string;
  tz: string | null;
  start_at: Instant;
  end_at: Instant;
  mode: Mode | null;
  stream_url: string | null;
  stream_start_at: Instant;
  config_json: Record<string, unknown>;
  status: Track['status'];
}

/** Nobody else changes it until this transaction ends. */
export async function holdTrack(db: Db, id: string): Promise<StoredTrack | undefined> {
  const { rows } = await sql<StoredTrack>`
    select name, slug, tz, start_at, end_at, mode, stream_url, stream_start_at, config_json, status
      from track where id = ${id} and deleted_at is null for no key update`.execute(db.getKysely());
  return rows[0];
}

export interface RemovedTrack {
  id: string;
  super_event_id: string;
  deleted_at: Date | string;
}

/** One track, or all of a super event; those that are still there. */
export async function removeTracks(
  db: Db,
  whose: { readonly id: string } | { readonly super_event_id: string },
): Promise<RemovedTrack[]> {
  const meant = 'id' in whose ? sql`id = ${whose.id}` : sql`super_event_id = ${whose.super_event_id}`;
  const { rows } = await sql<RemovedTrack>`
    update track set deleted_at = now(), updated_at = now() where ${meant} and deleted_at is null
    returning id, super_event_id, deleted_at`.execute(db.getKysely());
  return rows;
}

/** Everybody leaves their team on these tracks. */
export async function endMemberships(db: Db, tracks: readonly string[]): Promise<void> {
  await sql`
    select published.end_memberships(
             array(select user_id from published.team_members where event_id = any (${tracks}::uuid[])),
             ${tracks}::uuid[])`.execute(db.getKysely());
}

interface Stream {
  stream_url: string | null;
  stream_start_at: Instant;
  /** Has a role in the hackathon, or an accepted place there or on the track. */
  may_watch: boolean;
}

/** What the track does not say, its hackathon does. */
export async function findStream(db: Db, id: string, user_id: string): Promise<Stream | undefined> {
  const { rows } = await sql<Stream>`
    select coalesce(t.stream_url, s.stream_url) as stream_url,
           coalesce(t.stream_start_at, t.start_at, s.start_at) as stream_start_at,
           exists (select 1 from published.track_roles r
                    where r.user_id = ${user_id} and r.super_event_id = s.id)
           or exists (select 1 from published.super_event_registrations r
                       where r.user_id = ${user_id} and r.super_event_id = s.id and r.status = 'accepted')
           or exists (select 1 from published.registrations r
                       where r.user_id = ${user_id} and r.event_id = t.id and r.status = 'accepted') as may_watch
      from track t join super_event s on s.id = t.super_event_id
     where t.id = ${id} and t.deleted_at is null`.execute(db.getKysely());
  return rows[0];
}
