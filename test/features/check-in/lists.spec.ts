import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Awaited<ReturnType<World['organization']>>;
let hack: Awaited<ReturnType<World['superEvent']>>;
let track: Awaited<ReturnType<World['track']>>;
let kiosk: Client;
let staff: Client;

beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  kiosk = world.as(await world.member(acme, 'MEMBER'), acme);
  staff = world.as(await world.member(acme, 'MEMBER'), acme);
  hack = await world.superEvent(acme);
  track = await world.track(hack);
});
afterAll(() => world.close());

const scan = (door: { id: string }, token: string) => kiosk.post(`/checkin-points/${door.id}/scan`, { token });
const guest = async () => world.registered(await world.person(), track);

describe('The check-in points', () => {
  it('of a track and of a hackathon are listed each by themselves, with what happened there', async () => {
    const [door, desk] = [await world.point(track), await world.point(hack, { type: 'doorkeeper' })];
    const [ada, bob] = [await guest(), await guest()];
    await scan(door, ada.token);
    await scan(door, bob.token);
    await scan(door, bob.token);
    await scan(door, 'nobody');
    await scan(desk, ada.token);

    const ofTrack = await staff.get(`/events/${track.slug}/checkin-points`);
    expect(ofTrack.body.data).toEqual({
      checkin_points: [
        {
          id: door.id,
          name: door.name,
          type: 'attendance',
          opens_at: expect.stringMatching(/\.\d{3}Z$/),
          closes_at: expect.stringMatching(/\.\d{3}Z$/),
          checked_in_count: 2,
          refused_count: 1,
          milestone_requirements: [],
          config_json: {},
        },
      ],
      count: 1,
    });
    const ofHackathon = await staff.get(`/super-events/${hack.id}/checkin-points`);
    expect(ofHackathon.body.data).toMatchObject({
      checkin_points: [{ id: desk.id, type: 'doorkeeper', checked_in_count: 1, refused_count: 0 }],
      count: 1,
    });
  });

  it('come in the order in which they open', async () => {
    const other = await world.track(hack);
    const at = (hours: number) => ({ opens_at: new Date(Date.now() - hours * 3_600_000).toISOString() });
    const ids = [await world.point(other, at(1)), await world.point(other, at(3)), await world.point(other, at(2))];
    const { data } = (await staff.get(`/events/${other.id}/checkin-points`)).body;
    expect(data.checkin_points.map(({ id }: { id: string }) => id)).toEqual([ids[1]?.id, ids[2]?.id, ids[0]?.id]);
  });

  it('say what a hand-in gate asks of a team', async () => {
    const other = await world.track(hack);
    const requirements = [{ id: 'video', title: 'A video', description: null, is_required: false }];
    await world.point(other, { type: 'milestone', requirements });
    const { data } = (await staff.get(`/events/${other.id}/checkin-points`)).body;
    expect(data.checkin_points).toMatchObject([{ type: 'milestone', milestone_requirements: requirements }]);
  });

  it('are for staff', async () => {
    const ada = await world.person();
    await world.registered(ada, track);
    for (const path of [`/events/${track.id}/checkin-points`, `/super-events/${hack.id}/checkin-points`]) {
      expect(await world.as(ada, acme).get(path)).toBeRefused(403, 'PERMISSION_DENIED');
    }
  });
});

describe('The check-ins of a registration', () => {
  it('are those of its person on its track and in its hackathon', async () => {
    const person = await world.person();
    const ada = await world.registered(person, track);
    const elsewhere = await world.registered(person, await world.track(hack));
    const [door, desk] = [await world.point(track), await world.point(hack)];
    const first = await scan(door, ada.token);
    await scan(desk, elsewhere.token);

    const { data } = (await staff.get(`/registrations/${ada.id}/checkin`)).body;
    expect(data).toMatchObject({
      checkins: [
        {
          point_id: door.id,
          point_name: door.name,
          point_type: 'attendance',
          method: 'qr_scan',
          checked_in_at: first.body.data.checked_in_at,
        },
        { point_id: desk.id },
      ],
      count: 2,
    });
    expect((await staff.get(`/registrations/${elsewhere.id}/checkin`)).body.data).toMatchObject({ count: 1 });
  });

  it('are for their owner and staff', async () => {
    const [ada, bob] = [await world.person(), await world.person()];
    const place = await world.registered(ada, track);
    await world.registered(bob, track);
    const path = `/registrations/${place.id}/checkin`;
    expect((await world.as(ada, acme).get(path)).body.data).toEqual({ checkins: [], count: 0 });
    expect(await world.as(bob, acme).get(path)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await staff.get('/registrations/unknown/checkin')).toBeRefused(404, 'NOT_FOUND');
  });
});

describe('The check-ins of a place in a hackathon', () => {
  it('are all those of its person there, each of them once', async () => {
    const person = await world.person();
    const ada = await world.registered(person, track);
    const elsewhere = await world.registered(person, await world.track(hack));
    const other = await world.registered(person, await world.track(await world.superEvent(acme)));
    const [door, desk] = [await world.point(track), await world.point(hack)];
    await scan(door, ada.token);
    await scan(desk, elsewhere.token);
    const path = `/super-event-registrations/${ada.parent.id}/checkin`;
    expect((await staff.get(path)).body.data).toMatchObject({
      ...{ checkins: [{ point_id: door.id, method: 'qr_scan' }, { point_id: desk.id }], count: 2 },
    });
    expect((await world.as(person, acme).get(path)).body.data.count).toBe(2);
    expect((await staff.get(`/super-event-registrations/${other.parent.id}/checkin`)).body.data.count).toBe(0);
    const bob = await world.person();
    await world.registered(bob, track);
    expect(await world.as(bob, acme).get(path)).toBeRefused(403, 'PERMISSION_DENIED');
  });
});
