/** SQL of the check-ins at one point, without annulled ones. */
import { sql } from 'kysely';
import { wordsOf } from '../../shared/base/folding.ts';
import { undoSeconds } from '../../shared/contract/vocabulary.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { people } from '../../shared/database/published/identity.ts';
import { hasWords } from '../../shared/database/search.ts';
import { batchesOf } from '../../shared/database/snapshot.ts';
import { point, type record, type Tables } from './entities.ts';
import { recordedAt } from './points.sql.ts';

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

/** Reads a page, the latest first. The total is a stored counter; with a search, matches are counted. */
export async function arrivalsAt(db: Db, point_id: string, { page, limit, search }: Page) {
  const words = wordsOf(search);
  const matching = sql`${atPoint(point_id)} and ${hasWords(sql`p.search`, words)}`;
  const total = words.length > 0 ? sql`select count(*)::int from ${matching}` : recordedAt(point_id);
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

/** Returns the point's key in the event file; its id if it was just deleted. */
export const keyOf = async (db: Db, point_id: string): Promise<string> =>
  (await db.findOne(point, point_id))?.key ?? point_id;

/** Tells whether this key recorded a check-in, a moment ago. By the time of arrival, because scans may have waited. */
export async function mayUndo(db: Db, id: string, key_id: string): Promise<boolean> {
  const { rows } = await sql`
    select from record
     where id = ${id} and scanned_by = ${key_id}
       and received_at > now() - make_interval(secs => ${undoSeconds})`.execute(db.getKysely());
  return rows.length > 0;
}

/** Annuls a check-in; returns undefined if that was done before. The row stays for the audit. */
export const annulRecord = (db: Db, id: string, annulled_by: string | null, annul_reason: string) =>
  db
    .getKysely<Tables>()
    .updateTable('record')
    .set({ annulled_at: sql<Date>`now()`, annulled_by, annul_reason })
    .where('id', '=', id)
    .where('annulled_at', 'is', null)
    .returning(['point_id', 'registration_id', 'user_id', 'annulled_at'])
    .executeTakeFirst();
