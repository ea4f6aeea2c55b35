import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { devicesAtMost } from '../../../shared/contract/fields.ts';
import { paired, withKey } from '../../support/devices.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ PUBLIC_URL: 'https://muster.test/' });
});
afterAll(() => world.close());

async function opened() {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const track = await world.track(hack);
  const olga = await world.member(acme, 'OWNER');
  const api = world.as(olga, acme);
  const path = `/organizations/${acme.slug}/devices`;
  const add = async (body: Record<string, unknown> = {}) =>
    api.post(path, { kind: 'kiosk', name: 'Door', super_event_id: hack.id, ...body });
  return { acme, hack, track, olga, api, path, add };
}
const pair = (code: string) => world.stranger().post('/devices/pair', { code });
const read = (code: string) => world.stranger().post('/devices/pair/read', { code });
const fresh = {
  paired_at: null,
  expires_at: null,
  last_seen_at: null,
  queued: null,
  oldest_queued_at: null,
  version: null,
};

describe('Adding a device', () => {
  it('gives a code that is good for ten minutes, and where it is to be opened', async () => {
    const { acme, hack, track, add } = await opened();
    const point = await world.point(track);
    const { status, body } = await add({ name: ' Main door ', checkin_point_ids: [point.id, point.id] });
    expect(status).toBe(201);
    const { device, pairing } = body.data;
    expect(device).toEqual({
      id: expect.any(String),
      kind: 'kiosk',
      name: 'Main door',
      organization_id: acme.id,
      super_event_id: hack.id,
      checkin_point_ids: [point.id],
      ...{ may_search: false, sees_answers: false, prints: false, is_locked: false },
      created_at: expect.any(String),
      ...fresh,
    });
    expect(pairing.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(pairing.url).toBe(`https://muster.test/kiosk#${pairing.code}`);
    const minutes = (new Date(pairing.expires_at).getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(8);
    expect(minutes).toBeLessThanOrEqual(10.1);
  });

  it('keeps neither the code nor the key where somebody could read them', async () => {
    const { add } = await opened();
    const { code } = (await add()).body.data.pairing;
    const { key } = (await pair(code)).body.data;
    const rows = await world.rows<{ text: string }>`
      select d::text as text from identity.device d union all select w::text from identity.write_key w
       union all select a::text from identity.audit a`;
    for (const { text } of rows) {
      expect(text).not.toContain(code);
      expect(text).not.toContain(key);
    }
  });

  it.each([
    ['there is no such hackathon', () => ({ super_event_id: randomUUID() }), 404, 'NOT_FOUND'],
    ['there is no such point', () => ({ checkin_point_ids: [randomUUID()] }), 404, 'POINT_NOT_FOUND'],
    ['it has no points', () => ({ checkin_point_ids: [] }), 400, 'VALIDATION_FAILED'],
    [
      'it is a board with points',
      () => ({ kind: 'board', checkin_point_ids: [randomUUID()] }),
      400,
      'VALIDATION_FAILED',
    ],
    ['it is over already', () => ({ expires_at: '2020-01-01T00:00:00Z' }), 400, 'VALIDATION_FAILED'],
    ['it is something else', () => ({ kind: 'printer' }), 400, 'VALIDATION_FAILED'],
    ['it has no name', () => ({ name: ' ' }), 400, 'VALIDATION_FAILED'],
  ] as const)('is refused where %s', async (_why, body, status, code) => {
    const { add } = await opened();
    expect(await add(body())).toBeRefused(status, code);
  });

  it('takes no point of another hackathon, nor a hackathon of another organization', async () => {
    const [mine, other] = [await opened(), await opened()];
    const theirs = await world.point(other.hack);
    expect(await mine.add({ checkin_point_ids: [theirs.id] })).toBeRefused(404, 'POINT_NOT_FOUND');
    expect(await mine.add({ super_event_id: other.hack.id })).toBeRefused(404, 'NOT_FOUND');
  });

  it('is for who organizes that hackathon', async () => {
    const { acme, hack, track, path } = await opened();
    const elsewhere = await world.track(await world.superEvent(acme));
    const [here, there] = [await world.person(), await world.person()];
    await world.role(here, track, 'ORGANIZER');
    await world.role(there, elsewhere, 'ORGANIZER');
    const body = { kind: 'board', name: 'Screen', super_event_id: hack.id };
    expect((await world.as(here, acme).post(path, body)).status).toBe(201);
    expect(await world.as(there, acme).post(path, body)).toBeRefused(403, 'PERMISSION_DENIED');
    const names = async (person: typeof here) => (await world.as(person, acme).get(path)).body.data.devices.length;
    expect([await names(here), await names(there)]).toEqual([1, 0]);
  });
});

describe('Devices of one hackathon', () => {
  const filled = async (here: Awaited<ReturnType<typeof opened>>, count: number) => {
    await world.rows`
      insert into identity.device (organization_id, super_event_id, kind, name)
      select ${here.acme.id}, ${here.hack.id}, 'kiosk', 'Door ' || n from generate_series(1, ${count}::int) n`;
  };

  it('are 100 at most, also of many that are added at once; those that were ended make room', async () => {
    const here = await opened();
    await filled(here, devicesAtMost - 2);
    const answers = await Promise.all(Array.from({ length: 6 }, () => here.add()));
    const [added] = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    for (const refused of answers.filter(({ status }) => status !== 201)) {
      expect(refused).toBeRefused(409, 'TOO_MANY_DEVICES');
    }
    await here.api.del(`/devices/${added!.body.data.device.id}`);
    expect([(await here.add()).status, (await here.add()).status]).toEqual([201, 409]);
  });

  it('take no room from another hackathon of the organization', async () => {
    const here = await opened();
    await filled(here, devicesAtMost);
    const other = await world.superEvent(here.acme);
    expect((await here.add({ super_event_id: other.id })).status).toBe(201);
  });
});

describe('Pairing', () => {
  it('gives the key of the device, however the code was typed, once', async () => {
    const { add, api, path } = await opened();
    const { device, pairing } = (await add()).body.data;
    const typed = pairing.code
      .toLowerCase()
      .replace(/(.{4})(?!$)/g, '$1-')
      .replaceAll('0', 'o');
    const { status, body } = await pair(typed);
    expect([status, body.data]).toEqual([
      200,
      { key: expect.stringMatching(/^mst_/), device: { ...device, paired_at: expect.any(String) }, lock: null },
    ]);
    expect(await pair(pairing.code)).toBeRefused(404, 'PAIRING_NOT_FOUND');
    expect((await api.get(path)).body.data.devices).toEqual([
      expect.objectContaining({ id: device.id, paired_at: body.data.device.paired_at }),
    ]);
  });

  it('takes a code that a scanner read, with the kind of the code and a line break', async () => {
    const { add } = await opened();
    const { code } = (await add()).body.data.pairing;
    expect((await pair(`]Q1${code.toLowerCase()}\r\n`)).status).toBe(200);
  });

  it('gives it to one of ten who use the code at once', async () => {
    const { add } = await opened();
    const { code } = (await add()).body.data.pairing;
    const answers = await Promise.all(Array.from({ length: 10 }, () => pair(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(404)]);
  });

  it('says before what the code pairs, and with which hackathon, without using it up', async () => {
    const { hack, add } = await opened();
    const { code } = (await add({ name: 'Left door' })).body.data.pairing;
    const { status, body } = await read(code.toLowerCase());
    const told = { device: { kind: 'kiosk', name: 'Left door' }, super_event: { name: hack.name } };
    expect([status, body.data]).toEqual([200, told]);
    expect([(await pair(code)).status, (await read(code)).status]).toEqual([200, 404]);
  });

  it('is refused for a code that is unknown, out of date, or of a device that is over', async () => {
    const { add, api } = await opened();
    const late = (await add()).body.data;
    await world.rows`update identity.device set code_expires_at = now() where id = ${late.device.id}`;
    const removed = (await add()).body.data;
    await api.del(`/devices/${removed.device.id}`);
    for (const code of ['0000000000000000', late.pairing.code, removed.pairing.code]) {
      expect(await read(code)).toBeRefused(404, 'PAIRING_NOT_FOUND');
      expect(await pair(code)).toBeRefused(404, 'PAIRING_NOT_FOUND');
    }
  });
});

describe('The key of a device', () => {
  it('may what its work needs, and nothing that anybody else may', async () => {
    const { acme, hack, track, olga, path } = await opened();
    const { api } = await paired(world, olga, hack);
    const ada = await world.registered(await world.person(), track);
    const refused = [
      await api.get('/auth/user'),
      await api.get('/me/registrations'),
      await api.get(`/organizations/${acme.slug}`),
      await api.get(`/super-events/${hack.slug}`),
      await api.get(`/super-events/${hack.id}/checkin-points`),
      await api.get(`/registrations/${ada.id}`),
      await api.post(`/super-events/${hack.slug}/register`),
      await api.post(`/events/${track.id}/register`),
      await api.get(path),
      await api.post(path, { kind: 'kiosk', name: 'Mine', super_event_id: hack.id }),
      await api.post(`/organizations/${acme.slug}/keys`, { label: 'Mine' }),
      await api.patch(`/registrations/${ada.id}/status`, { status: 'rejected' }),
    ];
    for (const answer of refused) expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('says how the device is, and when that was', async () => {
    const { hack, olga, api, path } = await opened();
    const kiosk = await paired(world, olga, hack);
    const report = { queued: 3, oldest_queued_at: '2027-03-06T09:00:00.000Z', version: '0.1.0' };
    const { status, body } = await kiosk.api.post('/device/report', report);
    expect([status, body.data]).toEqual([200, { received_at: expect.any(String) }]);
    const [listed] = (await api.get(`${path}?super_event_id=${hack.id}`)).body.data.devices;
    expect(listed).toMatchObject({ id: kiosk.id, ...report, last_seen_at: body.data.received_at });
    await kiosk.api.post('/device/report', { queued: 0, version: '0.1.1' });
    const [later] = (await api.get(path)).body.data.devices;
    expect(later).toMatchObject({ queued: 0, oldest_queued_at: null, version: '0.1.1' });
  });

  it('is not that of a person: theirs report nothing', async () => {
    const { api } = await opened();
    expect(await api.post('/device/report', { queued: 0, version: '1' })).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await api.get('/device/manifest')).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await world.stranger().post('/device/report', { queued: 0, version: '1' })).toBeRefused(
      401,
      'UNAUTHENTICATED',
    );
  });

  it('is over at once when the device is removed, and when its time has come', async () => {
    const { hack, olga, api, path } = await opened();
    const kiosk = await paired(world, olga, hack);
    const report = (text: string) => withKey(world, text).post('/device/report', { queued: 0, version: '1' });
    expect((await report(kiosk.key)).status).toBe(200);
    expect((await api.del(`/devices/${kiosk.id}`)).body.data).toEqual({ deleted: true });
    expect(await report(kiosk.key)).toBeRefused(401, 'UNAUTHENTICATED');
    expect(await api.del(`/devices/${kiosk.id}`)).toBeRefused(404, 'NOT_FOUND');
    expect((await api.get(path)).body.data).toEqual({ devices: [], count: 0 });
    const brief = await paired(world, olga, hack, { expires_at: new Date(Date.now() + 86_400_000).toISOString() });
    await world.rows`update identity.device set expires_at = now() where id = ${brief.id}`;
    expect(await report(brief.key)).toBeRefused(401, 'UNAUTHENTICATED');
  });
});

it('The audit names the person who added and who removed a device', async () => {
  const { acme, hack, olga, api } = await opened();
  const kiosk = await paired(world, olga, hack);
  await api.del(`/devices/${kiosk.id}`);
  const { entries } = (await api.get(`/organizations/${acme.id}/audit`)).body.data;
  const ids = { device_id: kiosk.id, super_event_id: hack.id };
  expect(entries).toEqual([
    expect.objectContaining({ action: 'identity.removeDevice', user_id: olga.id, ids }),
    expect.objectContaining({ action: 'identity.addDevice', user_id: olga.id, ids, before: {} }),
  ]);
});
