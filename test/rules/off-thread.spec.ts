import { describe, expect, it } from '@jest/globals';
import { offThread } from '../../services/judging/off-thread.ts';

describe('What judging computes beside its requests', () => {
  it('waits for its turn, five of them at most', async () => {
    const rankings = Array.from({ length: 7 }, (_, n) =>
      offThread('rank', [{ team: `${n}`, judge: 'judy', value: n }]),
    );
    const ended = await Promise.allSettled(rankings);
    expect(ended.map(({ status }) => status)).toEqual([...Array<string>(5).fill('fulfilled'), 'rejected', 'rejected']);
    for (const refused of ended.slice(5)) expect(refused).toMatchObject({ reason: { type: 'OVERLOADED', code: 503 } });
    await expect(offThread('rank', [{ team: 'late', judge: 'judy', value: 3 }])).resolves.toBeDefined();
  });
});
