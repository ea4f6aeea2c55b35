/** Participants and their registrations: known tracks, statuses that go together, the cap. */
import type { Review } from '../review.ts';
import type { Path } from '../source.ts';
import { distinct, entriesOf, valueOr, type Entry, type Participant, type SuperEvent } from './entries.ts';

/** Which tracks there are: of this super event, and of others by the name of theirs. */
export interface Tracks {
  own: ReadonlySet<string>;
  elsewhere: ReadonlyMap<string, string>;
}

export function reportUnknownTrack(review: Review, path: Path, slug: string, { own, elsewhere }: Tracks): void {
  const other = elsewhere.get(slug);
  const known = [...own];
  const message = other
    ? `is a track of ${other}, not of this super event`
    : `is no track of this super event; known are ${known.join(', ') || 'none'}`;
  review.report(path, { code: 'unknownTrack', message, written: slug, candidates: other ? [] : known });
}

export function checkParticipants({ path, item }: Entry<SuperEvent>, tracks: Tracks, review: Review): void {
  const participants = entriesOf(item.participants, [...path, 'participants']);
  for (const participant of participants) checkRegistrations(participant, tracks, review);
  const accepted = participants.filter((participant) => participant.item.status === 'accepted').length;
  const cap = item.max_participants;
  if (typeof cap !== 'number' || accepted <= cap) return;
  const message = `is less than the ${accepted} participants who are accepted in the file: raise it, or accept fewer`;
  review.report([...path, 'max_participants'], { code: 'cap', message });
}

function checkRegistrations({ path, item }: Entry<Participant>, tracks: Tracks, review: Review): void {
  const status = valueOr(review, [...path, 'status'], item.status, 'pending');
  const registrations = entriesOf(item.registrations, [...path, 'registrations']);
  distinct(review, registrations, { by: 'track', identity: ({ track }) => track, among: 'per participant' });
  for (const registration of registrations) {
    const { track } = registration.item;
    if (track !== undefined && !tracks.own.has(track)) {
      reportUnknownTrack(review, [...registration.path, 'track'], track, tracks);
    }
    if (registration.item.status !== 'accepted' || status === undefined || status === 'accepted') continue;
    const message = `cannot be accepted on a track while the participant is ${status}: accept the participant too`;
    review.report([...registration.path, 'status'], { code: 'parentNotAccepted', message });
  }
}
