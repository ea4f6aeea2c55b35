import { expect, it } from '@jest/globals';
import { narrow, phone } from '../support/browser.ts';
import { eventually } from '../support/wire.ts';
import { inBrowser, type Hall } from './in-browser.ts';
import { handIn, isHandedIn, isSaved, leavePage, panel, scoreIn, scoresOf, teamIn } from './panel.ts';
import type { Visitor } from './visitor.ts';

/** Counts what a finger or a pointer presses, as long as the page is not loaded anew. */
async function counting({ page }: Visitor): Promise<() => Promise<number>> {
  await page.addInitScript({ content: `presses = 0; addEventListener('pointerdown', () => presses++, true)` });
  return () => page.evaluate<number>('presses');
}

const isSent = (hall: Hall, id: string) =>
  eventually(
    () => isHandedIn(hall.world, id),
    (done) => done,
  );

inBrowser('A judge with a phone', (hall) => {
  it('scores five teams by four criteria and hands them in with at most 26 presses', async () => {
    const { jury, judge, assignments } = await panel(hall.world, 5, {}, ['0.4', '0.3']);
    for (const name of ['Pitch', 'Use of AI']) await jury.criterion('0.15', { name });
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    const presses = await counting(visitor);
    await hall.arrive(visitor, judge, '/judge');
    await page.getByRole('heading', { name: 'Your teams' }).waitFor();
    const before = await presses();
    await page.getByTestId('continue').tap();
    for (const { team } of assignments) {
      await page.getByRole('heading', { name: team, exact: true }).waitFor();
      for (const name of ['Impact', 'Craft', 'Pitch', 'Use of AI']) {
        await page.getByLabel(`Score for ${name}, as a slider`).tap();
      }
      await page.getByTestId('submit').tap();
    }
    await page.getByText('All 5 handed in. Thank you.').waitFor();
    expect((await presses()) - before).toBeLessThanOrEqual(26);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await leavePage(page);
    for (const { id } of assignments) {
      await isSent(hall, id);
      expect(await scoresOf(hall.world, id)).toHaveLength(4);
    }
    await visitor.leave();
  });

  it('steps with two buttons, is led to the next team once one is handed in, and takes it back', async () => {
    const { judge, first, assignments, criteria } = await panel(hall.world, 2);
    const next = assignments[1]?.team ?? '';
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await hall.arrive(visitor, judge, '/judge');
    await teamIn(page, first.team).click();
    const [raise, lower] = ['Raise Impact', 'Lower Impact'].map((name) => page.getByRole('button', { name }));
    expect(await lower?.isDisabled()).toBe(true);
    for (let press = 0; press < 4; press++) await raise?.click();
    await lower?.click();
    expect(await scoreIn(visitor, criteria[0]).inputValue()).toBe('1');
    await scoreIn(visitor, criteria[1]).fill('10');
    expect(await page.getByRole('button', { name: 'Raise Craft' }).isDisabled()).toBe(true);
    expect(await page.getByTestId('submit').textContent()).toBe(`Hand in, next: ${next} →`);
    await page.getByTestId('submit').click();
    await page.getByText(`${first.team} is handed in.`).waitFor();
    await visitor.hasFocus(next);
    await visitor.becomes('scrollY', 0);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByTestId('take-back').click();
    await visitor.hasFocus(first.team);
    await isSaved(visitor);
    await scoreIn(visitor, criteria[0]).fill('2');
    await isSaved(visitor);
    await leavePage(page);
    expect(await isHandedIn(hall.world, first.id)).toBe(false);
    await handIn(page);
    await page.locator('[data-testid=latest][data-state=sent]').waitFor();
    expect(await scoresOf(hall.world, first.id)).toMatchObject([{ value: 2 }, { value: 10 }]);
    await page.getByRole('link', { name: 'Previous' }).click();
    await page.getByText('✓ Handed in.', { exact: true }).waitFor();
    expect(await page.getByTestId('next-team').textContent()).toBe(`Next: ${next} →`);
    await page.getByRole('link', { name: 'All teams' }).click();
    expect(await page.getByTestId('continue').textContent()).toBe(`Continue: ${next} →`);
    expect(await page.getByRole('listitem').getByRole('strong').allTextContents()).toEqual([next, first.team]);
    await visitor.leave();
  });

  it('hands in by itself after ten seconds, and at once where the page is left', async () => {
    const { jury, judge, first, assignments, criteria } = await panel(hall.world, 3);
    for (const { id } of assignments) for (const criterion of criteria) await jury.score(id, criterion, { value: 5 });
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await page.clock.install();
    await hall.arrive(visitor, judge, '/judge');
    await teamIn(page, first.team).click();
    await page.getByTestId('submit').click();
    await page.getByTestId('take-back').waitFor();
    await page.clock.fastForward(9_000);
    expect(await isHandedIn(hall.world, first.id)).toBe(false);
    await page.clock.fastForward(1_100);
    await page.locator('[data-testid=latest][data-state=sent]').waitFor();
    expect(await page.getByTestId('take-back').count()).toBe(0);
    await page.getByTestId('submit').click();
    await page.getByTestId('take-back').waitFor();
    await visitor.open('/signin');
    await isSent(hall, assignments[1]?.id ?? '');
    expect(await isHandedIn(hall.world, assignments[2]?.id ?? '')).toBe(false);
    await visitor.leave();
  });

  it('hands in at the next opening what was held back when the device went off', async () => {
    const { jury, judge, first, criteria } = await panel(hall.world, 1);
    for (const criterion of criteria) await jury.score(first.id, criterion, { value: 5 });
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await page.addInitScript("addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true)");
    await page.addInitScript("addEventListener('visibilitychange', (event) => event.stopImmediatePropagation(), true)");
    await page.clock.install();
    await hall.arrive(visitor, judge, '/judge');
    await teamIn(page, first.team).click();
    await page.getByTestId('submit').click();
    await page.getByText('Handed in. Thank you.').waitFor();
    await page.reload();
    await page.getByText('Handed in. Thank you.').waitFor();
    expect(await isHandedIn(hall.world, first.id)).toBe(false);
    await page.clock.fastForward(10_100);
    await isSent(hall, first.id);
    await visitor.leave();
  });

  it('hands in one team by a double press', async () => {
    const { jury, judge, first, assignments, criteria } = await panel(hall.world, 2);
    for (const { id } of assignments) for (const criterion of criteria) await jury.score(id, criterion, { value: 5 });
    const visitor = await hall.visit();
    const { page } = visitor;
    await hall.arrive(visitor, judge, '/judge');
    await teamIn(page, first.team).click();
    await page.getByTestId('submit').dblclick();
    await page.getByText(`${first.team} is handed in.`).waitFor();
    await leavePage(page);
    await isSent(hall, first.id);
    expect(await isHandedIn(hall.world, assignments[1]?.id ?? '')).toBe(false);
    await visitor.leave();
  });

  it('sees the number and the slider of the first criterion at once, and never loses the focus under the bar', async () => {
    const { jury, judge, first } = await panel(hall.world, 2, {}, ['0.4', '0.3']);
    for (const name of ['Pitch', 'Use of AI']) await jury.criterion('0.15', { name });
    const visitor = await hall.visit({ ...phone, viewport: { width: 390, height: 640 } });
    const { page } = visitor;
    await hall.arrive(visitor, judge, '/judge');
    await teamIn(page, first.team).click();
    await page.getByRole('heading', { name: 'Impact', level: 2 }).waitFor();
    const bottom = async () => (await page.getByLabel('Score for Impact, as a slider').boundingBox())?.y ?? 0;
    expect(await bottom()).toBeLessThan(400);
    expect(await page.getByRole('group').first().innerText()).toContain('/10');
    const covered: string[] = [];
    for (const key of [...Array<string>(30).fill('Tab'), ...Array<string>(30).fill('Shift+Tab')]) {
      await page.keyboard.press(key);
      covered.push(
        ...(await page.evaluate<string[]>(`(() => {
        const [focus, bar] = [document.activeElement, document.querySelector('.handing')];
        if (focus === document.body || bar.contains(focus)) return [];
        const [one, other] = [focus, bar].map((element) => element.getBoundingClientRect());
        return one.bottom > other.top + 1 && one.top < other.bottom ? [focus.outerHTML] : [];
      })()`)),
      );
    }
    expect(covered).toEqual([]);
    await visitor.leave();
  });
});
