import { sql } from 'kysely';
import type { Db } from '../../../shared/database/database.ts';
import type { Tables } from '../entities.ts';

/** Annuls a check-in; returns undefined if that was done before. The row stays for the audit. */
export const annulRecord = (db: Db, id: string, annulled_by: string, annul_reason: string) =>
  db
    .getKysely<Tables>()
    .updateTable('record')
    .set({ annulled_at: sql<Date>`now()`, annulled_by, annul_reason })
    .where('id', '=', id)
    .where('annulled_at', 'is', null)
    .returning(['point_id', 'registration_id', 'user_id', 'annulled_at'])
    .executeTakeFirst();
