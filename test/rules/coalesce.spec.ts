import { describe, expect, it } from '@jest/globals';
import { runTogether } from '../../services/check-in/round-trip.ts';
import { Coalescer } from '../../shared/kit/coalesce.ts';

/** Batches that end when the test says so. */
function manualBatches() {
  const batches: { items: readonly number[]; end(): void; fail(error: unknown): void }[] = [];
  const run = (items: readonly number[]) =>
    new Promise<PromiseSettledResult<number>[]>((resolve, reject) => {
      const end = () => resolve(items.map((item) => ({ status: 'fulfilled', value: item * 10 })));
      batches.push({ items, end, fail: reject });
    });
  return { batches, run };
}
const refused = (code: string) => Object.assign(new Error(code), { code, severity: 'ERROR' });
const settled = () => new Promise((resolve) => setTimeout(resolve, 1));
async function eventually(isSo: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 10_000; !isSo() && Date.now() < deadline;) await settled();
}

const items = (batches: readonly { items: readonly number[] }[]) => batches.map((batch) => batch.items);

describe('Items that arrive one by one', () => {
  it('go at once', async () => {
    const { batches, run } = manualBatches();
    const answer = new Coalescer(run, { itemsAtMost: 128, batchesAtOnce: 2 }).submit(7);
    await settled();
    expect(items(batches)).toEqual([[7]]);
    batches[0]?.end();
    expect(await answer).toBe(70);
  });
});

describe('Items that arrive together', () => {
  it('go together, in order, as many as may', async () => {
    const { batches, run } = manualBatches();
    const { submit } = new Coalescer(run, { itemsAtMost: 3, batchesAtOnce: 2 });
    const answers = [1, 2, 3, 4, 5, 6, 7].map(submit);
    await settled();
    expect(items(batches)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    batches[1]?.end();
    await settled();
    expect(batches[2]?.items).toEqual([7]);
    for (const batch of batches) batch.end();
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60, 70]);
  });

  it('wait for the next batch where they would not fit; one that never fits goes alone', async () => {
    const { batches, run } = manualBatches();
    const { submit } = new Coalescer(run, {
      itemsAtMost: 10,
      batchesAtOnce: 9,
      size: (item: number) => item,
      sizeAtMost: 10,
    });
    for (const item of [4, 5, 6, 30, 1]) void submit(item);
    await settled();
    expect(items(batches)).toEqual([[4, 5], [6], [30], [1]]);
  });
});

describe('Items that arrive while batches are under way', () => {
  it('wait until one ends, and then go together', async () => {
    const { batches, run } = manualBatches();
    const { submit } = new Coalescer(run, { itemsAtMost: 10, batchesAtOnce: 1 });
    void submit(1);
    await settled();
    for (const item of [2, 3, 4]) void submit(item);
    await settled();
    expect(items(batches)).toEqual([[1]]);
    batches[0]?.end();
    await settled();
    expect(items(batches)).toEqual([[1], [2, 3, 4]]);
  });

  it('do not wait for a batch that is late, unless as many are late as may', async () => {
    const { batches, run } = manualBatches();
    const { submit } = new Coalescer(run, { itemsAtMost: 10, batchesAtOnce: 1, late: { afterMs: 10, atMost: 1 } });
    void submit(1);
    await settled();
    void submit(2);
    await eventually(() => batches.length === 2);
    void submit(3);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(items(batches)).toEqual([[1], [2]]);
    batches[0]?.end();
    await eventually(() => batches.length === 3);
    expect(items(batches)).toEqual([[1], [2], [3]]);
  });

  it('are all told where a batch fails, and the next one leaves', async () => {
    const { batches, run } = manualBatches();
    const { submit } = new Coalescer(run, { itemsAtMost: 2, batchesAtOnce: 1 });
    const answers = Promise.allSettled([1, 2, 3].map(submit));
    await settled();
    batches[0]?.fail(new Error('lost'));
    await eventually(() => batches.length === 2);
    batches[1]?.end();
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });

  it('never see more than two under way, however many come', async () => {
    let underWay = 0;
    let most = 0;
    const { submit } = new Coalescer(
      async (some: readonly number[]) => {
        most = Math.max(most, ++underWay);
        await settled();
        underWay--;
        return some.map((value) => ({ status: 'fulfilled', value }) as const);
      },
      { itemsAtMost: 128, batchesAtOnce: 2 },
    );
    const answers = await Promise.all(Array.from({ length: 1_000 }, (_, item) => submit(item)));
    expect(answers).toEqual(Array.from({ length: 1_000 }, (_, item) => item));
    expect(most).toBe(2);
  });
});

describe('An item at fault', () => {
  const poisoned = (calls: number[][]) => (items: readonly number[]) => {
    calls.push([...items]);
    return items.includes(3) ? Promise.reject(refused('22000')) : Promise.resolve(items.map((item) => item * 10));
  };

  it('fails alone; its neighbours are run one by one', async () => {
    const calls: number[][] = [];
    const outcomes = await runTogether([1, 2, 3, 4], poisoned(calls));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(calls).toEqual([[1, 2, 3, 4], [1], [2], [3], [4]]);
  });

  it('does not stop those who come after it', async () => {
    const batch = (some: readonly number[]) => runTogether(some, poisoned([]));
    const outcomes = await Promise.allSettled(
      [3, 1, 2, 3, 4].map(new Coalescer(batch, { itemsAtMost: 2, batchesAtOnce: 1 }).submit),
    );
    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'))).toEqual([
      'failed',
      10,
      20,
      'failed',
      40,
    ]);
  });
});

describe('A statement that fails through no fault of an item', () => {
  it.each(['40P01', '40001'])('is run again whole after %s, three times at most', async (code) => {
    let calls = 0;
    const once = (items: readonly number[]) => (calls++ === 0 ? Promise.reject(refused(code)) : Promise.resolve(items));
    expect(await runTogether([1, 2], once)).toMatchObject([{ value: 1 }, { value: 2 }]);
    expect(calls).toBe(2);

    const sizes: number[] = [];
    const always = (items: readonly number[]) => {
      sizes.push(items.length);
      return Promise.reject(refused(code));
    };
    expect(await runTogether([1, 2], always)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect(sizes).toEqual([2, 2, 2, 1, 1, 1, 1, 1, 1]);
  });

  it.each([refused('57P01'), refused('53300'), Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })])(
    'is not tried for each item where the server is gone: %s',
    async (error) => {
      let calls = 0;
      const gone = () => {
        calls++;
        return Promise.reject(error);
      };
      expect(await runTogether([1, 2, 3], gone)).toMatchObject([
        { reason: error },
        { reason: error },
        { reason: error },
      ]);
      expect(calls).toBe(1);
    },
  );
});
