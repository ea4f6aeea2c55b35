/** Runs scans as one statement without letting one of them harm the others. */

type Run<Item, Answer> = (items: readonly Item[]) => Promise<readonly Answer[]>;

/** Runs all items as one; an item at fault fails alone, whatever it did to the statement they shared. */
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

/** A deadlock or a serialization failure says nothing about the items: all of them are run again. */
async function untilUndisturbed<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === triesAtMost || !/^(40P01|40001)$/.test(sqlState(error))) throw error;
    }
  }
}

/** A server that is gone, full or too slow would refuse each item as it refused all. */
const mayBeOneItemsFault = (error: unknown) => /^(?!08|53|57)/.test(sqlState(error) || '08');

/** What PostgreSQL called the error; empty for one that did not come from it. */
function sqlState(error: unknown): string {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  return severity && typeof code === 'string' ? code : '';
}
