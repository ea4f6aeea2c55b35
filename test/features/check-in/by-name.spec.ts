import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Person } from '../../support/client.ts';
import { paired } from '../../support/devices.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Awaited<ReturnType<World['organization']>>;
let hack: Awaited<ReturnType<World['superEvent']>>;
let track: Awaited<ReturnType<World['track']>>;
let olga: Person;
/** A kiosk that may search, and one that may not. */
let searching: Client;
let plain: Client;

beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  hack = await world.superEvent(acme);
  track = await world.track(hack);
  olga = await world.member(acme, 'OWNER');
  searching = (await paired(world, olga, hack, { may_search: true })).api;
  plain = (await paired(world, olga, hack)).api;
});
afterAll(() => world.close());

const guest = async (status: 'accepted' | 'pending' = 'accepted') =>
  world.registered(await world.person(), track, status);
const scan = (api: Client, door: { id: string }, body: object) => api.post(`/checkin-points/${door.id}/scan`, body);
const scanAll = async (api: Client, door: { id: string }, scans: object[]) =>
  (await api.post(`/checkin-points/${door.id}/scan/batch`, { scans })).body.data.results;

describe('A scan by the registration', () => {
  it('is recorded as manual, with the device as actor', async () => {
    const [door, ada] = [await world.point(track), await guest()];
    const answer = await scan(searching, door, { registration_id: ada.id });
    expect(answer).toMatchObject({ status: 201, body: { data: { checked_in: true, registration_id: ada.id } } });
    const [record] = await world.rows`
      select id, method, recorded_by, registration_id from check_in.record where point_id = ${door.id}`;
    expect(record).toEqual({
      ...{ id: answer.body.data.checkin_id, method: 'manual', recorded_by: null, registration_id: ada.id },
    });
    expect(await scan(searching, door, { token: ada.token })).toMatchObject({
      ...{ status: 200, body: { data: { already_checked_in: true } } },
    });
  });

  it('takes the application too at a point of the whole hackathon, and nothing of another one', async () => {
    const [everywhere, ada] = [await world.point(hack), await guest()];
    const other = await world.track(await world.superEvent(acme));
    const elsewhere = await world.registered(await world.person(), other);
    expect(await scan(searching, everywhere, { registration_id: ada.parent.id })).toMatchObject({ status: 201 });
    for (const registration_id of [elsewhere.id, elsewhere.parent.id, randomUUID()])
      expect(await scan(searching, everywhere, { registration_id })).toBeRefused(404, 'INVALID_TOKEN');
    const door = await world.point(track);
    expect(await scan(searching, door, { registration_id: ada.parent.id })).toBeRefused(404, 'INVALID_TOKEN');
  });

  it('is judged like any other', async () => {
    const [door, eve] = [await world.point(track), await guest('pending')];
    expect(await scan(searching, door, { registration_id: eve.id })).toBeRefused(403, 'NOT_ACCEPTED');
  });

  it('is for devices that may search, and for nobody else', async () => {
    const [door, ada] = [await world.point(track), await guest()];
    for (const api of [plain, world.as(olga, acme), world.as(await world.member(acme, 'MEMBER'), acme)])
      for (const method of ['manual', 'qr_scan'])
        expect(await scan(api, door, { registration_id: ada.id, method })).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await scan(searching, door, { token: ada.token, method: 'manual' })).toBeRefused(403, 'ORGANIZER_REQUIRED');
  });

  it('names either a token or a registration', async () => {
    const [door, ada] = [await world.point(track), await guest()];
    const wrong = (code: string) => ({ errors: [expect.objectContaining({ field: 'token', code })] });
    const both = { token: ada.token, registration_id: ada.id };
    expect(await scan(searching, door, {})).toBeRefused(400, 'VALIDATION_FAILED', wrong('required'));
    expect(await scan(searching, door, both)).toBeRefused(400, 'VALIDATION_FAILED', wrong('either'));
    expect(await scan(searching, door, { registration_id: 'ada' })).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('stands in a batch beside others, each judged by itself', async () => {
    const [door, ada, bob] = [await world.point(track), await guest(), await guest()];
    const scans = [
      { nonce: 'a', registration_id: ada.id },
      { nonce: 'b', token: bob.token },
      { nonce: 'c', registration_id: bob.id },
      { nonce: 'd', registration_id: 'bob' },
      { nonce: 'e' },
      { nonce: 'f', token: ada.token, registration_id: ada.id },
    ];
    expect(await scanAll(searching, door, scans)).toMatchObject([
      { nonce: 'a', http: 201, data: { registration_id: ada.id, checkin_id: expect.any(String) } },
      { nonce: 'b', http: 201, data: { registration_id: bob.id } },
      { nonce: 'c', http: 200, data: { already_checked_in: true } },
      { nonce: 'd', http: 404, code: 'INVALID_TOKEN' },
      { nonce: 'e', http: 400, code: 'VALIDATION_FAILED' },
      { nonce: 'f', http: 400, code: 'VALIDATION_FAILED' },
    ]);
    const [refused] = await scanAll(plain, door, [{ nonce: 'a', registration_id: bob.id }]);
    expect(refused).toMatchObject({ http: 403, code: 'PERMISSION_DENIED' });
    const again = await scanAll(searching, door, scans.slice(0, 2));
    expect(again).toMatchObject([{ http: 201 }, { http: 201 }]);
    const [counted] = await world.rows`select count(*)::int as n from check_in.record where point_id = ${door.id}`;
    expect(counted).toEqual({ n: 2 });
  });
});

describe('Undoing at a kiosk', () => {
  const checkedIn = async (api: Client) => {
    const [door, ada] = [await world.point(track), await guest()];
    const { checkin_id } = (await scan(api, door, { token: ada.token, nonce: 'first' })).body.data;
    return { door, ada, id: checkin_id as string };
  };

  it('annuls what the kiosk recorded, so that the person may come again', async () => {
    const { door, ada, id } = await checkedIn(plain);
    expect(await plain.del(`/checkins/${id}`)).toMatchObject({ status: 200, body: { data: { deleted: true } } });
    const [row] = await world.rows`
      select annulled_by, annul_reason, annulled_at is not null as is_annulled from check_in.record where id = ${id}`;
    expect(row).toEqual({ annulled_by: null, annul_reason: 'Undone at the kiosk', is_annulled: true });
    expect((await scan(plain, door, { token: ada.token })).status).toBe(201);
    const [entry] = (await world.as(olga, acme).get(`/organizations/${acme.id}/audit?action=check-in.annul`)).body.data
      .entries;
    expect(entry).toMatchObject({ user_id: null, key_id: expect.any(String) });
  });

  it('is told the id of a check-in again when the scan is repeated', async () => {
    const { door, ada, id } = await checkedIn(plain);
    const again = await scan(plain, door, { token: ada.token, nonce: 'first' });
    expect([again.status, again.body.data.checkin_id]).toEqual([201, id]);
  });

  it('is refused for what another device or a person recorded', async () => {
    const { id } = await checkedIn(plain);
    expect(await searching.del(`/checkins/${id}`)).toBeRefused(403, 'PERMISSION_DENIED');
    const byOlga = await checkedIn(world.as(olga, acme));
    expect(await plain.del(`/checkins/${byOlga.id}`)).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('is refused after sixty seconds', async () => {
    const { id } = await checkedIn(plain);
    await world.rows`update check_in.record set received_at = now() - interval '59 seconds' where id = ${id}`;
    const late = await checkedIn(plain);
    await world.rows`update check_in.record set received_at = now() - interval '61 seconds' where id = ${late.id}`;
    expect((await plain.del(`/checkins/${id}`)).status).toBe(200);
    expect(await plain.del(`/checkins/${late.id}`)).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('happens once, also of ten at once, and nowhere else', async () => {
    const { id } = await checkedIn(plain);
    const answers = await Promise.all(Array.from({ length: 10 }, () => plain.del(`/checkins/${id}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(9);
    const other = await world.superEvent(acme);
    const stranger = (await paired(world, olga, other)).api;
    expect(await stranger.del(`/checkins/${(await checkedIn(plain)).id}`)).toBeRefused(404, 'NOT_FOUND');
    const board = (await paired(world, olga, hack, { kind: 'board' })).api;
    expect(await board.del(`/checkins/${(await checkedIn(plain)).id}`)).toBeRefused(403, 'PERMISSION_DENIED');
  });
});

describe('The manifest of a kiosk with options', () => {
  it('has registrations and three letters of the address for one that may search', async () => {
    const there = await world.superEvent(acme);
    const robots = await world.track(there);
    await world.point(robots);
    const person = await world.person({ name: 'Ada', email: 'lovelace@muster.test' });
    const ada = await world.registered(person, robots);
    const { body } = await (await paired(world, olga, there, { may_search: true })).api.get('/device/manifest');
    expect(body.data.device).toEqual({ may_search: true, sees_answers: false, prints: false });
    expect(body.data.roster).toEqual([
      {
        ...{ token_hash: expect.any(String), name: 'Ada', status: 'accepted', event_id: robots.id, user_id: person.id },
        ...{ registration_id: ada.id, email_start: 'lov' },
      },
    ]);
  });

  it('has the answers for the door for one that sees them, and follows their changes', async () => {
    const there = await world.superEvent(acme);
    const robots = await world.track(there);
    await world.point(robots);
    const owner = world.as(olga, acme);
    const field = async (body: object) =>
      (await owner.post(`/super-events/${there.id}/registration-fields`, body)).body.data.id as string;
    const diet = await field({ field_type: 'select', label: 'Diet', options: ['Vegan', 'Halal'], at_door: true });
    const helps = await field({ field_type: 'checkbox', label: 'Helps out', at_door: true, order_index: 1 });
    const skills = await field({
      ...{ field_type: 'multiselect', label: 'Skills', options: ['C', 'Go'], at_door: true, order_index: 2 },
    });
    const secret = await field({ field_type: 'text', label: 'Allergies' });
    const ada = await world.registered(await world.person({ name: 'Ada' }), robots, 'accepted', {
      answers_json: JSON.stringify({ [skills]: ['C', 'Go'] }),
    });
    const change = (answers: object) => world.rows`
      update registrations.super_event_registration set answers_json = ${JSON.stringify(answers)}::jsonb
       where id = ${ada.parent.id}`;
    await change({ [diet]: 'Vegan', [helps]: true, [secret]: 'Nuts' });
    const kiosk = (await paired(world, olga, there, { sees_answers: true })).api;
    const first = (await kiosk.get('/device/manifest')).body.data;
    const more = [
      { label: 'Helps out', value: 'Helps out' },
      { label: 'Skills', value: 'C, Go' },
    ];
    expect(first.roster).toMatchObject([{ answers: [{ label: 'Diet', value: 'Vegan' }, ...more] }]);
    expect(first.roster[0]).not.toHaveProperty('registration_id');

    await change({ [diet]: 'Halal', [helps]: false });
    const next = (await kiosk.get(`/device/manifest?after=${encodeURIComponent(first.next)}`)).body.data;
    expect([next.whole, next.roster]).toMatchObject([
      false,
      [{ answers: [{ label: 'Diet', value: 'Halal' }, more[1]] }],
    ]);
    await owner.patch(`/super-event-registration-fields/${helps}`, { at_door: false });
    const whole = (await kiosk.get(`/device/manifest?after=${encodeURIComponent(next.next)}`)).body.data;
    expect(whole.whole).toBe(true);
  });
});

describe('Options of a device', () => {
  const add = (body: object) =>
    world
      .as(olga, acme)
      .post(`/organizations/${acme.id}/devices`, { kind: 'kiosk', name: 'Door', super_event_id: hack.id, ...body });

  it('are off unless said, and told; a PIN only as a hash, to the device', async () => {
    const off = { may_search: false, sees_answers: false, prints: false, is_locked: false };
    expect((await add({})).body.data.device).toMatchObject(off);
    const added = await add({ may_search: true, sees_answers: true, prints: true, pin: '2468' });
    const on = { may_search: true, sees_answers: true, prints: true, is_locked: true };
    expect(added.body.data.device).toMatchObject(on);
    const { code } = added.body.data.pairing;
    const { device, lock } = (await world.stranger().post('/devices/pair', { code })).body.data;
    expect([device, lock]).toMatchObject([on, { iterations: 600_000, salt: expect.any(String) }]);
    const salt = Buffer.from(lock.salt, 'base64');
    const material = await crypto.subtle.importKey('raw', Buffer.from('2468'), 'PBKDF2', false, ['deriveBits']);
    const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: lock.iterations };
    expect(Buffer.from(await crypto.subtle.deriveBits(how, material, 256)).toString('base64')).toBe(lock.hash);
  });

  it('are for kiosks, and a PIN has four to eight digits', async () => {
    for (const option of [{ may_search: true }, { sees_answers: true }, { prints: true }, { pin: '2468' }])
      expect(await add({ kind: 'board', ...option })).toBeRefused(400, 'VALIDATION_FAILED');
    for (const pin of ['123', '123456789', 'abcd']) expect(await add({ pin })).toBeRefused(400, 'VALIDATION_FAILED');
  });
});
