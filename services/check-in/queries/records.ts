import { sql } from 'kysely';
import type { Db } from '../../../shared/database/database.ts';

interface Annulled {
  point_id: string;
  registration_id: string;
  user_id: string;
  annulled_at: string;
}

/** Takes a check-in back; nothing comes of it where that has happened before. The row stays, for the audit. */
export async function annulRecord(db: Db, id: string, by: string, reason: string): Promise<Annulled | undefined> {
  const { rows } = await sql<Annulled>`
    update record set annulled_at = now(), annulled_by = ${by}, annul_reason = ${reason}
     where id = ${id} and annulled_at is null
    returning point_id, registration_id, user_id, annulled_at`.execute(db.getKysely());
  return rows[0];
}
