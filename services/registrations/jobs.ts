/** Runs the jobs of this service: scores from reviews, imports of people, and removal of files. */
import type { Service, ServiceSchema } from 'moleculer';
import { sendEvents } from '../../shared/bus/events.ts';
import type { BusEvent } from '../../shared/contract/bus-events.ts';
import type { Db } from '../../shared/database/database.ts';
import { isAborted, isOvertaken, retry, transaction } from '../../shared/database/transaction.ts';
import { Queue, type JobHandler } from '../../shared/kit/queue.ts';
import type { ProcessContext } from '../../shared/process/context.ts';
import { queueImport, lockImport, importTask } from './import/imports.sql.ts';
import { settleNext } from './import/settle.ts';
import type { Storage } from './files/storage.ts';
import { refreshTask } from './reviews.sql.ts';
import { longestMs, refreshScores } from './review-scores.ts';
import { clearAway } from './uploads.ts';

/** Added by `registrations.erase`, so that the files of erased people go at once. */
const removeTask = 'remove-files';

/** Has a process of the service run the jobs as well. */
export function withJobs(own: ServiceSchema, context: ProcessContext, storage: Storage): ServiceSchema {
  let queue: Queue | undefined;
  return {
    ...own,
    async started(this: Service) {
      await (own.started as () => Promise<void>).call(this);
      const { broker } = this;
      queue = await Queue.open('registrations', context, this.logger);
      const { db } = queue;
      const handlers = {
        [refreshTask]: refreshScores(db),
        [removeTask]: () => clearAway(storage)(db.fork()),
        [importTask]: importing(db, (events) => sendEvents(broker, events)),
      };
      queue.start({ handlers, atOnce: 2, timeoutMs: longestMs + 5_000 });
    },
    async stopped(this: Service) {
      await queue?.stop();
      await (own.stopped as () => Promise<void>).call(this);
    },
  };
}

/** After this a job leaves the rest to another, so that jobs of others have their turn and none takes too long. */
const turnMs = 8_000;

/** @param tell Sends events, after the commit. */
export const importing =
  (db: Db, tell: (events: readonly BusEvent[]) => void): JobHandler =>
  async (payload, { stopping }) => {
    const { id } = payload as { readonly id: string };
    const endsAt = performance.now() + turnMs;
    const step = (tx: Db) => stepOf(tx, id, performance.now() > endsAt || stopping.aborted);
    for (let home: string | undefined; (home = await withRetries(db, step)) !== undefined;) {
      tell([['facts', { organization_id: home }]]);
    }
  };

const withRetries = <T>(db: Db, step: (tx: Db) => Promise<T>) =>
  retry(() => transaction(db, step), { on: (error) => isAborted(error) || isOvertaken(error) });

/** Returns the organization while there is more; undefined once there is nothing left, or it is left to another job. */
async function stepOf(tx: Db, id: string, isOver: boolean): Promise<string | undefined> {
  const found = await lockImport(tx, id);
  if (!found) return undefined;
  if (isOver) {
    await queueImport(tx, found);
    return undefined;
  }
  return (await settleNext(tx, found)) ? found.organization_id : undefined;
}
