/** Letters to people who were moved by organizers. */
import { sendLetterToEach } from '../../shared/kit/letters.ts';
import type { Db } from '../../shared/database/database.ts';
import { movedTo } from './queries/letters.ts';

/**
 * Queues the letters in this transaction.
 * @param newcomers Ids of the people who were not accepted on the track before; others already have their check-in
 *   token.
 */
export async function tellMoved(db: Db, newcomers: readonly string[], event_id: string): Promise<void> {
  if (newcomers.length === 0) return;
  const moved = await movedTo(db, event_id, newcomers);
  const sendings = moved.map(({ email, checkin_token, ...data }) => ({
    to: email,
    data,
    secret: checkin_token,
    key: `moved ${data.registration_id}`,
  }));
  await sendLetterToEach(db, 'moved', sendings);
}
