/** SQL that turns facts into deliveries. */
import { sql } from 'kysely';
import type { Db } from '../../shared/database/database.ts';
import type { Listener } from './rules.ts';

interface Reader {
  readonly organization_id: string;
  readonly position: string;
  /** Store the position even if there were no facts. */
  readonly is_stale: boolean;
  readonly webhooks: readonly (Listener & { readonly id: string })[];
}

/** Readers per statement. */
export const readersAtMost = 200;

/** These organizations, or all after this one: a round reads them page by page. */
export type OrganizationRange = readonly string[] | { readonly after: string };
/** Sorts before all organizations. */
export const beforeAllOrganizations = '00000000-0000-0000-0000-000000000000';

/**
 * Locks the readers that no other process has locked, and returns them with their webhooks. The process with the lock
 * reads the others.
 */
export async function lockReaders(db: Db, whose: OrganizationRange): Promise<readonly Reader[]> {
  const these =
    'after' in whose ? sql`r.organization_id > ${whose.after}` : sql`r.organization_id = any (${whose}::uuid[])`;
  const { rows } = await sql<Reader>`
    select r.organization_id, r.position, r.read_at < now() - interval '1 minute' as is_stale,
           (select coalesce(json_agg(json_build_object('id', w.id, 'types', w.types, 'super_event_id', w.super_event_id,
                                                       'active_since', w.active_since)), '[]')
              from webhook w where w.organization_id = r.organization_id and w.status = 'active') as webhooks
      from reader r where ${these}
     order by r.organization_id limit ${readersAtMost} for update of r skip locked`.execute(db.getKysely());
  return rows;
}

export interface NewDelivery {
  readonly id: string;
  readonly type: string;
  readonly body: string;
  /** Webhooks. */
  readonly to: readonly string[];
}
export interface ReaderProgress {
  readonly organization_id: string;
  readonly position: string;
}

/** Inserts a delivery of each fact for its webhooks in the order of the list, and moves the readers on, atomically. */
export async function keepFacts(
  db: Db,
  told: readonly NewDelivery[],
  progress: readonly ReaderProgress[],
): Promise<void> {
  await sql`
    with told as (
      select * from rows from (jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
                               as (id uuid, type text, body text, "to" uuid[])) with ordinality
                 as t (id, type, body, "to", n)
    ), kept as (
      insert into fact (id, type, body) select id, type, body from told on conflict (id) do nothing
    ), sent as (
      insert into delivery (webhook_id, fact_id)
      select w.webhook_id, t.id from told t cross join lateral unnest(t."to") as w (webhook_id) order by t.n
    )
    update reader r set position = p.position, read_at = now()
      from jsonb_to_recordset(${JSON.stringify(progress)}::jsonb) as p (organization_id uuid, position text)
     where r.organization_id = p.organization_id`.execute(db.getKysely());
}
