/** SQL of deliveries, as people look at them. */
import { sql, type RawBuilder } from 'kysely';
import type { deliveryStatuses } from '../../../shared/contract/webhooks.ts';
import type { QueueDepth } from '../../../shared/base/queue-depth.ts';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { delivery, fact, webhook } from '../entities.ts';

type Row = RowOf<typeof delivery>;
export type Delivery = Omit<Row, 'due_at'> &
  Pick<RowOf<typeof fact>, 'type'> & {
    /** Null where it is over. */
    next_try_at: Row['due_at'] | null;
  };

const columns = sql`
  d.id, d.webhook_id, d.fact_id, f.type, d.status, d.tries, d.response_status, d.duration_ms, d.error, d.tried_at,
  case when d.status = 'pending' then d.due_at end as next_try_at, d.created_at`;

interface Filter {
  readonly webhook_id: string;
  readonly status: (typeof deliveryStatuses)[number] | undefined;
}

/** The newest of them, and how many there are. */
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

/** Due at once, whatever became of it. */
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

/** Counted of each kind at most, so that a long queue is not made longer by those who watch it. */
const countedAtMost = 10_000;

/** Returns what waits to be sent. What waits for a webhook that is switched off is not: its people were told, and decide. */
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

/** Rows per statement: short enough that nobody waits for it. */
const handful = 5_000;

/** What belongs to webhooks that are no more, a little at a time. */
export async function clearOrphans(db: Db): Promise<void> {
  for (let last = handful; last === handful;) {
    const { numAffectedRows } = await sql`
      delete from delivery where ctid = any (array(
        select d.ctid from delivery d where not exists (select from webhook w where w.id = d.webhook_id)
         limit ${handful} for update skip locked))`.execute(db.fork().getKysely());
    last = Number(numAffectedRows ?? 0);
  }
}
