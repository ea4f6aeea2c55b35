import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPanels, type Panel, type Panels } from '../../support/judging/panel.ts';

let here: Panels;
beforeAll(async () => {
  here = await openPanels();
});
afterAll(() => here.world.close());

const progressOf = async (panel: Panel) => {
  const answer = await panel.api.get(`${panel.path}/judge-progress`);
  expect(answer.status).toBe(200);
  return answer.body.data;
};
const none = { total_assignments: 0, overall_progress: 0 };

describe('Progress', () => {
  it('counts assignments by how far they are, over all and for each judge by name', async () => {
    const panel = await here.open();
    const criteria = await panel.criteria(2);
    const [zoe, ada, idle] = [
      await panel.judge({ name: 'Zoe' }),
      await panel.judge({ name: 'Ada' }),
      await panel.judge({ name: 'Idle' }),
    ];
    const give = async (judge: typeof zoe, scored: number, submitted = false) => {
      const id = await panel.assignment(judge, await here.world.team(panel.track, []), submitted);
      for (const criterion of criteria.slice(0, scored)) await panel.score(id, criterion, { value: 5 });
    };
    for (const scored of [0, 1, 2]) await give(ada, scored);
    await give(ada, 2, true);
    await give(zoe, 1);
    expect(await progressOf(panel)).toEqual({
      overview: {
        total_assignments: 5,
        total_judges: 3,
        pending_assignments: 3,
        submitted_assignments: 1,
        ready_assignments: 1,
        overall_progress: 0.6,
      },
      judges: [
        {
          ...{ judge_id: ada.id, judge_name: 'Ada', total_assignments: 4, overall_progress: 0.625 },
          ...{ pending_count: 2, submitted_count: 1, ready_count: 1 },
        },
        {
          ...{ judge_id: idle.id, judge_name: 'Idle', ...none },
          ...{ pending_count: 0, submitted_count: 0, ready_count: 0 },
        },
        {
          ...{ judge_id: zoe.id, judge_name: 'Zoe', total_assignments: 1, overall_progress: 0.5 },
          ...{ pending_count: 1, submitted_count: 0, ready_count: 0 },
        },
      ],
    });
  });

  it('is nothing on a track without judges', async () => {
    expect(await progressOf(await here.open())).toEqual({
      overview: {
        ...none,
        total_judges: 0,
        pending_assignments: 0,
        submitted_assignments: 0,
        ready_assignments: 0,
      },
      judges: [],
    });
  });

  it('counts who has a team to judge and is no judge any more', async () => {
    const panel = await here.open();
    const { judge } = await panel.seat();
    await here.world.rows`delete from events.track_role where user_id = ${judge.id}`;
    const { overview, judges } = await progressOf(panel);
    expect(overview).toMatchObject({ total_judges: 1, total_assignments: 1 });
    expect(judges).toMatchObject([{ judge_id: judge.id }]);
    const { count } = (await panel.api.get(`${panel.path}/judges`)).body.data;
    expect(count).toBe(0);
  });

  it('is none without criteria', async () => {
    const panel = await here.open();
    const { standing } = await panel.seat();
    expect(await standing()).toEqual({ status: 'PENDING', progress: 0 });
    const { overview } = await progressOf(panel);
    expect(overview).toMatchObject({ overall_progress: 0, pending_assignments: 1 });
  });

  it('of what is handed in stays whole, whatever becomes of the criteria', async () => {
    const panel = await here.open();
    const [criterion] = await panel.criteria(1);
    const { id, submit, standing } = await panel.seat();
    await panel.score(id, criterion as { id: string }, { value: 5 });
    await submit();
    await panel.criteria(3);
    expect(await standing()).toEqual({ status: 'SUBMITTED', progress: 1 });
    expect((await progressOf(panel)).overview).toMatchObject({ overall_progress: 1, submitted_assignments: 1 });
    await panel.api.del(`/criteria/${criterion?.id}`);
    expect(await standing()).toEqual({ status: 'SUBMITTED', progress: 1 });
  });

  it('follows the criteria as long as scores are not handed in', async () => {
    const panel = await here.open();
    const [first, second] = await panel.criteria(2);
    const { id, standing } = await panel.seat();
    await panel.score(id, first as { id: string }, { value: 5 });
    expect(await standing()).toEqual({ status: 'IN_PROGRESS', progress: 0.5 });
    await panel.api.del(`/criteria/${second?.id}`);
    expect(await standing()).toEqual({ status: 'READY', progress: 1 });
    await panel.criteria(3);
    expect(await standing()).toEqual({ status: 'IN_PROGRESS', progress: 0.25 });
    await panel.api.del(`/criteria/${first?.id}`);
    expect(await standing()).toEqual({ status: 'PENDING', progress: 0 });
  });
});
