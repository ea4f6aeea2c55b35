/** What people are told when organizers move them. */
import { sql } from 'kysely';
import { sendLetterToEach } from '../../shared/broker/letters.ts';
import type { Db } from '../../shared/database/database.ts';

interface Moved {
  readonly email: string;
  readonly name: string;
  readonly super_event_name: string;
  readonly event_name: string;
  readonly registration_id: string;
  readonly checkin_token: string;
}

/** Adds the letters to this transaction. Whoever was accepted on the track before has their code already. */
export async function tellMoved(db: Db, newcomers: readonly string[], event_id: string): Promise<void> {
  if (newcomers.length === 0) return;
  const { rows } = await sql<Moved>`
    select p.email, p.name, s.name as super_event_name, t.name as event_name, c.registration_id, c.checkin_token
      from published.tracks t
      join published.super_events s on s.id = t.super_event_id
      join published.checkin_tokens c on c.event_id = t.id and c.user_id = any (${newcomers}::uuid[])
      join published.people p on p.id = c.user_id
     where t.id = ${event_id}`.execute(db.getKysely());
  const sendings = rows.map(({ email, registration_id, checkin_token, ...facts }) => ({
    to: email,
    facts,
    secret: checkin_token,
    key: `moved ${registration_id}`,
  }));
  await sendLetterToEach(db, 'moved', sendings);
}
