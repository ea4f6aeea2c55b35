/** SQL of criteria and of what their weights come to. */
import { sql } from 'kysely';
import { wholeList } from '../../../shared/contract/vocabulary.ts';
import { insertRows, updateRows } from '../../../shared/database/bulk.ts';
import type { Db } from '../../../shared/database/database.ts';

/** Everything of a criterion that may be written. */
export interface Judged {
  readonly name: string;
  readonly description: string | null;
  readonly weight: number;
  readonly order_index: number;
}
export interface Criterion extends Judged {
  readonly id: string;
  readonly event_id: string;
}
const columns = sql`id, event_id, name, description, weight::float8 as weight, order_index`;

export async function criteriaOf(db: Db, event_id: string): Promise<Criterion[]> {
  const { rows } = await sql<Criterion>`
    select ${columns} from criterion where event_id = ${event_id}
     order by order_index, id limit ${wholeList}`.execute(db.getKysely());
  return rows;
}

/** What a track is judged by, each with the greatest index of the track it is to go behind; null where that has none. */
export async function originalsFor(db: Db, source: string, target: string) {
  const { rows } = await sql<Criterion & { greatest: number | null }>`
    select ${columns}, (select max(order_index) from criterion where event_id = ${target}) as greatest
      from criterion where event_id = ${source}
     order by order_index, id limit ${wholeList}`.execute(db.getKysely());
  return rows;
}

/**
 * Nobody else changes a weight of the track until this transaction ends. Always taken before a criterion's own row, so
 * that two never wait for each other.
 */
export async function holdTotal(db: Db, event_id: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    insert into weight_total (event_id) values (${event_id})
    on conflict (event_id) do update set total = weight_total.total
    returning total::float8 as total`.execute(db.getKysely());
  return rows[0]?.total ?? 0;
}

export const writeTotal = (db: Db, event_id: string, total: number) =>
  updateRows(db, 'weight_total', [{ event_id, total }], { by: ['event_id'] });

export async function holdCriterion(db: Db, id: string): Promise<Criterion | undefined> {
  const { rows } = await sql<Criterion>`
    select ${columns} from criterion where id = ${id} for no key update`.execute(db.getKysely());
  return rows[0];
}

interface NewCriterion extends Criterion {
  readonly organization_id: string;
  readonly super_event_id: string | null;
}
export const insertCriteria = (db: Db, criteria: readonly NewCriterion[]) =>
  insertRows(db, 'criterion', criteria as readonly (NewCriterion & Record<string, unknown>)[]);

export const updateCriterionRow = (db: Db, id: string, fields: Judged) =>
  updateRows(db, 'criterion', [{ id, ...fields }], { by: ['id'] });

/** How many scores of it were handed in. Until the transaction ends no more will be: who hands in holds the criteria. */
export async function countHandedIn(db: Db, id: string): Promise<number> {
  await sql`select from criterion where id = ${id} for update`.execute(db.getKysely());
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from score s join assignment a on a.id = s.assignment_id
     where s.criterion_id = ${id} and a.submitted_at is not null`.execute(db.getKysely());
  return rows[0]?.n ?? 0;
}

/** Answers what it was. The scores given for it go with it. */
export async function removeCriterion(db: Db, id: string): Promise<Criterion | undefined> {
  const { rows } = await sql<Criterion>`
    delete from criterion where id = ${id} returning ${columns}`.execute(db.getKysely());
  return rows[0];
}
