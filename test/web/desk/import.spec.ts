import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ask } from '../../support/importing.ts';
import { inBrowser } from '../in-browser.ts';
import type { Visitor } from '../visitor.ts';
import { setScene, type Scene } from './at-the-desk.ts';

inBrowser('A table of people at the desk', (hall) => {
  let scene: Scene;
  let visitor: Visitor;
  beforeEach(async () => {
    scene = await setScene(hall);
  });
  afterEach(() => visitor.leave());

  const csv = (text: string) => ({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

  it('is planned, its columns are said to hold something, and it is brought in', async () => {
    const { world } = hall;
    await ask(world, scene.hack, 'Shirt', 'select', ['S', 'M']);
    const ada = await world.person({ name: 'Ada' });
    visitor = await scene.sit('tables', { viewport: { width: 320, height: 700 } });
    const { page } = visitor;
    const table = `Contact,Size,Track\n${ada.email},M,Web\nnew@muster.test,XL,Web\nnewer@muster.test,S,AI\n`;
    await page.getByTestId('import-file').setInputFiles(csv(table));
    await page.getByTestId('import-problem').getByText('No column has the email address').waitFor();
    expect(await page.getByTestId('import-apply').isDisabled()).toBe(true);

    const columns = page.getByTestId('import-column');
    await columns.getByLabel('Contact').selectOption('Email address');
    await page.getByText('Of 3 lines, 1 would be accepted, 2 invited').waitFor();
    // By keys alone.
    await columns.getByLabel('Size').focus();
    await page.keyboard.type('Answer');
    const problem = page.getByTestId('import-problem');
    await problem.getByText('Shirt must be one of: S, M').waitFor();
    expect(await problem.innerText()).toMatch(/^Line 3, Size: /);
    await page.getByText('1 would be accepted, 1 invited, 0 left as they are, and 1 refused').waitFor();
    expect(await visitor.fits()).toBe(true);
    expect(await visitor.barriers()).toEqual([]);

    await page.getByTestId('import-apply').focus();
    await page.keyboard.press('Enter');
    const outcome = page.getByTestId('import-outcome');
    await outcome.getByText('Done: 1 accepted, 1 invited, 0 left as they were, 1 refused, of 3.').waitFor();
    expect(await outcome.getByRole('listitem').allInnerTexts()).toEqual([
      ...['Line 3: refused, for an answer is not right', 'Line 2: accepted', 'Line 4: invited'],
    ]);
    expect(await visitor.fits()).toBe(true);
    expect(await visitor.barriers()).toEqual([]);
    expect((await world.nextMailTo('newer@muster.test')).subject).toBe('You are invited to Spring Hack');
  });

  it('that cannot be read is explained', async () => {
    visitor = await scene.sit('tables');
    const { page } = visitor;
    visitor.expectRefusal(400, /import\/plan$/);
    await page.getByTestId('import-file').setInputFiles(csv(`${'a,'.repeat(400)}\n`));
    await page.getByText('table must have at most 300 columns').waitFor();
    expect(await page.getByTestId('import-apply').count()).toBe(0);
  });
});
