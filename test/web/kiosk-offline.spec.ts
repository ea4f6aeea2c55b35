import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { browserPath, narrow, noticeMissingBrowser } from '../support/browser.ts';
import { borrowBrowser, giveBackBrowser } from '../support/kept/browser.ts';
import { withKey } from '../support/devices.ts';
import { eventually } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';
import { doorScene, isOnline, type, typing, verdict, waiting, type DoorScene } from './door.ts';
import { visit } from './visitor.ts';

if (!browserPath) noticeMissingBrowser();
const inBrowser = browserPath ? describe : describe.skip;

let world: World;

inBrowser('A kiosk without an answer', () => {
  let browser: Browser;
  beforeAll(async () => {
    world = await openWorld();
    browser = await borrowBrowser();
  });
  afterAll(async () => {
    await giveBackBrowser(browser);
    await world.close();
  });

  const started = async (scene: DoorScene, options = {}) => {
    const visitor = await visit(browser, world.url, options);
    const { id, path } = await scene.device();
    const paired = visitor.page.waitForResponse('**/devices/pair');
    await visitor.open(path);
    const { key } = (await (await paired).json()).data as { key: string };
    await typing(visitor.page).waitFor();
    return { device: { id, key }, visitor, page: visitor.page, context: visitor.context };
  };

  it('asks its roster after a second and a half, and is recorded once though the answer was lost', async () => {
    const scene = await doorScene(world);
    const ada = await scene.guest('Ada');
    const { visitor, page, context } = await started(scene);
    visitor.expectFailure(/\/scan$/);
    let isSilent = true;
    await context.route('**/checkin-points/*/scan', async (route) => {
      if (!isSilent) return route.continue();
      await route.fetch();
      await eventually(
        () => Promise.resolve(isSilent),
        (silent) => !silent,
      );
      await route.abort();
    });
    await type(page, ada.token);
    expect(await verdict(page, 'offline-ok')).toBe('Ada');
    await waiting(page, 1);
    const came = page.getByTestId('came');
    expect(await came.innerText()).toBe('0 in');
    await page.reload();
    await came.getByText('1 in', { exact: true }).waitFor();
    isSilent = false;
    await waiting(page, 0);
    expect(await scene.records()).toHaveLength(1);
    expect(await page.getByTestId('dispute').count()).toBe(0);
    // The service has told of it before it was handed in once more.
    expect(await came.innerText()).toBe('1 in');
    await visitor.leave();
  });

  it('knows strangers from guests, and lists what the service decides otherwise', async () => {
    const scene = await doorScene(world);
    const [ada, ben] = [await scene.guest('Ada'), await scene.guest('Ben')];
    const { visitor, page } = await started(scene);
    const cleo = await scene.guest('Cleo');
    await visitor.goOffline();
    await isOnline(page, false);
    expect(await page.getByTestId('came').count()).toBe(0);
    await type(page, ada.token);
    await verdict(page, 'offline-ok');
    await type(page, cleo.token);
    expect(await verdict(page, 'offline-unknown')).toBe('Unknown code');
    await type(page, ben.token);
    expect(await verdict(page, 'offline-ok')).toBe('Ben');
    await scene.olga.patch(`/registrations/${ben.id}/status`, { status: 'rejected' });
    await visitor.goOnline();
    await waiting(page, 0);
    await page.getByTestId('dispute').filter({ hasText: 'Ben' }).getByText('Stop').waitFor();
    expect(await page.getByTestId('dispute').count()).toBe(2);
    expect(await scene.records()).toMatchObject([{ registration_id: ada.id }, { registration_id: cleo.id }]);
    await isOnline(page, true);
    await page.getByTestId('dispute').filter({ hasText: 'Ben' }).getByRole('button', { name: 'Done' }).click();
    await page.getByTestId('dispute').filter({ hasText: 'Ben' }).waitFor({ state: 'detached' });
    await visitor.leave();
  });

  it('hands in again what was recorded when a standby took over that lacks it, once', async () => {
    const scene = await doorScene(world);
    const [ada, ben] = [await scene.guest('Ada'), await scene.guest('Ben')];
    const { visitor, page, context } = await started(scene);
    await type(page, ada.token);
    await verdict(page, 'ok');
    await type(page, ben.token);
    expect(await eventually(scene.records, (records) => records.length === 2)).toHaveLength(2);
    const [first, second] = await scene.records();
    await verdict(page, 'ok');
    // An asynchronous standby has Ada, and lacks Ben.
    await world.rows`delete from check_in.record where registration_id = ${ben.id}`;
    await context.route('**/device/manifest*', async (route) => {
      const answer = await route.fetch();
      const { data, ...rest } = (await answer.json()) as { data: object };
      await route.fulfill({ response: answer, json: { ...rest, data: { ...data, timeline: 2 } } });
    });
    await visitor.goOffline();
    await isOnline(page, false);
    await visitor.goOnline();
    await isOnline(page, true);
    const records = await eventually(scene.records, (found) => found.length === 2);
    expect(records).toEqual([first, second]);
    await waiting(page, 0);
    expect(await page.getByTestId('dispute').count()).toBe(0);
    await visitor.leave();
  });

  it('says so where the device is full, and lets nobody in whom it cannot keep', async () => {
    const scene = await doorScene(world);
    const ada = await scene.guest('Ada');
    const { visitor, page } = await started(scene);
    await page.evaluate(`IDBObjectStore.prototype.add = () => { throw new DOMException('', 'QuotaExceededError') }`);
    await type(page, ada.token);
    await verdict(page, 'refused');
    await page.getByText('This device is full').waitFor();
    expect(await scene.records()).toEqual([]);
    await visitor.leave();
  });

  it('offers what waits as a file once it is ended, and wipes itself', async () => {
    const scene = await doorScene(world);
    const ada = await scene.guest('Ada');
    const { device, visitor, page } = await started(scene, narrow);
    await visitor.goOffline();
    await isOnline(page, false);
    await type(page, ada.token);
    await verdict(page, 'offline-ok');
    await end(scene, device);
    visitor.expectRefusal(401, /^\/device\/(manifest|report)$/);
    await visitor.goOnline();
    await page.getByText('This kiosk was disconnected').waitFor();
    await page.reload();
    const save = page.getByRole('button', { name: 'Save as a file' });
    await save.waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    const saved = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(saved).toMatchObject([{ point_id: scene.door.id, scans: [{ token: ada.token }] }]);
    await page.getByRole('button', { name: 'I have the file: clear this kiosk' }).click();
    await page.getByText('Pair this kiosk').waitFor();
    const { point_id, scans } = saved[0];
    await scene.olga.post(`/checkin-points/${point_id}/scan/batch`, { scans });
    expect(await scene.records()).toEqual([{ registration_id: ada.id, checked_in_at: new Date(scans[0].scanned_at) }]);
    await visitor.leave();
  });

  it('pairs anew by an address that is opened before it knows that its key has ended', async () => {
    const scene = await doorScene(world);
    const ada = await scene.guest('Ada');
    const { device, visitor, page } = await started(scene);
    visitor.expectRefusal(401, /^\/device\/(manifest|report)$/);
    await page.goto('about:blank');
    await end(scene, device);
    const late = Promise.withResolvers<void>();
    await page.route('**/device/manifest*', async (route) => {
      if (route.request().headers()['x-api-key'] === device.key) await late.promise;
      await route.continue();
    });
    await visitor.open((await scene.device()).path);
    await page.getByTestId('pair-anew').click();
    await typing(page).waitFor();
    const refused = page.waitForResponse((response) => response.status() === 401 && /manifest/.test(response.url()));
    late.resolve();
    await refused;
    await type(page, ada.token);
    await verdict(page, 'ok');
    await page.reload();
    await typing(page).waitFor();
    await visitor.leave();
  });

  it('wipes itself at once when nothing waits, and pairs anew', async () => {
    const scene = await doorScene(world);
    const ada = await scene.guest('Ada');
    const { device, visitor, page } = await started(scene);
    visitor.expectRefusal(401, /^\/device\/(manifest|report)$/);
    await end(scene, device);
    await page.reload();
    await page.getByText('Pair this kiosk').or(page.getByText('This kiosk was disconnected')).waitFor();
    await visitor.open((await scene.device()).path);
    await typing(page).waitFor();
    await type(page, ada.token);
    await verdict(page, 'ok');
    await visitor.leave();
  });
});

/** Ends a device, and waits until its key is refused. */
async function end(scene: DoorScene, { id, key }: { id: string; key: string }): Promise<void> {
  await scene.olga.del(`/devices/${id}`);
  await eventually(
    () => withKey(world, key).get('/device/manifest'),
    ({ status }) => status === 401,
  );
}
