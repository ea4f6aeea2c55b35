/** SQL of who may read facts. */
import { sql } from 'kysely';
import type { Db } from '../../../shared/database/database.ts';

export interface FactReader {
  readonly user_id: string;
  readonly organization_id: string;
  /** Null where they read what happens anywhere in the organization. */
  readonly super_event_id: string | null;
  /** The hackathon of a board, which is no person. */
  readonly board_of?: string | null | undefined;
}

/** In the order of the readers: members, and in a hackathon its staff and its boards. */
export async function whoMayRead(db: Db, readers: readonly FactReader[]): Promise<boolean[]> {
  const { rows } = await sql<{ may: boolean }>`
    select v.member_role is not null
           or r.super_event_id is not null and v.is_staff
           or exists (select 1 from published.super_events e where e.id = r.board_of and e.id = r.super_event_id) as may
      from unnest(${readers.map(({ user_id }) => user_id)}::uuid[],
                  ${readers.map(({ organization_id }) => organization_id)}::uuid[],
                  ${readers.map(({ super_event_id }) => super_event_id)}::uuid[],
                  ${readers.map(({ board_of = null }) => board_of)}::uuid[])
           with ordinality as r (user_id, organization_id, super_event_id, board_of, n)
     cross join lateral published.standing(r.user_id, r.organization_id, r.super_event_id, null) v
     order by r.n`.execute(db.getKysely());
  return rows.map(({ may }) => may);
}
