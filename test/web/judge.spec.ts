import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { accessTokenOf, bearer, password } from '../support/sign-in.ts';
import { eventually } from '../support/wire.ts';
import type { World } from '../support/world.ts';
import { inBrowser } from './in-browser.ts';
import { handIn, isFixed, isHandedIn, isSaved, panel, scoreIn, scoresOf, teamIn } from './panel.ts';

const declinedBy = (world: World, judge: { id: string }) =>
  world.rows<{ name: string; reason: string }>`
    select t.name, d.reason from judging.declared_conflict d join published.teams t on t.id = d.team_id
     where d.judge_user_id = ${judge.id}`;

inBrowser('A judge', (hall) => {
  it('is led to their teams, and what they type is saved by itself', async () => {
    const { judge, first, criteria } = await panel(hall.world, 2);
    const visitor = await hall.visit(narrow);
    await visitor.signIn(judge);
    await visitor.page.waitForURL('**/judge');
    await visitor.page.locator('[data-testid=progress][data-done="0"][data-all="2"]').waitFor();
    expect(await visitor.fits()).toBe(true);
    expect(await visitor.barriers()).toEqual([]);
    await teamIn(visitor.page, first.team).click();
    await scoreIn(visitor, criteria[0]).fill('7.5');
    await visitor.page.getByRole('button', { name: 'Add words' }).first().click();
    await visitor.page.getByLabel('Feedback for the team').first().fill('Go on.');
    await eventually(
      () => scoresOf(hall.world, first.id),
      ([impact]) => impact?.feedback === 'Go on.',
    );
    expect(await scoresOf(hall.world, first.id)).toEqual([
      { name: 'Impact', value: 7.5, comment: null, feedback: 'Go on.' },
    ]);
    await isSaved(visitor);
    expect(await visitor.fits()).toBe(true);
    expect(await visitor.barriers()).toEqual([]);
    await visitor.leave();
  });

  it('hands in once everything has a score, and is told before what is missing', async () => {
    const { judge, first, criteria } = await panel(hall.world);
    const visitor = await hall.visit();
    const { page } = visitor;
    await hall.arrive(visitor, judge, '/judge');
    await teamIn(page, first.team).click();
    await scoreIn(visitor, criteria[0]).fill('4');
    await page.getByTestId('submit').click();
    expect(await page.getByTestId('missing').getByRole('listitem').allTextContents()).toEqual(['Craft']);
    expect(await visitor.barriers()).toEqual([]);
    await page.getByTestId('missing').getByRole('button', { name: 'Craft' }).click();
    await scoreIn(visitor, criteria[1]).fill('6');
    await handIn(page);
    await isFixed(page, first.team);
    expect(await isHandedIn(hall.world, first.id)).toBe(true);
    expect(await scoreIn(visitor, criteria[0]).isDisabled()).toBe(true);
    expect(await page.getByTestId('decline').count()).toBe(0);
    await visitor.leave();
  });

  it('goes on without a network, also over a reload, and everything arrives when it is back', async () => {
    const { judge, first, criteria } = await panel(hall.world, 2);
    const visitor = await hall.visit();
    const { page } = visitor;
    await hall.arrive(visitor, judge, '/judge');
    await teamIn(page, first.team).waitFor();
    await visitor.isKept('/judge');

    await visitor.goOffline();
    await teamIn(page, first.team).click();
    await scoreIn(visitor, criteria[0]).fill('8');
    await page.getByRole('button', { name: 'Add words' }).first().click();
    await page.getByLabel('Comment for the organizers').first().fill('Worked on stage.');
    await page.locator('[data-testid=saved][data-state=waiting]').waitFor();
    await page.reload();
    await page.locator('[data-testid=online][data-online=false]').waitFor();
    expect(await scoreIn(visitor, criteria[0]).inputValue()).toBe('8');
    await scoreIn(visitor, criteria[1]).fill('9.5');
    await handIn(page);
    await page.getByText(`${first.team} is handed in once the network is back.`).waitFor();
    await page.getByRole('link', { name: 'Previous' }).click();
    await page.locator('[data-testid=saved][data-state=waiting]').waitFor();
    await page.reload();
    await page.locator('[data-testid=saved][data-state=waiting]').waitFor();
    expect(await scoresOf(hall.world, first.id)).toEqual([]);

    await visitor.goOnline();
    await page.getByText('Handed in. Only the organizers').waitFor();
    expect(await scoresOf(hall.world, first.id)).toEqual([
      { name: 'Impact', value: 8, comment: 'Worked on stage.', feedback: null },
      { name: 'Craft', value: 9.5, comment: null, feedback: null },
    ]);
    expect(await isHandedIn(hall.world, first.id)).toBe(true);
    await visitor.leave();
  });

  it('declines a team for a conflict, gives the reason once, and is told what came of it', async () => {
    const { judge, first, assignments } = await panel(hall.world, 2);
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await hall.arrive(visitor, judge, '/judge');
    await teamIn(page, first.team).click();
    await page.getByTestId('decline').click();
    expect(await visitor.barriers()).toEqual([]);
    await page.getByLabel('Reason').fill('   ');
    await page.getByTestId('decline-sure').click();
    expect(await page.locator('textarea:invalid').count()).toBe(1);
    await page.getByLabel('Reason').fill('My sister is in it.');
    await page.getByTestId('decline-sure').click();
    await page.getByText(`${first.team} is off your list.`).waitFor();
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining(assignments[1]?.team ?? ''),
    ]);
    expect(await visitor.fits()).toBe(true);
    expect(await visitor.barriers()).toEqual([]);
    expect(await declinedBy(hall.world, judge)).toEqual([{ name: first.team, reason: 'My sister is in it.' }]);
    await visitor.leave();
  });

  it('declines without a network too, takes that back, and is told if it came too late', async () => {
    const { judge, assignments } = await panel(hall.world, 3);
    const [gone = { team: '' }, late = { id: '', team: '' }, kept = { team: '' }] = assignments;
    const visitor = await hall.visit();
    // Requests that came too late; and reads of a team while it is being declined.
    visitor.expectRefusal(409, /\/decline$/);
    visitor.expectRefusal(404, /^\/assignments\/[^/]+(\/(scores|decline))?$/);
    const { page } = visitor;
    await hall.arrive(visitor, judge, '/judge');
    await teamIn(page, gone.team).waitFor();
    await visitor.isKept('/judge');

    await visitor.goOffline();
    for (const { team } of [gone, late, kept]) {
      await teamIn(page, team).click();
      await page.getByTestId('decline').click();
      await page.getByLabel('Reason').fill('I know them.');
      await page.getByTestId('decline-sure').click();
      await page.getByTestId('declined').getByText(team).waitFor();
    }
    await page.reload();
    const waiting = page.getByTestId('declined').getByRole('listitem');
    await waiting.filter({ hasText: kept.team }).getByRole('button', { name: 'Take back' }).click();
    await teamIn(page, kept.team).waitFor();
    expect(await declinedBy(hall.world, judge)).toEqual([]);

    await hall.world.rows`update judging.assignment set submitted_at = now() where id = ${late.id}`;
    await visitor.goOnline();
    await page.getByText(`${gone.team} is off your list.`).waitFor();
    await page.getByText(`${late.team} could not be declined: it is handed in already.`).waitFor();
    await teamIn(page, late.team).getByText('Handed in').waitFor();
    expect(await declinedBy(hall.world, judge)).toEqual([{ name: gone.team, reason: 'I know them.' }]);
    await visitor.leave();
  });

  it('goes on where the organizers change meanwhile what teams are judged by', async () => {
    const { jury, judge, first, criteria } = await panel(hall.world);
    const [impact, craft] = criteria;
    const visitor = await hall.visit();
    visitor.expectRefusal(404, /\/scores$/);
    visitor.expectRefusal(409, /\/submit$/);
    const { page } = visitor;
    await hall.arrive(visitor, judge, '/judge');
    await teamIn(page, first.team).click();
    await scoreIn(visitor, craft).waitFor();
    await hall.world.rows`delete from judging.criterion where id = ${craft.id}`;
    await hall.world.rows`update judging.weight_total set total = total - 0.4 where event_id = ${jury.track.id}`;
    await scoreIn(visitor, craft).fill('6');
    await scoreIn(visitor, impact).fill('4');
    await scoreIn(visitor, craft).waitFor({ state: 'detached' });
    await isSaved(visitor);
    const polish = await jury.criterion('0.4', { name: 'Polish' });
    await handIn(page);
    await page.getByRole('link', { name: `Back to ${first.team}` }).click();
    await scoreIn(visitor, polish).fill('5');
    await isSaved(visitor);
    await handIn(page);
    await isFixed(page, first.team);
    expect((await scoresOf(hall.world, first.id)).map(({ name, value }) => [name, value])).toEqual([
      ['Impact', 4],
      ['Polish', 5],
    ]);
    await visitor.leave();
  });

  it('goes on where the device keeps nothing, and is told so', async () => {
    const { judge, first, criteria } = await panel(hall.world);
    const visitor = await hall.visit();
    const { page } = visitor;
    const full = `throw new DOMException('The disk is full.', 'QuotaExceededError')`;
    await page.addInitScript({ content: `IDBObjectStore.prototype.put = () => { ${full} }` });
    await hall.arrive(visitor, judge, '/judge');
    await teamIn(page, first.team).click();
    await page.getByText('This device keeps nothing').waitFor();
    await scoreIn(visitor, criteria[0]).fill('4');
    await isSaved(visitor);
    await scoreIn(visitor, criteria[1]).fill('6');
    await handIn(page);
    await isFixed(page, first.team);
    await visitor.leave();
  });

  it('whose session is over signs in again, and loses nothing', async () => {
    const { judge, first, criteria } = await panel(hall.world);
    const visitor = await hall.visit();
    visitor.expectRefusal(401, /^\/(assignments\/.+|events\/.+|auth\/(refresh|user))$/);
    const { page } = visitor;
    await hall.arrive(visitor, judge, '/judge');
    await teamIn(page, first.team).click();
    await scoreIn(visitor, criteria[0]).waitFor();
    const elsewhere = bearer(hall.world, await accessTokenOf(hall.world, judge));
    const new_password = 'incorrect horse battery';
    const changed = await elsewhere.post('/auth/update-password', { current_password: password, new_password });
    expect(changed.status).toBe(200);
    await scoreIn(visitor, criteria[0]).fill('7');
    await page.waitForURL('**/signin*');
    await page.getByLabel('Email').fill(judge.email);
    await page.getByLabel('Password').fill(new_password);
    await page.getByTestId('sign-in').click();
    await page.waitForURL(`**/judge#${first.id}`);
    await eventually(
      () => scoresOf(hall.world, first.id),
      (scores) => scores.length === 1,
    );
    await visitor.leave();
  });

  it('scores as the hackathon says, and is told what is no score', async () => {
    const { judge, first, criteria } = await panel(hall.world, 1, { scoring: { min: 1, max: 5, step: 1 } });
    const visitor = await hall.visit();
    await hall.arrive(visitor, judge, '/judge');
    await teamIn(visitor.page, first.team).click();
    await scoreIn(visitor, criteria[0]).fill('6');
    await visitor.page.getByText('From 1 to 5 in steps of 1.').waitFor();
    await scoreIn(visitor, criteria[0]).fill('5');
    await isSaved(visitor);
    await visitor.page.getByLabel('Score for Craft, as a slider').press('ArrowRight');
    await eventually(
      () => scoresOf(hall.world, first.id),
      (scores) => scores.length === 2,
    );
    expect((await scoresOf(hall.world, first.id)).map(({ value }) => value)).toEqual([5, 2]);
    await visitor.leave();
  });
});
