import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { narrow } from '../../support/browser.ts';
import { inBrowser } from '../in-browser.ts';
import { rowOf, setScene, type Scene } from './at-the-desk.ts';

inBrowser('Lists of an organization at the desk', (hall) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene(hall);
  });
  const window = (page: Page) => page.getByRole('dialog');

  it('come from a file, are replaced by what is pasted, chosen by a question, and deleted once none chooses from them', async () => {
    const visitor = await scene.sit('setup/form', narrow);
    const { page } = visitor;
    const row = rowOf(visitor, 'list-row', 'schools');
    await page.getByTestId('list-add').click();
    await window(page).getByLabel('Name').fill('schools');
    const buffer = Buffer.from('Mainz\n"Berkeley, University of California"\nMainz\n');
    await page.getByTestId('list-file').setInputFiles({ name: 'schools.csv', mimeType: 'text/csv', buffer });
    await visitor.isTrue(`document.querySelector('dialog textarea').value.includes('Mainz')`);
    expect(await window(page).getByLabel('Values').inputValue()).toContain('Berkeley');
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await window(page).getByRole('button', { name: 'Save the list' }).click();
    await page.getByText('schools has 2 values. 1 line stood there twice.').waitFor();
    await row.getByRole('button', { name: 'Replace: schools' }).click();
    await window(page).getByLabel('Values').fill('Mainz\nBerlin\nLyon');
    await window(page).getByRole('button', { name: 'Save the list' }).click();
    await page.getByText('schools has 3 values.').waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);

    await page.getByTestId('field-add').click();
    await page.getByTestId('field-label').fill('Your school');
    await window(page).getByLabel('Answered by').selectOption('One of a list');
    await window(page).getByLabel('Taken from').selectOption('List: schools');
    await window(page).getByRole('button', { name: 'Save' }).click();
    await rowOf(visitor, 'field-row', 'Your school').waitFor();
    await window(page).waitFor({ state: 'detached' });
    const remove = async () => {
      await row.getByRole('button', { name: 'Delete: schools' }).click();
      await window(page).getByRole('button', { name: 'Delete' }).click();
    };
    visitor.expectRefusal(409, /\/lists\/schools$/);
    await remove();
    await page.getByText('1 question of your hackathons choose').waitFor();
    await hall.world.rows`delete from events.registration_field where super_event_id = ${scene.hack.id}`;
    await remove();
    await row.waitFor({ state: 'detached' });
    await visitor.leave();
  });

  it('say what is wrong with their name and their values', async () => {
    const visitor = await scene.sit('setup/form');
    const { page } = visitor;
    await page.getByTestId('list-add').click();
    await window(page).getByLabel('Name').fill('Our Schools');
    await window(page).getByLabel('Values').fill('Mainz');
    visitor.expectRefusal(400, /\/lists\//);
    await window(page).getByRole('button', { name: 'Save the list' }).click();
    await window(page).getByText('Must be lower case letters and digits joined by hyphens').waitFor();
    await window(page).getByLabel('Name').fill('our-schools');
    await window(page).getByLabel('Values').fill('Mainz\nBerkeley, University of California');
    await window(page).getByRole('button', { name: 'Save the list' }).click();
    await window(page).getByText('Line 2 must have one value').waitFor();
    await visitor.leave();
  });
});
