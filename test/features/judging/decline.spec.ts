import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPanels, type Panels } from '../../support/judging/panel.ts';
import { eventually } from '../../support/wire.ts';

let here: Panels;
beforeAll(async () => {
  here = await openPanels();
});
afterAll(() => here.world.close());

const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** A judge with a team to judge, who has begun with it. */
async function begun() {
  const panel = await here.open();
  const criterion = await panel.criterion('1');
  const seat = await panel.seat(await panel.judge({ name: 'Judy' }));
  await seat.give({ criterion_id: criterion.id, value: 4 });
  const decline = (reason: unknown = 'We worked together', me = seat.me) =>
    me.post(`/assignments/${seat.id}/decline`, { reason });
  const declined = async () => (await panel.api.get(`${panel.path}/assignments/declined`)).body.data;
  return { panel, criterion, decline, declined, ...seat };
}

describe('A judge who declines a team', () => {
  it('does not have it any more, nor what they gave it', async () => {
    const { panel, id, decline, me, judge, team, criterion } = await begun();
    const answer = await decline();
    expect([answer.status, answer.body.data]).toEqual([200, { declined: true }]);
    expect(await panel.list()).toEqual([]);
    expect((await me.get(`/assignments/${id}`)).status).toBe(404);
    const noted = (await panel.audit(id)).at(-1);
    expect(noted).toEqual({
      action: 'judging.declineAssignment',
      user_id: judge.id,
      ids: { assignment_id: id },
      before: {
        judge_user_id: judge.id,
        team_id: team.id,
        submitted_at: null,
        scores: [{ criterion_id: criterion.id, value: 4, comment: null, feedback: null }],
      },
      after: { judge_user_id: judge.id, team_id: team.id, reason: 'We worked together' },
    });
  });

  it('is seen by the organizers, with the reason', async () => {
    const { decline, declined, judge, team } = await begun();
    expect(await declined()).toEqual({ declined: [], count: 0 });
    await decline('  My sister is in it ');
    expect(await declined()).toEqual({
      declined: [
        {
          judge_user_id: judge.id,
          judge_name: 'Judy',
          team_id: team.id,
          team_name: team.name,
          reason: 'My sister is in it',
          declared_at: expect.stringMatching(time),
        },
      ],
      count: 1,
    });
  });

  it('is told to other programs, without the reason', async () => {
    const { panel, id, decline, judge, team } = await begun();
    await decline('A secret');
    const address = `/organizations/${here.acme.id}/facts?types=assignment.declined&super_event_id=${panel.track.super_event_id}`;
    const [fact] = await eventually(
      async () => (await panel.api.get(address)).body.data.facts,
      (facts: any[]) => facts.length > 0,
    );
    expect(fact.data.assignment_id).toBe(id);
    expect(fact.data).toEqual({ assignment_id: id, judge_user_id: judge.id, team_id: team.id });
  });

  it('is given it again by hand alone, and by no plan after that', async () => {
    const { panel, decline, declined, judge, team } = await begun();
    await decline();
    const plan = () => panel.api.post(`${panel.path}/assignments/plan`, { reviews_per_team: 1 });
    expect(await plan()).toBeRefused(409, 'NOT_PLANNABLE', { missing: ['judges'], team_ids: [team.id] });
    const { assignment } = (await panel.assign(judge.id, team.id)).body.data;
    expect((await plan()).body.data).toMatchObject({ created: 0, skipped: [] });
    const me = await panel.signedIn(judge);
    expect((await me.post(`/assignments/${assignment.id}/decline`, { reason: 'Still so' })).status).toBe(200);
    expect((await declined()).declined).toMatchObject([{ reason: 'Still so' }]);
    expect(await plan()).toBeRefused(409, 'NOT_PLANNABLE');
  });

  it('may be a member of the team by now', async () => {
    const { panel, decline, judge, team } = await begun();
    await here.world.rows`
      insert into teams.member (team_id, super_event_id, event_id, user_id, role)
      values (${team.id}, ${panel.track.super_event_id}, ${panel.track.id}, ${judge.id}, 'MEMBER')`;
    expect((await decline()).status).toBe(200);
  });

  it('is not seen where the team went away', async () => {
    const { decline, declined, team } = await begun();
    await decline();
    await here.world.rows`update teams.team set deleted_at = now() where id = ${team.id}`;
    expect(await declined()).toEqual({ declined: [], count: 0 });
  });
});

describe('Declining is refused', () => {
  it('once the scores are handed in', async () => {
    const { decline, submit, declined, standing } = await begun();
    await submit();
    expect(await decline()).toBeRefused(409, 'ASSIGNMENT_SUBMITTED');
    expect([(await declined()).count, (await standing()).status]).toEqual([0, 'SUBMITTED']);
  });

  it('a second time, for it is gone', async () => {
    const { decline } = await begun();
    await decline();
    expect(await decline()).toBeRefused(404, 'NOT_FOUND');
  });

  it('to organizers and to other judges', async () => {
    const { panel, decline } = await begun();
    const organizer = await panel.signedIn(here.olga);
    expect(await decline('Why not', organizer)).toBeRefused(403, 'PERMISSION_DENIED');
    const other = await panel.signedIn(await panel.judge());
    expect(await decline('Why not', other)).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('with a key', async () => {
    const { decline, judge } = await begun();
    expect(await decline('Why not', here.world.as(judge, here.acme))).toBeRefused(403, 'SESSION_REQUIRED');
  });

  it.each([[''], [' '], ['x'.repeat(501)], [7], [null]])('for the reason %j', async (reason) => {
    const { decline } = await begun();
    expect(await decline(reason)).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: 'reason' }] });
  });
});
