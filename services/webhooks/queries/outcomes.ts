/** SQL of what came of tries. */
import { sql } from 'kysely';
import { sendLetters } from '../../../shared/kit/letters.ts';
import type { DeliveryError } from '../../../shared/contract/webhooks.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { webhook } from '../entities.ts';
import { daysOfFailure } from '../rules.ts';

export interface Tried {
  readonly id: string;
  readonly webhook_id: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  /** Seconds until the next try. */
  readonly wait: number;
  readonly response_status: number | null;
  readonly duration_ms: number;
  readonly error: DeliveryError | null;
}

/** Answers the webhooks of which nothing but failures came for days. One success and they begin anew. */
export async function noteTries(db: Db, tried: readonly Tried[]): Promise<readonly string[]> {
  const { rows } = await sql<{ webhook_id: string }>`
    with tried as (
      select * from jsonb_to_recordset(${JSON.stringify(tried)}::jsonb)
               as t (id uuid, webhook_id uuid, status text, wait float8, response_status smallint, duration_ms integer,
                     error text)
    ), noted as (
      update delivery d
         set status = t.status, tries = d.tries + 1, due_at = now() + make_interval(secs => t.wait), tried_at = now(),
             response_status = t.response_status, duration_ms = t.duration_ms, error = t.error
        from tried t where d.id = t.id and d.status = 'pending'
    ), standing as (
      select webhook_id, bool_or(status = 'delivered') as is_well from tried group by webhook_id
    ), changed as (
      update lane l set failing_since = case when s.is_well then null else now() end
        from standing s where l.webhook_id = s.webhook_id and s.is_well <> (l.failing_since is null)
    )
    select l.webhook_id from lane l join standing s on s.webhook_id = l.webhook_id
     where not s.is_well and l.failing_since < now() - make_interval(days => ${daysOfFailure})`.execute(db.getKysely());
  return rows.map(({ webhook_id }) => webhook_id);
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
                                'failing_since', to_char(l.failing_since at time zone 'UTC',
                                                         'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as data,
             'webhook-disabled/' || p.id || '/' || l.webhook_id || '/' || extract(epoch from l.failing_since) as key
        from lane l
        join published.organizations o on o.id = ${organization_id}
        join published.members m on m.organization_id = o.id and m.role = 'OWNER'
        join published.people p on p.id = m.user_id
       where l.webhook_id = ${id}`,
  );
