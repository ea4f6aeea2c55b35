/** SQL for the letters to people who were moved by organizers. */
import { sql } from 'kysely';
import type { Happening } from '../../../shared/contract/letters.ts';
import { happening } from '../../../shared/kit/letters.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { superEvents, tracks } from '../../../shared/database/published/events.ts';
import type { people } from '../../../shared/database/published/identity.ts';
import type { checkinTokens } from '../../../shared/database/published/registrations.ts';

interface Moved
  extends
    Pick<RowOf<typeof people>, 'email' | 'name'>,
    Pick<RowOf<typeof checkinTokens>, 'registration_id' | 'checkin_token'> {
  super_event_name: RowOf<typeof superEvents>['name'];
  event_name: RowOf<typeof tracks>['name'];
  happening: Happening;
}

/** Reads whom to write to about their place on a track, and what the letter says. */
export async function movedTo(db: Db, event_id: string, user_ids: readonly string[]): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select p.email, p.name, s.name as super_event_name, t.name as event_name, c.registration_id, c.checkin_token,
           ${happening('t', 's')}
      from published.tracks t
      join published.super_events s on s.id = t.super_event_id
      join published.organizations o on o.id = s.organization_id
      join published.checkin_tokens c on c.event_id = t.id and c.user_id = any (${user_ids}::uuid[])
      join published.people p on p.id = c.user_id
     where t.id = ${event_id}`.execute(db.getKysely());
  return rows;
}
