import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { narrow } from '../../support/browser.ts';
import { Contest } from '../../support/judging/contest.ts';
import { password, personWithPassword } from '../../support/sign-in.ts';
import { inBrowser } from '../in-browser.ts';
import { setScene, type Scene } from './at-the-desk.ts';

/** Each view with a row that it shows, and a window that it opens. */
const views: readonly (readonly [view: string, row: string, open: (page: Page) => Promise<void>])[] = [
  ['people', 'people-row', (page) => page.getByRole('link', { name: 'Ada Lovelace', exact: true }).click()],
  ['doors', 'point-row', (page) => page.getByTestId('pair-kiosk').click()],
  ['teams', 'team-row', (page) => page.getByRole('button', { name: 'Move: Bees' }).click()],
  ['judging', 'criterion-row', (page) => page.getByRole('button', { name: 'Add a criterion' }).click()],
  ['judging/judges', 'progress', (page) => page.getByRole('button', { name: 'Judges of Bees' }).click()],
  ['judging/ranking', 'result-row', (page) => page.getByRole('button', { name: 'Publish' }).click()],
];

inBrowser('The desk', (hall) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene(hall);
    await hall.world.point(scene.hack);
    const ada = await hall.world.person({ name: 'Ada Lovelace' });
    await hall.world.registered(ada, scene.tracks.ai);
    const contest = new Contest(hall.world, scene.tracks.ai, scene.api);
    await contest.criterion('1');
    await contest.judged(await contest.team('Bees', [ada]), [7]);
    await contest.calculate();
  });

  it.each(views)('shows %s on the narrowest phone, and axe finds nothing', async (view, row, open) => {
    const visitor = await scene.sit(view, narrow);
    await visitor.page.getByTestId(row).first().waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await open(visitor.page);
    await visitor.page.getByRole('dialog').waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await visitor.leave();
  });

  it('follows a link also where a filter changes before the browser tells of it', async () => {
    const visitor = await scene.sit('people');
    const { page } = visitor;
    // Hears of it before the page does.
    const content = `addEventListener('hashchange', () => {
      const track = document.querySelector('.toolbar select');
      track.value = '${scene.tracks.ai.id}';
      track.dispatchEvent(new Event('change'));
    }, { once: true })`;
    await page.addInitScript({ content });
    await page.reload();
    await page.getByLabel('Track').waitFor();
    await page.getByRole('link', { name: 'Ada Lovelace', exact: true }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
    expect(await page.getByLabel('Track').inputValue()).toBe(scene.tracks.ai.id);
    await visitor.leave();
  });

  it('is used with the keyboard alone', async () => {
    const visitor = await scene.sit('people');
    const { page } = visitor;
    await page.getByTestId('people-row').first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('ada/');
    expect(await page.getByTestId('people-search').inputValue()).toBe('ada/');
    await page.getByRole('link', { name: 'Doors' }).focus();
    await page.keyboard.press('Enter');
    await page.getByTestId('pair-kiosk').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Name').focus();
    await page.keyboard.type('Laptop');
    await page.keyboard.press('Enter');
    await page.getByTestId('pairing-url').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByTestId('device-row').filter({ hasText: 'Laptop' }).waitFor();
    await visitor.leave();
  });

  it('lists its keys, and lets them be turned off', async () => {
    const visitor = await scene.sit('people');
    const { page } = visitor;
    await page.getByTestId('people-row').first().waitFor();
    await page.keyboard.press('j');
    await visitor.hasFocus('Ada Lovelace');
    await page.keyboard.press('3');
    await page.getByRole('heading', { name: 'Doors and devices' }).waitFor();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keys' });
    await list.getByText('to the search').waitFor();
    expect(await visitor.barriers()).toEqual([]);
    await list.getByLabel('Use the keys in this browser').uncheck();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.keyboard.press('1');
    await page.getByRole('heading', { name: 'Doors and devices' }).waitFor();
    await page.locator('summary').filter({ hasText: 'Menu' }).click();
    await page.getByRole('button', { name: 'Keys' }).click();
    await list.waitFor();
    await visitor.leave();
  });

  it('begins its list high up: at 170 of 640 px on a phone, at 130 on a desktop, in rows of at most 96', async () => {
    const visitor = await scene.sit('people', narrow);
    const first = visitor.page.getByTestId('people-row').first();
    await first.waitFor();
    const bar = await visitor.page.getByRole('banner').boundingBox();
    expect(bar?.height).toBeLessThan(70);
    const box = async () => (await first.boundingBox()) ?? { y: NaN, height: NaN };
    expect((await box()).y).toBeLessThanOrEqual(170);
    expect((await box()).height).toBeLessThanOrEqual(96);
    await visitor.page.setViewportSize({ width: 768, height: 1024 });
    await visitor.becomes(
      'document.querySelector("[data-testid=people-row]").getBoundingClientRect().height <= 72',
      true,
    );
    await visitor.page.setViewportSize({ width: 320, height: 640 });
    const small = await visitor.page.evaluate<string[]>(
      `[...document.querySelectorAll('button, select, summary, .tabs a, .who a')]
        .filter((each) => { const { width, height } = each.getBoundingClientRect(); return width > 0 && (height < 44 || width < 44); })
        .map((each) => each.textContent)`,
    );
    expect(small).toEqual([]);
    await visitor.leave();
    const desktop = await scene.sit('people', { viewport: { width: 1280, height: 800 } });
    const row = desktop.page.getByRole('table').getByTestId('people-row').first();
    await row.waitFor();
    expect((await row.boundingBox())?.y).toBeLessThanOrEqual(130);
    // A table in which nothing scrolls is no stop for the keyboard.
    expect(await desktop.page.locator('[role=region][tabindex]').count()).toBe(0);
    await desktop.leave();
  });

  it('hides nothing that has the focus under its bars', async () => {
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8])
      await hall.world.registered(await hall.world.person({ name: `Guest ${n}` }), scene.tracks.ai, 'pending');
    const visitor = await scene.sit('people', narrow);
    const { page } = visitor;
    await page.getByTestId('people-row').nth(8).waitFor();
    const hidden = `(() => {
      const focused = document.activeElement;
      const { left, top, width, height } = focused.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      return focused.contains(seen) || focused === document.body ? '' : focused.outerHTML;
    })()`;
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let stop = 0; stop < 45; stop += 1) {
        await page.keyboard.press(key);
        expect(await page.evaluate<string>(hidden)).toBe('');
      }
    }
    await visitor.leave();
  });

  it('stands before anything is known, and nothing moves when it is', async () => {
    const visitor = await scene.sit('people');
    const { page } = visitor;
    const comes = Promise.withResolvers<void>();
    await page.route('**/organizations/*/super-events*', (route) => comes.promise.then(() => route.continue()));
    await page.reload();
    const tab = page.getByRole('link', { name: 'Judging' });
    await tab.waitFor();
    const places = async () => {
      const boxes = [await tab.boundingBox(), await page.getByRole('heading', { name: 'People' }).boundingBox()];
      return boxes.map((box) => [box?.x, box?.y]);
    };
    const before = await places();
    expect(await page.getByTestId('people-row').count()).toBe(0);
    comes.resolve();
    await page.getByTestId('people-row').first().waitFor();
    expect(await places()).toEqual(before);
    await visitor.leave();
  });

  it('lets choose among the hackathons one organizes, and no others', async () => {
    const other = await hall.world.superEvent(scene.acme, { name: 'Autumn Hack' });
    const away = await hall.world.superEvent(await hall.world.organization(), { name: 'Foreign Hack' });
    const visitor = await scene.sit('doors');
    const chooser = visitor.page.getByLabel('Hackathon', { exact: true });
    await chooser.selectOption({ label: 'Autumn Hack' });
    await visitor.page.waitForURL(`**/desk#/${other.slug}/doors`);
    await visitor.page.getByText('No door yet.').waitFor();
    expect(await chooser.locator('option', { hasText: 'Foreign Hack' }).count()).toBe(0);
    await visitor.open(`/desk#/${away.slug}/people`);
    await visitor.page.getByText('This hackathon is not among yours').waitFor();
    await visitor.leave();
  });

  it('offers who organizes one track its hackathon, and who organizes nothing what to do', async () => {
    const oskar = await personWithPassword(hall.world);
    await hall.world.role(oskar, scene.tracks.ai, 'ORGANIZER');
    const nobody = await personWithPassword(hall.world);
    for (const [person, text] of [
      [oskar, 'Spring Hack'],
      [nobody, 'You organize no hackathon yet'],
    ] as const) {
      const visitor = await hall.visit();
      await visitor.open('/desk');
      await visitor.page.waitForURL('**/signin**');
      await visitor.page.getByLabel('Email').fill(person.email);
      await visitor.page.getByLabel('Password').fill(password);
      await visitor.page.getByTestId('sign-in').click();
      await visitor.page.getByText(text).first().waitFor({ state: 'attached' });
      await visitor.leave();
    }
  });
});
