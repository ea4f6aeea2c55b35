/** SQL for the tables at which teams sit. One table of a hackathon has one team, whatever its track. */
import { sql } from 'kysely';
import type { tableOrders } from '../../shared/contract/teams/managed.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { Tables, team } from './entities.ts';

type Row = RowOf<typeof team>;

/** Makes those who give tables of these hackathons wait for each other until the transaction ends. */
export async function lockTables(db: Db, super_event_ids: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('tables of ' || id, 0))
      from (select unnest(${super_event_ids}::uuid[]) as id order by 1) s`.execute(db.getKysely());
}

/** Returns the team at a table; undefined for a free one. */
export async function teamAt(db: Db, super_event_id: string, table: string): Promise<Row['id'] | undefined> {
  const seated = db.getKysely<Tables>().selectFrom('team').where('super_event_id', '=', super_event_id);
  return (await seated.where('table', '=', table).select('id').executeTakeFirst())?.id;
}

/** Finds a table that several teams of one of these hackathons have, while that is not checked yet. */
export async function sharedTable(db: Db, super_event_ids: readonly string[]) {
  const { rows } = await sql<{ table: string; teams: string[] }>`
    select "table", array_agg(name order by name) as teams from team
     where super_event_id = any (${super_event_ids}::uuid[]) and "table" is not null
     group by super_event_id, "table" having count(*) > 1 order by published.table_order("table") limit 1`.execute(
    db.getKysely(),
  );
  return rows[0];
}

interface Numbering {
  readonly prefix: string;
  readonly start: number;
  readonly order: (typeof tableOrders)[number];
  /** Whether teams that have a table get another. */
  readonly again: boolean;
}
export interface Numbered extends Pick<Row, 'id'> {
  readonly table: string;
  /** Whether this numbering changed it, and from what. */
  readonly is_new: boolean;
  readonly former: Row['table'];
}

const orders = {
  name: sql`published.fold(t.name), t.id`,
  project: sql`
    (select published.fold(h.title) from submission h
      where h.team_id = t.id and h.checkin_point_id is null
      order by h.submitted_at desc, h.id desc limit 1) nulls last, published.fold(t.name), t.id`,
  created: sql`t.created_at, t.id`,
};

/**
 * Numbers the teams of a track; call it while holding the tables. Rows are locked first, in the order of their ids, like
 * everywhere.
 */
export async function numberTeams(
  db: Db,
  { super_event_id, event_id }: Pick<Row, 'super_event_id' | 'event_id'>,
  { prefix, start, order, again }: Numbering,
): Promise<Numbered[]> {
  await sql`
    select from team where event_id = ${event_id} and deleted_at is null order by id for no key update`.execute(
    db.getKysely(),
  );
  const { rows } = await sql<Numbered>`
    with wanted as (
      select t.id, row_number() over (order by ${orders[order]}) as n
        from team t where t.event_id = ${event_id} and t.deleted_at is null and (${again} or t."table" is null)
    ), kept as (
      select o."table" from team o
       where o.super_event_id = ${super_event_id} and o."table" is not null and not (${again} and o.event_id = ${event_id})
    ), free as (
      select f.name, row_number() over (order by f.number) as n
        from (select ${prefix} || i as name, i as number
                from generate_series(${start}::int,
                                     ${start}::int + (select count(*) from wanted)::int + (select count(*) from kept)::int) i) f
       where f.name not in (select "table" from kept)
    ), numbered as (
      update team t set "table" = free.name, updated_at = now() from wanted join free using (n)
       where t.id = wanted.id and t."table" is distinct from free.name
      returning t.id, new."table", old."table" as former
    )
    select t.id, coalesce(n."table", t."table") as "table", n.id is not null as is_new, n.former
      from team t left join numbered n using (id)
     where t.event_id = ${event_id} and t.deleted_at is null
     order by published.table_order(coalesce(n."table", t."table")), t.id`.execute(db.getKysely());
  return rows;
}
