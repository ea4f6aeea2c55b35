import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chance } from '../faults/chance.ts';
import { browserPath, noticeMissingBrowser } from '../support/browser.ts';
import { passage, type Passage } from '../support/outage.ts';
import { openWorld, type World } from '../support/world.ts';
import { Device } from './device.ts';
import { doorScene, isOnline, type, waiting } from './door.ts';

if (!browserPath) noticeMissingBrowser();
const inBrowser = browserPath ? describe : describe.skip;
const chance = new Chance(Number(process.env.SEED ?? 2026));

inBrowser('A kiosk on a bad morning', () => {
  let world: World;
  let folder: string;
  let network: Passage;
  let device: Device;
  beforeAll(async () => {
    world = await openWorld();
    folder = await mkdtemp(join(tmpdir(), 'kiosk-'));
    network = await passage(new URL(world.url));
    device = new Device(folder, network);
  });
  afterAll(async () => {
    await device.close();
    network.close();
    await rm(folder, { recursive: true, force: true });
    await world.close();
  });

  it('loses nothing of two hundred scans, while the network comes and goes and the browser dies three times', async () => {
    const scene = await doorScene(world);
    const guests = [];
    for (let n = 1; n <= 200; n++) guests.push(await scene.guest(`Guest ${n}`));
    await device.start((await scene.device()).path);
    await device.visitor.page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');

    /** Events between two scans. The browser may or may not notice that the network is gone. */
    const events = [
      () => device.visitor.goOffline(),
      () => device.visitor.goOnline(),
      () => Promise.resolve(network.cut()),
    ];
    const windows: (readonly [from: number, to: number])[] = [];
    for (const [n, { token }] of guests.entries()) {
      const { page } = device.visitor;
      if (n === 60) await device.visitor.goOffline().then(() => isOnline(page, false));
      if (n === 75) await page.reload();
      if (n === 92) await device.visitor.goOnline();
      if ([40, 90, 150].includes(n)) {
        await device.die();
        await device.start('/kiosk');
      } else if ((n < 60 || n > 92) && chance.hits(0.1)) await chance.one(events)();
      const from = Date.now();
      await type(device.visitor.page, token);
      await device.visitor.page
        .locator('[data-testid=verdict]:is([data-kind=ok], [data-kind=offline-ok])')
        .filter({ hasText: new RegExp(`Guest ${n + 1}(?!\\d)`) })
        .waitFor();
      windows.push([from, Date.now()]);
    }
    await device.visitor.goOnline();
    await waiting(device.visitor.page, 0);
    const records = await scene.records();
    expect(records.map(({ registration_id }) => registration_id)).toEqual(guests.map(({ id }) => id));
    const isInTime = records.map(({ checked_in_at }, n) => {
      const [from, to] = windows[n]!;
      return from <= checked_in_at.getTime() && checked_in_at.getTime() <= to;
    });
    expect(isInTime).not.toContain(false);
    expect(await device.visitor.page.getByTestId('dispute').count()).toBe(0);
    await device.visitor.leave();
  });
});
