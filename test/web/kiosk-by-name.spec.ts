import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { browserPath, noticeMissingBrowser } from '../support/browser.ts';
import { borrowBrowser, giveBackBrowser } from '../support/kept/browser.ts';
import { passage, type Passage } from '../support/outage.ts';
import { eventually } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';
import { Device } from './device.ts';
import { doorScene, isOnline, type, typing, verdict, waiting, type DoorScene } from './door.ts';
import { visit } from './visitor.ts';

if (!browserPath) noticeMissingBrowser();
const inBrowser = browserPath ? describe : describe.skip;

let world: World;

/** Finds somebody and checks them in: two taps. */
async function checkIn(page: Page, words: string, name: string): Promise<void> {
  const search = page.getByTestId('kiosk-search');
  if (!(await search.isVisible())) await page.getByText('Search by name').click();
  await search.fill(words);
  await page.getByRole('button', { name }).click();
  await page.getByTestId('kiosk-check-in').click();
}
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click();

inBrowser('A kiosk that may search', () => {
  let browser: Browser;
  beforeAll(async () => {
    world = await openWorld();
    browser = await borrowBrowser();
  });
  afterAll(async () => {
    await giveBackBrowser(browser);
    await world.close();
  });

  const started = async (scene: DoorScene, options: Record<string, unknown> = { may_search: true }) => {
    const visitor = await visit(browser, world.url);
    await visitor.open((await scene.device('kiosk', options)).path);
    await typing(visitor.page).waitFor();
    return { visitor, page: visitor.page };
  };
  const methods = (scene: DoorScene) => world.rows<{ method: string; is_annulled: boolean }>`
    select method, annulled_at is not null as is_annulled from check_in.record
     where point_id = ${scene.door.id} order by received_at`;

  it('checks in by name with two taps, and takes it back within a minute', async () => {
    const scene = await doorScene(world);
    const ada = await scene.guest('Ada Lovelace');
    await scene.guest('Ben');
    const { visitor, page } = await started(scene);
    await checkIn(page, 'lovel', 'Ada Lovelace');
    expect(await verdict(page, 'ok')).toBe('Ada Lovelace');
    expect(await methods(scene)).toEqual([{ method: 'manual', is_annulled: false }]);
    expect(await visitor.barriers()).toEqual([]);
    await page.getByTestId('verdict').getByTestId('kiosk-undo').click();
    await eventually(
      () => methods(scene),
      ([record]) => record?.is_annulled === true,
    );
    await type(page, ada.token);
    expect(await verdict(page, 'ok')).toBe('Ada Lovelace');
    await visitor.leave();
  });

  it('knows somebody with several places as one person, whichever of their tokens is read', async () => {
    const scene = await doorScene(world);
    const climate = await world.track(scene.hack, { name: 'Climate' });
    await world.point(scene.hack, { name: 'Front gate' });
    const lukasz = await scene.guest('Łukasz O’Brien');
    const there = await world.registered(lukasz.person, climate);
    const visitor = await visit(browser, world.url);
    const { page } = visitor;
    await visitor.open((await scene.device('kiosk', { may_search: true })).path);
    await page.getByRole('button', { name: 'Front gate' }).click();
    await typing(page).waitFor();
    await page.getByText('Search by name').click();
    await page.getByTestId('kiosk-search').fill("o'brien lukasz");
    const found = page.getByRole('button', { name: 'Łukasz O’Brien' });
    await found.waitFor();
    expect(await found.count()).toBe(1);
    await visitor.goOffline();
    await isOnline(page, false);
    await type(page, there.token);
    await verdict(page, 'offline-ok');
    await next(page);
    await type(page, lukasz.parent.token);
    await verdict(page, 'again');
    await next(page);
    await checkIn(page, 'lukasz', 'Łukasz O’Brien');
    await verdict(page, 'again');
    await visitor.goOnline();
    await waiting(page, 0);
    expect(await page.getByTestId('dispute').count()).toBe(0);
    await visitor.leave();
  });

  it('searches only where it may, and then checks nobody in', async () => {
    const scene = await doorScene(world);
    await scene.guest('Ada');
    const { visitor, page } = await started(scene, {});
    await page.getByText('Search by name').click();
    await page.getByTestId('kiosk-search').fill('ada');
    await page.getByText('On the list. Send them to the desk.').waitFor();
    expect(await page.getByRole('button', { name: 'Ada' }).count()).toBe(0);
    await visitor.leave();
  });

  it('takes back without a network too, and hands in both, in their order', async () => {
    const scene = await doorScene(world);
    const [ada, ben] = [await scene.guest('Ada'), await scene.guest('Ben')];
    const { visitor, page } = await started(scene);
    await visitor.goOffline();
    await isOnline(page, false);
    await checkIn(page, 'ada', 'Ada');
    await verdict(page, 'offline-ok');
    await page.getByTestId('verdict').getByTestId('kiosk-undo').click();
    await type(page, ben.token);
    // The verdict that was taken back stands until the next one.
    await page.getByTestId('verdict-name').filter({ hasText: 'Ben' }).waitFor();
    expect(await verdict(page, 'offline-ok')).toBe('Ben');
    await next(page);
    await type(page, ada.token);
    // Nobody is known to be here who was taken back.
    expect(await verdict(page, 'offline-ok')).toBe('Ada');
    await waiting(page, 4);
    await visitor.goOnline();
    await waiting(page, 0);
    expect((await methods(scene)).filter(({ is_annulled }) => is_annulled)).toEqual([
      { method: 'manual', is_annulled: true },
    ]);
    const here = (await methods(scene)).filter(({ is_annulled }) => !is_annulled);
    expect(here).toHaveLength(2);
    expect(await page.getByTestId('dispute').count()).toBe(0);
    await visitor.leave();
  });

  it('shows what people answered to the questions for the door', async () => {
    const scene = await doorScene(world);
    const ada = await scene.guest('Ada');
    const field = async (label: string, options: string[], order_index: number) =>
      (
        await scene.olga.post(`/super-events/${scene.hack.id}/registration-fields`, {
          ...{ field_type: 'select', label, options, at_door: true, order_index },
        })
      ).body.data.id as string;
    const [diet, size] = [await field('Diet', ['Vegan'], 0), await field('Size', ['L'], 1)];
    await scene.olga.patch(`/registrations/${ada.id}`, { answers_json: { [diet]: 'Vegan', [size]: 'L' } });
    const { visitor, page } = await started(scene, { sees_answers: true });
    await type(page, ada.token);
    await verdict(page, 'ok');
    expect(await page.getByTestId('kiosk-answers').textContent()).toBe('Vegan · L');
    await visitor.leave();
  });

  it('asks for its PIN before its settings, and hides names where somebody chose so', async () => {
    const scene = await doorScene(world);
    const ada = await scene.guest('Ada');
    const { visitor, page } = await started(scene, { pin: '2468' });
    await page.getByText('Settings').click();
    expect(await page.getByRole('button', { name: 'Another check-in point' }).count()).toBe(0);
    await page.getByTestId('kiosk-lock').fill('1111');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByText('This is not the PIN of this kiosk.').waitFor();
    expect(await visitor.barriers()).toEqual([]);
    await page.getByTestId('kiosk-lock').fill('2468');
    await page.getByRole('button', { name: 'Unlock' }).click();
    await page.getByRole('button', { name: 'Another check-in point' }).waitFor();
    await page.getByLabel('Hide who people are').check();
    expect(await visitor.barriers()).toEqual([]);
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await page.getByTestId('kiosk-lock').waitFor();
    await type(page, ada.token);
    expect(await verdict(page, 'ok')).toBe('Name hidden');
    await page.reload();
    await typing(page).waitFor();
    await page.getByText('Latest').click();
    await page.getByTestId('latest').getByText('Name hidden').waitFor();
    await visitor.leave();
  });
});

inBrowser('A kiosk that is killed without a network', () => {
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

  it('hands in once whom it checked in by name', async () => {
    const scene = await doorScene(world);
    const [ada, ben] = [await scene.guest('Ada'), await scene.guest('Ben')];
    await device.start((await scene.device('kiosk', { may_search: true })).path);
    await device.visitor.page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await device.visitor.goOffline();
    for (const [words, name] of [
      ['ada', 'Ada'],
      ['ben', 'Ben'],
    ] as const) {
      await checkIn(device.visitor.page, words, name);
      expect(await verdict(device.visitor.page, 'offline-ok')).toBe(name);
      await next(device.visitor.page);
    }
    await waiting(device.visitor.page, 2);
    await device.die();
    expect(await scene.records()).toEqual([]);

    network.restore();
    await device.start('/kiosk');
    const { page } = device.visitor;
    await waiting(page, 0);
    const handedIn = async () => (await scene.records()).map(({ registration_id }) => registration_id).sort();
    expect(await handedIn()).toEqual([ada.id, ben.id].sort());
    await page.reload();
    await waiting(page, 0);
    expect(await handedIn()).toHaveLength(2);
    expect(await page.getByTestId('dispute').count()).toBe(0);
  });
});
