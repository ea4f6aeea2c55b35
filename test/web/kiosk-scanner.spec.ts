import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { doorScene, type, typing, verdict } from './door.ts';
import { inBrowser } from './in-browser.ts';

/** The characters of a French keyboard where a US one has those of a token. */
const french: Readonly<Record<string, string>> = {
  ...{ 0: 'à', 1: '&', 2: 'é', 3: '"', 4: "'", 5: '(', 6: '-', 7: 'è', 8: '_', 9: 'ç', a: 'q' },
};

/** Presses keys by their places on a US keyboard, as a scanner does, of a device whose keyboard is French: one every 5 ms. */
async function scanOnFrenchKeyboard(page: Page, token: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  let seconds = Date.now() / 1_000;
  const press = (key: string, code: string, text: string) =>
    session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, code, text, timestamp: (seconds += 0.005) });
  const keys = [...token].map((character) => {
    const key = french[character] ?? character;
    return press(key, /\d/.test(character) ? `Digit${character}` : `Key${character.toUpperCase()}`, key);
  });
  await Promise.all([...keys, press('Enter', 'Enter', '\r')]);
}

inBrowser('A hand scanner at a kiosk', (hall) => {
  it('is understood with Caps Lock, with the kind of the code, and on a keyboard of another country', async () => {
    const scene = await doorScene(hall.world);
    const [ada, ben, cleo, dora] = await Promise.all(['Ada', 'Ben', 'Cleo', 'Dora'].map((name) => scene.guest(name)));
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.open((await scene.device()).path);
    await typing(page).waitFor();
    const isWelcome = async (name: string) => {
      await page.getByTestId('verdict-name').filter({ hasText: name }).waitFor();
      await verdict(page, 'ok');
      expect(await typing(page).inputValue()).toBe('');
    };
    await page.keyboard.type(ada!.token.toUpperCase());
    await page.keyboard.press('Enter');
    await isWelcome('Ada');
    await page.keyboard.type(`]Q1${ben!.token}`);
    await page.keyboard.press('Enter');
    await isWelcome('Ben');
    await scanOnFrenchKeyboard(page, cleo!.token);
    await isWelcome('Cleo');
    await type(page, ` ${dora!.token.slice(0, 20).toUpperCase()} ${dora!.token.slice(20)} `);
    await isWelcome('Dora');
    expect(await scene.records()).toHaveLength(4);
    await visitor.leave();
  });
});
