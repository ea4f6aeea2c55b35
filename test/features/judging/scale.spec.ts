import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { begin, waitingFor } from '../../support/transaction.ts';
import { openPanels, type Panel, type Panels } from '../../support/judging/panel.ts';

let here: Panels;
beforeAll(async () => {
  here = await openPanels();
});
afterAll(() => here.world.close());

const usual = { min: 0, max: 10, step: 0.5 };
const upTo5 = { min: 0, max: 5, step: 1 };

/** A judge with scores of 9 and 4.5 and 3 by the usual scale, not handed in, and what changes that scale. */
async function scored() {
  const panel = await here.open();
  const criteria = await panel.criteria(3);
  const seat = await panel.seat();
  for (const [index, value] of [9, 4.5, 3].entries()) await panel.score(seat.id, criteria[index]!, { value });
  const path = `/super-events/${panel.track.super_event_id}`;
  const scale = (scoring: object, query = '') => panel.api.patch(`${path}${query}`, { config_json: { scoring } });
  const stored = async () => (await panel.api.get(path)).body.data.super_event.config_json;
  return { panel, criteria, path, scale, stored, ...seat };
}

describe('A scale that scores were given by', () => {
  it.each([
    [{ max: 5 }, 1],
    [{ step: 1 }, 1],
    [{ min: 4 }, 1],
    [{ max: 2 }, 3],
    [upTo5, 2],
  ])('is not changed to %j, which %d of them would not fit', async (scoring, count) => {
    const { scale, stored } = await scored();
    expect(await scale(scoring)).toBeRefused(409, 'SCORES_EXIST', { count });
    expect(await scale(scoring, '?force=false')).toBeRefused(409, 'SCORES_EXIST', { count });
    expect(await stored()).toEqual({});
    expect((await scale(scoring, '?force=true')).status).toBe(200);
    expect(await stored()).toEqual({ scoring });
  });

  it('may be changed to one that all fit, shown in another way, and stay beside other settings', async () => {
    const { panel, path, scale, id } = await scored();
    expect((await scale({ max: 20 })).status).toBe(200);
    await here.world.rows`update judging.score set value = 30 where value = 9 and assignment_id = ${id}`;
    expect((await scale({ max: 20, mode: 'stars' })).status).toBe(200);
    const other = { config_json: { scoring: { max: 20, mode: 'stars' }, place: 'Town hall' } };
    expect((await panel.api.patch(path, other)).status).toBe(200);
    expect((await panel.api.patch(path, { name: 'Another name' })).status).toBe(200);
  });

  it('counts no score of a prize, whose scale is its own', async () => {
    const { panel, scale, id: own } = await scored();
    await here.world.rows`update judging.score set value = 5 where assignment_id = ${own}`;
    const prize = (await panel.api.post(`/super-events/${panel.track.super_event_id}/prizes`, { name: 'Data' })).body;
    const { id } = prize.data.prize;
    const { judge, team } = await panel.seat();
    await here.world.rows`
      with made as (
        insert into judging.assignment (organization_id, super_event_id, event_id, team_id, judge_user_id, prize_id)
        values (${panel.acme.id}, ${panel.track.super_event_id}, ${panel.track.id}, ${team.id}, ${judge.id}, ${id}) returning id
      ), criterion as (
        insert into judging.criterion (organization_id, super_event_id, prize_id, name, weight, order_index)
        values (${panel.acme.id}, ${panel.track.super_event_id}, ${id}, 'Overall', 1, 0) returning id
      )
      insert into judging.score (assignment_id, criterion_id, value) select made.id, criterion.id, 10 from made, criterion`;
    expect((await scale(upTo5)).status).toBe(200);
  });
});

describe('Scores that do not fit the scale any more', () => {
  it('are not handed in before their judge mended them', async () => {
    const { criteria, scale, give, submit, standing } = await scored();
    await scale(upTo5, '?force=true');
    const refused = await submit();
    expect(refused).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [
        expect.objectContaining({ field: `scores.${criteria[0]!.id}`, code: 'numberMax' }),
        expect.objectContaining({ field: `scores.${criteria[1]!.id}`, code: 'step' }),
      ],
    });
    expect(refused.text).toContain(`${criteria[0]!.name} must be at most 5`);
    expect(await standing()).toEqual({ status: 'READY', progress: 1 });
    await give({ scores: [5, 4].map((value, index) => ({ criterion_id: criteria[index]!.id, value })) });
    expect((await submit()).status).toBe(200);
  });
});

/** Gives a score by the usual scale and changes it to one that this does not fit, both at once. */
async function raced(panel: Panel) {
  const [criterion] = await panel.criteria(1);
  const seats = [await panel.seat(), await panel.seat(), await panel.seat()];
  const path = `/super-events/${panel.track.super_event_id}`;
  const [changed, ...given] = await Promise.all([
    panel.api.patch(path, { config_json: { scoring: upTo5 } }),
    ...seats.map(({ give }) => give({ criterion_id: criterion!.id, value: 9 })),
  ]);
  return { changed, given };
}

describe('A score that is given while the scale changes', () => {
  it('comes before, and keeps the scale, or after, and is refused by the new one', async () => {
    for (let round = 0; round < 5; round++) {
      const { changed, given } = await raced(await here.open());
      const stored = given.filter(({ status }) => status === 200).length;
      if (changed.status === 200) expect(stored).toBe(0);
      else {
        // Those that came after the refusal are not in its count.
        expect(changed).toBeRefused(409, 'SCORES_EXIST');
        expect(changed.body['count']).toBeGreaterThan(0);
        expect(changed.body['count']).toBeLessThanOrEqual(stored);
      }
    }
  });

  it('is counted, where it was not committed yet when the change began', async () => {
    const panel = await here.open({ config_json: JSON.stringify({ scoring: usual }) });
    const [criterion] = await panel.criteria(1);
    const { id } = await panel.seat();
    const hackathon = panel.track.super_event_id;
    await using judge = await begin(here.world.databaseUrl, 'select judging.hold_scoring($1)', [hackathon]);
    const changing = panel.api.patch(`/super-events/${hackathon}`, { config_json: { scoring: upTo5 } });
    await waitingFor(here.world);
    const given = 'insert into judging.score (assignment_id, criterion_id, value) values ($1, $2, 9)';
    await judge.query(given, [id, criterion!.id]);
    await judge.commit();
    expect(await changing).toBeRefused(409, 'SCORES_EXIST', { count: 1 });
  });
});
