/** Counts recent scans, from what check-in has recorded. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

export interface Scans {
  /** Check-ins per minute, over the last minute, five and fifteen. */
  readonly check_ins_per_minute: { readonly last_1: number; readonly last_5: number; readonly last_15: number };
  /** Scans that were refused in the last fifteen minutes, the most frequent reason first. */
  readonly refused: Readonly<Record<string, number>>;
}

/** Counts by the time of arrival, because a kiosk that was offline sends its check-ins later. */
export async function recentScans(db: EntityManager): Promise<Scans> {
  const { rows } = await sql<Scans>`
    select (select jsonb_build_object(
                     'last_1', count(*) filter (where received_at > now() - interval '1 minute'),
                     'last_5', round(count(*) filter (where received_at > now() - interval '5 minutes') / 5.0, 1),
                     'last_15', round(count(*) / 15.0, 1))
              from check_in.record where received_at > now() - interval '15 minutes') as check_ins_per_minute,
           (select coalesce(json_object_agg(reason, scans order by scans desc, reason), '{}')
              from (select reason, count(*) as scans from check_in.refused_scan
                     where received_at > now() - interval '15 minutes' group by reason) as by_reason) as refused
  `.execute(db.getKysely());
  const [scans] = rows as [Scans];
  return scans;
}
