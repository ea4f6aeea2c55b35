import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPanels, type Panels } from '../../support/judging/panel.ts';

let here: Panels;
beforeAll(async () => {
  here = await openPanels();
});
afterAll(() => here.world.close());

/** A judge with a score for each of so many criteria. */
async function ready(count = 2) {
  const panel = await here.open();
  const criteria = await panel.criteria(count);
  const seat = await panel.seat();
  const given = [];
  for (const criterion of criteria) given.push(await panel.score(seat.id, criterion, { value: 5 }));
  return { panel, criteria, given, ...seat };
}
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe('An assignment that is handed in', () => {
  it('is submitted, and its scores with it', async () => {
    const { panel, id, judge, team, submit, scores } = await ready();
    const answer = await submit();
    expect(answer.status).toBe(200);
    expect(answer.body.data.assignment).toEqual({
      ...{ id, event_id: panel.track.id, judge_user_id: judge.id, team_id: team.id },
      ...{ status: 'SUBMITTED', progress: 1, created_at: expect.stringMatching(time) },
    });
    const [one, two] = await panel.api.get(`/assignments/${id}/scores`).then(({ body }) => body.data.scores);
    expect(one.submitted_at).toMatch(time);
    expect(two.submitted_at).toBe(one.submitted_at);
    expect(await scores()).toEqual([one, two]);
    expect(await panel.audit(id)).toMatchObject([
      {
        action: 'judging.submitAssignment',
        user_id: judge.id,
        before: { submitted_at: null },
        after: { submitted_at: expect.any(String) },
      },
    ]);
  });

  it('stays as it is', async () => {
    const { criteria, given, me, give, submit, scores } = await ready();
    await submit();
    const before = await scores();
    for (const answer of [
      await give({ criterion_id: criteria[0]?.id, value: 9 }),
      await me.patch(`/scores/${given[0]}`, { value: 9 }),
      await me.patch(`/scores/${given[0]}`, {}),
      await submit(),
    ]) {
      expect(answer).toBeRefused(409, 'ASSIGNMENT_SUBMITTED');
    }
    expect(await scores()).toEqual(before);
  });

  it('takes no score for a criterion that came later, and one for no criterion is still not found', async () => {
    const { panel, give, submit, standing } = await ready();
    await submit();
    const later = await panel.criterion();
    expect(await give({ criterion_id: later.id, value: 9 })).toBeRefused(409, 'ASSIGNMENT_SUBMITTED');
    expect(await give({ criterion_id: randomUUID(), value: 9 })).toBeRefused(404, 'NOT_FOUND');
    expect(await give({ criterion_id: later.id, value: 99 })).toBeRefused(400, 'VALIDATION_FAILED');
    expect(await standing()).toEqual({ status: 'SUBMITTED', progress: 1 });
  });

  it('answers the same to a request that is repeated under its key', async () => {
    const { id, me } = await ready();
    const headers = { 'Idempotency-Key': randomUUID() };
    const answers = [
      await me.post(`/assignments/${id}/submit`, {}, { headers }),
      await me.post(`/assignments/${id}/submit`, {}, { headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
  });
});

describe('An assignment with something missing', () => {
  it('is not handed in, and says what, in the order of the criteria', async () => {
    const panel = await here.open();
    const names = ['Novelty', 'Craft', 'Impact'];
    const [, craft] = await Promise.all(names.map((name) => panel.criterion('0.1', { name })));
    await here.world.rows`
      update judging.criterion set order_index = case name when 'Novelty' then 3 when 'Craft' then 2 else 1 end
       where event_id = ${panel.track.id}`;
    const { id, submit, standing } = await panel.seat();
    expect(await submit()).toBeRefused(409, 'SCORES_INCOMPLETE', { missing: ['Impact', 'Craft', 'Novelty'] });
    await panel.score(id, craft as { id: string }, { value: 5 });
    expect(await submit()).toBeRefused(409, 'SCORES_INCOMPLETE', { missing: ['Impact', 'Novelty'] });
    expect(await standing()).toMatchObject({ status: 'IN_PROGRESS' });
  });

  it('is one on a track without criteria: there is nothing to say', async () => {
    const { submit, standing } = await ready(0);
    const answer = await submit();
    expect(answer).toBeRefused(409, 'SCORES_INCOMPLETE');
    expect(answer.body.missing).toEqual([]);
    expect(await standing()).toEqual({ status: 'PENDING', progress: 0 });
  });

  it('can be handed in once the rest is there, or not asked for any more', async () => {
    const { panel, give, submit } = await ready(1);
    const [second, third] = await panel.criteria(2);
    await give({ criterion_id: second?.id, value: 5 });
    expect(await submit()).toBeRefused(409, 'SCORES_INCOMPLETE', { missing: [third?.name] });
    await panel.api.del(`/criteria/${third?.id}`);
    expect((await submit()).status).toBe(200);
  });
});
