import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { eventually } from '../support/wire.ts';
import { inBrowser } from './in-browser.ts';
import { isSaved, panel, scoreIn, scoresOf, teamIn } from './panel.ts';
import type { Visitor } from './visitor.ts';

/** Somebody looks at this window again. */
const comeBack = ({ page }: Visitor) => page.evaluate("dispatchEvent(new Event('focus'))");

inBrowser('A judge with two windows', (hall) => {
  /** Both show the team that is judged. */
  async function inTwoWindows() {
    const { judge, first, criteria } = await panel(hall.world);
    const windows = [await hall.visit(narrow), await hall.visit(narrow)] as const;
    for (const window of windows) {
      await hall.arrive(window, judge, '/judge');
      await teamIn(window.page, first.team).click();
      await scoreIn(window, criteria[0]).waitFor();
    }
    return { judge, first, criteria, one: windows[0], other: windows[1] };
  }

  it('writes in each what was touched there, and sees in each what both wrote', async () => {
    const { first, criteria, one, other } = await inTwoWindows();
    await scoreIn(one, criteria[0]).fill('5');
    await isSaved(one);
    await scoreIn(other, criteria[0]).fill('9');
    await isSaved(other);
    await one.page.getByRole('button', { name: 'Add words' }).first().click();
    await one.page.getByLabel('Comment for the organizers').first().fill('Worked on stage.');
    const both = { name: 'Impact', value: 9, comment: 'Worked on stage.', feedback: null };
    await eventually(
      () => scoresOf(hall.world, first.id),
      ([impact]) => impact?.comment === both.comment,
    );
    await isSaved(one);
    expect(await scoresOf(hall.world, first.id)).toEqual([both]);
    expect(await scoreIn(one, criteria[0]).inputValue()).toBe('9');
    await comeBack(other);
    await eventually(
      () => other.page.getByLabel('Comment for the organizers').first().inputValue(),
      (comment) => comment === both.comment,
    );
    await scoreIn(other, criteria[0]).fill('8');
    await eventually(
      () => scoresOf(hall.world, first.id),
      ([impact]) => impact?.value === 8,
    );
    expect(await scoresOf(hall.world, first.id)).toEqual([{ ...both, value: 8 }]);
    await comeBack(one);
    await one.becomes("document.querySelector('input[type=number]').value", '8');
    await one.leave();
    await other.leave();
  });

  it('has sent what an earlier release kept on the device', async () => {
    const { judge, first, criteria, one, other } = await inTwoWindows();
    const kept = { value: 6, comment: '', feedback: 'Go on.' };
    const draft = { id: first.id, opinions: { [criteria[0].id]: kept }, isHandedIn: false };
    await one.page.evaluate(`new Promise((resolve, reject) => {
      const opening = indexedDB.open('muster-pages', 1);
      opening.onerror = reject;
      opening.onsuccess = () => {
        const change = opening.result.transaction('kept', 'readwrite');
        change.objectStore('kept').put(${JSON.stringify(draft)}, ${JSON.stringify(`${judge.id}/draft/${first.id}`)});
        change.oncomplete = () => { opening.result.close(); resolve(); };
      };
    })`);
    await one.page.reload();
    await eventually(
      () => scoresOf(hall.world, first.id),
      ([impact]) => impact?.value === 6,
    );
    expect(await scoresOf(hall.world, first.id)).toEqual([
      { name: 'Impact', value: 6, comment: null, feedback: 'Go on.' },
    ]);
    await one.leave();
    await other.leave();
  });
});
