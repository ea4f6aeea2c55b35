/** SQL of what is due to be sent. */
import { sql } from 'kysely';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { delivery, fact, webhook } from '../entities.ts';

const isDue = sql`d.status = 'pending' and d.tries > 0 and d.due_at <= now()`;
const isNew = sql`d.status = 'pending' and d.tries = 0`;

/** The task of the queue, and the flag of jobs whose webhook answered slowly the last time. */
export const [task, slowFlag] = ['deliver', 'slow'];

/**
 * Adds a job for each active webhook of these organizations to which something is due. There is one job for each webhook at
 * most: one that waits or runs stands for all that is due, so two processes never send to the same webhook.
 */
export async function addJobs(db: Db, organizations: readonly string[]): Promise<void> {
  await sql`
    select count(*)
      from (select array_agg((${task}, json_build_object('webhook_id', w.id), null, null, null, w.id::text, null,
                              case when w.is_slow then array[${slowFlag}] end)::webhooks_queue.job_spec) as specs
              from webhook w
             where w.organization_id = any (${organizations}::uuid[]) and w.status = 'active'
               and (exists (select from delivery d where d.webhook_id = w.id and ${isNew})
                    or exists (select from delivery d where d.webhook_id = w.id and ${isDue}))
               and not exists (select from webhooks_queue.jobs j
                                where j.key = w.id::text and (j.attempts < j.max_attempts or j.locked_at is not null))
            having count(*) > 0) due
     cross join lateral webhooks_queue.add_jobs(due.specs)`.execute(db.getKysely());
}

export interface Due
  extends Pick<RowOf<typeof delivery>, 'id' | 'fact_id' | 'tries'>, Pick<RowOf<typeof fact>, 'body'> {}
export interface Target extends Pick<RowOf<typeof webhook>, 'url' | 'secret' | 'former_secret'> {
  /** New ones first. */
  readonly due: readonly Due[];
}

/** Of one reading: deliveries that were never tried, and that failed before. */
const [newAtMost, againAtMost] = [50, 8];

interface Known {
  /** The last new delivery that was read: those before it leave entries in the index that are dead, and slow to skip. */
  readonly after: string;
  /** Deliveries that failed before and are tried now. */
  readonly underWay: readonly string[];
}

/** Returns where a webhook leads and what else is due to it; undefined where it is not active any more. */
export async function readDue(db: Db, webhook_id: string, { after, underWay }: Known): Promise<Target | undefined> {
  const { rows } = await sql<Omit<Target, 'due'> & { [N in keyof Due]: Due[N] | null }>`
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
  return first && { ...first, due: rows.filter((row): row is typeof row & Due => row.id !== null) };
}
