import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/client.ts';
import { openPanels, type Panels } from '../../support/judging/panel.ts';

let here: Panels;
beforeAll(async () => {
  here = await openPanels();
  const panel = await here.open();
  const [criterion] = await panel.criteria(1);
  const { give } = await panel.seat();
  // So that connections are open by the time somebody races.
  await times(10, () => give({ criterion_id: criterion?.id, value: 1 }));
});
afterAll(() => here.world.close());

const tally = (answers: readonly Answer[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status, body }) => body.code ?? String(status))).map(
      ([outcome, each = []]) => [outcome, each.length],
    ),
  );
const times = (count: number, work: (n: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

/** The scores in the tables, and whether any was written after the hand-in. */
const stored = async (assignment: string) => {
  const rows = await here.world.rows<{ criterion_id: string; value: number; is_late: boolean | null }>`
    select s.criterion_id, s.value::float8 as value, s.updated_at > a.submitted_at as is_late
      from judging.score s join judging.assignment a on a.id = s.assignment_id
     where a.id = ${assignment} order by s.criterion_id`;
  return rows;
};

describe('20 scores for the same criterion at the same time', () => {
  it('are one, which somebody gave', async () => {
    const panel = await here.open();
    const [criterion] = await panel.criteria(1);
    const { id, give } = await panel.seat();
    const answers = await times(20, (n) => give({ criterion_id: criterion?.id, value: n / 2 }));
    expect(tally(answers)).toEqual({ 200: 20 });
    expect(new Set(answers.map(({ body }) => body.data.scores[0].id)).size).toBe(1);
    const [row, ...more] = await stored(id);
    expect(more).toEqual([]);
    const steps = await panel.audit(id);
    expect(steps).toHaveLength(20);
    expect(steps.map(({ after }) => after)).toContainEqual(expect.objectContaining({ value: row?.value }));
  });

  it('of many, each time all of them, are those of one request', async () => {
    const panel = await here.open();
    const criteria = await panel.criteria(5);
    const { id, give } = await panel.seat();
    const answers = await times(12, (n) => {
      const turned = n % 2 ? criteria : criteria.toReversed();
      return give({ scores: turned.map((criterion) => ({ criterion_id: criterion.id, value: n / 2 })) });
    });
    expect(tally(answers)).toEqual({ 200: 12 });
    const rows = await stored(id);
    expect(rows).toHaveLength(5);
    expect(new Set(rows.map(({ value }) => value)).size).toBe(1);
  });
});

describe('Scores that are given while the assignment is handed in', () => {
  it('come before, or are refused', async () => {
    const panel = await here.open();
    const [first, second] = await panel.criteria(2);
    for (let round = 0; round < 5; round++) {
      const { id, me, give, submit } = await panel.seat();
      const score = await panel.score(id, first as { id: string }, { value: 0 });
      await panel.score(id, second as { id: string }, { value: 0 });
      const writes = await times(16, (n) => {
        if (n === 7) return submit();
        return n % 2 ? give({ criterion_id: second?.id, value: 5 }) : me.patch(`/scores/${score}`, { value: n / 2 });
      });
      const { 200: done = 0, ASSIGNMENT_SUBMITTED: refused = 0 } = tally(writes);
      expect([done + refused, writes[7]?.status]).toEqual([16, 200]);
      expect((await stored(id)).map(({ is_late }) => is_late)).toEqual([false, false]);
    }
  });

  it('make it complete, or leave it open', async () => {
    const panel = await here.open();
    const criteria = await panel.criteria(3);
    for (let round = 0; round < 5; round++) {
      const { id, give, submit } = await panel.seat();
      const answers = await times(6, (n) =>
        n % 2 ? submit() : give({ criterion_id: criteria[n / 2]?.id, value: round }),
      );
      expect(answers.filter(({ status }) => status !== 200 && status !== 409).map(({ text }) => text)).toEqual([]);
      const rows = await stored(id);
      const isSubmitted = answers.some(({ status }, n) => n % 2 && status === 200);
      expect(rows.map(({ is_late }) => is_late)).toEqual(
        Array(isSubmitted ? 3 : rows.length).fill(isSubmitted ? false : null),
      );
    }
  });
});

describe('20 who hand in the same assignment at the same time', () => {
  it('are one who does', async () => {
    const panel = await here.open();
    const [criterion] = await panel.criteria(1);
    const { id, submit } = await panel.seat();
    await panel.score(id, criterion as { id: string }, { value: 5 });
    expect(tally(await times(20, submit))).toEqual({ 200: 1, ASSIGNMENT_SUBMITTED: 19 });
    expect(await panel.audit(id)).toHaveLength(1);
  });
});

describe('Scores for criteria that are deleted meanwhile', () => {
  it('are given before or find them gone, and leave none behind', async () => {
    const panel = await here.open();
    for (let round = 0; round < 4; round++) {
      const criteria = await panel.criteria(4);
      const { id, give } = await panel.seat();
      const answers = await times(16, (n) => {
        const criterion = criteria[n % 4];
        if (n >= 12) return panel.api.del(`/criteria/${criterion?.id}`);
        return give({ scores: criteria.map((each) => ({ criterion_id: each.id, value: n / 2 })) });
      });
      expect(answers.slice(12).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const { 200: given = 0, NOT_FOUND: gone = 0 } = tally(answers.slice(0, 12));
      expect(given + gone).toBe(12);
      expect(await stored(id)).toEqual([]);
    }
  });
});

describe('Scores for an assignment that is taken away meanwhile', () => {
  it('go with it', async () => {
    const panel = await here.open();
    const [criterion] = await panel.criteria(1);
    const { id, give } = await panel.seat();
    const answers = await times(12, (n) =>
      n === 6 ? panel.api.del(`/assignments/${id}`) : give({ criterion_id: criterion?.id, value: n / 2 }),
    );
    expect(answers[6]?.status).toBe(200);
    const { 200: done = 0, NOT_FOUND: gone = 0 } = tally(answers);
    expect(done + gone).toBe(12);
    expect(await here.world.rows`select from judging.score where assignment_id = ${id}`).toEqual([]);
  });
});
