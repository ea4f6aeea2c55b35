import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lenient } from '../../support/client.ts';
import { randomUUID } from 'node:crypto';
import { impact, openCriteria, type Criteria } from '../../support/judging/criteria.ts';
import { Jury } from '../../support/judging/jury.ts';

let here: Criteria;
beforeAll(async () => {
  here = await openCriteria();
});
afterAll(() => here.world.close());

describe('Changing a criterion', () => {
  it('changes all of it, and answers it', async () => {
    const { track, id, path } = await here.made();
    const next = { name: 'Craft', description: 'How it is made', weight: 0.25, order_index: 7 };
    const answer = await here.olga.patch(path, next);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, data: { criterion: { id, event_id: track.id, ...next } } });
    expect((await here.list(track)).criteria).toEqual([answer.body.data.criterion]);
    expect(await here.total(track)).toBe(0.25);
  });

  it.each([
    { name: 'Craft' },
    { description: 'Another' },
    { description: null },
    { weight: 0.125 },
    { order_index: -3 },
    {},
  ])('takes any part of it, and leaves the rest: %j', async (part) => {
    const { track, criterion, path } = await here.made();
    const answer = await here.olga.patch(path, { ...part, event_id: randomUUID() }, lenient);
    expect(answer.status).toBe(200);
    expect(answer.body.data.criterion).toEqual({ ...criterion, ...part });
    expect((await here.list(track)).criteria).toEqual([{ ...criterion, ...part }]);
  });

  it.each([
    ['name', { name: '' }],
    ['name', { name: null }],
    ['weight', { weight: 1.5 }],
    ['weight', { weight: null }],
    ['order_index', { order_index: '1' }],
    ['order_index', { order_index: null }],
    ['description', { description: [] }],
  ])('refuses a wrong %s: %j', async (field, body) => {
    const { track, criterion, path } = await here.made();
    expect(await here.olga.patch(path, { ...body })).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field })],
    });
    expect((await here.list(track)).criteria).toEqual([criterion]);
  });

  it('is refused where the weights would pass 1, as a whole', async () => {
    const { track, path } = await here.made();
    await here.create(track, { ...impact, weight: 0.3 });
    const before = await here.list(track);
    expect(await here.olga.patch(path, { name: 'Heavy', weight: 0.700_02 })).toBeRefused(409, 'WEIGHT_TOTAL_EXCEEDED', {
      current_total: 0.9,
      attempted_total: 1.000_02,
    });
    expect(await here.list(track)).toEqual(before);
    expect((await here.olga.patch(path, { weight: 0.7 })).status).toBe(200);
    expect(await here.total(track)).toBe(1);
  });

  it('works on a full track where the weight stays or becomes less', async () => {
    const { track, path } = await here.made({ ...impact, weight: 1 });
    for (const weight of [1, 0.999_99, 0.5]) {
      expect((await here.olga.patch(path, { weight })).body.data.criterion.weight).toBe(weight);
      expect(await here.total(track)).toBe(weight);
    }
  });

  it('is in the audit with the changed fields alone, and not where nothing changed', async () => {
    const { track, id, path } = await here.made();
    await here.olga.patch(path, { name: 'Craft', weight: 0.5, order_index: 2 });
    await here.olga.patch(path, { name: 'Craft', weight: 0.500_000_000_01 });
    expect(await here.audit(track, 'judging.updateCriterion')).toEqual([
      {
        ids: { event_id: track.id, criterion_id: id },
        before: { name: 'Impact', weight: 0.6 },
        after: { name: 'Craft', weight: 0.5 },
      },
    ]);
  });
});

describe('Deleting a criterion', () => {
  it('gives its weight back', async () => {
    const { track, path } = await here.made();
    await here.create(track, { ...impact, weight: 0.4 });
    const answer = await here.olga.del(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, data: { deleted: true } });
    expect(await here.total(track)).toBe(0.4);
    expect((await here.create(track)).status).toBe(201);
  });

  it('takes the scores given for it along, and no others', async () => {
    const { track, id, path } = await here.made();
    const jury = new Jury(here.world, track);
    const other = await jury.criterion('0.2');
    const assignment = await jury.assignment(
      await jury.judge(),
      await here.world.team(track, [await here.world.person()]),
    );
    await jury.score(assignment, { id }, { value: 7 });
    const kept = await jury.score(assignment, other, { value: 8 });
    expect((await here.olga.del(path)).status).toBe(200);
    expect(await here.world.rows`select id from judging.score where assignment_id = ${assignment}`).toEqual([
      { id: kept },
    ]);
  });

  it('is 404 the second time, and the same again under its idempotency key', async () => {
    const { path } = await here.made();
    const headers = { 'Idempotency-Key': path };
    expect((await here.olga.del(path, undefined, { headers })).status).toBe(200);
    expect((await here.olga.del(path, undefined, { headers })).body.data).toEqual({ deleted: true });
    expect(await here.olga.del(path)).toBeRefused(404, 'NOT_FOUND');
    expect(await here.olga.patch(path, { weight: 0 })).toBeRefused(404, 'NOT_FOUND');
  });

  it('is in the audit with what it was', async () => {
    const { track, id, path } = await here.made();
    await here.olga.del(path);
    expect(await here.audit(track, 'judging.deleteCriterion')).toEqual([
      { ids: { event_id: track.id, criterion_id: id }, before: impact, after: {} },
    ]);
  });
});
