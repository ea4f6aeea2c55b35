/** Questions that a track asks of its projects, at the desk of an organizer of the track. */
import { expect, it } from '@jest/globals';
import { narrow } from '../../support/browser.ts';
import { inBrowser } from '../in-browser.ts';
import { rowOf, setScene } from './at-the-desk.ts';

inBrowser('Questions to projects at the desk', (hall) => {
  it('are added, edited, sorted and deleted, and what else stands in the settings of the track stays', async () => {
    const scene = await setScene(hall);
    const { ai } = scene.tracks;
    await hall.world.rows`
      update events.track set config_json = '{"max_team_size": 3, "submissions": {"closes_at": null}}' where id = ${ai.id}`;
    const config = async () => {
      const [row] = await hall.world.rows<{ config: unknown }>`
        select config_json as config from events.track where id = ${ai.id}`;
      return row?.config;
    };
    const visitor = await scene.sit('setup/tracks', narrow);
    const { page } = visitor;
    const dialog = page.getByRole('dialog');
    const add = async (label: string, type: string) => {
      await page.getByTestId('project-question-add').click();
      await page.getByTestId('field-label').fill(label);
      await dialog.getByLabel('Answered by').selectOption(type);
    };
    const save = async (label: string) => {
      await dialog.getByRole('button', { name: 'Save' }).click();
      await rowOf(visitor, 'project-question', label).waitFor();
    };
    await page.getByRole('button', { name: 'Questions: AI' }).click();
    await dialog.getByText('No question yet.').waitFor();
    await add('Größe der Daten?', 'Short text');
    await dialog.getByText('Limits of the answer').click();
    await dialog.getByLabel('Characters at most').fill('40');
    await dialog.getByLabel('Has to be answered').check();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await save('Größe der Daten?');
    await add('Which model?', 'One, all in view');
    await dialog.getByLabel('Options').fill('Our own\nA public one');
    await dialog.getByLabel('Explanation').fill('The one that answers.');
    await save('Which model?');
    await visitor.hasFocus('Add a question');
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await dialog.getByRole('button', { name: 'Up: Which model?' }).click();
    const [first, second] = [page.getByTestId('project-question').nth(0), page.getByTestId('project-question').nth(1)];
    await first.getByText('Which model?').waitFor();
    await visitor.becomes(`document.activeElement.getAttribute('aria-label')`, 'Down: Which model?');
    expect((await first.locator('.who').boundingBox())?.width).toBeGreaterThan(150);
    const model = {
      ...{ id: 'which-model', field_type: 'radio', label: 'Which model?', is_required: false, validation_rules: {} },
      ...{ options: ['Our own', 'A public one'], description: 'The one that answers.' },
    };
    const size = { id: 'gro-e-der-daten', field_type: 'text', is_required: true, options: [] };
    expect(await config()).toEqual({
      max_team_size: 3,
      submissions: {
        closes_at: null,
        questions: [model, { ...size, label: 'Größe der Daten?', validation_rules: { max_length: 40 } }],
      },
    });

    await dialog.getByRole('button', { name: 'Edit: Größe der Daten?' }).click();
    await page.getByTestId('field-label').fill('How much data?');
    // Somebody else changes another member of it meanwhile, and the size of teams.
    await hall.world.rows`
      update events.track
         set config_json = jsonb_set(config_json, '{submissions,questions,1,is_required}', 'false') || '{"max_team_size": 5}'
       where id = ${ai.id}`;
    await save('How much data?');
    await second.getByText('How much data?').waitFor();
    await dialog.getByRole('button', { name: 'Delete: Which model?' }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Delete', exact: true }).click();
    await rowOf(visitor, 'project-question', 'Which model?').waitFor({ state: 'detached' });
    expect(await config()).toMatchObject({
      max_team_size: 5,
      submissions: {
        questions: [{ ...size, is_required: false, label: 'How much data?', validation_rules: { max_length: 40 } }],
      },
    });
    await visitor.leave();
  });
});
