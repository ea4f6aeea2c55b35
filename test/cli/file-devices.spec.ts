import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apply, plan } from '../../cli/commands/apply.ts';
import { add, remove } from '../../cli/commands/devices.ts';
import { exportEventFile } from '../../cli/commands/export.ts';
import { create } from '../../cli/commands/keys.ts';
import type { Client } from '../support/client.ts';
import { withKey } from '../support/devices.ts';
import { openWorld, type World } from '../support/world.ts';
import { acme, parts } from './acme.ts';
import { ask, run, written } from './command.ts';

let world: World;
let owner: Client;
beforeAll(async () => {
  world = await openWorld();
  process.env['DATABASE_URL'] = world.databaseUrl;
  process.env['PUBLIC_URL'] = 'https://muster.test';
  await ask(apply, { file: written(acme()) });
  const { stdout } = await run(create, { user: 'olga@acme.test', org: 'acme', label: 'trial' });
  owner = world.stranger({ 'X-Api-Key': stdout.trim() });
});
afterAll(async () => {
  delete process.env['PUBLIC_URL'];
  await world.close();
});

const file = (devices: string) => {
  const keys = `${parts.keys}\n  - { label: trial, user: olga@acme.test }`;
  return written(acme({ keys }).replace('    participants:', `    devices: [${devices}]\n    participants:`));
};
const left = '{ key: left, kind: kiosk, name: Left door, points: [main-door, badge-desk] }';
const screen = '{ key: screen, kind: board, name: Screen }';
const applied = async (devices: string, options = {}) => {
  const { changes, super_events } = (await ask(apply, { file: file(devices), ...options })).answer;
  return { changes, devices: super_events['spring-hack'].devices };
};
const pair = async (url: string) =>
  (await world.stranger().post('/devices/pair', { code: new URL(url).hash.slice(1) })).body.data;
const listed = async () =>
  (await owner.get('/organizations/acme/devices')).body.data.devices as Record<string, unknown>[];
const pointIds = async (...keys: string[]) =>
  (await world.rows<{ id: string }>`select id from check_in.point where key = any (${keys}::text[]) order by id`).map(
    ({ id }) => id,
  );
const audited = () => world.rows<Record<string, unknown>>`
  select fact, ids ->> 'device_id' as id, before, after from identity.audit where fact like 'device.%' order by at desc, id desc limit 1`;
const none = { created: 0, changed: 0 };

describe('A device of an event file', () => {
  let door: { id: string; pairing_url: string };
  let key: string;

  it('is shown by a plan, and made by an apply, with the address that pairs it', async () => {
    const shown = await run(plan, { file: file(`${left}, ${screen}`) });
    expect(shown.stdout).toContain('+ create device spring-hack/left');
    expect(`${shown.stdout}${shown.stderr}`).not.toContain('kiosk#');
    expect(await listed()).toEqual([]);
    const { changes, devices } = await applied(`${left}, ${screen}`);
    expect(changes).toMatchObject({ created: 2, changed: 0 });
    expect(devices.screen.pairing_url).toMatch(/^https:\/\/muster\.test\/board#[0-9A-Z]{16}$/);
    door = devices.left;
    const paired = await pair(door.pairing_url);
    key = paired.key;
    expect(paired.device).toMatchObject({
      ...{ id: door.id, kind: 'kiosk', name: 'Left door', expires_at: null },
      checkin_point_ids: await pointIds('main-door', 'badge-desk'),
    });
  });

  it('is told of as one that was added over HTTP', async () => {
    const [hack] = await world.rows<{ id: string }>`select id from events.super_event where slug = 'spring-hack'`;
    const mine = (await audited())[0];
    const body = { kind: 'board', name: 'Screen', super_event_id: hack?.id };
    const { device } = (await owner.post('/organizations/acme/devices', body)).body.data;
    expect({ ...mine, id: device.id }).toMatchObject((await audited())[0]!);
    await owner.del(`/devices/${device.id}`);
  });

  it('is unchanged the second time, and its address not told again', async () => {
    const { changes, devices } = await applied(`${left}, ${screen}`);
    expect(changes).toMatchObject(none);
    expect(devices.left).toEqual({ id: door.id, pairing_url: null });
    expect(devices.screen.pairing_url).toBeNull();
    const other = left.replace('main-door, badge-desk', 'badge-desk, main-door, badge-desk');
    expect((await applied(other)).changes).toMatchObject(none);
  });

  it('is told a new address for, once, where nobody followed the first in time; and it is unchanged', async () => {
    await world.rows`update identity.device set code_expires_at = now() - interval '1 second' where code_hash is not null`;
    const { stdout } = await run(apply, { file: file(`${left}, ${screen}`) });
    const [, address = ''] = /^spring-hack\/screen {2}(https:\/\/\S+)$/m.exec(stdout) ?? [];
    expect(stdout).toContain('0 created, 0 changed');
    expect(stdout).not.toContain('spring-hack/left');
    expect((await applied(`${left}, ${screen}`)).devices.screen.pairing_url).toBeNull();
    expect((await pair(address)).device).toMatchObject({ name: 'Screen' });
  });

  it('is changed where the file says so, and stays as it is where it says nothing', async () => {
    const moved = left.replace('Left door', 'Side door').replace(', badge-desk', '');
    const shown = await run(plan, { file: file(moved) });
    expect(shown.stdout).toContain(
      '~ change device spring-hack/left (name: Left door -> Side door, checkin_point_ids:',
    );
    expect((await applied(moved)).changes).toMatchObject({ created: 0, changed: 1 });
    const checkin_point_ids = await pointIds('main-door');
    const side = { name: 'Side door', checkin_point_ids };
    expect(await audited()).toMatchObject([{ fact: 'device.changed', id: door.id, after: side }]);
    expect((await listed())[0]).toMatchObject(side);
    const { points } = (await withKey(world, key).get('/device/manifest')).body.data;
    expect(points).toMatchObject([{ id: checkin_point_ids[0] }]);
    expect((await applied(left.replace(/, points.*\]/, '').replace('Left', 'Side'))).changes).toMatchObject(none);
    expect((await applied(left.replace(/points.*\]/, 'points: null'))).changes).toMatchObject({ changed: 1 });
    expect((await listed())[0]).toMatchObject({ name: 'Left door', checkin_point_ids: null });
  });

  it('may do more beside scanning where the file says so, at once', async () => {
    const searching = left.replace('name:', 'may_search: true, name:');
    expect((await applied(searching)).changes).toMatchObject({ created: 0, changed: 1 });
    expect(await audited()).toMatchObject([{ fact: 'device.changed', after: { may_search: true } }]);
    const { device } = (await withKey(world, key).get('/device/manifest')).body.data;
    expect(device).toEqual({ may_search: true, sees_answers: false, prints: false });
    expect((await applied(left.replace('name:', 'may_search: false, name:'))).changes).toMatchObject({ changed: 1 });
    await applied(left.replace(/points.*\]/, 'points: null'));
  });

  it('stays what it is: a kiosk is no board afterwards', async () => {
    const { code, stderr } = await run(apply, { file: file('{ key: left, kind: board, name: Left door }') });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('The device spring-hack/left is a kiosk, and stays one.'),
    ]);
  });

  it('is exported as it is, beside those added otherwise, and applied again changes nothing', async () => {
    await ask(add, { org: 'acme', event: 'spring-hack', kind: 'kiosk', name: 'By hand', point: ['demo-gate'] });
    const { stdout } = await run(exportEventFile, { superEvent: 'spring-hack', org: 'acme' });
    expect(stdout).toContain('{ key: left, kind: kiosk, name: Left door }');
    expect(stdout).toMatch(/\{ key: [0-9a-f-]{36}, kind: kiosk, name: By hand, points: \[ demo-gate \] \}/);
    expect((await ask(plan, { file: written(stdout) })).answer).toMatchObject({ actions: [] });
  });

  it('is ended by --prune, with those the file never named', async () => {
    expect((await applied(screen)).changes).toMatchObject(none);
    const { changes } = await applied(screen, { prune: true });
    expect(changes).toMatchObject({ removed: 2 });
    expect(await listed()).toMatchObject([{ name: 'Screen' }]);
    expect(
      await world.rows`select 1 from identity.device where id = ${door.id} and removed_at is not null`,
    ).toHaveLength(1);
    expect(await audited()).toMatchObject([{ fact: 'device.removed', before: { kind: 'kiosk' } }]);
  });

  it('is made anew under its key where it was ended by hand', async () => {
    const [{ id: former }] = (await listed()) as [{ id: string }];
    expect((await run(remove, { device: 'Screen' })).code).toBe(0);
    const { changes, devices } = await applied(screen);
    expect(changes).toMatchObject({ created: 1 });
    expect(devices.screen.id).not.toBe(former);
    expect(devices.screen.pairing_url).toContain('/board#');
  });

  it('is one of 100 at most, with those that are there already', async () => {
    const many = Array.from({ length: 100 }, (_, n) => `{ key: k${n}, kind: kiosk, name: Door ${n} }`).join(', ');
    const { code, stderr } = await run(apply, { file: file(many) });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('The super event spring-hack would have more than 100 devices'),
    ]);
    expect(await listed()).toHaveLength(1);
    expect((await applied(many, { prune: true })).changes).toMatchObject({ created: 100, removed: 1 });
    const byHand = await run(add, { org: 'acme', event: 'spring-hack', kind: 'kiosk', name: 'One more' });
    expect([byHand.code, byHand.stderr]).toEqual([1, expect.stringContaining('would have more than 100 devices')]);
    expect((await applied(screen, { prune: true })).changes).toMatchObject({ created: 1, removed: 100 });
  });
});
