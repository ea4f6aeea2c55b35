import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('Scans', () => {
  it('are counted by what came of them, one by one and in queues', async () => {
    const acme = await world.organization();
    const track = await world.track(await world.superEvent(acme));
    const [door, kiosk] = [await world.point(track), world.as(await world.member(acme, 'MEMBER'), acme)];
    const { token } = await world.registered(await world.person(), track);
    const path = `/checkin-points/${door.id}/scan`;
    for (const scanned of [token, token, 'nobody']) await kiosk.post(path, { token: scanned });
    const scans = [token, 'nobody', 'nobody'].map((scanned, index) => ({ token: scanned, nonce: `n${index}` }));
    await kiosk.post(`${path}/batch`, { scans });

    const metrics = await (await fetch(`http://127.0.0.1:${world.services.adminPort}/metrics`)).text();
    const counts = [...metrics.matchAll(/^check_in_scans_total\{.*?outcome="(\w+)".*?\} (\d+)/gm)];
    expect(Object.fromEntries(counts.map(([, outcome, count]) => [outcome, Number(count)]))).toEqual({
      checked_in: 1,
      already_checked_in: 2,
      INVALID_TOKEN: 3,
    });
  });
});
