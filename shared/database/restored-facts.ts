/**
 * A dump keeps the numbers of transactions, but the server it is restored to may be far behind them: nothing that happens
 * there would be told before it has caught up. So where the newest is numbered beyond the present, all there is goes before
 * everything else, in the order of its ids. Positions from before are beyond the present, too, and are refused.
 */
import { sql, type QueryExecutorProvider as Db } from 'kysely';
import { schemaOf, type ServiceName } from '../contract/services.ts';

/** After migrations ran. The newest row tells; nothing is looked through where it is as it should be. */
export async function settleRestored(db: Db, services: readonly ServiceName[]): Promise<void> {
  const tables = [
    ...services.map((service) => `${schemaOf(service)}.audit`),
    'check_in.record',
    'check_in.refused_scan',
  ];
  for (const table of tables) {
    const name = sql.table(table);
    await sql`
      update ${name} set xid = '0'
       where (select xid from ${name} order by id desc limit 1) >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db);
  }
}
