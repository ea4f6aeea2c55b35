/** SQL of who was checked in at one point. What was annulled is left out. */
import { sql } from 'kysely';
import type { RowOf } from '../../../shared/database/columns.ts';
import { containing } from '../../../shared/database/search.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { people } from '../../../shared/database/published/identity.ts';
import { batchesOf } from '../../../shared/database/snapshot.ts';
import { point, type record } from '../entities.ts';

type Record = Pick<RowOf<typeof record>, 'id' | 'user_id' | 'registration_id' | 'method' | 'checked_in_at'>;
export type Arrival = Record & Pick<RowOf<typeof people>, 'name' | 'email'>;

interface Page {
  readonly page: number;
  readonly limit: number;
  readonly search?: string | undefined;
}

const atPoint = (point_id: string) => sql`
  record r join published.people p on p.id = r.user_id where r.point_id = ${point_id} and r.annulled_at is null`;
const told = sql`r.id, r.user_id, r.registration_id, p.name, p.email, r.method, r.checked_in_at`;

/** The latest first. All there are is kept counted; what is searched for is counted. */
export async function arrivalsAt(db: Db, point_id: string, { page, limit, search }: Page) {
  const term = search?.trim();
  const matching = term ? sql`${atPoint(point_id)} and p.search like ${containing(term)}` : atPoint(point_id);
  const total = term
    ? sql`select count(*)::int from ${matching}`
    : sql`select coalesce(sum(n), 0)::int from record_tally where point_id = ${point_id}`;
  const { rows } = await sql<{ total: number; checkins: Arrival[] }>`
    select (${total}) as total,
           (select coalesce(json_agg(listed), '[]')
              from (select ${told} from ${matching}
                     order by r.checked_in_at desc, r.id desc limit ${limit} offset ${(page - 1) * limit}) listed) as checkins`.execute(
    db.getKysely(),
  );
  return rows[0] ?? { total: 0, checkins: [] };
}

export const everyArrivalAt = (snapshot: Db, point_id: string) =>
  batchesOf(snapshot, sql<Arrival>`select ${told} from ${atPoint(point_id)} order by r.checked_in_at, r.id`);

/** What the event file calls the point; its id where it was deleted just now. */
export const keyOf = async (db: Db, point_id: string): Promise<string> =>
  (await db.findOne(point, point_id))?.key ?? point_id;
