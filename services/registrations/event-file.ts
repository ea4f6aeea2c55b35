/** Participants of an event file: their places in hackathons and on tracks, and how answers are judged. */
import { sql } from 'kysely';
import type { RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import type { Db } from '../../shared/database/database.ts';
import type { Difference, OrganizationWork } from '../../shared/database/reconcile.ts';
import { parentKey, reconcileParents, type PlacedParticipant } from './event-file/parents.ts';
import {
  followParents,
  reconcileTrackRegistrations,
  registrationKey,
  type PlacedRegistration,
} from './event-file/tracks.ts';

export { faultsOf, isMissing, type Field } from './answers.ts';

export interface ParticipantEntry extends PlacedParticipant {
  readonly registrations: readonly Omit<
    PlacedRegistration,
    'super_event_id' | 'super_event_registration_id' | 'user_id' | 'email'
  >[];
}
export interface Place {
  readonly id: string;
  readonly status: string;
  readonly checkin_token: string;
}
interface Places {
  /** The parent's id. */
  of(place: { super_event_id: string; user_id: string }): string | undefined;
  on(track: { event_id: string; user_id: string }): Place | undefined;
}

/** Locks parents, then seats, then registrations, then teams, as the service does. */
export async function reconcileParticipants(
  work: OrganizationWork,
  participants: readonly ParticipantEntry[],
): Promise<{ differences: Difference[]; places: Places }> {
  const parents = await reconcileParents(work, participants);
  const registrations = participants.flatMap(({ super_event_id, user_id, email, ...participant }) =>
    participant.registrations.map((entry): PlacedRegistration => {
      const super_event_registration_id = parents.ids.get(parentKey({ super_event_id, user_id })) ?? '';
      return { ...entry, super_event_id, super_event_registration_id, user_id, email };
    }),
  );
  const onTracks = await reconcileTrackRegistrations(work, registrations);
  const followers = await followParents(work, parents.left);
  const places = await placesOn(work, [...onTracks.ids.values()]);
  return {
    differences: [...parents.differences, ...onTracks.differences, ...followers],
    places: {
      of: (place) => parents.ids.get(parentKey(place)),
      on: (track) => places.get(onTracks.ids.get(registrationKey(track)) ?? ''),
    },
  };
}

export interface LiveParticipant {
  readonly id: string;
  readonly user_id: string;
  readonly status: RegistrationStatus;
  /** By field id. */
  readonly answers_json: Readonly<Record<string, unknown>>;
  readonly registrations: readonly LiveRegistration[];
}
interface LiveRegistration {
  readonly super_event_registration_id: string;
  readonly event_id: string;
  readonly status: RegistrationStatus;
  readonly evaluation_score: number | null;
  readonly evaluation_recommendation: string | null;
  /** On this track, beside those of the application. */
  readonly has_answers: boolean;
}

/** Everybody who applied, in that order. */
export async function readParticipants(db: Db, super_event_id: string): Promise<LiveParticipant[]> {
  const parents = await sql<Omit<LiveParticipant, 'registrations'>>`
    select p.id, p.user_id, p.status, p.answers_json
      from registrations.super_event_registration p join published.people n on n.id = p.user_id
     where p.super_event_id = ${super_event_id} order by p.created_at, n.email`.execute(db.getKysely());
  const registrations = await sql<LiveRegistration>`
    select r.super_event_registration_id, r.event_id, r.status, r.evaluation_score, r.evaluation_recommendation,
           r.answers_json <> '{}' as has_answers
      from registrations.registration r join published.tracks t on t.id = r.event_id
     where r.super_event_id = ${super_event_id} order by r.created_at, t.slug`.execute(db.getKysely());
  const byParent = Map.groupBy(registrations.rows, (row) => row.super_event_registration_id);
  return parents.rows.map((parent) => ({ ...parent, registrations: byParent.get(parent.id) ?? [] }));
}

/** As they are in the end, tokens included. */
async function placesOn({ db }: OrganizationWork, ids: readonly string[]): Promise<Map<string, Place>> {
  const { rows } = await sql<Place>`
    select id, status, checkin_token from registrations.registration where id = any (${ids}::uuid[])`.execute(
    db.getKysely(),
  );
  return new Map(rows.map((row) => [row.id, row]));
}
