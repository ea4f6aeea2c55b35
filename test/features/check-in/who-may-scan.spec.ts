import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Viewer } from '../../../shared/base/viewer.ts';
import type { Person } from '../../support/client.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Awaited<ReturnType<World['organization']>>;
let hack: Awaited<ReturnType<World['superEvent']>>;
let track: Awaited<ReturnType<World['track']>>;
let otherTrack: Awaited<ReturnType<World['track']>>;

beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  hack = await world.superEvent(acme);
  track = await world.track(hack);
  otherTrack = await world.track(hack);
});
afterAll(() => world.close());

const guest = async () => world.registered(await world.person(), track);
const scan = async (person: Person, door: { id: string }, more: object = {}) =>
  world.as(person, acme).post(`/checkin-points/${door.id}/scan`, { token: (await guest()).token, ...more });
const withRole = async (role: 'ORGANIZER' | 'MENTOR' | 'JUDGE' | 'PARTICIPANT', where = track) => {
  const person = await world.person();
  await world.role(person, where, role);
  return person;
};

describe('A participant', () => {
  it('may scan only their own token', async () => {
    const [door, ada] = [await world.point(track), await world.person()];
    const { token } = await world.registered(ada, track);
    expect(await scan(ada, door)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await scan(ada, door, { token, method: 'self_check' })).toMatchObject({ status: 201 });
  });

  it.each(['pending', 'rejected', 'cancelled'] as const)('is one also while %s', async (status) => {
    const ada = await world.person();
    await world.applied(ada, hack, status);
    expect(await scan(ada, await world.point(track))).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('is one by the role as well', async () => {
    expect(await scan(await withRole('PARTICIPANT'), await world.point(track))).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it.each(['qr_scan', undefined] as const)('checks in by themselves, whatever method they send: %s', async (method) => {
    const [door, ada] = [await world.point(track), await world.person()];
    const { token } = await world.registered(ada, track);
    expect(await scan(ada, door, { token, method })).toMatchObject({ status: 201 });
    expect(await world.rows`select method from check_in.record where point_id = ${door.id}`).toEqual([
      { method: 'self_check' },
    ]);
  });

  it('does not say when they came', async () => {
    const [door, ada] = [await world.point(track), await world.person()];
    const { token } = await world.registered(ada, track);
    const scanned_at = new Date(Date.now() - 60_000).toISOString();
    expect(await scan(ada, door, { token, scanned_at })).toBeRefused(403, 'PERMISSION_DENIED');
    const batch = await world
      .as(ada, acme)
      .post(`/checkin-points/${door.id}/scan/batch`, { scans: [{ token, nonce: 'a', scanned_at }] });
    expect(batch.body.data.results).toEqual([{ nonce: 'a', http: 403, code: 'PERMISSION_DENIED' }]);
    expect(await world.rows`select 1 from check_in.record where point_id = ${door.id}`).toEqual([]);
  });

  it('who is staff may scan everybody', async () => {
    for (const role of ['ORGANIZER', 'MENTOR', 'JUDGE'] as const) {
      const person = await withRole(role);
      await world.registered(person, track);
      expect(await scan(person, await world.point(track))).toMatchObject({ status: 201 });
      expect(await scan(person, await world.point(hack))).toMatchObject({ status: 201 });
    }
    const member = await world.member(acme, 'MEMBER');
    await world.registered(member, track);
    expect(await scan(member, await world.point(track))).toMatchObject({ status: 201 });
  });

  it('who is staff on another track is not staff on this one', async () => {
    const person = await withRole('MENTOR', otherTrack);
    await world.registered(person, track);
    expect(await scan(person, await world.point(track))).toBeRefused(403, 'PERMISSION_DENIED');
  });
});

describe('Somebody who neither works nor takes part there', () => {
  const elsewhere = async () => {
    const ada = await world.person();
    await world.registered(ada, await world.track(await world.superEvent(acme)));
    return ada;
  };

  it('scans nobody where they may view the hackathon, not even themselves', async () => {
    const door = await world.point(track);
    for (const person of [await world.person(), await elsewhere(), await withRole('MENTOR', otherTrack)]) {
      expect(await scan(person, door)).toBeRefused(403, 'PERMISSION_DENIED');
    }
    expect(await world.rows`select 1 from check_in.record where point_id = ${door.id}`).toEqual([]);
  });

  it.each([{ visibility: 'private' }, { status: 'draft' }])(
    'finds no point of a hackathon that is %j',
    async (state) => {
      const secret = await world.superEvent(acme, state);
      const hall = await world.track(secret);
      const door = await world.point(hall);
      const { token } = await world.registered(await world.person(), hall);
      for (const person of [await world.person(), await elsewhere()]) {
        for (const sent of [{ token }, { token, method: 'manual' }, { token: 'never-was' }]) {
          expect(await scan(person, door, sent)).toBeRefused(404, 'POINT_NOT_FOUND');
        }
        const batch = await world
          .as(person, acme)
          .post(`/checkin-points/${door.id}/scan/batch`, { scans: [{ token, nonce: 'a' }] });
        expect(batch).toBeRefused(404, 'POINT_NOT_FOUND');
      }
      expect(await world.rows`select 1 from check_in.refused_scan where point_id = ${door.id}`).toEqual([]);
      expect(await scan(await world.member(acme, 'MEMBER'), door, { token })).toMatchObject({ status: 201 });
    },
  );
});

describe('A scan by hand', () => {
  const manual = { method: 'manual' };

  it('is for organizers of the track, owners and admins', async () => {
    const door = await world.point(track);
    for (const person of [await withRole('ORGANIZER'), await world.member(acme, 'OWNER')]) {
      expect(await scan(person, door, manual)).toMatchObject({ status: 201 });
    }
  });

  it('is for nobody else', async () => {
    const door = await world.point(track);
    const others = [
      await world.person(),
      await world.member(acme, 'MEMBER'),
      await withRole('MENTOR'),
      await withRole('ORGANIZER', otherTrack),
    ];
    for (const person of others) expect(await scan(person, door, manual)).toBeRefused(403, 'ORGANIZER_REQUIRED');
  });

  it('at a point of the whole hackathon is for organizers of any of its tracks', async () => {
    expect(await scan(await withRole('ORGANIZER', otherTrack), await world.point(hack), manual)).toMatchObject({
      status: 201,
    });
  });
});

describe('A key of another organization', () => {
  it('finds no point, not even as its owner', async () => {
    const [door, rival] = [await world.point(track), await world.organization()];
    const owner = await world.member(rival, 'OWNER');
    await world.rows`insert into organizations.member (organization_id, user_id, role) values (${acme.id}, ${owner.id}, 'OWNER')`;
    const answer = await world
      .as(owner, rival)
      .post(`/checkin-points/${door.id}/scan`, { token: (await guest()).token });
    expect(answer).toBeRefused(404, 'POINT_NOT_FOUND');
    expect(await world.rows`select 1 from check_in.refused_scan where point_id = ${door.id}`).toEqual([]);
  });
});

describe('The audit of a scan', () => {
  it('names its request', async () => {
    const [door, ada] = [await world.point(track), await guest()];
    const kiosk = world.as(await world.member(acme, 'MEMBER'), acme);
    const path = `/checkin-points/${door.id}/scan`;
    await kiosk.post(path, { token: ada.token }, { headers: { 'X-Request-ID': 'front-door-1' } });
    const scans = [{ token: (await guest()).token, nonce: 'a' }];
    await kiosk.post(`${path}/batch`, { scans }, { headers: { 'X-Request-ID': 'front-door-2' } });
    const entries = await world.rows`
      select request_id from published.check_in_audit where ids->>'point_id' = ${door.id} order by at`;
    expect(entries).toEqual([{ request_id: 'front-door-1' }, { request_id: 'front-door-2' }]);
  });
});

describe('A session', () => {
  const scanInSession = async ({ id }: Person, door: { id: string }) => {
    const viewer: Viewer = { user_id: id, organization_id: null, key_id: null, session_id: randomUUID() };
    const params = { pointId: door.id, token: (await guest()).token };
    return world.services.broker.call('check-in.scan', params, {
      meta: { viewer },
      headers: { write_key: randomUUID() },
    });
  };

  it('scans where its person is a member or staff', async () => {
    for (const person of [await world.member(acme, 'MEMBER'), await withRole('JUDGE')]) {
      expect(await scanInSession(person, await world.point(track))).toHaveProperty('checked_in', true);
    }
  });

  it('is inside, and may scan only its own person, where it has a registration', async () => {
    const ada = await world.person();
    await world.applied(ada, hack);
    await expect(scanInSession(ada, await world.point(track))).rejects.toHaveProperty('type', 'PERMISSION_DENIED');
  });

  it('finds no point of a private hackathon where its person has applied to another', async () => {
    const ada = await world.person();
    await world.applied(ada, hack);
    const door = await world.point(await world.superEvent(acme, { visibility: 'private' }));
    await expect(scanInSession(ada, door)).rejects.toHaveProperty('type', 'POINT_NOT_FOUND');
  });

  it('finds no point elsewhere', async () => {
    const stranger = await world.member(await world.organization(), 'OWNER');
    await expect(scanInSession(stranger, await world.point(track))).rejects.toHaveProperty('type', 'POINT_NOT_FOUND');
  });

  it('stands in the audit as a session', async () => {
    const door = await world.point(track);
    await scanInSession(await world.member(acme, 'MEMBER'), door);
    const entries = await world.rows`
      select key_id, session_id is not null as by_session from published.check_in_audit
       where action = 'check-in.scan' and ids->>'point_id' = ${door.id}`;
    expect(entries).toEqual([{ key_id: null, by_session: true }]);
  });
});
