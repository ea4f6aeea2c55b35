import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { browserPath, narrow, noticeMissingBrowser } from '../support/browser.ts';
import { borrowBrowser, giveBackBrowser } from '../support/kept/browser.ts';
import { openWorld, type World } from '../support/world.ts';
import { doorScene, type, typing, verdict, type DoorScene } from './door.ts';
import { visit, type Visitor } from './visitor.ts';

if (!browserPath) noticeMissingBrowser();
const inBrowser = browserPath ? describe : describe.skip;

inBrowser('A kiosk', () => {
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

  const started = async (scene: DoorScene, options = {}): Promise<Visitor> => {
    const visitor = await visit(browser, world.url, options);
    await visitor.open((await scene.device()).path);
    await typing(visitor.page).waitFor();
    return visitor;
  };

  it('is paired once by its address, and welcomes whoever is typed in', async () => {
    const scene = await doorScene(world);
    const [ada, visitor] = [await scene.guest('Ada Lovelace'), await started(scene)];
    const { page } = visitor;
    await page.waitForURL(({ pathname, hash }) => `${pathname}${hash}` === '/kiosk');
    await type(page, ada.token);
    expect(await verdict(page, 'ok')).toBe('Ada Lovelace');
    expect(await page.getByTestId('verdict').textContent()).toContain(scene.track.name);
    expect(await scene.records()).toMatchObject([{ registration_id: ada.id }]);
    await page.reload();
    await page.getByRole('heading', { name: 'Main entrance' }).waitFor();
    await visitor.leave();
  });

  it.each([320, 430, 470])(
    'has what waits and its connection on one line of the bar, %i pixels wide',
    async (width) => {
      const scene = await doorScene(world, { name: 'Main entrance to the hall' });
      const [ada, visitor] = [await scene.guest('Ada'), await started(scene, { viewport: { width, height: 640 } })];
      const { page } = visitor;
      const isBeside = `(() => {
      const [dot, tag] = ['[data-testid=online]', '[data-testid=queue-count]'].map((one) => document.querySelector('.bar ' + one));
      const [own, other] = [dot, tag.closest('.tag') ?? document.querySelector('.bar h1')].map((one) => one.getBoundingClientRect());
      return own.top < other.bottom && other.top < own.bottom;
    })()`;
      expect(await page.evaluate(isBeside)).toBe(true);
      visitor.expectFailure(/\/scan$/);
      await page.route('**/scan', (route) => route.abort());
      await type(page, ada.token);
      await verdict(page, 'offline-ok');
      await page.locator('.bar .tag [data-testid=queue-count]').waitFor();
      expect(await page.evaluate(isBeside)).toBe(true);
      await visitor.leave();
    },
  );

  it('says when its code was used before', async () => {
    const scene = await doorScene(world);
    const { path } = await scene.device();
    const [first, second] = [await visit(browser, world.url), await visit(browser, world.url)];
    await first.open(path);
    await typing(first.page).waitFor();
    second.expectRefusal(404, /^\/devices\/pair$/);
    await second.open(path);
    await second.page.getByText('unknown, used up or older').waitFor();
    await first.leave();
    await second.leave();
  });

  it('takes a hand scanner, wherever the focus is', async () => {
    const scene = await doorScene(world);
    const [ada, ben, visitor] = [await scene.guest('Ada'), await scene.guest('Ben'), await started(scene)];
    const { page } = visitor;
    await page.keyboard.type(ada.token);
    await page.keyboard.press('Enter');
    expect(await verdict(page, 'ok')).toBe('Ada');
    expect(await typing(page).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Next' }).focus();
    await page.keyboard.type(ben.token);
    await page.keyboard.press('Enter');
    await page.getByTestId('verdict-name').filter({ hasText: 'Ben' }).waitFor();
    expect(await scene.records()).toHaveLength(2);
    await visitor.leave();
  });

  it('tells a code that was here before from one that nobody knows', async () => {
    const scene = await doorScene(world);
    const ada = await scene.guest('Ada');
    await scene.olga.post(`/checkin-points/${scene.door.id}/scan`, { token: ada.token });
    const visitor = await started(scene);
    await type(visitor.page, ada.token);
    expect(await verdict(visitor.page, 'again')).toBe('Ada');
    expect(await visitor.page.getByTestId('verdict').textContent()).toContain('First at');
    visitor.expectRefusal(404, /\/scan$/);
    await type(visitor.page, 'a ticket of another event');
    await verdict(visitor.page, 'refused');
    expect(await visitor.page.getByTestId('dispute').count()).toBe(0);
    await visitor.leave();
  });

  it('says where a ticket of another track belongs, when a point opens, and answers a typed code each time', async () => {
    const scene = await doorScene(world, { name: 'Main entrance' });
    const climate = await world.track(scene.hack, { name: 'Climate' });
    // Of the points of a track, those at which people come in.
    await world.point(climate, { name: 'Demo gate', type: 'milestone' });
    await world.point(climate, { name: 'Greenhouse door' });
    const opens_at = new Date(Date.now() + 86_400_000).toISOString();
    await world.point(scene.track, { name: 'Tomorrow', opens_at, closes_at: new Date(Date.now() + 9e7).toISOString() });
    const ada = await scene.guest('Ada');
    const { token } = await world.registered(await world.person({ name: 'Cleo' }), climate);
    const visitor = await visit(browser, world.url);
    visitor.expectRefusal(404, /\/scan$/);
    visitor.expectRefusal(400, /\/scan$/);
    const { page } = visitor;
    await visitor.open((await scene.device()).path);
    await page.getByRole('button', { name: 'Main entrance' }).click();
    await type(page, token);
    expect(await verdict(page, 'refused')).toBe('Cleo');
    await page.getByText('Their ticket is for Climate: Greenhouse door.').waitFor();
    await type(page, ada.token);
    await verdict(page, 'ok');
    await type(page, ada.token);
    await verdict(page, 'again');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Another check-in point' }).click();
    await page.getByRole('button', { name: 'Cancel: stay at Main entrance' }).click();
    await page.getByRole('heading', { name: 'Main entrance' }).waitFor();
    await page.getByRole('button', { name: 'Another check-in point' }).click();
    await page.getByRole('button', { name: 'Tomorrow' }).click();
    await type(page, ada.token);
    await verdict(page, 'refused');
    await page.locator('.advice').getByText('Opens').waitFor();
    await visitor.leave();
  });

  it('lists at a milestone what the team has still to hand in', async () => {
    const requirements = [
      { id: 'video', title: 'A video of two minutes' },
      { id: 'slides', title: 'Slides', is_required: false },
    ];
    const scene = await doorScene(world, { type: 'milestone', requirements });
    const ada = await scene.guest('Ada');
    await world.team(scene.track, [ada.person]);
    const visitor = await started(scene);
    await type(visitor.page, ada.token);
    expect(await verdict(visitor.page, 'gate')).toBe('Ada');
    expect(await visitor.page.locator('.missing li').allTextContents()).toEqual([
      'A video of two minutes',
      'Slides (optional)',
    ]);
    await visitor.leave();
  });

  it('counts who came, here and at other kiosks, and says why somebody may not come in', async () => {
    const scene = await doorScene(world);
    const [ada, ben] = [await scene.guest('Ada'), await scene.guest('Ben')];
    const cleo = await world.registered(await world.person({ name: 'Cleo' }), scene.track, 'waitlisted');
    await scene.olga.post(`/checkin-points/${scene.door.id}/scan`, { token: ben.token });
    const visitor = await started(scene);
    const { page } = visitor;
    const came = (text: string) => page.getByTestId('came').getByText(text, { exact: true }).waitFor();
    await came('1 in');
    await type(page, ada.token);
    await came('2 in');
    await page.getByTestId('verdict').getByTestId('kiosk-undo').click();
    await came('1 in');
    visitor.expectRefusal(403, /\/scan$/);
    await type(page, cleo.token);
    expect(await verdict(page, 'refused')).toBe('Not on the list');
    await page.getByText('This person is not accepted (waiting list). Send them to the desk.').waitFor();
    await visitor.leave();
  });

  it('is asked once where it stands, and finds people by their name', async () => {
    const scene = await doorScene(world);
    await world.point(scene.track, { name: 'Side door' });
    await world.point(scene.track, {
      name: 'Lunch',
      opens_at: '2126-03-06T11:00:00Z',
      closes_at: '2126-03-06T13:00:00Z',
    });
    await world.point(scene.track, {
      name: 'Breakfast',
      opens_at: '2026-01-01T07:00:00Z',
      closes_at: '2026-01-01T09:00:00Z',
    });
    await world.point(scene.hack, { name: 'Badge desk', type: 'doorkeeper' });
    await scene.guest('Zoë Čapek');
    const visitor = await visit(browser, world.url);
    await visitor.open((await scene.device()).path);
    const point = (name: string) => visitor.page.getByRole('button', { name });
    await point('Side door').getByText('Open now').waitFor();
    await point('Lunch')
      .getByText(/^Opens .*(March 6,|6 March) 2126/)
      .waitFor();
    await point('Breakfast').getByText('Closed').waitFor();
    // Its name says what it is for.
    expect(await point('Badge desk').locator('span').allInnerTexts()).toEqual(['Open now']);
    await point('Side door').click();
    await visitor.page.reload();
    await visitor.page.getByRole('heading', { name: 'Side door' }).waitFor();
    await visitor.page.getByText('Search by name').click();
    await visitor.page.getByLabel('Name').fill('capek zoe');
    await visitor.page.getByText('On the list. Send them to the desk.').waitFor();
    await visitor.leave();
  });

  it('fits 320 pixels in all its states, and axe finds nothing', async () => {
    const scene = await doorScene(world);
    await world.point(scene.track, { name: 'Side door' });
    const ada = await scene.guest('Ada');
    const visitor = await visit(browser, world.url, narrow);
    const { page } = visitor;
    const look = async (shown: ReturnType<typeof typing>) => {
      await shown.waitFor();
      expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    };
    await visitor.open('/kiosk');
    await look(page.getByLabel('Code'));
    await visitor.open((await scene.device()).path);
    await look(page.getByRole('button', { name: 'Side door' }));
    await page.getByRole('button', { name: 'Side door' }).click();
    await look(typing(page));
    for (const [token, kind] of [
      [ada.token, 'ok'],
      ['nobody', 'refused'],
    ] as const) {
      visitor.expectRefusal(404, /\/scan$/);
      await type(page, token);
      await look(page.locator(`[data-testid=verdict][data-kind=${kind}]`));
    }
    await visitor.leave();
  });
});
