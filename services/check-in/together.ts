/** Runs several items in one statement so that a faulty item does not fail the others. */
import { isAborted, isOvertaken, retry } from '../../shared/database/transaction.ts';

type Run<Item, Answer> = (items: readonly Item[]) => Promise<readonly Answer[]>;

/**
 * Runs all items at once; if that fails, runs each alone so that only faulty items fail.
 * @returns One outcome per item, in their order.
 */
export async function together<Item, Answer>(
  items: readonly Item[],
  run: Run<Item, Answer>,
): Promise<PromiseSettledResult<Answer>[]> {
  try {
    // A deadlock says nothing about the items, nor does a point that was removed meanwhile.
    const answers = await retry(() => run(items), { on: (error) => isAborted(error) || isOvertaken(error) });
    return answers.map((value) => ({ status: 'fulfilled', value }));
  } catch (reason) {
    if (items.length === 1 || !mayBeOneItemsFault(reason)) return items.map(() => ({ status: 'rejected', reason }));
    const outcomes: PromiseSettledResult<Answer>[] = [];
    for (const item of items) outcomes.push(...(await together([item], run)));
    return outcomes;
  }
}

/** Excludes errors of the server (connection, resources, shutdown), which would fail each item alone as well. */
const mayBeOneItemsFault = (error: unknown) => /^(?!08|53|57)/.test(sqlState(error) || '08');

/** Returns the SQLSTATE; empty for an error that is not PostgreSQL's. */
function sqlState(error: unknown): string {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  return severity && typeof code === 'string' ? code : '';
}
