/**
 * Lets small independent operations that arrive together share a round trip to the database.
 *
 * While round trips are under way, what arrives waits in a list; the next one takes all of it. There is no timer: an
 * item that comes alone goes at once.
 */
type Run<Item, Answer> = (items: readonly Item[]) => Promise<readonly Answer[]>;

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}
/** Two, so that one reads while the other commits. */
const limits = { most: 128, inFlight: 2 };

export function coalesce<Item, Answer>(
  run: Run<Item, Answer>,
  { most, inFlight } = limits,
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = [];
  let underWay = 0;

  const depart = async () => {
    if (underWay === inFlight || waiting.length === 0) return;
    const passengers = waiting.splice(0, most);
    underWay++;
    const outcomes = await together(
      passengers.map(({ item }) => item),
      run,
    );
    underWay--;
    void depart();
    passengers.forEach(({ resolve, reject }, index) => {
      const outcome = outcomes[index];
      if (outcome?.status === 'fulfilled') resolve(outcome.value);
      else reject(outcome?.reason);
    });
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      void depart();
    });
}

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
