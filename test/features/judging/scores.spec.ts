import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../../support/client.ts';
import { statementsOf } from '../../support/statements.ts';
import type { Criterion } from '../../support/judging/jury.ts';
import { openPanels, type Panel, type Panels, type Seat } from '../../support/judging/panel.ts';

let here: Panels;
beforeAll(async () => {
  here = await openPanels();
});
afterAll(() => here.world.close());

interface Bench extends Seat {
  readonly panel: Panel;
  readonly impact: Criterion;
  readonly craft: Criterion;
}
/** A judge of a track with two criteria. */
async function bench(scoring?: unknown): Promise<Bench> {
  const panel = await here.open({ config_json: JSON.stringify({ scoring }) });
  const impact = await panel.criterion('0.6', { name: 'Impact' });
  const craft = await panel.criterion('0.25', { name: 'Craft' });
  return { panel, impact, craft, ...(await panel.seat()) };
}
const fieldsOf = ({ body }: Answer) => body.errors?.map(({ field }) => field);

describe('Scores that a judge gives', () => {
  it('are answered in the order of the criteria, with how far the assignment is', async () => {
    const { panel, id, impact, craft, judge, team, give } = await bench();
    const answer = await give({
      scores: [
        { criterion_id: craft.id, value: 6.5, comment: 'unfinished', feedback: 'Nice' },
        { criterion_id: impact.id.toUpperCase(), value: 10 },
      ],
    });
    expect(answer.status).toBe(200);
    const common = { id: expect.any(String), assignment_id: id, submitted_at: null };
    const scores = [
      {
        ...{ ...common, criterion_id: impact.id, criterion_name: 'Impact', criterion_weight: 0.6 },
        ...{ value: 10, comment: null, feedback: null },
      },
      {
        ...{ ...common, criterion_id: craft.id, criterion_name: 'Craft', criterion_weight: 0.25 },
        ...{ value: 6.5, comment: 'unfinished', feedback: 'Nice' },
      },
    ];
    const assignment = { id, event_id: panel.track.id, judge_user_id: judge.id, team_id: team.id };
    expect(answer.body.data).toEqual({
      scores,
      assignment: { ...assignment, status: 'READY', progress: 1, created_at: expect.any(String) },
    });
    const listed = await panel.api.get(`/assignments/${id}/scores`);
    expect(listed.body.data).toEqual({ scores: answer.body.data.scores, count: 2 });
  });

  it('may be a single one', async () => {
    const { impact, give, standing } = await bench();
    const answer = await give({ criterion_id: impact.id, value: 0, comment: 'none' });
    expect(answer.body.data.scores).toMatchObject([{ criterion_id: impact.id, value: 0, comment: 'none' }]);
    expect(answer.body.data.assignment).toMatchObject({ status: 'IN_PROGRESS', progress: 0.5 });
    expect(await standing()).toEqual({ status: 'IN_PROGRESS', progress: 0.5 });
  });

  it('take the place of those given before; what is left out stays, null clears', async () => {
    const { impact, give, scores } = await bench();
    const send = async (rest: object) => {
      const { data } = (await give({ criterion_id: impact.id, ...rest })).body;
      expect(await scores()).toEqual(data.scores);
      return data.scores[0];
    };
    const first = await send({ value: 3, comment: 'weak', feedback: 'Try again' });
    expect(await send({ value: 4 })).toEqual({ ...first, value: 4 });
    expect(await send({ value: 4, comment: null })).toEqual({ ...first, value: 4, comment: null });
    expect(await send({ value: 5, feedback: '' })).toEqual({ ...first, value: 5, comment: null, feedback: '' });
  });

  it('leave what changed in the audit', async () => {
    const { panel, id, impact, judge, give } = await bench();
    await give({ criterion_id: impact.id, value: 3, comment: 'weak' });
    await give({ criterion_id: impact.id, value: 3, comment: 'weak' });
    const { scores } = (await give({ criterion_id: impact.id, value: 4 })).body.data;
    const ids = { score_id: scores[0].id, assignment_id: id, criterion_id: impact.id };
    const entry = { action: 'judging.submitScore', user_id: judge.id, ids };
    expect(await panel.audit(id)).toEqual([
      { ...entry, before: {}, after: { value: 3, comment: 'weak', feedback: null } },
      { ...entry, before: { value: 3 }, after: { value: 4 } },
    ]);
  });

  it('go when their criterion is deleted, and the assignment stands as what is left says', async () => {
    const { panel, impact, craft, give, scores, standing } = await bench();
    await give({ criterion_id: craft.id, value: 3 });
    await panel.api.del(`/criteria/${craft.id}`);
    expect(await scores()).toEqual([]);
    expect(await standing()).toEqual({ status: 'PENDING', progress: 0 });
    expect(await give({ criterion_id: craft.id, value: 3 })).toBeRefused(404, 'NOT_FOUND');
    await give({ criterion_id: impact.id, value: 3 });
    expect(await standing()).toEqual({ status: 'READY', progress: 1 });
  });

  it('are within the scoring of the hackathon', async () => {
    const { impact, craft, give } = await bench({ min: 1, max: 5, step: 1 });
    const send = (...values: number[]) =>
      give({ scores: values.map((value, n) => ({ criterion_id: [impact, craft][n]?.id, value })) });
    expect((await send(1, 5)).status).toBe(200);
    const answer = await send(0, 5.5);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(fieldsOf(answer)).toEqual(['scores[0].value', 'scores[1].value']);
    expect(fieldsOf(await send(4, 3.5))).toEqual(['scores[1].value']);
    expect(fieldsOf(await give({ criterion_id: impact.id, value: 6 }))).toEqual(['value']);
  });
});

describe('Scores are refused', () => {
  const one = { criterion_id: randomUUID(), value: 5 };
  const long = 'a'.repeat(5_001);

  it.each<[string, unknown, string[]]>([
    ['nothing', {}, ['scores']],
    ['no score', { scores: [] }, ['scores']],
    ['too many', { scores: Array.from({ length: 101 }, () => one) }, ['scores']],
    ['no list', { scores: one }, ['scores']],
    ['several and one', { scores: [one], criterion_id: one.criterion_id }, ['scores']],
    ['one without its value', { criterion_id: one.criterion_id }, ['value']],
    ['one without its criterion', { value: 5 }, ['criterion_id']],
    [
      'no criterion and no number',
      { scores: [one, { criterion_id: 'x', value: '5' }] },
      ['scores[1].criterion_id', 'scores[1].value'],
    ],
    ['no value', { scores: [{ criterion_id: one.criterion_id }] }, ['scores[0].value']],
    ['a value that is null', { ...one, value: null }, ['value']],
    ['endless words', { ...one, comment: long, feedback: long }, ['comment', 'feedback']],
    [
      'a criterion twice, and a step that is none',
      { scores: [one, one, { ...one, value: 0.3 }] },
      ['scores[1].criterion_id', 'scores[2].criterion_id', 'scores[2].value'],
    ],
  ])('that are %s', async (_, body, fields) => {
    const { give, scores } = await bench();
    const answer = await give(body);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(fieldsOf(answer)).toEqual(fields);
    expect(await scores()).toEqual([]);
  });

  it('for a criterion that is not of the track, all of them', async () => {
    const { impact, give, scores } = await bench();
    const elsewhere = await (await here.open()).criterion();
    for (const id of [elsewhere.id, randomUUID()]) {
      const answer = await give({
        scores: [
          { criterion_id: impact.id, value: 5 },
          { criterion_id: id, value: 5 },
        ],
      });
      expect(answer).toBeRefused(404, 'NOT_FOUND');
    }
    expect(await scores()).toEqual([]);
  });

  it('of a judge who has become a member of the team', async () => {
    const { panel, id, team, judge, impact, craft, give, me, submit, scores } = await bench();
    const score = await panel.score(id, impact, { value: 5 });
    await panel.score(id, craft, { value: 5 });
    await here.world.rows`
      insert into teams.member (team_id, super_event_id, event_id, user_id, role)
      values (${team.id}, ${panel.track.super_event_id}, ${panel.track.id}, ${judge.id}, 'MEMBER')`;
    for (const answer of [
      await give({ criterion_id: impact.id, value: 9 }),
      await me.patch(`/scores/${score}`, { value: 9 }),
      await submit(),
    ]) {
      expect(answer).toBeRefused(409, 'CONFLICT_OF_INTEREST');
    }
    expect(await scores()).toMatchObject([{ value: 5, submitted_at: null }, {}]);
  });
});

describe('A score', () => {
  it('is changed by its judge', async () => {
    const { panel, id, impact, judge, me, scores } = await bench();
    const score = await panel.score(id, impact, { value: 5, comment: 'weak', feedback: 'Nice' });
    const change = async (body: object) => {
      const answer = await me.patch(`/scores/${score}`, body);
      expect(answer.status).toBe(200);
      expect(await scores()).toEqual([answer.body.data.score]);
      return answer.body.data.score;
    };
    const kept = (await scores())[0];
    expect(await change({})).toEqual(kept);
    expect(await change({ value: 7.5 })).toEqual({ ...kept, value: 7.5 });
    expect(await change({ comment: null, feedback: 'Better' })).toEqual({
      ...{ ...kept, value: 7.5, comment: null, feedback: 'Better' },
    });
    const entry = { action: 'judging.updateScore', user_id: judge.id };
    expect(await panel.audit(id)).toMatchObject([
      { ...entry, before: { value: 5 }, after: { value: 7.5 } },
      { ...entry, before: { comment: 'weak', feedback: 'Nice' }, after: { comment: null, feedback: 'Better' } },
    ]);
  });

  it.each([[{ value: 10.5 }], [{ value: 0.3 }], [{ value: null }], [{ value: '7' }]])(
    'is not changed by %j',
    async (body) => {
      const { panel, id, impact, me, scores } = await bench();
      const score = await panel.score(id, impact, { value: 5 });
      const answer = await me.patch(`/scores/${score}`, body);
      expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
      expect(fieldsOf(answer)).toEqual(['value']);
      expect(await scores()).toMatchObject([{ value: 5 }]);
    },
  );

  it('is one that is there', async () => {
    const { me } = await bench();
    for (const id of [randomUUID(), 'none']) {
      expect(await me.patch(`/scores/${id}`, { value: 5 })).toBeRefused(404, 'NOT_FOUND');
    }
  });
});

describe('Scores are given by nobody but', () => {
  const everyWrite = async ({ id, impact }: Bench, score: string, who: Seat['me']) => [
    await who.post(`/assignments/${id}/scores`, { criterion_id: impact.id, value: 9 }),
    await who.patch(`/scores/${score}`, { value: 9 }),
    await who.post(`/assignments/${id}/submit`),
  ];
  const scored = async () => {
    const seat = await bench();
    const score = await seat.panel.score(seat.id, seat.impact, { value: 5 });
    await seat.panel.score(seat.id, seat.craft, { value: 5 });
    return { seat, score };
  };
  const expectUntouched = async ({ panel, id }: Bench) => {
    const { scores } = (await panel.api.get(`/assignments/${id}/scores`)).body.data;
    expect(scores).toMatchObject([
      { value: 5, submitted_at: null },
      { value: 5, submitted_at: null },
    ]);
  };

  it('a session: no key will do, nor that of the judge', async () => {
    const { seat, score } = await scored();
    for (const who of [here.world.as(seat.judge, here.acme), seat.panel.api]) {
      for (const answer of await everyWrite(seat, score, who)) expect(answer).toBeRefused(403, 'SESSION_REQUIRED');
    }
    await expectUntouched(seat);
  });

  it('the assigned judge: not another one, not an organizer, not who is no judge any more', async () => {
    const { seat, score } = await scored();
    const { panel, judge } = seat;
    const others = [await panel.signedIn(await panel.judge()), await panel.signedIn(here.olga), seat.me];
    await here.world.rows`update events.track_role set role = 'MENTOR' where user_id = ${judge.id}`;
    for (const who of others) {
      for (const answer of await everyWrite(seat, score, who)) expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
    }
    await expectUntouched(seat);
  });

  it('people inside: for a stranger a private hackathon does not exist', async () => {
    const { seat, score } = await scored();
    await here.world.rows`
      update events.super_event set visibility = 'private' where id = ${seat.panel.track.super_event_id}`;
    const stranger = await seat.panel.signedIn(await here.world.person());
    for (const answer of await everyWrite(seat, score, stranger)) expect(answer).toBeRefused(404, 'NOT_FOUND');
    await expectUntouched(seat);
  });
});

describe('However many scores there are', () => {
  it('writing them takes at most four statements', async () => {
    const panel = await here.open();
    const criteria = await panel.criteria(9);
    const { id, me, give, submit } = await panel.seat();
    const score = await panel.score(id, criteria[0] as Criterion, { value: 1 });
    const writes: (() => Promise<Answer>)[] = [
      () => give({ scores: criteria.map((criterion) => ({ criterion_id: criterion.id, value: 5 })) }),
      () => me.patch(`/scores/${score}`, { value: 7 }),
      submit,
    ];
    for (const write of writes) {
      const { own, result } = await statementsOf(write);
      expect(result.status).toBe(200);
      expect({ own, few: own.length > 0 && own.length <= 4 }).toEqual({ own, few: true });
    }
  });
});
