/** Super events as they are, for an event file. */
import { sql } from 'kysely';
import type { fieldTypes, TrackRole } from '../../../shared/contract/vocabulary.ts';
import type { Db } from '../../../shared/database/database.ts';

export interface NamedSuperEvent {
  readonly id: string;
  readonly slug: string;
  readonly organization: string;
}

/** In every organization. A former slug finds what has another one now. */
export async function findSuperEvents(db: Db, slug: string): Promise<NamedSuperEvent[]> {
  const { rows } = await sql<NamedSuperEvent>`
    select s.id, s.slug, o.slug as organization
      from events.slug k
      join published.super_events s on s.id = k.target_id
      join published.organizations o on o.id = s.organization_id
     where k.kind = 'super_event' and k.slug = ${slug}
     order by o.slug`.execute(db.getKysely());
  return rows;
}

/** Enough to see what there is. */
export async function someSuperEvents(db: Db): Promise<NamedSuperEvent[]> {
  const { rows } = await sql<NamedSuperEvent>`
    select s.id, s.slug, o.slug as organization
      from published.super_events s join published.organizations o on o.id = s.organization_id
     order by o.slug, s.slug limit 1000`.execute(db.getKysely());
  return rows;
}

export type Time = string | Date;
type Json = Record<string, unknown>;
type Mode = 'online' | 'onsite' | 'hybrid';

interface Place {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly status: 'draft' | 'final';
  readonly start_at: Time | null;
  readonly end_at: Time | null;
  readonly tz: string | null;
  readonly stream_url: string | null;
  readonly config_json: Json;
}
interface LiveSuperEvent extends Place {
  readonly description: string | null;
  readonly visibility: 'public' | 'unlisted' | 'private';
  readonly payment_status: 'unpaid' | 'pending' | 'paid' | 'refunded';
  readonly paid_track_count: number;
  readonly paid_days: number;
  readonly format: Mode | null;
  readonly max_participants: number | null;
}
export interface LiveTrack extends Place {
  readonly mode: Mode | null;
  readonly stream_start_at: Time | null;
  readonly registration: 'never_opened' | 'open' | 'closed';
}
export interface LiveField {
  readonly id: string;
  /** One without a key is known by its id. */
  readonly key: string;
  readonly field_type: (typeof fieldTypes)[number];
  readonly label: string;
  readonly description: string | null;
  readonly placeholder: string | null;
  readonly options: string[];
  readonly is_required: boolean;
  readonly order_index: number;
  readonly validation_rules: Json;
}
interface LiveRole {
  readonly event_id: string;
  readonly user_id: string;
  readonly role: TrackRole;
}
export interface LiveEvents {
  readonly superEvent: LiveSuperEvent;
  readonly tracks: readonly LiveTrack[];
  readonly fields: readonly LiveField[];
  readonly roles: readonly LiveRole[];
}

export async function readEvents(db: Db, id: string): Promise<LiveEvents> {
  const kysely = db.getKysely();
  const superEvents = await sql<LiveSuperEvent>`select * from events.super_event where id = ${id}`.execute(kysely);
  const tracks = await sql<LiveTrack>`
    select * from events.track where super_event_id = ${id} and deleted_at is null
     order by created_at, start_at, slug`.execute(kysely);
  const fields = await sql<LiveField & { key: string | null }>`
    select * from events.registration_field where super_event_id = ${id} order by order_index, created_at, key, id`.execute(
    kysely,
  );
  const roles = await sql<LiveRole>`
    select r.event_id, r.user_id, r.role
      from events.track_role r join published.people p on p.id = r.user_id
     where r.event_id = any (${tracks.rows.map((track) => track.id)}::uuid[])
     order by array_position(array['ORGANIZER', 'MENTOR', 'JUDGE', 'PARTICIPANT'], r.role), p.email`.execute(kysely);
  const [superEvent] = superEvents.rows;
  if (!superEvent) throw new RangeError(`No super event has the id ${id}.`);
  return {
    superEvent,
    tracks: tracks.rows,
    fields: fields.rows.map((field) => ({ ...field, key: field.key ?? field.id })),
    roles: roles.rows,
  };
}
