import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ServiceUnreachable } from '../../services/gateway/call.ts';
import { endedAtMost } from '../../services/gateway/limits.ts';
import { ViewerCache, type Identified } from '../../services/gateway/viewer-cache.ts';
import { Failure } from '../../shared/base/failure.ts';
import type { Viewer } from '../../shared/base/viewer.ts';
import { outlasts } from '../support/clock.ts';

/** Milliseconds, by the clock of these tests: whole ones, since sums of others are rounded. */
const begun = Math.ceil(performance.now());
let now = begun;
beforeEach(() => {
  now = begun;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Sets the clock to this many milliseconds from the beginning of the test. */
const after = (milliseconds: number) => {
  now = begun + milliseconds;
};

const somebody = (): Viewer => ({
  user_id: randomUUID(),
  organization_id: randomUUID(),
  key_id: randomUUID(),
  session_id: null,
});
const known = (viewer: Viewer | null, validFor: number | null = null): Identified => ({ viewer, validFor });
const away = () => Promise.reject(new Failure('UNAVAILABLE'));
const soon = () => Date.now() + 300;

describe('The viewer cache', () => {
  let cache: ViewerCache;
  let viewer: Viewer;
  const find = (lookUp: () => Promise<Identified>, deadline = Date.now() + 5_000) =>
    Promise.resolve(cache.find('a key', lookUp, deadline));
  const answer = (identified = known(viewer)) => jest.fn(() => Promise.resolve(identified));
  /** A look-up that is under way until it is ended. */
  const underWay = () => {
    const { promise, resolve } = Promise.withResolvers<Identified>();
    return { lookUp: jest.fn(() => promise), end: resolve };
  };
  beforeEach(() => {
    cache = new ViewerCache();
    viewer = somebody();
  });

  it('looks up once for all who ask meanwhile', async () => {
    const { lookUp, end } = underWay();
    const [first, second] = [find(lookUp), find(lookUp)];
    end(known(viewer));
    expect([await first, await second, await find(lookUp)]).toEqual([viewer, viewer, viewer]);
    expect(lookUp).toHaveBeenCalledTimes(1);
  });

  it('refreshes an entry behind the request after six seconds', async () => {
    await find(answer());
    after(5_900);
    expect(await find(away)).toBe(viewer);
    after(6_900);
    const { lookUp, end } = underWay();
    expect([await find(lookUp), await find(lookUp)]).toEqual([viewer, viewer]);
    const other = { ...viewer, organization_id: randomUUID() };
    end(known(other));
    await nextTurn();
    expect(await find(lookUp)).toBe(other);
    expect(lookUp).toHaveBeenCalledTimes(1);
  });

  it('remembers an unknown key for two seconds, also one that it knew', async () => {
    await find(answer());
    after(9_500);
    expect(await find(answer(known(null)))).toBeNull();
    expect(await find(answer())).toBeNull();
    after(11_700);
    expect(await find(answer())).toBe(viewer);
  });

  it('uses no entry past its expiry', async () => {
    await find(answer(known(viewer, 3_000)));
    after(2_900);
    expect(await find(away)).toBe(viewer);
    after(3_100);
    await expect(find(away, soon())).rejects.toMatchObject({ type: 'UNAVAILABLE' });
  });

  describe.each(['user_id', 'key_id'] as const)('of which a %s has ended', (which) => {
    const end = () => cache.forget(viewer[which] ?? '');

    it('looks up anew', async () => {
      await find(answer());
      end();
      expect(await find(answer(known(null)))).toBeNull();
    });

    it('repeats the look-up that was under way', async () => {
      const { promise, resolve } = Promise.withResolvers<Identified>();
      const found = find(answer(known(null)).mockReturnValueOnce(promise));
      end();
      resolve(known(viewer));
      expect(await found).toBeNull();
      expect(await find(away)).toBeNull();
    });

    it('does not bring it back by the refresh that was under way', async () => {
      await find(answer());
      after(7_000);
      const refresh = underWay();
      expect(await find(refresh.lookUp)).toBe(viewer);
      end();
      expect(await find(answer(known(null)))).toBeNull();
      refresh.end(known(viewer));
      await nextTurn();
      expect(await find(away)).toBeNull();
    });

    it('does not fall back to it where the refresh fails', async () => {
      await find(answer());
      after(12_000);
      const { promise, reject } = Promise.withResolvers<Identified>();
      const found = find(() => promise, soon());
      end();
      reject(new Failure('UNAVAILABLE'));
      await expect(found).rejects.toMatchObject({ type: 'UNAVAILABLE' });
    });
  });

  describe('while identity does not answer', () => {
    it('uses an entry for a minute, and each who is unknown waits until the deadline', async () => {
      await find(answer());
      for (const later of [7_000, 12_000, 40_000]) {
        after(later);
        expect(await find(away)).toBe(viewer);
      }
      after(60_000);
      const lookUp = jest.fn(away);
      await expect(find(lookUp, soon())).rejects.toMatchObject({ type: 'UNAVAILABLE' });
      expect(lookUp.mock.calls.length).toBeGreaterThan(1);
    });

    it('waits half a second for a refresh, and after a failure for none', async () => {
      await find(answer());
      after(10_000);
      const { promise, reject } = Promise.withResolvers<Identified>();
      const found = find(() => promise);
      expect(await outlasts(450, found)).toBe(true);
      expect(await found).toBe(viewer);
      reject(new Failure('TIMEOUT'));
      await nextTurn();
      const { lookUp } = underWay();
      expect(cache.find('a key', lookUp, soon())).toBe(viewer);
      expect(lookUp).toHaveBeenCalledTimes(1);
    });

    it('trusts no entry from before events may have been missed for longer than nine seconds', async () => {
      await find(answer());
      after(1);
      cache.doubt();
      after(8_900);
      expect(await find(away)).toBe(viewer);
      after(9_100);
      await expect(find(away, soon())).rejects.toMatchObject({ type: 'UNAVAILABLE' });
      expect(await find(answer())).toBe(viewer);
    });

    it('trusts none for longer either once more ends came than are remembered', async () => {
      await find(answer());
      after(1);
      for (let end = 0; end <= endedAtMost; end++) cache.forget(`${end}`);
      after(9_100);
      await expect(find(away, soon())).rejects.toMatchObject({ type: 'UNAVAILABLE' });
      expect(await find(answer())).toBe(viewer);
    });

    it('repeats nothing where nobody runs it, nor after another error', async () => {
      for (const error of [new ServiceUnreachable(), new Failure('INTERNAL')]) {
        const lookUp = jest.fn(() => Promise.reject(error));
        await expect(find(lookUp)).rejects.toBe(error);
        expect(lookUp).toHaveBeenCalledTimes(1);
      }
    });
  });
});
