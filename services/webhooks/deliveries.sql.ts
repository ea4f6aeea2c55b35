/** SQL of deliveries: lists, retries, due ones, and outcomes. */
import { sql, type RawBuilder } from 'kysely';
import type { QueueDepth } from '../../shared/base/queue-depth.ts';
import type { DeliveryError, deliveryStatuses } from '../../shared/contract/webhooks.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { sendEmails } from '../../shared/kit/emails.ts';
import type { delivery, fact, webhook } from './entities.ts';
import { daysOfFailure, slowAfterMs } from './rules.ts';

type Row = RowOf<typeof delivery>;
export type Delivery = Omit<Row, 'due_at'> &
  Pick<RowOf<typeof fact>, 'type'> & {
    /** Null for a finished delivery. */
    next_try_at: Row['due_at'] | null;
  };

const columns = sql`
  d.id, d.webhook_id, d.fact_id, f.type, d.status, d.tries, d.response_status, d.duration_ms, d.error, d.tried_at,
  case when d.status = 'pending' then d.due_at end as next_try_at, d.created_at`;

interface Filter {
  readonly webhook_id: string;
  readonly status: (typeof deliveryStatuses)[number] | undefined;
}

/** Reads the newest deliveries and their number. */
export async function deliveriesOf(
  db: Db,
  { webhook_id, status }: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; deliveries: readonly Delivery[] }> {
  const these: RawBuilder<unknown> = sql`
    delivery d where d.webhook_id = ${webhook_id} and ${status ? sql`d.status = ${sql.lit(status)}` : sql`true`}`;
  const { rows } = await sql<{ total: number; deliveries: readonly Delivery[] }>`
    select (select count(*)::int from ${these}) as total,
           (select coalesce(json_agg(listed order by listed.id desc), '[]')
              from (select ${columns}
                      from (select * from ${these} order by d.id desc limit ${limit} offset ${offset}) d
                      join fact f on f.id = d.fact_id) listed) as deliveries`.execute(db.getKysely());
  return rows[0] ?? { total: 0, deliveries: [] };
}

/** Makes a delivery due at once, independent of its outcome. */
export async function sendAgain(
  db: Db,
  id: string,
): Promise<(Delivery & { webhook_status: RowOf<typeof webhook>['status'] }) | undefined> {
  const { rows } = await sql<Delivery & { webhook_status: RowOf<typeof webhook>['status'] }>`
    with d as (
      update delivery set status = 'pending', due_at = now() where id = ${id} returning *
    )
    select ${columns}, w.status as webhook_status
      from d join fact f on f.id = d.fact_id join webhook w on w.id = d.webhook_id`.execute(db.getKysely());
  return rows[0];
}

/** Maximum count of each kind, so that monitoring does not slow down a long queue. */
const countedAtMost = 10_000;

/** Returns the depth of the queue. Deliveries of disabled webhooks do not count: people were notified and decide. */
export async function queueOf(db: Db): Promise<QueueDepth> {
  const pending = (tries: RawBuilder<unknown>) => sql`
    select d.due_at from webhook w join delivery d on d.webhook_id = w.id
     where w.status = 'active' and d.status = 'pending' and ${tries} limit ${countedAtMost}`;
  const { rows } = await sql<QueueDepth>`
    with fresh as materialized (${pending(sql`d.tries = 0`)}), again as materialized (${pending(sql`d.tries > 0`)})
    select (select count(*)::int from fresh) + (select count(*)::int from again where due_at <= now()) as count,
           (select count(*)::int from again where due_at > now()) as later,
           (select count(*)::int from (select from delivery where status = 'failed' limit ${countedAtMost}) failed) as failed,
           greatest(0, extract(epoch from now() - least((select min(due_at) from fresh), (select min(due_at) from again))))::float8
             as oldest`.execute(db.getKysely());
  return rows[0] ?? { count: 0, oldest: 0 };
}

/** Rows per statement, few enough that others hardly wait for it. */
const rowsPerStatement = 5_000;

/** Deletes the rows of deleted webhooks, in small statements. */
export async function clearOrphans(db: Db): Promise<void> {
  for (let last = rowsPerStatement; last === rowsPerStatement;) {
    const { numAffectedRows } = await sql`
      delete from delivery where ctid = any (array(
        select d.ctid from delivery d where not exists (select from webhook w where w.id = d.webhook_id)
         limit ${rowsPerStatement} for update skip locked))`.execute(db.fork().getKysely());
    last = Number(numAffectedRows ?? 0);
  }
}

const isDue = sql`d.status = 'pending' and d.tries > 0 and d.due_at <= now()`;
const isNew = sql`d.status = 'pending' and d.tries = 0`;

/**
 * The task of the queue, and the flag of jobs whose webhook answered slowly the last time or has not answered yet. Their
 * organization is another flag.
 */
export const [task, slowFlag] = ['deliver', 'slow'];

/**
 * Adds a job for each active webhook of these organizations that has due deliveries. A webhook has at most one queued
 * or running job for all its deliveries, so two processes never send to the same webhook.
 */
export async function addJobs(db: Db, organizations: readonly string[]): Promise<void> {
  await sql`
    select count(*)
      from (select array_agg((${task}, json_build_object('webhook_id', w.id), null, null, null, w.id::text, null,
                              array[w.organization_id::text] || case when w.is_slow then array[${slowFlag}] end
                             )::webhooks_queue.job_spec) as specs
              from webhook w
             where w.organization_id = any (${organizations}::uuid[]) and w.status = 'active'
               and (exists (select from delivery d where d.webhook_id = w.id and ${isNew})
                    or exists (select from delivery d where d.webhook_id = w.id and ${isDue}))
               and not exists (select from webhooks_queue.jobs j
                                where j.key = w.id::text and (j.attempts < j.max_attempts or j.locked_at is not null))
            having count(*) > 0) due
     cross join lateral webhooks_queue.add_jobs(due.specs)`.execute(db.getKysely());
}

export interface DueDelivery
  extends Pick<RowOf<typeof delivery>, 'id' | 'fact_id' | 'tries'>, Pick<RowOf<typeof fact>, 'body'> {}
export interface Target extends Pick<RowOf<typeof webhook>, 'url' | 'secret' | 'former_secret'> {
  /** Due deliveries, new ones first. */
  readonly due: readonly DueDelivery[];
}

/** Maximum per read: new deliveries, and retries. */
const [newAtMost, againAtMost] = [50, 8];

interface Known {
  /** The last new delivery that was read. Starting after it skips dead entries of the index, which are slow to pass. */
  readonly after: string;
  /** Retries that are running. */
  readonly underWay: readonly string[];
}

/** Returns the address of a webhook and its next due deliveries; undefined if it is no longer active. */
export async function readDue(db: Db, webhook_id: string, { after, underWay }: Known): Promise<Target | undefined> {
  const { rows } = await sql<Omit<Target, 'due'> & { [N in keyof DueDelivery]: DueDelivery[N] | null }>`
    select w.url, w.secret, case when w.former_until > now() then w.former_secret end as former_secret,
           d.id, d.fact_id, d.tries, f.body
      from webhook w
      left join lateral (
        (select d.id, d.fact_id, d.tries, d.due_at from delivery d
          where d.webhook_id = w.id and ${isNew} and d.id > ${after} order by d.id limit ${newAtMost})
        union all
        (select d.id, d.fact_id, d.tries, d.due_at from delivery d
          where d.webhook_id = w.id and ${isDue} and d.id <> all (${underWay}::uuid[]) order by d.due_at limit ${againAtMost})
      ) d on true
      left join fact f on f.id = d.fact_id
     where w.id = ${webhook_id} and w.status = 'active'
     order by d.tries > 0, case when d.tries > 0 then d.due_at end, d.id`.execute(db.getKysely());
  const [first] = rows;
  return first && { ...first, due: rows.filter((row): row is typeof row & DueDelivery => row.id !== null) };
}

export interface Tried {
  readonly id: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  /** Seconds until the next try. */
  readonly wait: number;
  readonly response_status: number | null;
  readonly duration_ms: number;
  readonly error: DeliveryError | null;
}

/** Stores outcomes, and returns whether the webhook has only failed for days. A success resets this time. */
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

/** Stops a webhook and returns it; undefined if it is already stopped. */
export async function stopWebhook(db: Db, id: string, status: 'disabled' | 'ended'): Promise<Stopped | undefined> {
  const { rows } = await sql<Stopped>`
    update webhook set status = ${status} where id = ${id} and status = 'active'
    returning id, organization_id, super_event_id, url`.execute(db.getKysely());
  return rows[0];
}

/** Queues an email to the owners, once for each series of failures. */
export const writeToOwners = (db: Db, { id, organization_id }: Stopped, host: string): Promise<void> =>
  sendEmails(
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
