/** SQL for criteria and the total of their weights. */
import { LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { insertRows } from '../../shared/database/bulk.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import type { ResourceLocation } from '../../shared/kit/access.ts';
import { inGivenOrder, type Listing } from '../../shared/kit/whole-list.ts';
import { criterion, weightTotal, type Tables } from './entities.ts';

type Row = RowOf<typeof criterion>;
const shown = ['id', 'event_id', 'name', 'description', 'order_index'] as const;
/** Weights have ten decimals, which a double can represent. */
const weight = sql<number>`weight::float8`;
const columns = sql`${sql.join(shown.map((name) => sql.ref(name)))}, ${weight} as weight`;

/** Of a track; that of a prize is written and read in `prizes.sql.ts`. */
export type Criterion = Pick<Row, Exclude<(typeof shown)[number], 'event_id'>> & { event_id: string; weight: number };
/** The columns of a criterion that may be written. */
export type CriterionValues = Pick<Criterion, 'name' | 'description' | 'weight' | 'order_index'>;

export const criteriaOf = (event_id: string): Listing<Criterion> => ({
  rows: sql`select ${columns} from criterion where event_id = ${event_id}`,
  by: inGivenOrder,
});

/** Reads the criteria of a track, each with the greatest index of the target track, or null if that has no criteria. */
export async function originalsFor(db: Db, source: string, target: string) {
  const { rows } = await sql<Criterion & { greatest: number | null }>`
    select ${columns}, (select max(order_index) from criterion where event_id = ${target}) as greatest
      from criterion where event_id = ${source}
     order by order_index, id`.execute(db.getKysely());
  return rows;
}

/**
 * Locks the total of a track, so that no weight of it changes until the transaction ends. Always taken before a
 * criterion's row, so that no two requests deadlock.
 */
export async function lockTotal(db: Db, event_id: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    insert into weight_total (event_id) values (${event_id})
    on conflict (event_id) do update set total = weight_total.total
    returning total::float8 as total`.execute(db.getKysely());
  return rows[0]?.total ?? 0;
}

export const writeTotal = (db: Db, event_id: string, total: number) =>
  db.nativeUpdate(weightTotal, event_id, { total: String(total) });

export const lockCriterion = (db: Db, id: string): Promise<Criterion | undefined> =>
  db
    .getKysely<Tables>()
    .selectFrom('criterion')
    .select([...shown, weight.as('weight')])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .$castTo<Criterion>()
    .executeTakeFirst();

type NewCriterion = Criterion & Pick<ResourceLocation, 'organization_id' | 'super_event_id'>;
export const insertCriteria = (db: Db, criteria: readonly NewCriterion[]) => insertRows(db, criterion, criteria);

export const updateCriterionRow = (db: Db, id: string, { weight, ...fields }: CriterionValues) =>
  db.nativeUpdate(criterion, id, { ...fields, weight: String(weight) });

/**
 * Counts the submitted scores of a criterion. None can be added until the transaction ends, because submitting locks
 * the criteria.
 */
export async function countHandedIn(db: Db, id: string): Promise<number> {
  await db.findOne(criterion, id, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from score s join assignment a on a.id = s.assignment_id
     where s.criterion_id = ${id} and a.submitted_at is not null`.execute(db.getKysely());
  return rows[0]?.n ?? 0;
}

/** Deletes a criterion with its scores and returns its former values. */
export const removeCriterion = (db: Db, id: string): Promise<Criterion | undefined> =>
  db
    .getKysely<Tables>()
    .deleteFrom('criterion')
    .where('id', '=', id)
    .returning([...shown, weight.as('weight')])
    .$castTo<Criterion>()
    .executeTakeFirst();
