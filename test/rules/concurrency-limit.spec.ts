import { describe, expect, it } from '@jest/globals';
import { ConcurrencyLimit } from '../../services/gateway/concurrency-limit.ts';

const [quick, slow] = [20, 800];
const bounds = { most: 100, least: 20 };

/** How many are let in before it is full. */
function sizeOf(limit: ConcurrencyLimit): number {
  let inside = 0;
  for (; !limit.isFull; inside++) limit.enter();
  for (let n = 0; n < inside; n++) limit.leave();
  return inside;
}
const answers = (limit: ConcurrencyLimit, count: number, took: number) => {
  for (let n = 0; n < count; n++) {
    limit.enter();
    limit.leave(took);
  }
};

describe('The limit of requests under way', () => {
  it('takes as many as it has, and the next when one has left', () => {
    const limit = new ConcurrencyLimit(bounds);
    for (let n = 0; n < 100; n++) limit.enter();
    expect(limit.isFull).toBe(true);
    limit.leave();
    expect(limit.isFull).toBe(false);
  });

  it('gets smaller with every slow answer, down to what helps nobody any more', () => {
    const limit = new ConcurrencyLimit(bounds);
    answers(limit, 30, slow);
    expect(sizeOf(limit)).toBeLessThan(60);
    answers(limit, 1_000, slow);
    expect(sizeOf(limit)).toBe(20);
  });

  it('grows back with quick ones, and never beyond what it was', () => {
    const limit = new ConcurrencyLimit(bounds);
    answers(limit, 1_000, slow);
    answers(limit, 80, quick);
    expect(sizeOf(limit)).toBeGreaterThan(50);
    expect(sizeOf(limit)).toBeLessThan(70);
    answers(limit, 800, quick);
    expect(sizeOf(limit)).toBe(100);
  });

  it('stays as it is where one in a hundred is slow', () => {
    const limit = new ConcurrencyLimit(bounds);
    for (let n = 0; n < 50; n++) {
      answers(limit, 99, quick);
      answers(limit, 1, slow);
    }
    expect(sizeOf(limit)).toBeGreaterThanOrEqual(98);
  });

  it('is half full before it is full', () => {
    const limit = new ConcurrencyLimit(bounds);
    for (let n = 0; n < 50; n++) limit.enter();
    expect([limit.isHalfFull, limit.isFull]).toEqual([true, false]);
  });
});
