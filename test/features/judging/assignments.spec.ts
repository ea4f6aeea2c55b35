import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPanels, type Panels } from '../../support/judging/panel.ts';

let here: Panels;
beforeAll(async () => {
  here = await openPanels();
});
afterAll(() => here.world.close());

const nobody = '00000000-0000-4000-8000-000000000000';
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe('The judges of a track', () => {
  it('are those with that role there, by name', async () => {
    const { world } = here;
    const panel = await here.open();
    const [zoe, nameless, ada] = [
      await panel.judge({ name: 'Zoe' }),
      await panel.judge({ name: null }),
      await panel.judge({ name: 'ada' }),
    ];
    await world.role(await world.person(), panel.track, 'MENTOR');
    await (await here.open()).judge();
    const answer = await panel.api.get(`${panel.path}/judges`);
    expect(answer.status).toBe(200);
    const judges = [ada, nameless, zoe].map(({ id, name, email }) => ({
      user_id: id,
      name: name ?? email.split('@')[0],
    }));
    expect(answer.body.data).toEqual({ judges, count: 3 });
  });
});

describe('A judge who is assigned to a team', () => {
  it('has it to judge, from now on', async () => {
    const panel = await here.open();
    const [judge, team] = [await panel.judge(), await here.world.team(panel.track, [])];
    const answer = await panel.assign(judge.id, team.id);
    expect(answer.status).toBe(201);
    const { assignment } = answer.body.data;
    expect(assignment).toEqual({
      id: expect.any(String),
      event_id: panel.track.id,
      judge_user_id: judge.id,
      team_id: team.id,
      status: 'PENDING',
      progress: 0,
      created_at: expect.stringMatching(time),
    });
    expect(await panel.list()).toEqual([
      { ...assignment, judge_name: judge.name, team_name: team.name, table: null, prize: null },
    ]);
    expect(await panel.audit(assignment.id)).toEqual([
      {
        action: 'judging.assignJudge',
        user_id: here.olga.id,
        ids: { assignment_id: assignment.id },
        before: {},
        after: { judge_user_id: judge.id, team_id: team.id },
      },
    ]);
  });

  it('is told the same again, as far as they are by now, however the ids are spelled', async () => {
    const panel = await here.open();
    const [criterion] = await panel.criteria(1);
    const [judge, team] = [await panel.judge(), await here.world.team(panel.track, [])];
    const { assignment } = (await panel.assign(judge.id.toUpperCase(), team.id.toUpperCase())).body.data;
    await panel.score(assignment.id, criterion as { id: string }, { value: 7 });
    const again = await panel.assign(judge.id, team.id);
    expect(again.status).toBe(200);
    expect(again.body.data.assignment).toEqual({ ...assignment, status: 'READY', progress: 1 });
    expect(await panel.list()).toHaveLength(1);
    expect(await panel.audit(assignment.id)).toHaveLength(1);
  });

  it('may have been a member of it', async () => {
    const { world } = here;
    const panel = await here.open();
    const judge = await panel.judge();
    const team = await world.team(panel.track, [judge]);
    await world.rows`update teams.member set left_at = now() where team_id = ${team.id}`;
    expect((await panel.assign(judge.id, team.id)).status).toBe(201);
  });
});

describe('Assigning is refused', () => {
  it('for a team that is not on the track', async () => {
    const { world } = here;
    const [panel, other] = [await here.open(), await here.open()];
    const judge = await panel.judge();
    const [elsewhere, gone] = [await world.team(other.track, []), await world.team(panel.track, [])];
    await world.rows`update teams.team set deleted_at = now() where id = ${gone.id}`;
    for (const team of [elsewhere.id, gone.id, randomUUID()]) {
      expect(await panel.assign(judge.id, team)).toBeRefused(404, 'TEAM_NOT_FOUND');
    }
  });

  it('for who is no judge there, though they judge or organize elsewhere, or are nobody', async () => {
    const { world, acme } = here;
    const [panel, other] = [await here.open(), await here.open()];
    const team = await world.team(panel.track, []);
    const organizer = await world.member(acme, 'ADMIN');
    for (const id of [(await other.judge()).id, organizer.id, randomUUID()]) {
      expect(await panel.assign(id, team.id)).toBeRefused(409, 'NOT_A_JUDGE', { judge_user_ids: [id] });
    }
  });

  it('for a member of the team', async () => {
    const panel = await here.open();
    const judge = await panel.judge();
    const team = await here.world.team(panel.track, [await here.world.person(), judge]);
    const answer = await panel.assign(judge.id, team.id);
    expect(answer).toBeRefused(409, 'CONFLICT_OF_INTEREST', { judge_user_ids: [judge.id] });
  });

  it('in that order, and leaves nothing', async () => {
    const panel = await here.open();
    const member = await here.world.person();
    const team = await here.world.team(panel.track, [member]);
    expect(await panel.assign(member.id, randomUUID())).toBeRefused(404, 'TEAM_NOT_FOUND');
    expect(await panel.assign(member.id, team.id)).toBeRefused(409, 'NOT_A_JUDGE');
    expect(await panel.list()).toEqual([]);
  });

  it.each([
    [{}, ['judge_user_id', 'team_id']],
    [{ judge_user_id: 'ada', team_id: null }, ['judge_user_id', 'team_id']],
    [{ judge_user_id: nobody, team_id: 7 }, ['team_id']],
  ])('where %j does not say whom and what', async (body, fields) => {
    const panel = await here.open();
    const answer = await panel.api.post(`${panel.path}/assignments`, body);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors?.map(({ field }) => field)).toEqual(fields);
  });
});

describe('20 who assign the same judge at the same time', () => {
  it('make one assignment and are all told of it', async () => {
    const panel = await here.open();
    const [judge, team] = [await panel.judge(), await here.world.team(panel.track, [])];
    const answers = await Promise.all(Array.from({ length: 20 }, () => panel.assign(judge.id, team.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(19).fill(200), 201]);
    expect(new Set(answers.map(({ body }) => body.data.assignment.id)).size).toBe(1);
    expect(await panel.list()).toHaveLength(1);
  });
});

describe('The assignments of a track', () => {
  it('are listed the oldest first, all for organizers, their own for a judge', async () => {
    const { world, acme } = here;
    const panel = await here.open();
    const [ada, bob] = [await panel.judge(), await panel.judge()];
    const seats = [await panel.seat(ada), await panel.seat(bob), await panel.seat(ada)];
    await (await here.open()).seat();
    const idsFor = async (api: { get: typeof panel.api.get }) => {
      const { assignments, count } = (await api.get(`${panel.path}/assignments`)).body.data;
      expect(count).toBe(assignments.length);
      return assignments.map(({ id }: { id: string }) => id);
    };
    const [first, second, third] = seats.map(({ id }) => id);
    expect(await idsFor(panel.api)).toEqual([first, second, third]);
    expect(await idsFor(world.as(ada, acme))).toEqual([first, third]);
    expect(await idsFor(await panel.signedIn(bob))).toEqual([second]);
    expect(await idsFor(world.as(await panel.judge(), acme))).toEqual([]);
    await world.role(bob, panel.track, 'ORGANIZER');
    expect(await idsFor(world.as(bob, acme))).toEqual([first, second, third]);
  });
});

describe('An assignment', () => {
  it('says what its judge needs to know', async () => {
    const panel = await here.open();
    const { judge, team, id, me } = await panel.seat();
    await here.world.rows`update teams.team set problem = 'Too many lists' where id = ${team.id}`;
    await here.world.rows`update events.track set tz = 'Europe/Berlin' where id = ${panel.track.id}`;
    const answer = await me.get(`/assignments/${id}`);
    expect(answer.status).toBe(200);
    const [listed] = await panel.list();
    expect(answer.body.data.assignment).toEqual({
      ...listed,
      judge_name: judge.name,
      team_name: team.name,
      team_problem: 'Too many lists',
      submission: null,
      criteria: [],
      event_name: panel.track.name,
      event_slug: panel.track.slug,
      tz: 'Europe/Berlin',
      super_event_scoring_mode: 'slider',
      scoring: { min: 0, max: 10, step: 0.5 },
    });
    expect((await panel.api.get(`/assignments/${id.toUpperCase()}`)).body).toEqual(answer.body);
  });

  it.each([
    [{ mode: 'stars' }, 'stars'],
    [{ mode: '' }, 'slider'],
    [{ mode: 5, max: 5 }, 'slider'],
    ['stars', 'slider'],
    [null, 'slider'],
  ])('of a hackathon whose scoring is %j is scored by %s', async (scoring, mode) => {
    const panel = await here.open({ config_json: JSON.stringify({ scoring }) });
    const { id } = await panel.seat();
    const { assignment } = (await panel.api.get(`/assignments/${id}`)).body.data;
    expect(assignment).toMatchObject({ super_event_scoring_mode: mode, team_problem: null });
  });

  it('says what its judge may give, where the hackathon has a scale of its own', async () => {
    const scoring = { mode: 'slider', min: 1, max: 5, step: 1 };
    const panel = await here.open({ config_json: JSON.stringify({ scoring }) });
    const { id } = await panel.seat();
    const { assignment } = (await panel.api.get(`/assignments/${id}`)).body.data;
    expect(assignment.scoring).toEqual({ min: 1, max: 5, step: 1 });
  });

  it('is none of the business of another judge', async () => {
    const panel = await here.open();
    const [{ id }, other] = [await panel.seat(), await panel.seat()];
    expect(await other.me.get(`/assignments/${id}`)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await other.me.get(`/assignments/${id}/scores`)).toBeRefused(403, 'PERMISSION_DENIED');
  });
});

describe('A judge who is unassigned', () => {
  it('loses the team, and it their scores; only the audit remembers', async () => {
    const panel = await here.open();
    const criteria = await panel.criteria(2);
    const { id, judge, team } = await panel.seat();
    for (const criterion of criteria) await panel.score(id, criterion, { value: 7.5, comment: 'solid' });
    const answer = await panel.api.del(`/assignments/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ deleted: true });
    expect(await panel.list()).toEqual([]);
    expect(await here.world.rows`select from judging.score where assignment_id = ${id}`).toEqual([]);
    const score = { value: 7.5, comment: 'solid', feedback: null };
    expect(await panel.audit(id)).toMatchObject([
      {
        action: 'judging.unassignJudge',
        user_id: here.olga.id,
        before: { judge_user_id: judge.id, team_id: team.id, submitted_at: null, scores: [score, score] },
        after: {},
      },
    ]);
  });

  it('is not there to be unassigned again, and starts anew when assigned again', async () => {
    const panel = await here.open();
    const [criterion] = await panel.criteria(1);
    const { id, judge, team, submit } = await panel.seat();
    await panel.score(id, criterion as { id: string }, { value: 7 });
    await submit();
    await panel.api.del(`/assignments/${id}`);
    for (const gone of [id, randomUUID(), 'none']) {
      expect(await panel.api.get(`/assignments/${gone}`)).toBeRefused(404, 'NOT_FOUND');
      expect(await panel.api.del(`/assignments/${gone}`)).toBeRefused(404, 'NOT_FOUND');
    }
    const { assignment } = (await panel.assign(judge.id, team.id)).body.data;
    expect(assignment).toMatchObject({ status: 'PENDING', progress: 0 });
    expect(assignment.id).not.toBe(id);
  });
});

describe('A team that leaves its track', () => {
  const leaves = {
    'by being deleted': (team: string) => here.world.rows`update teams.team set deleted_at = now() where id = ${team}`,
    'for another one': async (team: string) =>
      here.world.rows`update teams.team set event_id = ${(await here.open()).track.id} where id = ${team}`,
  };

  it.each(Object.keys(leaves) as (keyof typeof leaves)[])('%s takes leave of its judges', async (how) => {
    const panel = await here.open();
    const [criterion] = await panel.criteria(1);
    const { id, team, me, give } = await panel.seat();
    const score = await panel.score(id, criterion as { id: string }, { value: 7 });
    await leaves[how](team.id);
    for (const answer of [
      await me.get(`/assignments/${id}`),
      await me.get(`/assignments/${id}/scores`),
      await give({ criterion_id: criterion?.id, value: 1 }),
      await me.patch(`/scores/${score}`, { value: 1 }),
      await me.post(`/assignments/${id}/submit`),
      await panel.api.del(`/assignments/${id}`),
    ]) {
      expect(answer).toBeRefused(404, 'NOT_FOUND');
    }
    expect(await panel.list()).toEqual([]);
    const { overview } = (await panel.api.get(`${panel.path}/judge-progress`)).body.data;
    expect(overview.total_assignments).toBe(0);
  });

  it('and comes back finds them again', async () => {
    const [panel, other] = [await here.open(), await here.open()];
    const { id, team, standing } = await panel.seat();
    const goTo = (track: { id: string }) =>
      here.world.rows`update teams.team set event_id = ${track.id} where id = ${team.id}`;
    await goTo(other.track);
    await goTo(panel.track);
    expect(await standing()).toEqual({ status: 'PENDING', progress: 0 });
    expect(await panel.list()).toMatchObject([{ id }]);
  });
});
