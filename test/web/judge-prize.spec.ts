import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { eventually } from '../support/wire.ts';
import { inBrowser, type Hall } from './in-browser.ts';
import { handedIn, handIn, isHandedIn, panel, scoresOf } from './panel.ts';

/** A judge of a track who also judges a prize: of two teams, one entered for it. */
async function contest({ world }: Hall) {
  const { jury, judge, criteria, assignments } = await panel(world, 2);
  const { track } = jury;
  const organizer = world.as(await world.member({ id: track.organization_id }, 'OWNER'), { id: track.organization_id });
  const at = `/super-events/${track.super_event_id}/prizes`;
  const made = await organizer.post(at, { name: 'Best use of data', judge_user_ids: [judge.id] });
  const { id } = made.body.data.prize;
  const [entered = { id: '', team: '' }] = assignments;
  await handedIn(world, entered.id, { title: 'Bee counter', prize_ids: [id] });
  expect((await organizer.post(`/prizes/${id}/plan`, { per_team: 1 })).body.data.created).toBe(1);
  const [prize] = await world.rows<{ id: string }>`select id from judging.assignment where prize_id = ${id}`;
  return { judge, criteria, entered, others: assignments.slice(1), assignment: prize?.id ?? '', organizer, id };
}

inBrowser('A judge of a prize', (hall) => {
  it('has its teams beside those of the track, and gives each one score, without a network as well', async () => {
    const { judge, criteria, entered, others, assignment } = await contest(hall);
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await hall.arrive(visitor, judge, '/judge');
    await page.locator('[data-testid=progress][data-all="3"]').waitFor();
    const groups = page.locator('section').filter({ has: page.locator('.teams') });
    expect(await groups.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(['AI', 'Best use of data']);
    const ofPrize = groups.filter({ hasText: 'Best use of data' });
    expect(await ofPrize.getByRole('link').count()).toBe(1);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await visitor.isKept('/judge');

    await visitor.goOffline();
    await ofPrize.getByRole('link').click();
    await page.getByText('For the prize Best use of data').waitFor();
    await page.getByTestId('judge-project').getByRole('heading', { name: 'Bee counter' }).waitFor();
    const scores = page.getByRole('spinbutton');
    expect(await scores.count()).toBe(1);
    for (const { id } of criteria) expect(await page.getByTestId(`score-${id}`).count()).toBe(0);
    await scores.fill('9.5');
    await page.locator('[data-testid=saved][data-state=waiting]').waitFor();
    await page.reload();
    await page.getByText('For the prize Best use of data').waitFor();
    expect(await scores.inputValue()).toBe('9.5');
    await handIn(page);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await visitor.goOnline();
    await eventually(
      () => isHandedIn(hall.world, assignment),
      (done) => done,
    );
    expect(await scoresOf(hall.world, assignment)).toEqual([
      { name: 'Overall', value: 9.5, comment: null, feedback: null },
    ]);
    for (const { id } of [entered, ...others]) expect(await isHandedIn(hall.world, id)).toBe(false);
    await visitor.leave();
  });

  it('loses a team that does not enter any more', async () => {
    const { judge, entered, organizer } = await contest(hall);
    const visitor = await hall.visit();
    const { page } = visitor;
    await hall.arrive(visitor, judge, '/judge');
    await page.getByRole('heading', { name: 'Best use of data' }).waitFor();
    const [{ team_id } = { team_id: '' }] = await hall.world.rows<{ team_id: string }>`
      select team_id from judging.assignment where id = ${entered.id}`;
    await organizer.post('/submissions', { team_id, title: 'Bee counter' });
    await page.reload();
    await page.locator('[data-testid=progress][data-all="2"]').waitFor();
    expect(await page.getByRole('heading', { name: 'Best use of data' }).count()).toBe(0);
    await visitor.leave();
  });
});
