import { expect, it } from '@jest/globals';
import { narrow } from '../../support/browser.ts';
import { Jury } from '../../support/judging/jury.ts';
import { inBrowser } from '../in-browser.ts';
import { rowOf, setScene } from './at-the-desk.ts';

inBrowser('Tables and prizes at the desk', (hall) => {
  it('numbers the teams of a track, gives one a table by hand, and prints cards', async () => {
    const scene = await setScene(hall);
    for (const name of ['Bees', 'Ants']) {
      await hall.world.team(scene.tracks.ai, [await hall.world.person()], { name });
    }
    const visitor = await scene.sit('teams', narrow);
    const { page } = visitor;
    await page.getByTestId('tables-number').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Track').selectOption(scene.tracks.ai.id);
    await dialog.getByLabel('Prefix').fill('A');
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await dialog.getByRole('button', { name: 'Number them' }).click();
    await dialog.waitFor({ state: 'detached' });
    await rowOf(visitor, 'team-row', 'Ants').getByText('A1', { exact: true }).waitFor();
    const bees = rowOf(visitor, 'team-row', 'Bees');
    await bees.getByText('A2', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Edit: Bees' }).click();
    visitor.expectRefusal(409, /\/teams\/[^/]+$/);
    await dialog.getByLabel('Table').fill('A1');
    await dialog.getByRole('button', { name: 'Give this table' }).click();
    await dialog.getByText('Another team of the hackathon sits at this table.').waitFor();
    await dialog.getByLabel('Table').fill('Window');
    await dialog.getByRole('button', { name: 'Give this table' }).click();
    await bees.getByText('Window').waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Print table cards' }).click();
    await dialog.getByText('2 cards').waitFor();
    expect(await dialog.locator('.table-card strong').allTextContents()).toEqual(['A1', 'Window']);
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.emulateMedia({ media: 'print' });
    expect(await dialog.getByRole('button', { name: 'Print', exact: true }).isVisible()).toBe(false);
    await visitor.leave();
  });

  it('gives a prize to its judges, shows what they found, and publishes who wins', async () => {
    const scene = await setScene(hall);
    const { api, hack } = scene;
    const { ai } = scene.tracks;
    const jury = new Jury(hall.world, ai);
    const judge = await jury.judge({ name: 'Judy Prize' });
    const bees = await hall.world.team(ai, [await hall.world.person()], { name: 'Bees' });
    const visitor = await scene.sit('setup/prizes');
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add a prize' }).click();
    await dialog.getByLabel('Name').fill('Best data');
    await dialog.getByLabel('Judy Prize').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = rowOf(visitor, 'prize-row', 'Best data');
    await row.waitFor();
    const [prize] = (await api.get(`/super-events/${hack.id}/prizes`)).body.data.prizes;
    expect(prize).toMatchObject({ by: 'judges', judge_user_ids: [judge.id], track_ids: null });
    await api.post('/submissions', { team_id: bees.id, title: 'Hive', prize_ids: [prize.id] });

    await row.getByRole('button', { name: 'Decide: Best data' }).click();
    await dialog.getByRole('button', { name: 'Give its judges the teams that entered' }).click();
    await dialog.getByText('1 team more to judge.').waitFor();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    const me = await jury.signedIn(judge);
    const [assignment] = (await me.get(`/events/${ai.id}/assignments`)).body.data.assignments;
    const [criterion] = (await me.get(`/assignments/${assignment.id}`)).body.data.assignment.criteria;
    await me.post(`/assignments/${assignment.id}/scores`, { criterion_id: criterion.id, value: 9 });
    await me.post(`/assignments/${assignment.id}/submit`);
    await page.keyboard.press('Escape');

    await row.getByRole('button', { name: 'Decide: Best data' }).click();
    await dialog.getByTestId('prize-winner').check();
    await dialog.getByText('Bees is in.').waitFor();
    await dialog.getByRole('button', { name: 'Publish: Best data' }).click();
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await dialog.getByText('Bees won, and everybody may read it.').first().waitFor();
    expect((await api.get(`/super-events/${hack.id}/prizes`)).body.data.prizes[0].winners).toEqual([
      { team_id: bees.id, team_name: 'Bees' },
    ]);
    await visitor.leave();
  });
});
