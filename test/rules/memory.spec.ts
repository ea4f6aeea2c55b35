import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AnswerCache } from '../../services/gateway/concerns/cached.ts';
import { Failure } from '../../shared/base/failure.ts';

let now: number;
let asked: number;
let memory: AnswerCache;
beforeEach(() => {
  [now, asked] = [1_000, 0];
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  memory = new AnswerCache();
});
afterEach(() => void jest.restoreAllMocks());

const gone = new Failure('NOT_FOUND');
const ask = () => {
  asked++;
  return Promise.resolve({ refused: gone });
};
const find = () => memory.find('page', ask);
/** So many seconds of a crowd, one reader each millisecond, and `each` at each of them. */
async function crowd(seconds: number, each: (ms: number) => void = () => undefined): Promise<number> {
  const before = asked;
  for (let ms = 0; ms < seconds * 1_000; ms++) {
    now++;
    each(ms);
    await find();
  }
  return asked - before;
}

describe('A cached value', () => {
  it('is asked for once a second, however many want it', async () => {
    expect(await crowd(60)).toBeLessThanOrEqual(60);
    expect(asked).toBeGreaterThan(55);
  });

  it('is asked for once by all who come while it is on its way', async () => {
    const { promise, resolve } = Promise.withResolvers<{ refused: Failure }>();
    const slow = () => {
      asked++;
      return promise;
    };
    const waiting = Array.from({ length: 100 }, () => memory.find('page', slow));
    expect(memory.isNew('page')).toBe(false);
    resolve({ refused: gone });
    expect(await Promise.all(waiting)).toEqual(Array(100).fill({ refused: gone }));
    expect(asked).toBe(1);
  });

  it('is asked for anew at once when something has changed', async () => {
    await find();
    now += 100;
    memory.expire();
    await find();
    expect(asked).toBe(2);
  });

  it('is asked for once a second and once besides, where something changes all the time', async () => {
    const questions = await crowd(60, () => memory.expire());
    expect(questions).toBeLessThanOrEqual(61);
    expect(questions).toBeGreaterThan(55);
  });

  it('is never older than a second, whatever changes meanwhile', async () => {
    let since = now;
    const dated = () => ((since = now), ask());
    for (let ms = 0; ms < 10_000; ms++) {
      now++;
      if (ms % 7 === 0) memory.expire();
      await memory.find('page', dated);
      expect(now - since).toBeLessThanOrEqual(1_000);
    }
  });

  it('is new once, and again where the question failed', async () => {
    expect(memory.isNew('page')).toBe(true);
    await expect(memory.find('page', () => Promise.reject(new Failure('UNAVAILABLE')))).rejects.toThrow();
    expect(memory.isNew('page')).toBe(true);
    await find();
    expect([memory.isNew('page'), memory.isNew('other')]).toEqual([false, true]);
  });
});
