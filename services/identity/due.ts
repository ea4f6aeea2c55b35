/** Erases what is due: every hour as the cleanup of the service, and at once by `muster erase --due`. */
import type { BusEvent } from '../../shared/contract/bus-events.ts';
import type { Db } from '../../shared/database/database.ts';
import { retry, transaction } from '../../shared/database/transaction.ts';
import { dueErasures, eraseIfDue } from './erasure.sql.ts';

/**
 * Erases the accounts whose time has come, each in a transaction of its own: a person is erased everywhere or, until the
 * next time, nowhere. Several processes may do it at once.
 * @returns How many were erased.
 */
export async function eraseDue(db: Db, tell: (events: readonly BusEvent[]) => void): Promise<number> {
  let erased = 0;
  for (const user_id of await dueErasures(db)) {
    const told = await retry(() => transaction(db, (tx) => eraseIfDue(tx, user_id)));
    if (!told) continue;
    erased++;
    tell([
      ['access-ended', { id: user_id }],
      ...told.map((organization_id): BusEvent => ['facts', { organization_id }]),
    ]);
  }
  return erased;
}
