import { describe, expect, it } from '@jest/globals';
import { coalesce, together } from '../../services/check-in/coalesce.ts';

/** Round trips that end when the test says so. */
function manualRoundTrips() {
  const trips: { items: readonly number[]; end(): void; fail(error: unknown): void }[] = [];
  const run = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) =>
      trips.push({ items, end: () => resolve(items.map((item) => item * 10)), fail: reject }),
    );
  return { trips, run };
}
const refused = (code: string) => Object.assign(new Error(code), { code, severity: 'ERROR' });
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('Items that arrive one by one', () => {
  it('go at once', async () => {
    const { trips, run } = manualRoundTrips();
    const answer = coalesce(run)(7);
    expect(trips.map(({ items }) => items)).toEqual([[7]]);
    trips[0]?.end();
    expect(await answer).toBe(70);
  });
});

describe('Items that arrive while round trips are under way', () => {
  it('wait until one of the two ends, and then go together, in order, as many as may', async () => {
    const { trips, run } = manualRoundTrips();
    const submit = coalesce(run, { most: 3, inFlight: 2 });
    const answers = [1, 2, 3, 4, 5, 6].map(submit);
    expect(trips.map(({ items }) => items)).toEqual([[1], [2]]);
    trips[1]?.end();
    await settled();
    expect(trips.map(({ items }) => items)).toEqual([[1], [2], [3, 4, 5]]);
    trips[0]?.end();
    await settled();
    expect(trips[3]?.items).toEqual([6]);
    trips[3]?.end();
    trips[2]?.end();
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60]);
  });

  it('never see more than two under way, however many come', async () => {
    let underWay = 0;
    let most = 0;
    const submit = coalesce(async (items: readonly number[]) => {
      most = Math.max(most, ++underWay);
      await settled();
      underWay--;
      return items;
    });
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
    const outcomes = await together([1, 2, 3, 4], poisoned(calls));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(calls).toEqual([[1, 2, 3, 4], [1], [2], [3], [4]]);
  });

  it('does not stop those who come after it', async () => {
    const submit = coalesce(poisoned([]), { most: 2, inFlight: 1 });
    const outcomes = await Promise.allSettled([3, 1, 2, 3, 4].map(submit));
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
    expect(await together([1, 2], once)).toMatchObject([{ value: 1 }, { value: 2 }]);
    expect(calls).toBe(2);

    const sizes: number[] = [];
    const always = (items: readonly number[]) => {
      sizes.push(items.length);
      return Promise.reject(refused(code));
    };
    expect(await together([1, 2], always)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
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
      expect(await together([1, 2, 3], gone)).toMatchObject([{ reason: error }, { reason: error }, { reason: error }]);
      expect(calls).toBe(1);
    },
  );
});
