/** The scale of scores, changed at the desk. */
import { expect, it } from '@jest/globals';
import { narrow } from '../../support/browser.ts';
import { Contest } from '../../support/judging/contest.ts';
import { inBrowser } from '../in-browser.ts';
import { setScene } from './at-the-desk.ts';

inBrowser('The scale of scores at the desk', (hall) => {
  it('is told, counts the scores that another one would not fit, and is changed all the same', async () => {
    const scene = await setScene(hall, { config_json: JSON.stringify({ place: 'Mainz' }) });
    const contest = new Contest(hall.world, scene.tracks.ai, scene.api);
    await contest.criterion();
    await contest.judged(await contest.team('Rust Buckets'), [7.5]);
    const visitor = await scene.sit('judging/criteria', narrow);
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    await page.getByTestId('scale').getByText('from 0 to 10 in steps of 0.5, with a slider').waitFor();
    await page.getByRole('button', { name: 'Change the scale' }).click();
    await dialog.getByLabel('Lowest score').fill('1');
    await dialog.getByLabel('Highest score').fill('5');
    await dialog.getByLabel('Step').fill('1');
    await dialog.getByLabel('Judges see a slider').uncheck();
    visitor.expectRefusal(409, /\/super-events\//);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('1 score that was given does not fit.').waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await dialog.getByRole('button', { name: 'Change it all the same' }).click();
    await page.getByTestId('scale').getByText('from 1 to 5 in steps of 1, with a number').waitFor();
    expect(
      await hall.world.rows`select config_json as config from events.super_event where id = ${scene.hack.id}`,
    ).toEqual([{ config: { place: 'Mainz', scoring: { mode: 'number', min: 1, max: 5, step: 1 } } }]);
    await visitor.leave();
  });
});
