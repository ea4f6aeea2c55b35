import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exposition, seriesOf } from '../../support/metrics.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({}, { alone: true });
});
afterAll(() => world.close());

describe('Scans', () => {
  it('are counted by what came of them and the type of the point, one by one and in queues, a repeat once', async () => {
    const acme = await world.organization();
    const track = await world.track(await world.superEvent(acme));
    const [door, kiosk] = [await world.point(track), world.as(await world.member(acme, 'MEMBER'), acme)];
    const { token } = await world.registered(await world.person(), track);
    const path = `/checkin-points/${door.id}/scan`;
    const repeated = { token, nonce: 'repeated' };
    for (const scan of [repeated, repeated, { token }, { token: 'nobody' }]) await kiosk.post(path, scan);
    const scans = [token, 'nobody', 'nobody'].map((scanned, index) => ({ token: scanned, nonce: `n${index}` }));
    await kiosk.post(`${path}/batch`, { scans });

    const gate = await world.point(track, { type: 'doorkeeper' });
    for (const scanned of [token, token]) await kiosk.post(`/checkin-points/${gate.id}/scan`, { token: scanned });
    await kiosk.post(`/checkin-points/${track.id}/scan`, { token });

    const counts = seriesOf(await exposition(world.services))
      .filter(({ name, value }) => name === 'muster_check_in_scans_total' && value > 0)
      .map(({ labels, value }) => [`${labels.outcome} at ${labels.point_type}`, value]);
    expect(Object.fromEntries(counts)).toEqual({
      'checked_in at attendance': 1,
      'already_checked_in at attendance': 2,
      'INVALID_TOKEN at attendance': 3,
      'checked_in at doorkeeper': 1,
      'verified at doorkeeper': 1,
      'POINT_NOT_FOUND at unknown': 1,
    });
  });
});
