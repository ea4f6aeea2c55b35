import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import type { SuperEvent } from '../../support/fixtures.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: { id: string };
let olga: Client;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  olga = world.as(await world.member(acme, 'OWNER'), acme);
});
afterAll(() => world.close());

const listed = async ({ id }: SuperEvent) =>
  (await olga.get(`/super-events/${id}/prizes`)).body.data.prizes as unknown[];
/** The defaults of a prize. */
const usual = { track_ids: null, by: 'judges', judge_user_ids: [], winners: [] };
const add = async ({ id }: SuperEvent, prize: Record<string, unknown>) =>
  (await olga.post(`/super-events/${id}/prizes`, prize)).body.data.prize as { id: string };

describe('The prizes of a hackathon', () => {
  it('are listed in their order, and anybody reads them with the hackathon', async () => {
    const hack = await world.superEvent(acme);
    const second = await add(hack, { name: 'Second', order_index: 2 });
    const first = await add(hack, { name: 'First', sponsor: 'Globex', description: 'A weekend', order_index: 1 });
    expect(await listed(hack)).toEqual([
      { id: first.id, name: 'First', sponsor: 'Globex', description: 'A weekend', order_index: 1, ...usual },
      { id: second.id, name: 'Second', sponsor: null, description: null, order_index: 2, ...usual },
    ]);
    const { hackathon } = (await world.stranger().get(`/super-events/${hack.slug}/public`)).body.data;
    expect(hackathon.prizes).toEqual([
      { id: first.id, name: 'First', sponsor: 'Globex', description: 'A weekend' },
      { id: second.id, name: 'Second', sponsor: null, description: null },
    ]);
  });

  it('are changed member by member, and null takes back a sponsor', async () => {
    const hack = await world.superEvent(acme);
    const { id } = await add(hack, { name: 'Best use of data', sponsor: 'Globex' });
    const answer = await olga.patch(`/prizes/${id}`, { sponsor: null, order_index: 3 });
    const changed = { id, name: 'Best use of data', sponsor: null, description: null, order_index: 3, ...usual };
    expect(answer.body.data).toEqual({ prize: changed });
    expect(await listed(hack)).toEqual([changed]);
    expect((await olga.patch(`/prizes/${id}`, {})).body.data).toEqual({ prize: changed });
  });

  it('are gone when deleted, once', async () => {
    const hack = await world.superEvent(acme);
    const { id } = await add(hack, { name: 'Nothing' });
    expect((await olga.del(`/prizes/${id}`)).body.data).toEqual({ deleted: true });
    expect(await listed(hack)).toEqual([]);
    expect(await olga.del(`/prizes/${id}`)).toBeRefused(404, 'NOT_FOUND');
    expect(await olga.patch(`/prizes/${id}`, { name: 'Something' })).toBeRefused(404, 'NOT_FOUND');
  });

  it('are in the audit, with what they were', async () => {
    const hack = await world.superEvent(acme);
    const { id } = await add(hack, { name: 'Golden duck' });
    await olga.patch(`/prizes/${id}`, { name: 'Silver duck' });
    await olga.del(`/prizes/${id}`);
    const { data } = (await olga.get(`/organizations/${acme.id}/audit?limit=3`)).body;
    expect(data.entries).toMatchObject([
      { action: 'events.deletePrize', before: { name: 'Silver duck' } },
      { action: 'events.updatePrize', before: { name: 'Golden duck' }, after: { name: 'Silver duck' } },
      { action: 'events.addPrize', after: { name: 'Golden duck' } },
    ]);
  });

  it.each([
    ['name', ''],
    ['name', 'x'],
    ['name', null],
    ['sponsor', ' '],
    ['sponsor', 'x'.repeat(101)],
    ['description', 'x'.repeat(2_001)],
    ['order_index', 'first'],
    ['track_ids', []],
    ['track_ids', ['00000000-0000-4000-8000-000000000000']],
    ['by', 'chance'],
    ['judge_user_ids', null],
  ])('refuse a wrong %s: %j', async (field, value) => {
    const hack = await world.superEvent(acme);
    const refusal = { errors: [expect.objectContaining({ field })] };
    const added = await olga.post(`/super-events/${hack.id}/prizes`, { name: 'Prize', [field]: value });
    expect(added).toBeRefused(400, 'VALIDATION_FAILED', refusal);
    const { id } = await add(hack, { name: 'Prize' });
    expect(await olga.patch(`/prizes/${id}`, { [field]: value })).toBeRefused(400, 'VALIDATION_FAILED', refusal);
  });

  it('are for some tracks, and judged by judges of these', async () => {
    const hack = await world.superEvent(acme);
    const [ai, web] = [await world.track(hack), await world.track(hack)];
    const judy = await world.person();
    await world.role(judy, ai, 'JUDGE');
    await world.role(judy, web, 'MENTOR');
    const path = `/super-events/${hack.id}/prizes`;
    const body = (track: { id: string }) => ({ name: 'Best', track_ids: [track.id], judge_user_ids: [judy.id] });
    expect(await olga.post(path, body(web))).toBeRefused(409, 'NOT_A_JUDGE', { judge_user_ids: [judy.id] });
    const { prize } = (await olga.post(path, body(ai))).body.data;
    expect(prize).toMatchObject({ track_ids: [ai.id], by: 'judges', judge_user_ids: [judy.id] });
    const moved = await olga.patch(`/prizes/${prize.id}`, { track_ids: [web.id] });
    expect(moved).toBeRefused(409, 'NOT_A_JUDGE', { judge_user_ids: [judy.id] });
    const [listedFor] = (await world.as(judy, acme).get(path)).body.data.prizes;
    expect(listedFor).toMatchObject({ id: prize.id, judge_user_ids: [] });
  });

  it('of another organization do not exist', async () => {
    const other = await world.organization();
    const otto = world.as(await world.member(other, 'OWNER'), other);
    const hack = await world.superEvent(acme, { visibility: 'private' });
    const { id } = await add(hack, { name: 'Prize' });
    for (const refused of [
      await otto.get(`/super-events/${hack.id}/prizes`),
      await otto.post(`/super-events/${hack.id}/prizes`, { name: 'Mine' }),
      await otto.patch(`/prizes/${id}`, { name: 'Mine' }),
      await otto.del(`/prizes/${id}`),
    ])
      expect(refused).toBeRefused(404, 'NOT_FOUND');
  });
});
