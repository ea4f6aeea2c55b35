import { expect, it } from '@jest/globals';
import { narrow } from '../../support/browser.ts';
import { Contest } from '../../support/judging/contest.ts';
import { inBrowser } from '../in-browser.ts';
import { setScene } from './at-the-desk.ts';

inBrowser('The podium', (hall) => {
  async function ranked() {
    const scene = await setScene(hall);
    const contest = new Contest(hall.world, scene.tracks.ai, scene.api);
    await contest.criterion('1', { name: 'Craft' });
    for (const [name, value] of Object.entries({ Ants: 9, Bees: 7, Cats: 7, Dogs: 3 })) {
      await contest.judged(await contest.team(name), [value]);
    }
    await contest.calculate();
    return { scene, contest };
  }

  it('shows what was published place by place, by a button, by keys and by a press, and has an address', async () => {
    const { scene, contest } = await ranked();
    const visitor = await scene.sit('judging/ranking');
    const { page } = visitor;
    await page.getByTestId('result-row').first().waitFor();
    expect(await page.getByRole('link', { name: 'Present' }).count()).toBe(0);
    await contest.publish();
    await page.getByRole('link', { name: 'Present' }).click();
    const podium = page.getByTestId('podium');
    const places = () => podium.getByRole('listitem').allInnerTexts();
    await podium.getByRole('heading', { name: 'AI: results' }).waitFor();
    expect(await places()).toEqual(['First place\n?', 'Second place\n?']);
    await podium.getByRole('button', { name: 'Show second place' }).click();
    expect(await places()).toEqual(['First place\n?', 'Second place\nBees and Cats']);
    await page.keyboard.press('PageDown');
    expect(await places()).toEqual(['First place\nAnts', 'Second place\nBees and Cats']);
    await page.keyboard.press('ArrowLeft');
    expect((await places())[0]).toBe('First place\n?');
    await podium.getByText('Second place', { exact: true }).click();
    expect((await places())[0]).toBe('First place\nAnts');
    expect(await visitor.barriers()).toEqual([]);

    await page.reload();
    await podium.getByText('Second place', { exact: true }).waitFor();
    expect(await places()).toEqual(['First place\n?', 'Second place\n?']);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Ranking', exact: true }).waitFor();
    await page.waitForURL(`**/desk#/${scene.hack.slug}/judging/ranking/${contest.track.id}`);
    await visitor.leave();
  });

  it('waits for results to be published, and fits a phone', async () => {
    const { scene, contest } = await ranked();
    const visitor = await scene.sit(`judging/podium/${contest.track.id}`, narrow);
    const { page } = visitor;
    await page.getByText('These results are not published yet.').waitFor();
    expect(await visitor.barriers()).toEqual([]);
    await contest.publish();
    await page.getByRole('button', { name: 'Show second place' }).click();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await visitor.leave();
  });
});
