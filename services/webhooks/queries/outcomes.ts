/** SQL of what came of tries. */
import { sql } from 'kysely';
import { sendLetters } from '../../../shared/kit/letters.ts';
import type { DeliveryError } from '../../../shared/contract/webhooks.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { webhook } from '../entities.ts';
import { daysOfFailure, slowAfterMs } from '../rules.ts';

export interface Tried {
  readonly id: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  /** Seconds until the next try. */
  readonly wait: number;
  readonly response_status: number | null;
  readonly duration_ms: number;
  readonly error: DeliveryError | null;
}

/** Returns whether nothing but failures came of the webhook for days. One success and they begin anew. */
export async function noteTries(db: Db, webhook_id: string, tried: readonly Tried[]): Promise<boolean> {
  const { rows } = await sql<{ is_lost: boolean }>`
    with tried as (
      select * from jsonb_to_recordset(${JSON.stringify(tried)}::jsonb)
               as t (id uuid, status text, wait float8, response_status smallint, duration_ms integer, error text)
    ), noted as (
      update delivery d
         set status = t.status, tries = d.tries + 1, due_at = now() + make_interval(secs => t.wait), tried_at = now(),
             response_status = t.response_status, duration_ms = t.duration_ms, error = t.error
        from tried t where d.id = t.id and d.status = 'pending'
    ), standing as (
      select bool_or(status = 'delivered') as is_well, bool_or(duration_ms > ${slowAfterMs}) as is_slow from tried
    ), changed as (
      update webhook w
         set failing_since = case when not s.is_well then coalesce(w.failing_since, now()) end, is_slow = s.is_slow
        from standing s
       where w.id = ${webhook_id} and (s.is_well <> (w.failing_since is null) or s.is_slow <> w.is_slow)
    )
    select not s.is_well and w.failing_since < now() - make_interval(days => ${daysOfFailure}) as is_lost
      from webhook w cross join standing s where w.id = ${webhook_id}`.execute(db.getKysely());
  return rows[0]?.is_lost === true;
}

export type Stopped = Pick<RowOf<typeof webhook>, 'id' | 'organization_id' | 'super_event_id' | 'url'>;

/** Answers it unless it is stopped already. */
export async function stopWebhook(db: Db, id: string, status: 'disabled' | 'ended'): Promise<Stopped | undefined> {
  const { rows } = await sql<Stopped>`
    update webhook set status = ${status} where id = ${id} and status = 'active'
    returning id, organization_id, super_event_id, url`.execute(db.getKysely());
  return rows[0];
}

/** Once for each time it began to fail. */
export const writeToOwners = (db: Db, { id, organization_id }: Stopped, host: string): Promise<void> =>
  sendLetters(
    db,
    'webhook-disabled',
    sql`
      select p.email as recipient,
             jsonb_build_object('name', p.name, 'organization_name', o.name, 'host', ${host}::text,
                                'failing_since', to_char(w.failing_since at time zone 'UTC',
                                                         'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data,
             'webhook-disabled/' || p.id || '/' || w.id || '/' || extract(epoch from w.failing_since) as key
        from webhook w
        join published.organizations o on o.id = ${organization_id}
        join published.members m on m.organization_id = o.id and m.role = 'OWNER'
        join published.people p on p.id = m.user_id
       where w.id = ${id}`,
  );
