import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { browserPath, narrow, noticeMissingBrowser } from '../support/browser.ts';
import { borrowBrowser, giveBackBrowser } from '../support/kept/browser.ts';
import { openWorld, type World } from '../support/world.ts';
import { doorScene, isOnline } from './door.ts';
import { visit } from './visitor.ts';

if (!browserPath) noticeMissingBrowser();
const inBrowser = browserPath ? describe : describe.skip;

inBrowser('A board', () => {
  let world: World;
  let browser: Browser;
  beforeAll(async () => {
    world = await openWorld();
    browser = await borrowBrowser();
  });
  afterAll(async () => {
    await giveBackBrowser(browser);
    await world.close();
  });

  const opened = async (options = {}) => {
    const scene = await doorScene(world);
    const guests = [await scene.guest('Ada Lovelace'), await scene.guest('Ben Nevis'), await scene.guest('Cleo')];
    const visitor = await visit(browser, world.url, options);
    const device = await scene.device('board');
    await visitor.open(device.path);
    const { page } = visitor;
    const count = (testId: string, text: string) =>
      page
        .getByTestId(testId)
        .filter({ hasText: new RegExp(`^${text}$`) })
        .waitFor();
    const scan = (n: number) => scene.olga.post(`/checkin-points/${scene.door.id}/scan`, { token: guests[n]!.token });
    await count('board-accepted', '3');
    return { scene, visitor, page, device, count, scan };
  };

  it('shows a scan as it happens, also after the network was gone and after a reload', async () => {
    const { visitor, page, count, scan } = await opened();
    await count('board-checked-in', '0');
    await page.getByText('Live', { exact: true }).waitFor();
    await scan(0);
    await count('board-checked-in', '1');
    await count('board-rate', '0\\.2');
    await page.getByText('Ada L.').waitFor();
    await page.getByText('At this pace everybody is in by').waitFor();
    await visitor.goOffline();
    await isOnline(page, false);
    await page.getByText('Live', { exact: true }).waitFor({ state: 'detached' });
    await scan(1);
    await visitor.goOnline();
    await count('board-checked-in', '2');
    await page.reload();
    await count('board-checked-in', '2');
    await scan(2);
    await count('board-checked-in', '3');
    await page.getByText('Everybody is here.').waitFor();
    await visitor.leave();
  });

  it('follows by asking where it gets no stream', async () => {
    const scene = await doorScene(world);
    const ada = await scene.guest('Ada Lovelace');
    const visitor = await visit(browser, world.url);
    await visitor.context.route('**/facts/stream*', (route) => route.abort());
    visitor.expectFailure(/\/facts\/stream$/);
    await visitor.open((await scene.device('board')).path);
    await visitor.page.getByText('Every 5 seconds').waitFor();
    await scene.olga.post(`/checkin-points/${scene.door.id}/scan`, { token: ada.token });
    await visitor.page.getByTestId('board-checked-in').filter({ hasText: /^1$/ }).waitFor();
    await visitor.leave();
  });

  it('fits 320 pixels, axe finds nothing, and names can be hidden', async () => {
    const { visitor, page, count, scan } = await opened(narrow);
    await scan(0);
    await count('board-checked-in', '1');
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByRole('button', { name: 'Hide names' }).click();
    await page.getByText('Ada L.').waitFor({ state: 'detached' });
    expect(await page.getByRole('heading', { name: 'Turned away' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show who was turned away' }).click();
    await page.getByRole('heading', { name: 'Turned away' }).waitFor();
    await visitor.leave();
  });

  it('wipes itself when it is ended', async () => {
    const { scene, visitor, page, device } = await opened();
    visitor.expectRefusal(401, /\/(board|facts\/stream|device\/report)$/);
    await scene.olga.del(`/devices/${device.id}`);
    await page.getByText('This board was disconnected').waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await visitor.leave();
  });
});
