/** Erases people of hackathons that keep nobody any longer: every hour, and at once by `muster erase --due`. */
import { sql } from 'kysely';
import type { BusEvent } from '../../shared/contract/bus-events.ts';
import type { RowOf } from '../../shared/database/columns.ts';
import type { Db } from '../../shared/database/database.ts';
import { retry, transaction } from '../../shared/database/transaction.ts';
import type { superEvent } from './entities.ts';

type Row = RowOf<typeof superEvent>;
/** People for each transaction, so that none is long. */
const peopleAtOnce = 100;

/**
 * A process that dies leaves the rest to the next hour. Several processes may do it at once.
 * @returns How many hackathons something was erased of.
 */
export async function eraseKept(db: Db, tell: (events: readonly BusEvent[]) => void): Promise<number> {
  let erased = 0;
  for (const { id, organization_id } of await dueHackathons(db)) {
    const people = await peopleOf(db, id);
    for (let at = 0; at < people.length; at += peopleAtOnce) {
      await inTransaction(db, (tx) => erasePeople(tx, people.slice(at, at + peopleAtOnce), id));
    }
    const hadInvited = await inTransaction(db, (tx) => eraseInvited(tx, id));
    if (people.length === 0 && !hadInvited) continue;
    erased++;
    tell([['facts', { organization_id }]]);
  }
  return erased;
}

/** With more time than a request has, because the audit of an organization is read. */
const inTransaction = <T>(db: Db, run: (tx: Db) => Promise<T>): Promise<T> =>
  retry(() =>
    transaction(db, async (tx) => {
      await sql`set local statement_timeout = '10min'`.execute(tx.getKysely());
      return run(tx);
    }),
  );

async function dueHackathons(db: Db): Promise<Pick<Row, 'id' | 'organization_id'>[]> {
  const { rows } = await sql<Pick<Row, 'id' | 'organization_id'>>`
    select id, organization_id from events.super_event
     where end_at + make_interval(days => retention_days) <= now() order by id`.execute(db.getKysely());
  return rows;
}

async function peopleOf(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ people: string[] }>`select published.people_kept(${id}) as people`.execute(
    db.getKysely(),
  );
  return rows[0]?.people ?? [];
}

const erasePeople = (db: Db, people: readonly string[], id: string) =>
  sql`select published.erase_people(${people}::uuid[], ${id})`.execute(db.getKysely());

async function eraseInvited(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ had: boolean }>`select published.erase_invited(${id}) as had`.execute(db.getKysely());
  return rows[0]?.had ?? false;
}

interface Preview {
  readonly end_at: Row['end_at'];
  readonly retention_days: Row['retention_days'];
  readonly people: number;
  readonly files: number;
  readonly letters: number;
}

/** Reads how much goes when the time is over. */
export async function previewOf(db: Db, id: string): Promise<Preview | undefined> {
  const { rows } = await sql<Preview>`
    select s.end_at, s.retention_days, r.* from events.super_event s cross join lateral published.retention_of(s.id) r
     where s.id = ${id}`.execute(db.getKysely());
  return rows[0];
}
