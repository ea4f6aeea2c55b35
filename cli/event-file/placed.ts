/** Entries of an event file with the ids of what they belong to, as the services take them. */
import type { PointEntry } from '../../services/check-in/event-file.ts';
import type { JudgedTrack } from '../../services/judging/event-file.ts';
import type { ParticipantEntry } from '../../services/registrations/event-file.ts';
import type { TeamEntry } from '../../services/teams/event-file.ts';
import type { Resolved } from './apply.ts';
import type { EventFile } from './normalize.ts';

type SuperEvent = EventFile['super_events'][number];
type Point = SuperEvent['checkin_points'][number];

export function pointsOf({ super_events }: EventFile, { superEvents, tracks }: Resolved): PointEntry[] {
  return super_events.flatMap(({ slug, checkin_points, tracks: entries }) => {
    const super_event_id = superEvents.get(slug) ?? '';
    const place = (around: string, event_id: string | null) => (point: Point) => {
      const { milestone_requirements: requirements, ...rest } = point;
      return { ...rest, requirements, around, super_event_id, event_id };
    };
    return [
      ...checkin_points.map(place(slug, null)),
      ...entries.flatMap((track) =>
        track.checkin_points.map(place(`${slug}/${track.slug}`, tracks.get(track.slug) ?? '')),
      ),
    ];
  });
}

export function judgedTracksOf({ super_events }: EventFile, { superEvents, tracks }: Resolved): JudgedTrack[] {
  return super_events.flatMap(({ slug, tracks: entries }) =>
    entries.map((track) => ({
      id: tracks.get(track.slug) ?? '',
      super_event_id: superEvents.get(slug) ?? '',
      around: `${slug}/${track.slug}`,
      criteria: track.criteria,
    })),
  );
}

export function participantsOf(
  { super_events }: EventFile,
  { superEvents, tracks, fields, people }: Resolved,
): ParticipantEntry[] {
  return super_events.flatMap(({ slug, participants }) => {
    const super_event_id = superEvents.get(slug) ?? '';
    return participants.map(({ email, status, answers, registrations }) => ({
      around: slug,
      super_event_id,
      user_id: people.get(email) ?? '',
      email,
      status,
      answers: answers && keyedById(answers, super_event_id, fields),
      registrations: registrations.map(({ track, ...registration }) => ({
        ...registration,
        around: `${slug}/${track}`,
        event_id: tracks.get(track) ?? '',
      })),
    }));
  });
}

const keyedById = (answers: Record<string, unknown>, super_event_id: string, fields: Resolved['fields']) =>
  Object.fromEntries(
    Object.entries(answers).map(([key, answer]) => [fields.get(`${super_event_id}/${key}`) ?? '', answer]),
  );

export function teamsOf({ super_events }: EventFile, { superEvents, tracks, people }: Resolved): TeamEntry[] {
  return super_events.flatMap(({ slug, teams }) =>
    teams.map(({ track, members, ...team }) => ({
      ...team,
      around: `${slug}/${track}`,
      super_event_id: superEvents.get(slug) ?? '',
      event_id: tracks.get(track) ?? '',
      members: members.map((member) => ({ ...member, user_id: people.get(member.email) ?? '' })),
    })),
  );
}
