import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { add, list, remove } from '../../cli/commands/devices.ts';
import { openWorld, type World } from '../support/world.ts';
import { withKey } from '../support/devices.ts';
import { ask, run } from './command.ts';

let world: World;
let acme: Awaited<ReturnType<World['organization']>>;
let hack: Awaited<ReturnType<World['superEvent']>>;
beforeAll(async () => {
  world = await openWorld();
  process.env['DATABASE_URL'] = world.databaseUrl;
  process.env['PUBLIC_URL'] = 'https://muster.test';
  acme = await world.organization();
  hack = await world.superEvent(acme);
  await world.point(hack, { key: 'main' });
});
afterAll(async () => {
  delete process.env['PUBLIC_URL'];
  await world.close();
});

const place = () => ({ org: acme.slug, event: hack.slug });

describe('muster devices', () => {
  it('adds a kiosk, prints its address and a picture of it, and the code pairs it', async () => {
    const { code, stdout, stderr } = await run(add, { ...place(), kind: 'kiosk', name: 'Left door', point: ['main'] });
    expect(code).toBe(0);
    const [, pairing = ''] = /^https:\/\/muster\.test\/kiosk#([0-9A-Z]{16})\n$/.exec(stdout) ?? [];
    // The two finder patterns at the top of every QR code, whichever it holds.
    expect(stderr).toMatch(/█ ▄▄▄ █.+█ ▄▄▄ █/);
    const paired = await world.stranger().post('/devices/pair', { code: pairing });
    expect(paired.body.data.device).toMatchObject({ name: 'Left door', checkin_point_ids: [expect.any(String)] });
    const report = { queued: 2, version: '0.1.0' };
    expect((await withKey(world, paired.body.data.key).post('/device/report', report)).status).toBe(200);
    const { devices } = (await ask(list, { org: acme.slug })).answer;
    expect(devices).toEqual([
      {
        id: paired.body.data.device.id,
        kind: 'kiosk',
        name: 'Left door',
        organization: acme.slug,
        super_event: hack.slug,
        is_paired: true,
        last_seen_at: expect.any(String),
        ...report,
      },
    ]);
    expect((await run(list, {})).stdout).toMatch(/^ID .*QUEUED.*\n.*Left door .* yes /);
  });

  it('removes one by its name, or by its id where several have that', async () => {
    await ask(add, { ...place(), kind: 'board', name: 'Screen' });
    const second = (await ask(add, { ...place(), kind: 'board', name: 'Screen' })).answer;
    expect(await run(remove, { device: 'Screen' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(second.id),
    });
    expect((await ask(remove, { device: second.id })).answer).toEqual({ removed: { id: second.id, name: 'Screen' } });
    expect((await run(remove, { device: 'Screen' })).code).toBe(0);
    expect((await run(remove, { device: 'Screen' })).stderr).toContain('No device is called Screen.');
    expect(await world.stranger().post('/devices/pair', { code: second.code })).toBeRefused(404, 'PAIRING_NOT_FOUND');
  });

  it('says what a kiosk may do beside scanning, and locks it', async () => {
    const allowed = { search: true, answers: true, prints: true, pin: '2468' };
    const { code } = (await ask(add, { ...place(), kind: 'kiosk', name: 'Help desk', ...allowed })).answer;
    const { device, lock } = (await world.stranger().post('/devices/pair', { code })).body.data;
    expect(device).toMatchObject({ may_search: true, sees_answers: true, prints: true, is_locked: true });
    expect(lock).toMatchObject({ hash: expect.any(String) });
  });

  it.each([
    ['no such hackathon', { event: 'nowhere' }, 'has no super event nowhere'],
    ['no such kind', { kind: 'printer' }, '--kind printer is none'],
    ['no such point', { point: ['side'] }, 'There is no point side'],
    ['a board that searches', { kind: 'board', search: true }, 'A board only shows'],
    ['a PIN of three digits', { pin: '123' }, '--pin has the wrong form'],
    ['a board with points', { kind: 'board', point: ['main'] }, 'A board has no points'],
    ['no name', { name: ' ' }, '--name is empty'],
  ])('says what is wrong where there is %s', async (_what, wrong, sentence) => {
    const { code, stderr } = await run(add, { ...place(), kind: 'kiosk', name: 'Door', ...wrong });
    expect([code === 0, stderr]).toEqual([false, expect.stringContaining(sentence)]);
  });
});
