/** Letters to people who were moved by organizers. */
import { sql } from 'kysely';
import { sendLetterToEach } from '../../shared/kit/letters.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { superEvents, tracks } from '../../shared/database/published/events.ts';
import type { people } from '../../shared/database/published/identity.ts';
import type { checkinTokens } from '../../shared/database/published/registrations.ts';

interface Moved
  extends
    Pick<RowOf<typeof people>, 'email' | 'name'>,
    Pick<RowOf<typeof checkinTokens>, 'registration_id' | 'checkin_token'> {
  super_event_name: RowOf<typeof superEvents>['name'];
  event_name: RowOf<typeof tracks>['name'];
}

/**
 * Queues the letters in this transaction.
 * @param newcomers Ids of the people who were not accepted on the track before; others already have their check-in
 *   token.
 */
export async function tellMoved(db: Db, newcomers: readonly string[], event_id: string): Promise<void> {
  if (newcomers.length === 0) return;
  const { rows } = await sql<Moved>`
    select p.email, p.name, s.name as super_event_name, t.name as event_name, c.registration_id, c.checkin_token
      from published.tracks t
      join published.super_events s on s.id = t.super_event_id
      join published.checkin_tokens c on c.event_id = t.id and c.user_id = any (${newcomers}::uuid[])
      join published.people p on p.id = c.user_id
     where t.id = ${event_id}`.execute(db.getKysely());
  const sendings = rows.map(({ email, registration_id, checkin_token, ...data }) => ({
    to: email,
    data,
    secret: checkin_token,
    key: `moved ${registration_id}`,
  }));
  await sendLetterToEach(db, 'moved', sendings);
}
