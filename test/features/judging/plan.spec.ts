import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Person } from '../../support/client.ts';
import { openPanels, type Panel, type Panels } from '../../support/judging/panel.ts';

let here: Panels;
beforeAll(async () => {
  here = await openPanels();
});
afterAll(() => here.world.close());

const plan = (panel: Panel, body: object) => panel.api.post(`${panel.path}/assignments/plan`, body);
const pairsOf = async (panel: Panel) =>
  (await panel.list()).map(({ team_id, judge_user_id }) => `${team_id} ${judge_user_id}`).sort();

/** A track with so many teams and judges. */
async function opened(teams: number, judges: number) {
  const panel = await here.open();
  const [those, them]: [{ id: string }[], Person[]] = [[], []];
  for (let each = 0; each < teams; each++) those.push(await here.world.team(panel.track, [await here.world.person()]));
  for (let each = 0; each < judges; each++) them.push(await panel.judge());
  return { panel, teams: those, judges: them };
}

describe('Planned assignments', () => {
  it('give every team its judges and every judge as many teams, as if made by hand', async () => {
    const { panel, teams, judges } = await opened(6, 4);
    const answer = await plan(panel, { reviews_per_team: 2 });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toEqual({
      created: 12,
      loads: judges.map(({ id }) => ({ judge_user_id: id, count: 3 })).sort(byJudge),
      connected: true,
      expected_standard_error: expect.any(Number),
      skipped: [],
    });
    const list = await panel.list();
    for (const { id } of teams) expect(list.filter(({ team_id }) => team_id === id)).toHaveLength(2);
    for (const { id, status, judge_user_id, team_id } of list) {
      expect(status).toBe('PENDING');
      expect(await panel.audit(id)).toEqual([
        {
          action: 'judging.planAssignments',
          user_id: here.olga.id,
          ids: { assignment_id: id },
          before: {},
          after: { judge_user_id, team_id },
        },
      ]);
    }
    const told = await here.world.rows<{ n: number }>`
      select count(*)::int as n from judging.audit
       where fact = 'assignment.created' and event_id = ${panel.track.id}`;
    expect(told).toEqual([{ n: 12 }]);
  });

  it('can be looked at before, and are then what was shown', async () => {
    const { panel } = await opened(5, 4);
    const wish = { reviews_per_team: 2, seed: 7 };
    const shown = await plan(panel, { ...wish, dry_run: true });
    expect([shown.status, await panel.list()]).toEqual([200, []]);
    const made = await plan(panel, wish);
    expect(made.status).toBe(201);
    expect(made.body.data).toEqual(shown.body.data);
  });

  it('make up for what is there, and nothing where all is', async () => {
    const { panel, teams, judges } = await opened(4, 3);
    await panel.assign(judges[0]!.id, teams[0]!.id);
    const before = await pairsOf(panel);
    expect((await plan(panel, { reviews_per_team: 2 })).body.data.created).toBe(7);
    expect(await pairsOf(panel)).toEqual(expect.arrayContaining(before));
    const again = await plan(panel, { reviews_per_team: 2 });
    expect([again.status, again.body.data.created]).toEqual([200, 0]);
  });

  it('replace what nobody began with, where that is wanted, and tell it', async () => {
    const { panel, teams, judges } = await opened(4, 4);
    const criterion = await panel.criterion('1');
    const begun = await panel.assignment(judges[0]!, teams[0]!);
    await panel.score(begun, criterion, { value: 3 });
    const handedIn = await panel.assignment(judges[0]!, teams[1]!, true);
    const pending = await panel.assignment(judges[0]!, teams[2]!);
    const wish = { reviews_per_team: 1, keep_existing: false };
    const shown = await plan(panel, { ...wish, dry_run: true });
    expect(shown.body.data.created).toBe(2);
    expect(await panel.list()).toHaveLength(3);
    expect((await plan(panel, wish)).body.data).toEqual(shown.body.data);
    const ids = (await panel.list()).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([begun, handedIn]));
    expect([ids.length, ids.includes(pending)]).toEqual([4, false]);
    expect(await panel.audit(pending)).toMatchObject([
      { action: 'judging.planAssignments', before: { judge_user_id: judges[0]!.id, team_id: teams[2]!.id }, after: {} },
    ]);
  });

  it('go to the judges that are named, each of whom has no more than they may', async () => {
    const { panel, judges } = await opened(4, 4);
    const named = judges.slice(0, 2).map(({ id }) => id);
    const wish = { reviews_per_team: 1, judge_user_ids: [...named, named[0]!.toUpperCase()], max_per_judge: 2 };
    const { data } = (await plan(panel, wish)).body;
    expect(data.loads).toEqual(named.map((id) => ({ judge_user_id: id, count: 2 })).sort(byJudge));
    const short = await plan(panel, { ...wish, reviews_per_team: 2 });
    expect(short).toBeRefused(409, 'NOT_PLANNABLE', { missing: ['max_per_judge'] });
    expect(await panel.list()).toHaveLength(4);
  });

  it('leave out who is a member of a team or declined it, and say so', async () => {
    const { panel, judges } = await opened(2, 3);
    const [member, biased] = judges as [Person, Person, Person];
    const ours = await here.world.team(panel.track, [member]);
    const declined = await panel.seat(biased);
    await declined.me.post(`/assignments/${declined.id}/decline`, { reason: 'My sister is in it' });
    const { data } = (await plan(panel, { reviews_per_team: 2 })).body;
    expect(data.skipped).toEqual([
      { judge_user_id: member.id, team_id: ours.id, reason: 'CONFLICT_OF_INTEREST' },
      { judge_user_id: biased.id, team_id: declined.team.id, reason: 'DECLARED' },
    ]);
    const pairs = await pairsOf(panel);
    expect(pairs).not.toContain(`${ours.id} ${member.id}`);
    expect(pairs).not.toContain(`${declined.team.id} ${biased.id}`);
  });

  it('do not count a judge who has joined the team since', async () => {
    const { panel, teams, judges } = await opened(1, 3);
    const [team, judge] = [teams[0]!, judges[0]!];
    await panel.assign(judge.id, team.id);
    const { super_event_id, id } = panel.track;
    await here.world.rows`
      insert into teams.member (team_id, super_event_id, event_id, user_id, role)
      values (${team.id}, ${super_event_id}, ${id}, ${judge.id}, 'MEMBER')`;
    expect((await plan(panel, { reviews_per_team: 2 })).body.data.created).toBe(2);
  });

  it('are made once where several ask for them at the same moment', async () => {
    const { panel } = await opened(5, 4);
    const answers = await Promise.all(Array.from({ length: 4 }, () => plan(panel, { reviews_per_team: 2 })));
    expect(answers.map(({ body }) => body.data.created).sort((a, b) => a - b)).toEqual([0, 0, 0, 10]);
    expect(await panel.list()).toHaveLength(10);
  });

  it('leave its first score to a judge who is just giving it', async () => {
    const { panel, teams, judges } = await opened(1, 1);
    const criterion = await panel.criterion('1');
    const id = await panel.assignment(judges[0]!, teams[0]!);
    const me = await panel.signedIn(judges[0]!);
    const [given, replaced] = await Promise.all([
      me.post(`/assignments/${id}/scores`, { criterion_id: criterion.id, value: 5 }),
      plan(panel, { reviews_per_team: 1, keep_existing: false }),
    ]);
    const [left] = await panel.list();
    // In either order, a score that was accepted is still there.
    if (given.status === 200) expect(left).toMatchObject({ id, status: 'READY' });
    else expect(given).toBeRefused(404, 'NOT_FOUND');
    expect(replaced.body.data.created).toBe(given.status === 200 ? 0 : 1);
  });

  it('say where teams cannot be compared', async () => {
    const { panel } = await opened(3, 3);
    expect((await plan(panel, { reviews_per_team: 1 })).body.data.connected).toBe(false);
  });
});

describe('A plan is refused', () => {
  it.each([
    ['without teams', 0, 2, ['teams']],
    ['with too few judges, and says for which teams', 2, 2, ['judges']],
  ])('%s', async (_why, teams, judges, missing) => {
    const { panel, teams: those } = await opened(teams, judges);
    const team_ids = those.map(({ id }) => id).sort();
    const answer = await plan(panel, { reviews_per_team: 3 });
    expect(answer).toBeRefused(409, 'NOT_PLANNABLE', { missing, ...(team_ids.length > 0 && { team_ids }) });
  });

  it('for who is no judge of the track', async () => {
    const { panel, judges } = await opened(1, 1);
    const nobody = randomUUID();
    const answer = await plan(panel, { reviews_per_team: 1, judge_user_ids: [judges[0]!.id, nobody] });
    expect(answer).toBeRefused(409, 'NOT_A_JUDGE', { judge_user_ids: [nobody] });
    expect(await panel.list()).toEqual([]);
  });

  it.each([
    [{}, 'reviews_per_team'],
    [{ reviews_per_team: 0 }, 'reviews_per_team'],
    [{ reviews_per_team: 21 }, 'reviews_per_team'],
    [{ reviews_per_team: 1, judge_user_ids: [] }, 'judge_user_ids'],
    [{ reviews_per_team: 1, max_per_judge: 0 }, 'max_per_judge'],
    [{ reviews_per_team: 1, seed: -1 }, 'seed'],
    [{ reviews_per_team: 1, dry_run: 'perhaps' }, 'dry_run'],
  ])('for %j', async (body, field) => {
    const panel = await here.open();
    expect(await plan(panel, body)).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field }] });
  });

  it('to judges', async () => {
    const { panel, judges } = await opened(1, 1);
    const me = await panel.signedIn(judges[0]!);
    const answer = await me.post(`${panel.path}/assignments/plan`, { reviews_per_team: 1 });
    expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
  });
});

function byJudge(a: { judge_user_id: string }, b: { judge_user_id: string }): number {
  return a.judge_user_id < b.judge_user_id ? -1 : 1;
}
