import { describe, expect, it } from '@jest/globals';
import { computations } from '../../services/judging/computations.ts';
import { OwnProcess } from '../../shared/kit/own-process.ts';
import type { BadTasks } from '../support/own-process-tasks.ts';

describe('A computation of judging beside its requests', () => {
  it('waits for its turn, five of them at most', async () => {
    const rankings = Array.from({ length: 7 }, (_, n) =>
      computations.run('rank', [{ team: `${n}`, judge: 'judy', value: n }]),
    );
    const ended = await Promise.allSettled(rankings);
    expect(ended.map(({ status }) => status)).toEqual([...Array<string>(5).fill('fulfilled'), 'rejected', 'rejected']);
    for (const refused of ended.slice(5)) expect(refused).toMatchObject({ reason: { type: 'OVERLOADED', code: 503 } });
    await expect(computations.run('rank', [{ team: 'late', judge: 'judy', value: 3 }])).resolves.toBeDefined();
  });
});

describe('A task in a process of its own', () => {
  const usual = new URL('../support/own-process-tasks.ts', import.meta.url);
  const processWith = (longestMs: number, script = usual) =>
    new OwnProcess<BadTasks>(script, {
      ...{ waitingAtMost: 5, longestMs, heapMb: 64 },
      beyond: (limit) => new Error(limit),
    });

  it('finds the process that the last one left', async () => {
    const own = processWith(60_000);
    expect([await own.run('count', 1), await own.run('count', 2)]).toEqual([1, 3]);
  });

  it('is ended where it takes too long, while this process goes on, and so is the next one', async () => {
    const own = processWith(200);
    const ended = await Promise.allSettled([own.run('wait', null), own.run('wait', null)]);
    for (const each of ended) expect(each).toMatchObject({ status: 'rejected', reason: { message: 'time' } });
  });

  it('is given no blame for a process that takes longer to start than it may take itself', async () => {
    const own = processWith(2_000, new URL('../support/own-process-slow-start.ts', import.meta.url));
    expect(await own.run('count', 1)).toBe(1);
  });

  it('is unavailable where its process does not start, and so is the next one', async () => {
    const own = processWith(60_000, new URL('no-such-script.ts', import.meta.url));
    const ended = await Promise.allSettled([own.run('count', 1), own.run('count', 2)]);
    for (const each of ended) expect(each).toMatchObject({ status: 'rejected', reason: { type: 'UNAVAILABLE' } });
  });

  it('is ended where it takes too much memory, and the next one has a process again', async () => {
    const own = processWith(60_000);
    await expect(own.run('grow', null)).rejects.toThrow('memory');
    expect(await own.run('count', 1)).toBe(1);
  });

  it('fails as it fails there, and the next one has a process again', async () => {
    const own = processWith(60_000);
    await expect(own.run('fail', 'Broken.')).rejects.toThrow('Broken.');
    expect(await own.run('count', 1)).toBe(1);
  });
});
