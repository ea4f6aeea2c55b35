import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { narrow } from '../../support/browser.ts';
import { Contest } from '../../support/judging/contest.ts';
import { inBrowser } from '../in-browser.ts';
import type { Visitor } from '../visitor.ts';
import { rowOf, says, setScene, type Scene } from './at-the-desk.ts';

inBrowser('Judging at the desk', (hall) => {
  let scene: Scene;
  let contest: Contest;
  let visitor: Visitor;
  beforeEach(async () => {
    scene = await setScene(hall);
    contest = new Contest(hall.world, scene.tracks.ai, scene.api);
  });
  afterEach(() => visitor.leave());

  const button = (name: string) => visitor.page.getByRole('button', { name, exact: true });
  const dialog = () => visitor.page.getByRole('dialog');

  it('adds, changes and deletes criteria, and says where weights are too much', async () => {
    await contest.criterion('0.6', { name: 'Craft' });
    visitor = await scene.sit('judging');
    visitor.expectRefusal(409, /\/criteria$/);
    await button('Add a criterion').click();
    await dialog().getByLabel('Name').fill('Pitch');
    await dialog().getByLabel('Weight in percent').fill('50');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('The weights would be 110% together').waitFor();
    await dialog().getByLabel('Weight in percent').fill('15.5');
    await dialog().getByRole('button', { name: 'Save' }).click();
    const row = rowOf(visitor, 'criterion-row', 'Pitch');
    await row.getByText('15.5%').waitFor();
    await button('Edit: Pitch').click();
    await dialog().getByLabel('Weight in percent').fill('40');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await row.getByText('40%').waitFor();
    await button('Delete: Pitch').click();
    await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    const { criteria } = (await scene.api.get(`/events/${scene.tracks.ai.id}/criteria`)).body.data;
    expect(criteria).toMatchObject([{ name: 'Craft', weight: 0.6 }]);
  });

  it('leaves the weight of a criterion as it is whose name alone is changed', async () => {
    await contest.criterion('0.3333333333', { name: 'Craft' });
    visitor = await scene.sit('judging');
    await button('Edit: Craft').click();
    await dialog().getByLabel('Name').fill('Skill');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await rowOf(visitor, 'criterion-row', 'Skill').waitFor();
    const { criteria } = (await scene.api.get(`/events/${scene.tracks.ai.id}/criteria`)).body.data;
    expect(criteria).toMatchObject([{ name: 'Skill', weight: 0.3333333333 }]);
  });

  it('deletes a criterion with scores that were handed in only after saying so', async () => {
    await contest.criterion('1', { name: 'Craft' });
    await contest.judged(await contest.team('Bees'), [7]);
    visitor = await scene.sit('judging');
    visitor.expectRefusal(409, /^\/criteria\//);
    await button('Delete: Craft').click();
    await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
    await button('Delete with its scores: Craft').click();
    await dialog().getByText('1 score').waitFor();
    await dialog().getByRole('button', { name: 'Delete with its scores', exact: true }).click();
    await rowOf(visitor, 'criterion-row', 'Craft').waitFor({ state: 'detached' });
  });

  it('gives a team a judge, follows their progress, and takes the team away', async () => {
    await contest.criterion('1', { name: 'Craft' });
    const judge = await contest.judge({ name: 'Judy Okafor' });
    const bees = await contest.team('Bees');
    visitor = await scene.sit('judging/judges');
    await button('Judges of Bees').click();
    await dialog().getByRole('checkbox', { name: 'Judy Okafor' }).check();
    await dialog().getByRole('button', { name: 'Assign' }).click();
    await dialog().getByRole('button', { name: 'Unassign: Judy Okafor' }).waitFor();
    await says(visitor, 'progress', '0 of 1 team judged');

    const { assignments } = (await scene.api.get(`/events/${scene.tracks.ai.id}/assignments`)).body.data;
    expect(assignments).toMatchObject([{ judge_user_id: judge.id, team_id: bees.id }]);
    const me = await contest.signedIn(judge);
    const [{ id: criterion_id } = { id: '' }] = contest.criteria;
    await me.post(`/assignments/${assignments[0].id}/scores`, { criterion_id, value: 8 });
    await me.post(`/assignments/${assignments[0].id}/submit`);
    await says(visitor, 'progress', '1 of 1 team judged');

    await dialog().getByRole('button', { name: 'Unassign: Judy Okafor' }).click();
    await dialog().getByRole('button', { name: 'Unassign', exact: true }).click();
    await dialog().getByRole('checkbox', { name: 'Judy Okafor' }).waitFor();
    await says(visitor, 'progress', '0 of 1 team judged · 1 without a judge');
    expect((await scene.api.get(`/events/${scene.tracks.ai.id}/assignments`)).body.data.count).toBe(0);
  });

  it('plans reviews after a look at what comes of it, compares both rankings, and publishes the fair one', async () => {
    await contest.criterion('1', { name: 'Craft' });
    for (const name of ['Judy Okafor', 'Jean Lang', 'Jiri Novak']) await contest.judge({ name });
    for (const name of ['Ants', 'Bees', 'Cats', 'Dogs']) await contest.team(name);
    const path = `/events/${scene.tracks.ai.id}`;
    const assigned = async () => (await scene.api.get(`${path}/assignments`)).body.data.assignments;
    visitor = await scene.sit('judging/judges', narrow);
    visitor.expectRefusal(409, /\/assignments\/plan$/);
    await button('Assign judges').click();
    expect(await dialog().getByLabel('Reviews per team').inputValue()).toBe('3');
    await dialog().getByLabel('Reviews per team').fill('4');
    await dialog().getByRole('button', { name: 'Preview' }).click();
    await dialog().getByText('This track has 3 judges, so a team can have 3 reviews. Add judges, or set 3.').waitFor();
    await dialog().getByLabel('Reviews per team').fill('2');
    await dialog().getByRole('button', { name: 'Preview' }).click();
    await dialog().getByText('8 new reviews: then each of 4 teams has 2 reviews.').waitFor();
    await dialog().getByText('All teams can be compared').waitFor();
    const loads = await dialog().getByTestId('load-row').allInnerTexts();
    expect(loads.map((load) => Number(load.match(/\d+/g)?.[1])).toSorted()).toEqual([2, 3, 3]);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    expect(await assigned()).toEqual([]);
    await dialog().getByRole('button', { name: 'Assign 8 reviews' }).click();
    await says(visitor, 'progress', '0 of 4 teams judged');

    const usual: Record<string, number> = { Ants: 8, Bees: 6, Cats: 5, Dogs: 3 };
    for (const { id, team_name, judge_name } of await assigned()) {
      const value = (usual[team_name] ?? 0) + (judge_name === 'Judy Okafor' ? 2 : 0);
      await contest.score(id, contest.criteria[0]!, { value });
      await hall.world.rows`update judging.assignment set submitted_at = now() where id = ${id}`;
    }
    await visitor.page.getByRole('link', { name: 'Ranking' }).click();
    await button('Update ranking').click();
    await rowOf(visitor, 'result-row', 'Bees').waitFor();
    const { teams } = (await scene.api.get(`${path}/results/fair`)).body.data;
    await visitor.page.getByLabel('Order by').selectOption('Adjusted rank');
    const rows = visitor.page.getByTestId('result-row');
    await rows.first().filter({ hasText: 'Ants' }).waitFor();
    const shown = (name: string) => rows.locator(`[data-name="${name}"]`).allInnerTexts();
    expect(await shown('Team')).toEqual(teams.map(({ team_name }: any) => team_name));
    expect(await shown('Adjusted rank')).toEqual(teams.map(({ fair_rank }: any) => String(fair_rank)));
    expect(await shown('Simple rank')).toEqual([]);
    await button('Compare both').click();
    await rows.locator('[data-name="Simple rank"]').first().waitFor();
    expect(await shown('Simple rank')).toEqual(teams.map(({ plain_rank }: any) => String(plain_rank)));
    expect(await shown('Simple score')).toEqual(teams.map(({ plain_score }: any) => plain_score.toFixed(2)));
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);

    await button('Publish').click();
    await dialog().getByRole('radio', { name: 'Adjusted' }).check();
    expect(await dialog().getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
    await dialog().getByRole('checkbox').check();
    await dialog().getByRole('button', { name: 'Publish' }).click();
    await visitor.page.getByText('The adjusted ranking was published').waitFor();
    expect((await contest.list()).body.data.ranking).toBe('fair');
  });

  it('adds a judge by email, by whom each team can then have as many reviews as there are judges', async () => {
    await contest.judge({ name: 'Judy Okafor' });
    await contest.team('Bees');
    const email = `jean-${scene.hack.id}@muster.test`;
    visitor = await scene.sit('judging/judges');
    await button('Assign judges').click();
    expect(await dialog().getByLabel('Reviews per team').inputValue()).toBe('1');
    await visitor.page.keyboard.press('Escape');
    await button('Add a judge').click();
    await dialog().getByLabel('Email').fill(email);
    await dialog().getByRole('button', { name: 'Invite' }).click();
    await dialog().getByText(`${email} is invited`).waitFor();
    expect((await hall.world.nextMailTo(email)).text).toContain('AI');
    await dialog().getByLabel('Email').fill(email);
    await dialog().getByRole('button', { name: 'Invite' }).click();
    await dialog().getByText(`${email} was invited before.`).waitFor();
    expect(await visitor.barriers()).toEqual([]);
  });

  it('shows who declined which team and why, and gives it to somebody else', async () => {
    const judge = await contest.judge({ name: 'Judy Okafor' });
    const bees = await contest.team('Bees');
    await contest.judge({ name: 'Jean Lang' });
    const assignment = await contest.assignment(judge, bees);
    visitor = await scene.sit('judging/judges');
    await button('Judges of Bees').waitFor();
    await (await contest.signedIn(judge)).post(`/assignments/${assignment}/decline`, { reason: 'My sister is in it.' });
    const row = rowOf(visitor, 'declined-row', 'My sister is in it.');
    await row.getByRole('cell', { name: '0', exact: true }).waitFor();
    await button('Replace Judy Okafor for Bees').click();
    await dialog().getByRole('checkbox', { name: 'Judy Okafor ! declined this team' }).waitFor();
    const offered = await dialog().locator('label').allInnerTexts();
    expect(offered).toEqual(['Jean Lang 0 teams', 'Judy Okafor ! declined this team']);
    expect(await visitor.barriers()).toEqual([]);
    await dialog().getByRole('checkbox', { name: 'Jean Lang 0 teams' }).check();
    await dialog().getByRole('button', { name: 'Assign' }).click();
    await row.getByRole('cell', { name: '1', exact: true }).waitFor();
  });

  it('calculates the ranking, publishes it, again after a correction, and hands it out as CSV', async () => {
    await contest.criterion('1', { name: 'Craft' });
    const bees = await contest.team('Bees');
    await contest.judged(bees, [7]);
    await contest.judged(await contest.team('Ants'), [9]);
    await contest.team('Cats');
    visitor = await scene.sit('judging/ranking');
    await visitor.page.getByText('No ranking yet.').waitFor();
    await button('Update ranking').click();
    await rowOf(visitor, 'result-row', 'Bees').waitFor();
    expect(await visitor.page.getByTestId('result-row').allInnerTexts()).toEqual([
      '1\tAnts\t9.00\t1\t1\t9.00\t2',
      '2\tBees\t7.00\t1\t1\t7.00\t1',
    ]);
    await visitor.page.getByTestId('not-connected').getByText('the judges of these 2 groups have no team').waitFor();

    await button('Publish').click();
    expect(await dialog().getByRole('radio', { name: 'Adjusted' }).isDisabled()).toBe(true);
    await dialog().getByText('1 of 3 teams has no score: Cats.').waitFor();
    await dialog().getByRole('checkbox').check();
    await dialog().getByRole('button', { name: 'Publish' }).click();
    await visitor.page.getByText('The simple ranking was published').waitFor();
    const { notifications_sent_at } = (await contest.list()).body.data;
    expect(notifications_sent_at).not.toBeNull();
    const scores = async () => (await contest.list()).body.data.results.map((one: any) => one.overall_score);

    await contest.judged(bees, [10]);
    await button('Update ranking').click();
    await rowOf(visitor, 'result-row', '8.50').waitFor();
    expect(await scores()).toEqual([9, 7]);
    await button('Publish again').click();
    await dialog().getByText('No email goes out.').waitFor();
    await dialog().getByRole('checkbox').check();
    await dialog().getByRole('button', { name: 'Publish' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await scores()).toEqual([9, 8.5]);

    const download = visitor.page.waitForEvent('download');
    await button('Ranking as CSV').click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text).toContain('Rank,Team Name,Overall Score,Calculated At');
  });
});
