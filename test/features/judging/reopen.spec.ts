import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lenient } from '../../support/client.ts';
import { openPanels, type Panels } from '../../support/judging/panel.ts';

let here: Panels;
beforeAll(async () => {
  here = await openPanels();
});
afterAll(() => here.world.close());

/** A judge who has handed in a score for the one criterion. */
async function handedIn() {
  const panel = await here.open();
  const criterion = await panel.criterion('1');
  const seat = await panel.seat();
  await seat.give({ criterion_id: criterion.id, value: 4 });
  await seat.submit();
  const reopen = (body: unknown = { reason: 'Mistyped' }) => panel.api.post(`/assignments/${seat.id}/reopen`, body);
  return { panel, criterion, reopen, ...seat };
}

describe('An assignment that is reopened', () => {
  it('is ready to be handed in again, with its scores', async () => {
    const { reopen, standing, scores, submit } = await handedIn();
    const answer = await reopen();
    expect(answer.status).toBe(200);
    expect(answer.body.data.assignment).toMatchObject({ status: 'READY', progress: 1 });
    expect(await scores()).toMatchObject([{ value: 4, submitted_at: null }]);
    expect((await submit()).status).toBe(200);
    expect(await standing()).toEqual({ status: 'SUBMITTED', progress: 1 });
  });

  it('takes scores again, and counts once it was handed in anew', async () => {
    const { panel, criterion, reopen, give, submit, team } = await handedIn();
    const rank = async () => (await panel.api.post(`${panel.path}/calculate-results`)).body.data.results;
    expect(await rank()).toMatchObject([{ team_id: team.id, overall_score: 4 }]);
    await reopen();
    expect((await give({ criterion_id: criterion.id, value: 9 })).status).toBe(200);
    expect(await rank()).toEqual([]);
    await submit();
    expect(await rank()).toMatchObject([{ team_id: team.id, overall_score: 9 }]);
  });

  it('leaves the result of its team until it is handed in anew, but for one that is published', async () => {
    const { panel, criterion, reopen, give, submit, team } = await handedIn();
    await panel.api.post(`${panel.path}/calculate-results`);
    const means = async () =>
      (await panel.api.get(`/teams/${team.id}/results`)).body.data.score_breakdown.map(
        ({ score_value, feedback }: Record<string, unknown>) => [score_value, feedback],
      );
    await reopen();
    await give({ criterion_id: criterion.id, value: 9, feedback: 'Half a sentence' });
    expect(await means()).toEqual([]);
    await submit();
    expect(await means()).toEqual([[9, 'Half a sentence']]);
    await panel.api.post(`${panel.path}/results/publish`);
    await reopen();
    expect(await means()).toEqual([[9, 'Half a sentence']]);
  });

  it('is in the audit with who did it and why, once', async () => {
    const { panel, id, reopen } = await handedIn();
    expect([(await reopen()).status, (await reopen()).status]).toEqual([200, 200]);
    const entries = (await panel.audit(id)).filter(({ action }) => action === 'judging.reopenAssignment');
    expect(entries).toMatchObject([
      {
        user_id: here.olga.id,
        before: { submitted_at: expect.any(String) },
        after: { submitted_at: null, reason: 'Mistyped' },
      },
    ]);
  });

  it.each([{}, { reason: ' ' }, { reason: 7 }])('needs a reason: %j', async (body) => {
    const { reopen, standing } = await handedIn();
    expect(await reopen(body)).toBeRefused(400, 'VALIDATION_FAILED');
    expect(await standing()).toMatchObject({ status: 'SUBMITTED' });
  });

  it('is so for organizers, not for its judge', async () => {
    const { id, me } = await handedIn();
    expect(await me.post(`/assignments/${id}/reopen`, { reason: 'Mine' })).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('must be there', async () => {
    const { panel } = await handedIn();
    const answer = await panel.api.post(`/assignments/${randomUUID()}/reopen`, { reason: 'Lost' });
    expect(answer).toBeRefused(404, 'NOT_FOUND');
  });
});

describe('A criterion with scores that were handed in', () => {
  it('is not deleted, and says how many', async () => {
    const { panel, criterion, scores } = await handedIn();
    const path = `/criteria/${criterion.id}`;
    expect(await panel.api.del(path)).toBeRefused(409, 'CRITERION_IN_USE', { score_count: 1 });
    expect(await panel.api.del(`${path}?force=false`)).toBeRefused(409, 'CRITERION_IN_USE', { score_count: 1 });
    expect(await scores()).toHaveLength(1);
  });

  it('is not deleted with force in the body, which is no member of it', async () => {
    const { panel, criterion, scores } = await handedIn();
    const path = `/criteria/${criterion.id}`;
    expect(await panel.api.del(path, { force: true })).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field: 'force', code: 'unknown' })],
    });
    const ignored = await panel.api.del(path, { force: true }, lenient);
    expect(ignored).toBeRefused(409, 'CRITERION_IN_USE', { score_count: 1 });
    expect(await scores()).toHaveLength(1);
  });

  it('is deleted with force', async () => {
    const { panel, criterion, scores } = await handedIn();
    expect((await panel.api.del(`/criteria/${criterion.id}?force=true`)).status).toBe(200);
    expect(await scores()).toEqual([]);
  });

  it('is deleted once they were given back', async () => {
    const { panel, criterion, reopen } = await handedIn();
    await reopen();
    expect((await panel.api.del(`/criteria/${criterion.id}`)).status).toBe(200);
  });

  it('is in no race deleted under a judge who hands in', async () => {
    for (let round = 0; round < 8; round++) {
      const panel = await here.open();
      const criterion = await panel.criterion('1');
      const seat = await panel.seat();
      await seat.give({ criterion_id: criterion.id, value: 4 });
      const [submitted, deleted] = await Promise.all([seat.submit(), panel.api.del(`/criteria/${criterion.id}`)]);
      const won = [submitted.status, deleted.status];
      expect(won.filter((status) => status === 200)).toHaveLength(1);
      expect(await seat.scores()).toHaveLength(submitted.status === 200 ? 1 : 0);
    }
  });
});

describe('A judge who loses the role', () => {
  it('leaves the assignments that are not handed in, which the answer lists', async () => {
    const { panel, judge, id } = await handedIn();
    const open = await panel.seat(judge);
    const answer = await panel.api.del(`${panel.path}/roles/${judge.id}/JUDGE`);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      deleted: true,
      open_assignments: [{ id: open.id, team_id: open.team.id, team_name: open.team.name }],
    });
    expect((await panel.api.del(`/assignments/${open.id}`)).status).toBe(200);
    expect((await panel.list()).map((each) => each['id'])).toEqual([id]);
  });

  it('may leave none', async () => {
    const panel = await here.open();
    const judge = await panel.judge();
    const { data } = (await panel.api.del(`${panel.path}/roles/${judge.id}/JUDGE`)).body;
    expect(data).toEqual({ deleted: true });
  });
});
