/** Participants and their registrations: statuses that go together, the cap. */
import { below, valueOr, type Entry, type SuperEvent } from './entries.ts';
import type { Review } from './review.ts';

export function checkParticipants(superEvent: Entry<SuperEvent>, review: Review): void {
  const participants = below([superEvent], 'participants');
  for (const participant of participants) {
    const status = valueOr(review, [...participant.path, 'status'], participant.item.status, 'pending');
    if (status === undefined || status === 'accepted') continue;
    for (const { path, item } of below([participant], 'registrations')) {
      if (item.status !== 'accepted') continue;
      const message = `cannot be accepted on a track while the participant is ${status}: accept the participant too`;
      review.report([...path, 'status'], { code: 'parentNotAccepted', message });
    }
  }
  const accepted = participants.filter(({ item }) => item.status === 'accepted').length;
  if (accepted <= (superEvent.item.max_participants ?? Infinity)) return;
  const message = `is less than the ${accepted} participants who are accepted in the file: raise it, or accept fewer`;
  review.report([...superEvent.path, 'max_participants'], { code: 'cap', message });
}
