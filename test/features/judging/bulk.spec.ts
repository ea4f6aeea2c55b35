import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPanels, type Panel, type Panels } from '../../support/judging/panel.ts';

let here: Panels;
let panel: Panel;
beforeAll(async () => {
  here = await openPanels();
  panel = await here.open();
});
afterAll(() => here.world.close());

const newTeam = () => here.world.team(panel.track, []);
const judges = async (count: number) => {
  const people = [];
  for (let each = 0; each < count; each++) people.push(await panel.judge());
  return people.map(({ id }) => id);
};
/** The judges of the team, by the tables. */
const judgesOf = async (team: { id: string }) => {
  const rows = await here.world.rows<{ judge_user_id: string }>`
    select judge_user_id from judging.assignment where team_id = ${team.id} order by judge_user_id`;
  return rows.map(({ judge_user_id }) => judge_user_id);
};

describe('Several judges who are assigned to a team', () => {
  it('all have it to judge', async () => {
    const [team, ids] = [await newTeam(), await judges(3)];
    const answer = await panel.assignAll(ids, team.id);
    expect(answer.status).toBe(201);
    const { assignments, ...counts } = answer.body.data;
    expect(counts).toEqual({ created: 3, skipped: 0 });
    const one = { team_id: team.id, event_id: panel.track.id, status: 'PENDING', progress: 0 };
    expect(assignments).toEqual(
      Array.from({ length: 3 }, () => ({
        id: expect.any(String),
        judge_user_id: expect.any(String),
        created_at: expect.any(String),
        ...one,
      })),
    );
    expect(assignments.map((each: any) => each.judge_user_id).sort()).toEqual(ids.toSorted());
    expect(await judgesOf(team)).toEqual(ids.toSorted());
    for (const { id, judge_user_id } of assignments) {
      expect(await panel.audit(id)).toMatchObject([
        { action: 'judging.assignJudges', before: {}, after: { judge_user_id, team_id: team.id } },
      ]);
    }
  });

  it('count once each, and only those who did not judge it before', async () => {
    const [team, ids] = [await newTeam(), await judges(3)];
    const [ada = '', bob = '', cleo = ''] = ids;
    await panel.assign(ada, team.id);
    const answer = await panel.assignAll([ada, bob, bob.toUpperCase(), cleo, ada], team.id);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ created: 2, skipped: 1 });
    const made = answer.body.data.assignments.map((each: any) => each.judge_user_id);
    expect(made.sort()).toEqual([bob, cleo].sort());
    expect(await judgesOf(team)).toEqual(ids.toSorted());
  });

  it('are nothing new where all of them judge it already', async () => {
    const [team, ids] = [await newTeam(), await judges(2)];
    await panel.assignAll(ids, team.id);
    const answer = await panel.assignAll(ids, team.id);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ created: 0, skipped: 2, message: expect.any(String) });
  });
});

describe('Assigning several is refused as a whole', () => {
  it('for a team that is not on the track', async () => {
    const elsewhere = await here.world.team((await here.open()).track, []);
    for (const team of [elsewhere.id, randomUUID()]) {
      expect(await panel.assignAll(await judges(1), team)).toBeRefused(404, 'TEAM_NOT_FOUND');
    }
  });

  it('naming those who are no judges', async () => {
    const team = await newTeam();
    const [judge = ''] = await judges(1);
    const strangers = [(await here.world.person()).id, randomUUID()];
    const answer = await panel.assignAll([judge, ...strangers], team.id);
    expect(answer).toBeRefused(409, 'NOT_A_JUDGE', { judge_user_ids: strangers.toSorted() });
    expect(await judgesOf(team)).toEqual([]);
  });

  it('naming those who are members of the team', async () => {
    const [judge, member] = [await panel.judge(), await panel.judge()];
    const team = await here.world.team(panel.track, [member]);
    const answer = await panel.assignAll([judge.id, member.id], team.id);
    expect(answer).toBeRefused(409, 'CONFLICT_OF_INTEREST', { judge_user_ids: [member.id] });
    const stranger = randomUUID();
    const both = await panel.assignAll([member.id, stranger], team.id);
    expect(both).toBeRefused(409, 'NOT_A_JUDGE', { judge_user_ids: [stranger] });
    expect(await judgesOf(team)).toEqual([]);
  });

  it.each([
    ['an empty list', []],
    ['more than a hundred', Array.from({ length: 101 }, () => '00000000-0000-4000-8000-000000000000')],
    ['what is no id', ['ada']],
    ['no list', 'ada'],
  ])('for %s', async (_, judge_user_ids) => {
    const body = { judge_user_ids, team_id: (await newTeam()).id };
    expect(await panel.api.post(`${panel.path}/assignments/bulk`, body)).toBeRefused(400, 'VALIDATION_FAILED');
  });
});

describe('20 who assign the same ten judges at the same time, each in an order of their own', () => {
  it('make ten assignments, with no fault', async () => {
    const [team, ids] = [await newTeam(), await judges(10)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        panel.assignAll(n % 2 ? ids.toReversed() : [...ids.slice(n / 2), ...ids.slice(0, n / 2)], team.id),
      ),
    );
    expect(answers.filter(({ status }) => status > 201).map(({ text }) => text)).toEqual([]);
    const created = answers.map(({ body }) => body.data.created as number);
    expect(created.reduce((sum, each) => sum + each)).toBe(10);
    expect(await judgesOf(team)).toEqual(ids.toSorted());
  });
});
