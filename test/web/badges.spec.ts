import { afterEach, expect, it } from '@jest/globals';
import { inBrowser } from './in-browser.ts';
import { eventually } from '../support/wire.ts';
import { setScene } from './desk/at-the-desk.ts';
import type { Visitor } from './visitor.ts';
import { doorScene, type, typing, verdict } from './door.ts';

inBrowser('Badges', (hall) => {
  let visitor: Visitor;
  afterEach(() => visitor.leave());

  it('are printed on sheets of eight or ten, of all people or of some', async () => {
    const scene = await setScene(hall);
    const { ai } = scene.tracks;
    const ada = await hall.world.registered(await hall.world.person({ name: 'Ada Lovelace' }), ai);
    for (let n = 0; n < 9; n++) await hall.world.registered(await hall.world.person({ name: `Guest ${n}` }), ai);
    await hall.world.role(await hall.world.person({ name: 'Mary Mentor' }), ai, 'MENTOR');
    visitor = await scene.sit('doors');
    const { page } = visitor;
    await page.getByRole('link', { name: 'Print badges' }).click();
    const badge = page.getByTestId('badge');
    await page.getByRole('img', { name: 'Ada Lovelace' }).waitFor();
    const all = await badge.count();
    const sheets = page.locator('.sheet');
    expect(await sheets.count()).toBe(Math.ceil(all / 8));
    expect(await page.locator(`[data-token="${ada.token}"] path`).count()).toBe(1);
    expect(await visitor.barriers()).toEqual([]);

    await page.getByLabel('Size').selectOption('10');
    expect(await sheets.count()).toBe(Math.ceil(all / 10));
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('heading', { name: 'Badges' }).isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });

    await page.getByLabel('Role').selectOption('MENTOR');
    await page.getByRole('img', { name: 'Ada Lovelace' }).waitFor({ state: 'detached' });
    await page.getByRole('img', { name: 'Mary Mentor' }).waitFor();
    expect(await badge.count()).toBe(1);
  });

  it('have room for every name beside the code', async () => {
    const scene = await setScene(hall);
    for (const name of [
      'Agnimitra',
      'Adam Frosch',
      'WWWWWWWWWWWWWWWWWW',
      'Maximiliane Wittgenstein-Hohenwald',
      'Иван Щукин',
    ]) {
      await hall.world.registered(await hall.world.person({ name }), scene.tracks.ai);
    }
    visitor = await scene.sit('doors');
    const { page } = visitor;
    await page.goto(new URL(`/badges/${scene.hack.slug}`, page.url()).href);
    await page.getByRole('img', { name: 'Adam Frosch' }).waitFor();
    const overlaps = await page.evaluate(`[...document.querySelectorAll('[data-testid=badge]')].flatMap((badge) => {
      const code = badge.querySelector('[data-token]')?.getBoundingClientRect();
      return [...badge.querySelectorAll('text')].filter((text) => {
        const box = text.getBoundingClientRect();
        return code && box.right > code.left && box.bottom > code.top && box.top < code.bottom;
      }).map((text) => text.textContent);
    })`);
    expect(overlaps).toEqual([]);
  });

  it('of a thousand people come page by page, all of them', async () => {
    const scene = await setScene(hall);
    await hall.world.crowd(scene.tracks.ai, 1_000);
    visitor = await scene.sit('doors');
    const { page } = visitor;
    await page.goto(new URL(`/badges/${scene.hack.slug}`, page.url()).href);
    await page.getByTestId('badge').nth(999).waitFor({ state: 'attached' });
    const codes = await page.evaluate(
      'new Set([...document.querySelectorAll("[data-token]")].map((each) => each.dataset.token)).size',
    );
    expect([await page.getByTestId('badge').count(), codes]).toEqual([1_000, 1_000]);
  });

  it('come out of a kiosk that prints, one after each check-in', async () => {
    const scene = await doorScene(hall.world);
    const [ada, ben] = [await scene.guest('Ada'), await scene.guest('Ben')];
    visitor = await hall.visit();
    const { page } = visitor;
    await page.addInitScript({
      content:
        'window.printed = []; window.print = () => window.printed.push(document.querySelector(".to-print [data-testid=badge]").getAttribute("aria-label"));',
    });
    await visitor.open((await scene.device('kiosk', { prints: true })).path);
    await typing(page).waitFor();
    for (const [guest, name] of [
      [ada, 'Ada'],
      [ben, 'Ben'],
      [ada, 'Ada'],
    ] as const) {
      await type(page, guest.token);
      await page.locator('[data-testid=verdict-name]', { hasText: name }).waitFor();
      // The policy of the page keeps Playwright from waiting for an expression in it.
      if (guest !== ada)
        await eventually(
          () => page.evaluate('window.printed.length'),
          (count) => count === 2,
        );
    }
    await verdict(page, 'again');
    const track = scene.track.name;
    expect(await page.evaluate('window.printed')).toEqual([`Ada, ${track}, Participant`, `Ben, ${track}, Participant`]);
  });
});
