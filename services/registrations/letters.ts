/** Letters about decisions on registrations. */
import { sendLetter } from '../../shared/kit/letters.ts';
import type { RegistrationStatus } from '../../shared/contract/vocabulary.ts';
import type { Db } from '../../shared/database/database.ts';
import { addressee, type Subject } from './queries/addressees.ts';

const told = ['accepted', 'waitlisted', 'rejected'] as const;
type Told = (typeof told)[number];
const isTold = (status: RegistrationStatus): status is Told => told.some((one) => one === status);

/**
 * Queues the letter about a decision in this transaction, with the check-in token for an accepted person. There is no
 * letter for `pending` and `cancelled`.
 */
export async function announce(db: Db, subject: Subject, status: RegistrationStatus): Promise<void> {
  if (!isTold(status)) return;
  const found = await addressee(db, subject);
  if (!found) return;
  const { email, name, super_event_name, event_name, checkin_token, decision, ...more } = found;
  await sendLetter(db, 'decision', {
    to: email,
    data: { name, status, super_event_name, event_name, ...more },
    ...(status === 'accepted' && { secret: checkin_token }),
    key: `decision ${decision}`,
  });
}
