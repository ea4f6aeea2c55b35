import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isTooMuch, orderBehind, rounded, totalAfter } from '../../services/judging/criteria.rules.ts';

/** As people write them: at most ten decimals. */
const weight = fc.integer({ min: 0, max: 10_000_000_000 }).map((parts) => parts / 10_000_000_000);

describe('A weight', () => {
  it.each([
    [0, 0],
    [1, 1],
    [0.1 + 0.2, 0.3],
    [0.000_000_000_049, 0],
    [0.000_000_000_05, 0.000_000_000_1],
    [0.123_454_9, 0.123_454_9],
    [0.999_999_999_94, 0.999_999_999_9],
    [0.999_999_999_95, 1],
    [1e-7, 1e-7],
    [1 / 3, 0.333_333_333_3],
    [2 / 3, 0.666_666_666_7],
  ])('of %d is kept as %d', (sent, kept) => {
    expect(rounded(sent)).toBe(kept);
  });

  it('of ten decimals stays as it is', () => {
    fc.assert(fc.property(weight, (sent) => rounded(sent) === sent));
  });
});

describe('The total', () => {
  it('is exact, where binary fractions would drift', () => {
    const tenth = Array.from({ length: 10 }, () => 0.1);
    expect(tenth.reduce((sum, each) => sum + each, 0)).not.toBe(1);
    expect(totalAfter(0, { wanted: tenth })).toBe(1);
    expect(totalAfter(1, { former: tenth })).toBe(0);
    expect(totalAfter(0.7, { former: [0.1], wanted: [0.2] })).toBe(0.8);
    expect(totalAfter(0.3, {})).toBe(0.3);
  });

  it('is the same in whatever order and portions weights come and go', () => {
    fc.assert(
      fc.property(fc.array(weight, { maxLength: 20 }), fc.nat(20), (weights, cut) => {
        const [first, second] = [weights.slice(0, cut), weights.slice(cut)];
        const all = totalAfter(0, { wanted: weights });
        expect(totalAfter(totalAfter(0, { wanted: second }), { wanted: first })).toBe(all);
        expect(totalAfter(all, { former: second })).toBe(totalAfter(0, { wanted: first }));
      }),
    );
  });

  it.each([
    [0.9, 1, false],
    [0.9, 1.000_01, false],
    [0.9, 1.000_010_000_1, true],
    [0, 1.5, true],
    [1, 1, false],
    [1, 0.4, false],
  ])('that is %d may become %d unless that is too much: %s', (current, attempted, verdict) => {
    expect(isTooMuch(current, attempted)).toBe(verdict);
  });

  it.each([3, 6, 7, 9, 11, 13])('of %i equal parts is no more than 1', (parts) => {
    const total = totalAfter(0, { wanted: Array.from({ length: parts }, () => rounded(1 / parts)) });
    expect(isTooMuch(0, total)).toBe(false);
  });

  it('may always become less, wherever it was', () => {
    fc.assert(fc.property(weight, weight, (total, less) => !isTooMuch(1 + total, Math.max(0, 1 + total - less))));
  });
});

describe('Copies', () => {
  it('stand behind what is there, one after the other', () => {
    expect(orderBehind(3.5, [7, 7, 9])).toEqual([4.5, 5.5, 6.5]);
    expect(orderBehind(0, [])).toEqual([]);
  });

  it('stand as they stood where nothing is', () => {
    expect(orderBehind(null, [-1, 2.5, 2.5])).toEqual([-1, 2.5, 2.5]);
  });
});
