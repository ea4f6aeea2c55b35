import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { eventually } from '../support/wire.ts';
import { inBrowser } from './in-browser.ts';
import { handIn, isHandedIn, panel, scoreIn, scoresOf } from './panel.ts';
import type { Visitor } from './visitor.ts';

/** Counts what a finger or a pointer presses, as long as the page is not loaded anew. */
async function counting({ page }: Visitor): Promise<() => Promise<number>> {
  await page.addInitScript({ content: `presses = 0; addEventListener('pointerdown', () => presses++, true)` });
  return () => page.evaluate<number>('presses');
}

inBrowser('A judge with a phone', (hall) => {
  it('scores five teams by four criteria and hands them in with at most 30 presses', async () => {
    const { jury, judge, assignments } = await panel(hall.world, 5, {}, ['0.4', '0.3']);
    for (const name of ['Pitch', 'Use of AI']) await jury.criterion('0.15', { name });
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    const presses = await counting(visitor);
    await hall.arrive(visitor, judge, '/judge');
    await page.getByRole('heading', { name: 'Your teams' }).waitFor();
    const before = await presses();
    await page.getByText(assignments[0]?.team ?? '').tap();
    for (const [place, { team }] of assignments.entries()) {
      await page.getByRole('heading', { name: team, exact: true }).waitFor();
      for (const name of ['Impact', 'Craft', 'Pitch', 'Use of AI']) {
        await page.getByLabel(`Score for ${name}, as a slider`).tap();
      }
      await page.getByTestId('submit').tap();
      if (place === 0) await page.getByTestId('submit-sure').tap();
    }
    await page.getByText('Handed in. Only the organizers').waitFor();
    expect((await presses()) - before).toBeLessThanOrEqual(30);
    for (const { id } of assignments) {
      expect([(await scoresOf(hall.world, id)).length, await isHandedIn(hall.world, id)]).toEqual([4, true]);
    }
    await visitor.leave();
  });

  it('steps with two buttons, and is led to the next team once one is handed in', async () => {
    const { judge, first, assignments, criteria } = await panel(hall.world, 2);
    const next = assignments[1]?.team ?? '';
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await hall.arrive(visitor, judge, '/judge');
    await page.getByText(first.team).click();
    const [raise, lower] = ['Raise Impact', 'Lower Impact'].map((name) => page.getByRole('button', { name }));
    expect(await lower?.isDisabled()).toBe(true);
    for (let press = 0; press < 4; press++) await raise?.click();
    await lower?.click();
    expect(await scoreIn(visitor, criteria[0]).inputValue()).toBe('1');
    await scoreIn(visitor, criteria[1]).fill('10');
    expect(await page.getByRole('button', { name: 'Raise Craft' }).isDisabled()).toBe(true);
    await handIn(page);
    await page.getByText(`${first.team} is handed in. Next: ${next}.`).waitFor();
    await visitor.hasFocus(next);
    await visitor.becomes('scrollY', 0);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    expect(await scoresOf(hall.world, first.id)).toMatchObject([{ value: 1 }, { value: 10 }]);
    await page.getByRole('link', { name: 'Previous' }).click();
    await page.getByText('✓ Handed in.', { exact: true }).waitFor();
    expect(await page.getByTestId('next-team').textContent()).toBe(`Next: ${next} →`);
    await visitor.leave();
  });

  it('is asked the first time only, and hands in one team by a double press', async () => {
    const { jury, judge, first, assignments, criteria } = await panel(hall.world, 3);
    const [, second = first, third = first] = assignments;
    for (const { id } of [second, third])
      for (const criterion of criteria) await jury.score(id, criterion, { value: 5 });
    const visitor = await hall.visit();
    // The page may be loaded anew before the device has forgotten what was handed in.
    visitor.expectRefusal(409, /\/submit$/);
    const { page } = visitor;
    await hall.arrive(visitor, judge, '/judge');
    await page.getByText(second.team).click();
    await handIn(page);
    await page.getByText(`${second.team} is handed in. Next: ${third.team}.`).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Previous' }).click();
    await page.getByText('✓ Handed in.', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Previous' }).click();
    for (const criterion of criteria) await scoreIn(visitor, criterion).fill('7');
    await page.getByTestId('submit').dblclick();
    await page.getByText(`${first.team} is handed in. Next: ${third.team}.`).waitFor();
    await eventually(
      () => isHandedIn(hall.world, first.id),
      (done) => done,
    );
    expect(await isHandedIn(hall.world, third.id)).toBe(false);
    await visitor.leave();
  });
});
