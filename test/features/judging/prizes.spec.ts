import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPanels, type Panels } from '../../support/judging/panel.ts';
import { Jury } from '../../support/judging/jury.ts';

let here: Panels;
beforeAll(async () => {
  here = await openPanels();
});
afterAll(() => here.world.close());

const nobody = '00000000-0000-4000-8000-000000000000';

/** A track with a prize, two teams that entered for it, one that did not, and a judge of the prize. */
async function contest(prize: Record<string, unknown> = {}) {
  const { world } = here;
  const panel = await here.open();
  const { track, api } = panel;
  const judge = await panel.judge();
  const { prize: made } = (
    await api.post(`/super-events/${track.super_event_id}/prizes`, { name: 'Best data', ...prize })
  ).body.data;
  const id = String(made.id);
  if (prize['by'] !== 'ranking') await api.patch(`/prizes/${id}`, { judge_user_ids: [judge.id] });
  const ada = await world.person();
  await world.registered(ada, track);
  const somebody = async () => [await world.person()];
  const [bees, ants, cats] = [
    await world.team(track, [ada], { name: 'Bees' }),
    await world.team(track, await somebody(), { name: 'Ants' }),
    await world.team(track, await somebody(), { name: 'Cats' }),
  ];
  const enter = (team: { id: string }, prize_ids: readonly string[] = [id]) =>
    api.post('/submissions', { team_id: team.id, title: 'Project', prize_ids });
  for (const team of [bees, ants]) expect((await enter(team)).status).toBe(201);
  await enter(cats, []);
  const me = await panel.signedIn(judge);
  const plan = (per_team = 1) => api.post(`/prizes/${id}/plan`, { per_team });
  const assigned = async () => (await me.get(`/events/${track.id}/assignments`)).body.data.assignments as any[];
  const results = async () => (await api.get(`/prizes/${id}/results`)).body.data;
  const publish = () => api.post(`/prizes/${id}/publish`);
  const choose = (...team_ids: string[]) => api.post(`/prizes/${id}/winners`, { team_ids });
  const shown = async (client = api) =>
    (await client.get(`/super-events/${track.super_event_id}/prizes`)).body.data.prizes.find(
      (one: any) => one.id === id,
    );
  const won = async () => (await world.as(ada, here.acme).get('/my-teams')).body.data.teams[0].prizes_won;
  return { panel, id, judge, me, ada, bees, ants, cats, enter, plan, assigned, results, publish, choose, shown, won };
}
type Contest = Awaited<ReturnType<typeof contest>>;

/** Gives each team a score, in its turn, and hands in. */
async function judged({ me, assigned }: Contest, scores: Record<string, number>) {
  for (const { id, team_name } of await assigned()) {
    const { criteria } = (await me.get(`/assignments/${id}`)).body.data.assignment;
    await me.post(`/assignments/${id}/scores`, { criterion_id: criteria[0].id, value: scores[team_name] });
    expect((await me.post(`/assignments/${id}/submit`)).status).toBe(200);
  }
}

describe('A plan of a prize', () => {
  it('gives its judges the teams that entered, beside what they judge of the track', async () => {
    const { panel, id, judge, bees, ants, cats, plan, assigned, me } = await contest();
    await panel.criteria(2);
    await panel.assign(judge.id, bees.id);
    const answer = await plan();
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ created: 2, loads: [{ judge_user_id: judge.id, count: 2 }], skipped: [] });
    const list = await assigned();
    const prize = { id, name: 'Best data' };
    expect(list.filter((one) => one.prize !== null).map((one) => [one.team_id, one.prize])).toEqual(
      expect.arrayContaining([
        [bees.id, prize],
        [ants.id, prize],
      ]),
    );
    expect(list).toHaveLength(3);
    expect(list.some(({ team_id }) => team_id === cats.id)).toBe(false);
    const of = async (at: (one: any) => boolean) =>
      (await me.get(`/assignments/${list.find(at).id}`)).body.data.assignment;
    expect((await of((one) => one.prize !== null)).criteria).toEqual([
      { id: expect.any(String), name: 'Overall', weight: 1 },
    ]);
    expect((await of((one) => one.prize === null)).criteria).toHaveLength(2);
  });

  it('adds what is missing, and leaves out whom a judge declined', async () => {
    const { me, cats, enter, plan, assigned } = await contest();
    await plan();
    await enter(cats);
    expect((await plan()).body.data.created).toBe(1);
    expect((await plan()).status).toBe(200);
    const [first] = await assigned();
    await me.post(`/assignments/${first.id}/decline`, { reason: 'We work together' });
    expect(await plan()).toBeRefused(409, 'NOT_PLANNABLE', { missing: ['judges'], team_ids: [first.team_id] });
  });

  it('is refused without teams, and without judges', async () => {
    const { panel, id, bees, ants, enter, plan } = await contest();
    await panel.api.patch(`/prizes/${id}`, { judge_user_ids: [] });
    expect(await plan()).toBeRefused(409, 'NOT_PLANNABLE', { missing: ['judges'] });
    for (const team of [bees, ants]) await enter(team, []);
    expect(await plan()).toBeRefused(409, 'NOT_PLANNABLE', { missing: ['teams'] });
  });

  it('gives no team twice, whoever plans at the same time', async () => {
    const { plan, assigned } = await contest();
    const answers = await Promise.all(Array.from({ length: 4 }, () => plan()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
    expect(await assigned()).toHaveLength(2);
  });

  it('lets a judge of one track judge teams of another', async () => {
    const { world, acme } = here;
    const { panel, id, judge, plan, me } = await contest();
    const other = await world.track({ id: panel.track.super_event_id, organization_id: acme.id } as never);
    const dogs = await world.team(other, [await world.person()], { name: 'Dogs' });
    await panel.api.post('/submissions', { team_id: dogs.id, title: 'Dogs', prize_ids: [id] });
    await plan();
    const list = (await me.get(`/events/${panel.track.id}/assignments`)).body.data.assignments;
    const far = list.find(({ team_id }: any) => team_id === dogs.id);
    expect(far).toMatchObject({ event_id: other.id, judge_user_id: judge.id });
    expect((await me.get(`/assignments/${far.id}`)).body.data.assignment.submission.title).toBe('Dogs');
    await new Jury(world, other).judge();
  });
});

describe('A judge of a prize', () => {
  it('scores from 0 to 10, whatever the scale of the hackathon', async () => {
    const { panel, plan, assigned, me } = await contest();
    await here.world.rows`
      update events.super_event set config_json = '{"scoring":{"min":1,"max":3,"step":1}}' where id = ${panel.track.super_event_id}`;
    await plan();
    const [{ id }] = (await assigned()) as [any];
    const { criteria, scoring } = (await me.get(`/assignments/${id}`)).body.data.assignment;
    expect(scoring).toEqual({ min: 0, max: 10, step: 0.5 });
    const give = (value: number) => me.post(`/assignments/${id}/scores`, { criterion_id: criteria[0].id, value });
    expect(await give(10.5)).toBeRefused(400, 'VALIDATION_FAILED');
    expect((await give(9.5)).body.data.assignment).toMatchObject({ status: 'READY', progress: 1 });
    const [criterion] = await panel.criteria(1);
    expect(await me.post(`/assignments/${id}/scores`, { criterion_id: criterion?.id, value: 5 })).toBeRefused(
      404,
      'NOT_FOUND',
    );
  });

  it('reads no team that did not enter, or does not any more, and nobody else’s scores', async () => {
    const { panel, id, judge, bees, ants, cats, enter, plan, assigned, me } = await contest();
    const other = await panel.judge();
    const theirs = await panel.assignment(other, cats);
    await panel.api.patch(`/prizes/${id}`, { judge_user_ids: [judge.id, other.id] });
    await plan(2);
    const own = await assigned();
    expect(own.map(({ team_id, judge_user_id }) => [team_id, judge_user_id]).toSorted()).toEqual(
      [bees, ants].map((team) => [team.id, judge.id]).toSorted(),
    );
    const all = (await panel.api.get(`/events/${panel.track.id}/assignments`)).body.data.assignments;
    for (const foreign of [
      theirs,
      ...all.filter((one: any) => one.judge_user_id === other.id).map((one: any) => one.id),
    ]) {
      expect(await me.get(`/assignments/${foreign}`)).toBeRefused(403, 'PERMISSION_DENIED');
      expect(await me.get(`/assignments/${foreign}/scores`)).toBeRefused(403, 'PERMISSION_DENIED');
    }
    await enter(bees, []);
    const gone = own.find(({ team_id }) => team_id === bees.id);
    expect(await assigned()).toHaveLength(1);
    expect(await me.get(`/assignments/${gone.id}`)).toBeRefused(404, 'NOT_FOUND');
    expect(await me.get(`/assignments/${gone.id}/scores`)).toBeRefused(404, 'NOT_FOUND');
    await panel.api.del(`/prizes/${id}`);
    expect(await assigned()).toEqual([]);
  });
});

describe('The results of a prize', () => {
  it('rank the teams that entered, plain and fair, and leave the ranking of the track alone', async () => {
    const made = await contest();
    const { panel, bees, ants, plan, results } = made;
    expect(await results()).toEqual({ results: { plain: [], fair: [] }, count: 0 });
    await plan();
    await judged(made, { Bees: 6, Ants: 8.5 });
    const { results: both, count } = await results();
    expect(both.plain).toEqual([
      { team_id: ants.id, team_name: 'Ants', score: 8.5, rank: 1 },
      { team_id: bees.id, team_name: 'Bees', score: 6, rank: 2 },
    ]);
    expect(count).toBe(2);
    expect(both.fair).toHaveLength(2);
    expect(both.fair[0]).toEqual({
      ...{ team_id: ants.id, team_name: 'Ants', score: expect.any(Number), rank: 1 },
      ...{ low: expect.any(Number), high: expect.any(Number) },
    });
    expect((await panel.api.post(`/events/${panel.track.id}/calculate-results`)).body.data.results).toEqual([]);
    expect((await panel.api.get(`/events/${panel.track.id}/scores/csv`)).text.trim().split('\r\n')).toHaveLength(1);
  });

  it('by the ranking are those of the teams that entered, once it is published', async () => {
    const { panel, bees, ants, cats, results, publish, won } = await contest({ by: 'ranking' });
    expect(await publish()).toBeRefused(409, 'NOT_READY', { missing: ['results'] });
    const criterion = await panel.criterion('1');
    const judge = await panel.judge();
    for (const [team, value] of [
      [cats, 9],
      [bees, 8],
      [ants, 7],
    ] as const) {
      await panel.score(await panel.assignment(judge, team, true), criterion, { value });
    }
    await panel.api.post(`/events/${panel.track.id}/calculate-results`);
    await panel.api.post(`/events/${panel.track.id}/results/publish`, {});
    expect(await results()).toEqual({
      results: {
        plain: [
          { team_id: bees.id, team_name: 'Bees', score: 8, rank: 1 },
          { team_id: ants.id, team_name: 'Ants', score: 7, rank: 2 },
        ],
        fair: [],
      },
      count: 2,
    });
    expect((await publish()).body.data.winners).toEqual([{ team_id: bees.id, team_name: 'Bees' }]);
    expect(await won()).toHaveLength(1);
  });
});

describe('The winners of a prize', () => {
  it('are teams that entered', async () => {
    const { cats, choose } = await contest();
    for (const id of [cats.id, nobody]) {
      expect(await choose(id)).toBeRefused(400, 'VALIDATION_FAILED', {
        errors: [expect.objectContaining({ field: 'team_ids', code: 'notEntered' })],
      });
    }
  });

  it('are read by organizers alone until they are published, then by everybody, the team among them', async () => {
    const { id, ada, bees, ants, choose, publish, shown, won } = await contest();
    expect(await publish()).toBeRefused(409, 'NOT_READY', { missing: ['winners'] });
    const winners = [
      { team_id: bees.id, team_name: 'Bees' },
      { team_id: ants.id, team_name: 'Ants' },
    ];
    expect((await choose(bees.id, ants.id, bees.id)).body.data).toEqual({ winners });
    const me = here.world.as(ada, here.acme);
    expect((await shown()).winners).toEqual(winners);
    expect((await shown(me)).winners).toEqual([]);
    expect(await won()).toEqual([]);
    const published = await publish();
    expect(published.body.data).toEqual({ winners, published_at: expect.any(String) });
    expect((await shown(me)).winners).toEqual(winners);
    expect(await won()).toEqual([{ id, name: 'Best data' }]);
    await choose(ants.id);
    expect((await shown(me)).winners).toEqual(winners);
    expect((await publish()).body.data).toEqual({
      winners: [winners[1]],
      published_at: published.body.data.published_at,
    });
    expect(await won()).toEqual([]);
  });

  it('are told of once, however many publish at the same time', async () => {
    const { id, bees, choose, publish } = await contest();
    await choose(bees.id);
    const answers = await Promise.all(Array.from({ length: 6 }, () => publish()));
    expect(new Set(answers.map(({ text }) => text.replace(/"request_id":"[^"]*"/, ''))).size).toBe(1);
    const told = await here.world.rows`
      select after from judging.audit where fact = 'prize.published' and ids->>'prize_id' = ${id}`;
    expect(told).toEqual([{ after: { team_ids: [bees.id] } }]);
  });
});

describe('Entering for a prize', () => {
  it('is for teams of its tracks', async () => {
    const { panel, id, bees, ants, cats, enter, choose } = await contest();
    const other = await here.world.track({
      id: panel.track.super_event_id,
      organization_id: here.acme.id,
    } as never);
    await panel.api.patch(`/prizes/${id}`, { judge_user_ids: [] });
    await panel.api.patch(`/prizes/${id}`, { track_ids: [other.id] });
    expect(await enter(cats)).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field: 'prize_ids', code: 'unknownPrize' })],
    });
    // They entered before, and are out of it.
    for (const team of [bees, ants]) expect(await choose(team.id)).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('ends with the deadline of projects, at whatever moment it comes', async () => {
    const { panel, id, ada, bees, choose } = await contest();
    const closing = panel.api.patch(`/events/${panel.track.id}`, {
      config_json: { submissions: { closes_at: '2020-01-01T00:00:00.000Z' } },
    });
    const team = here.world.as(ada, here.acme);
    const { submission } = (await team.get('/my-teams')).body.data.teams[0];
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        team.patch(`/submissions/${submission.id}`, { prize_ids: n % 2 ? [id] : [] }),
      ),
    );
    expect((await closing).status).toBe(200);
    expect(answers.every(({ status, body }) => status === 200 || body.code === 'SUBMISSIONS_CLOSED')).toBe(true);
    const after = await team.patch(`/submissions/${submission.id}`, { prize_ids: [] });
    expect(after).toBeRefused(409, 'SUBMISSIONS_CLOSED');
    const { prize_ids } = (await team.get('/my-teams')).body.data.teams[0].submission;
    expect((await choose(bees.id)).status).toBe(prize_ids.length > 0 ? 200 : 400);
  });
});
