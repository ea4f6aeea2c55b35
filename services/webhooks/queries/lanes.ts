/** SQL of who sends to which webhook. A process that is not seen any more leaves its lanes to others. */
import { sql } from 'kysely';
import type { RowOf } from '../../../shared/database/columns.ts';
import type { Db } from '../../../shared/database/database.ts';
import type { delivery, fact, webhook } from '../entities.ts';

/** Seconds: longer than a try takes, so that nobody is taken for dead over one. */
const lease = 20;
/** Lanes of a process at most, and how many more than its share it may have, so that few change hands. */
const [lanesAtMost, leeway] = [400, 4];

const alive = sql`(select id from worker where seen_at > now() - make_interval(secs => ${lease}))`;

interface Beat {
  /** Those that are its own, and how many it may keep. */
  readonly lanes: readonly string[];
  readonly share: number;
  /** Whose facts are read. */
  readonly organizations: readonly string[];
}

/** Says that this process is there; answers how things stand. */
export async function beat(db: Db, worker_id: string): Promise<Beat> {
  const { rows } = await sql<Beat>`
    with beating as (
      insert into worker (id) values (${worker_id}) on conflict (id) do update set seen_at = now()
    ), gone as (
      delete from worker where id <> ${worker_id} and seen_at < now() - interval '10 minutes'
    )
    select coalesce(array_agg(l.webhook_id) filter (where l.worker_id = ${worker_id}), '{}') as lanes,
           ceil(count(*)::float8 / greatest(1, (select count(*) from worker
                                                 where id <> ${worker_id} and id in ${alive}) + 1))::int as share,
           (select coalesce(array_agg(organization_id), '{}') from reader) as organizations
      from lane l where l.worker_id in ${alive} or l.worker_id = ${worker_id}`.execute(db.getKysely());
  const { share, ...standing } = rows[0] as Beat;
  // Who has as many as can be leaves some, so that those beyond have their turn.
  const isFull = standing.lanes.length >= lanesAtMost;
  return { ...standing, share: isFull ? lanesAtMost * 0.75 : share + leeway };
}

/** Takes free lanes on which something waits, up to the share of this process; those that work come first. */
export async function takeLanes(db: Db, worker_id: string): Promise<readonly string[]> {
  const { rows } = await sql<{ webhook_id: string }>`
    with held as (
      select count(*) filter (where worker_id = ${worker_id}) as mine, count(*) as busy from lane where worker_id in ${alive}
    ), room as (
      select case when others = 0 then ${lanesAtMost}
                  else least(${lanesAtMost}, ceil(busy::float8 / (others + 1)) + ${leeway}) end - mine as lanes
        from held, (select count(*) as others from ${alive} a where a.id <> ${worker_id}) crew
    ), free as (
      select l.webhook_id from lane l join webhook w on w.id = l.webhook_id
       where w.status = 'active' and (l.worker_id is null or l.worker_id not in ${alive})
         and (exists (select from delivery d where d.webhook_id = l.webhook_id and d.status = 'pending' and d.tries = 0)
              or exists (select from delivery d where d.webhook_id = l.webhook_id and d.status = 'pending' and d.tries > 0
                                                  and d.due_at <= now()))
       order by l.failing_since nulls first
       limit (select greatest(0, lanes)::bigint from room) for update of l skip locked
    )
    update lane l set worker_id = ${worker_id} from free where l.webhook_id = free.webhook_id
    returning l.webhook_id`.execute(db.getKysely());
  return rows.map(({ webhook_id }) => webhook_id);
}

export async function leaveLanes(db: Db, worker_id: string, lanes: readonly string[]): Promise<void> {
  await sql`
    update lane set worker_id = null where worker_id = ${worker_id} and webhook_id = any (${lanes}::uuid[])`.execute(
    db.getKysely(),
  );
}

/** At the end of a process: others need not wait until it is taken for dead. */
export async function leaveAll(db: Db, worker_id: string): Promise<void> {
  await sql`
    with gone as (delete from worker where id = ${worker_id})
    update lane set worker_id = null where worker_id = ${worker_id}`.execute(db.getKysely());
}

type Webhook = RowOf<typeof webhook>;
type Delivery = RowOf<typeof delivery>;
export interface Ask {
  readonly webhook_id: string;
  /** Only what has a greater id than this, of those that were never tried. */
  readonly after: string;
  /** How many of each kind: tried never before, and again. */
  readonly fresh: number;
  readonly again: number;
  /** Ids that are in hand already, of those that would be found. */
  readonly held: readonly string[];
}
export interface Target extends Pick<Webhook, 'url' | 'secret' | 'former_secret'> {
  readonly webhook_id: string;
}
export type Found = Pick<Delivery, 'webhook_id' | 'id' | 'fact_id' | 'tries'>;

/** Where these lanes lead, but those whose webhook is not active any more, and what waits on them. */
export async function readLanes(
  db: Db,
  asks: readonly Ask[],
): Promise<{ readonly targets: readonly Target[]; readonly waiting: readonly Found[] }> {
  const { rows } = await sql<Target | Found>`
    with asked as (
      select a.*, w.url, w.secret, case when w.former_until > now() then w.former_secret end as former_secret
        from jsonb_to_recordset(${JSON.stringify(asks)}::jsonb)
             as a (webhook_id uuid, after uuid, fresh integer, again integer, held uuid[])
        join webhook w on w.id = a.webhook_id and w.status = 'active'
    )
    select webhook_id, url, secret, former_secret, null::uuid as id, null::uuid as fact_id, null::smallint as tries from asked
    union all
    select a.webhook_id, null, null, null, d.id, d.fact_id, d.tries
      from asked a cross join lateral (
        (select id, fact_id, tries from delivery
          where webhook_id = a.webhook_id and status = 'pending' and tries = 0 and id > a.after and id <> all (a.held)
          order by id limit a.fresh)
        union all
        (select id, fact_id, tries from delivery
          where webhook_id = a.webhook_id and status = 'pending' and tries > 0 and due_at <= now()
            and id <> all (a.held)
          order by due_at limit a.again)) d`.execute(db.getKysely());
  const isTarget = (row: Target | Found): row is Target => (row as Partial<Target>).url !== null;
  return { targets: rows.filter(isTarget), waiting: rows.filter((row): row is Found => !isTarget(row)) };
}

/** What is sent of these facts. */
export async function readBodies(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Pick<RowOf<typeof fact>, 'id' | 'body'>>`
    select id, body from fact where id = any (${ids}::uuid[])`.execute(db.getKysely());
  return new Map(rows.map(({ id, body }) => [id, body]));
}
