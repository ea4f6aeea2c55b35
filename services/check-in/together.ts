/** Runs several items in one statement so that a faulty item does not fail the others. */

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
    const answers = await untilUndisturbed(() => run(items));
    return answers.map((value) => ({ status: 'fulfilled', value }));
  } catch (reason) {
    if (items.length === 1 || !mayBeOneItemsFault(reason)) return items.map(() => ({ status: 'rejected', reason }));
    const outcomes: PromiseSettledResult<Answer>[] = [];
    for (const item of items) outcomes.push(...(await together([item], run)));
    return outcomes;
  }
}

const triesAtMost = 3;

/**
 * A deadlock or a serialization failure says nothing about the items, nor does a point that was removed meanwhile: all of
 * them are run again.
 */
async function untilUndisturbed<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === triesAtMost || !/^(40P01|40001|23503)$/.test(sqlState(error))) throw error;
    }
  }
}

/** Excludes errors of the server (connection, resources, shutdown), which would fail each item alone as well. */
const mayBeOneItemsFault = (error: unknown) => /^(?!08|53|57)/.test(sqlState(error) || '08');

/** Returns the SQLSTATE; empty for an error that is not PostgreSQL's. */
function sqlState(error: unknown): string {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  return severity && typeof code === 'string' ? code : '';
}
