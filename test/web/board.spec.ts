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

  it.each([
    [1920, 1080],
    [1280, 720],
  ])('stands whole on a screen of %i × %i that nobody scrolls, with what is open', async (width, height) => {
    const { scene, visitor, page, count, scan } = await opened({ viewport: { width, height } });
    const soon = { opens_at: new Date(Date.now() + 3_600_000), closes_at: new Date(Date.now() + 7_200_000) };
    for (let n = 0; n < 12; n++) await world.point(scene.track, { name: `Side door ${n}` });
    await world.point(scene.track, { name: 'Dinner', ...soon });
    await world.point(scene.track, { name: 'Demo gate', type: 'milestone' });
    await scan(0);
    await count('board-checked-in', '1');
    const doors = page.getByTestId('board-doors');
    await doors.getByText('Side door 9', { exact: true }).waitFor({ state: 'attached' });
    expect(await doors.getByText(/Dinner|Demo gate/).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
    // No row is cut: it stands inside of its card, or beside it, where nobody sees it.
    const cut = `[...document.querySelectorAll('.lists li')].filter((row) => {
      const [own, list] = [row.getBoundingClientRect(), row.parentElement.getBoundingClientRect()];
      return own.left < list.right && own.bottom > list.bottom + 1;
    }).length`;
    expect([await page.evaluate(cut), await visitor.fits(), await visitor.barriers()]).toEqual([0, true, []]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await visitor.barriers()).toEqual([]);
    const sizeOf = (selector: string) =>
      page.evaluate<number>(`parseFloat(getComputedStyle(document.querySelector('${selector}')).fontSize)`);
    expect(await sizeOf('h1')).toBeGreaterThanOrEqual(width / 53.4);
    expect(await sizeOf('.rows li')).toBeGreaterThanOrEqual(width / 80);
    await visitor.leave();
  });

  it('says how many came once every door has closed', async () => {
    const { scene, visitor, page, count, scan } = await opened();
    await scan(0);
    await count('board-checked-in', '1');
    const closes_at = new Date(Date.now() - 1_000).toISOString();
    const opens_at = new Date(Date.now() - 7_200_000).toISOString();
    await scene.olga.patch(`/checkin-points/${scene.door.id}`, { opens_at, closes_at });
    await page.getByText('Doors are closed: 1 came').waitFor();
    await page.getByText('No door is open now.').waitFor();
    expect(await page.getByTestId('board-rate').count()).toBe(0);
    await visitor.leave();
  });

  it('says with one word how it is connected, and on its axis when the first came, how many at most, and now', async () => {
    const { scene, visitor, page, count, scan } = await opened();
    await scan(0);
    await scan(1);
    await count('board-checked-in', '2');
    await world.rows`
      update check_in.record set checked_in_at = now() - interval '2 hours' where point_id = ${scene.door.id}`;
    await page.reload();
    await page.locator('.axis > span').nth(2).waitFor();
    const axis = (await page.locator('.axis > span').allTextContents()).filter(Boolean);
    expect(axis).toEqual([expect.stringMatching(/^\d\d:\d\d$/), expect.stringMatching(/^\d\d:\d\d$/), 'now']);
    expect(await page.locator('.bars > .most').textContent()).toBe('2');
    await page
      .getByTestId('online')
      .filter({ hasText: /^Live$/ })
      .waitFor();
    expect(await page.locator('.bar .dot').count()).toBe(0);
    await visitor.goOffline();
    await page
      .getByTestId('online')
      .filter({ hasText: /^Offline$/ })
      .waitFor();
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
