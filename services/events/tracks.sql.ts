/** SQL for tracks. Deleted ones are left out everywhere. */
import { sql, type NotNull } from 'kysely';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { oldestFirst, type Listing } from '../../shared/kit/whole-list.ts';
import type { superEvent, Tables, track } from './entities.ts';
import { isListed, type Reader } from './super-events.sql.ts';

type Row = RowOf<typeof track>;
export type TrackItem = Pick<Row, 'id' | 'name' | 'slug' | 'status' | 'super_event_id'>;

/** The tracks that a reader finds in an organization. */
export const tracksFor = (reader: Reader): Listing<TrackItem> => ({
  rows: sql`
    select t.id, t.name, t.slug, t.status, t.super_event_id, t.created_at
      from track t join super_event s on s.id = t.super_event_id and s.deleted_at is null
     where t.organization_id = ${reader.organization_id} and t.deleted_at is null
       and (${reader.is_member}
            or t.status = 'final' and s.status = 'final' and ${isListed(reader)}
            or t.id in (select event_id from published.standings where user_id = ${reader.user_id} and is_staff))`,
  by: oldestFirst,
});

export interface Track
  extends
    TrackItem,
    Pick<Row, 'mode' | 'start_at' | 'end_at' | 'tz' | 'stream_start_at' | 'config_json' | 'name_i18n'> {
  /** Of its hackathon. */
  locales: RowOf<typeof superEvent>['locales'];
  registration_count: number;
  team_count: number;
}

/** The registrations of the track `t` that are not cancelled. */
export const registrationCount = sql`
  (select coalesce(sum(r.n), 0)::int from published.registration_tally r
    where r.event_id = t.id and r.status <> 'cancelled')`;
export const teamCount = sql`
  (select coalesce(sum(m.n), 0)::int from published.team_tally m where m.event_id = t.id)`;

/** Reads a track with its numbers. */
export async function findTrack(db: Db, id: string): Promise<Track | undefined> {
  const { rows } = await sql<Track>`
    select t.id, t.name, t.slug, t.status, t.mode, t.start_at, t.end_at, t.tz, t.super_event_id, t.stream_start_at,
           t.config_json, t.name_i18n, (select locales from super_event where id = t.super_event_id) as locales,
           ${registrationCount} as registration_count, ${teamCount} as team_count
      from track t where t.id = ${id} and t.deleted_at is null`.execute(db.getKysely());
  return rows[0];
}

/** The columns that a PATCH may change, and the slug that follows the name. */
const written = [
  ...['name', 'slug', 'tz', 'start_at', 'end_at', 'mode'],
  ...['stream_url', 'stream_start_at', 'config_json', 'status', 'name_i18n'],
] as const;

/** Reads a track with the languages of its hackathon, and locks it until the transaction ends. */
export const lockTrack = (db: Db, id: string) =>
  db
    .getKysely<Tables>()
    .selectFrom('track')
    .innerJoin('super_event as s', 's.id', 'track.super_event_id')
    .select(written.map((column) => `track.${column}` as const))
    .select('s.locales')
    .where('track.id', '=', id)
    .where('track.deleted_at', 'is', null)
    .forNoKeyUpdate('track')
    .executeTakeFirst();

export interface RemovedTrack extends Pick<Row, 'id' | 'super_event_id'> {
  deleted_at: Date | string;
}

/** Deletes one track, or all of a super event; returns those that were not deleted before. */
export function removeTracks(
  db: Db,
  whose: { readonly id: string } | { readonly super_event_id: string },
): Promise<RemovedTrack[]> {
  const removed = db
    .getKysely<Tables>()
    .updateTable('track')
    .set({ deleted_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('deleted_at', 'is', null);
  const meant =
    'id' in whose ? removed.where('id', '=', whose.id) : removed.where('super_event_id', '=', whose.super_event_id);
  return meant.returning(['id', 'super_event_id', 'deleted_at']).$narrowType<{ deleted_at: NotNull }>().execute();
}

/** Ends all team memberships on these tracks. They are found by their hackathon, as the index of active ones has them. */
export async function endMemberships(db: Db, tracks: readonly RemovedTrack[]): Promise<void> {
  const [ids, hackathons] = [tracks.map(({ id }) => id), tracks.map(({ super_event_id }) => super_event_id)];
  await sql`
    select published.end_memberships(
             array(select user_id from published.team_members
                    where super_event_id = any (${hackathons}::uuid[]) and event_id = any (${ids}::uuid[])),
             ${ids}::uuid[])`.execute(db.getKysely());
}

interface Stream extends Pick<Row, 'stream_url' | 'stream_start_at'> {
  /** The viewer has a role in the hackathon, or an accepted registration there or on the track. */
  may_watch: boolean;
}

/** Reads the stream of a track; times that the track lacks are those of its hackathon. */
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
