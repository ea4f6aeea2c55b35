import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { narrow } from '../../support/browser.ts';
import { inBrowser } from '../in-browser.ts';
import { rowOf, setScene, type Scene } from './at-the-desk.ts';

inBrowser('The form builder at the desk', (hall) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene(hall);
  });
  const window = (page: Page) => page.getByRole('dialog');
  const labels = () => hall.world.rows<{ label: string }>`
    select label from events.registration_field where super_event_id = ${scene.hack.id} order by order_index, id`;
  const order = async () => (await labels()).map(({ label }) => label);

  it('adds a question that depends on another, lets it be tried, and edits it', async () => {
    const visitor = await scene.sit('setup/form', narrow);
    const { page } = visitor;
    const add = async (label: string, type: string) => {
      await page.getByTestId('field-add').click();
      await page.getByTestId('field-label').fill(label);
      await window(page).getByLabel('Answered by').selectOption(type);
    };
    const save = async (label: string) => {
      await window(page).getByRole('button', { name: 'Save' }).click();
      await rowOf(visitor, 'field-row', label).waitFor();
      await window(page).waitFor({ state: 'detached' });
    };
    await add('I bring a robot', 'Tick box');
    await save('I bring a robot');
    await add('Its name', 'Short text');
    await window(page).getByLabel('Asked').selectOption('If “I bring a robot” is ticked');
    await window(page).getByLabel('Has to be answered').check();
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await save('Its name');
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByRole('button', { name: 'Try the form' }).click();
    expect(await window(page).getByLabel('Its name').count()).toBe(0);
    await window(page).getByLabel('I bring a robot').check();
    await window(page).getByLabel('Its name').fill('Marvin');
    await window(page).getByRole('button', { name: 'Check' }).click();
    await window(page).getByText('Nothing was.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Edit: Its name' }).click();
    await page.getByTestId('field-label').fill('How it is called');
    await save('How it is called');
    expect(await order()).toEqual(['I bring a robot', 'How it is called']);
    await visitor.leave();
  });

  it('limits answers by what their type has, keeps other rules, and drops all with the type', async () => {
    await hall.world.rows`
      insert into events.registration_field (super_event_id, field_type, label, order_index, validation_rules)
      values (${scene.hack.id}, 'text', 'Postcode', 90, '{"max_length": 9, "kept": true}')`;
    const visitor = await scene.sit('setup/form', narrow);
    const { page } = visitor;
    const rules = async (label: string) => {
      const [row] = await hall.world.rows<{ rules: object }>`
        select validation_rules as rules from events.registration_field
         where super_event_id = ${scene.hack.id} and label = ${label}`;
      return row?.rules;
    };
    const open = async () => {
      await page.getByRole('button', { name: 'Edit: Postcode' }).click();
      await window(page).getByText('Limits of the answer').click();
    };
    const save = async () => {
      await window(page).getByRole('button', { name: 'Save' }).click();
      await window(page).waitFor({ state: 'detached' });
    };
    await open();
    expect(await window(page).getByLabel('Characters at most').inputValue()).toBe('9');
    await window(page).getByLabel('Characters at most').fill('');
    await window(page).getByLabel('Characters at least').fill('4');
    await window(page).getByLabel('Pattern').fill('([0-9]{5}');
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    visitor.expectRefusal(400, /registration-fields\//);
    await window(page).getByRole('button', { name: 'Save' }).click();
    await window(page).getByLabel('Pattern').and(page.locator('[aria-invalid="true"]')).waitFor();
    await window(page).getByLabel('Pattern').fill('[0-9]{5}');
    await save();
    expect(await rules('Postcode')).toEqual({ kept: true, min_length: 4, pattern: '[0-9]{5}' });

    await open();
    await window(page).getByLabel('Answered by').selectOption('Date');
    await window(page).getByLabel('First day').fill('2030-01-01');
    await save();
    expect(await rules('Postcode')).toEqual({ min: '2030-01-01' });
    await page.getByRole('button', { name: 'Edit: Postcode' }).click();
    await window(page).getByLabel('Answered by').selectOption('Short text');
    await save();
    expect(await rules('Postcode')).toEqual({});
    await visitor.leave();
  });

  it('starts from questions that most ask, sorts by keys and by the pointer, and deletes', async () => {
    await hall.world.rows`delete from events.registration_field where super_event_id = ${scene.hack.id}`;
    const visitor = await scene.sit('setup/form');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Start from' }).click();
    await window(page).getByLabel('Questions').selectOption('The shortest');
    await window(page).getByRole('button', { name: 'Add these questions' }).click();
    await page.getByTestId('field-row').nth(3).waitFor();
    const [why = '', diet = '', ...rest] = await order();
    await page.getByRole('button', { name: `Move: ${why}` }).focus();
    await page.keyboard.press('ArrowDown');
    await page.getByTestId('field-row').nth(1).filter({ hasText: why }).waitFor();
    await page.locator('.questions[aria-busy="false"]').waitFor();
    expect(await order()).toEqual([diet, why, ...rest]);
    await page.getByRole('button', { name: `Move: ${why}` }).hover();
    await page.mouse.down();
    const first = await page.getByTestId('field-row').first().boundingBox();
    await page.mouse.move(first?.x ?? 0, (first?.y ?? 0) + 2, { steps: 4 });
    await page.mouse.up();
    await page.getByTestId('field-row').first().filter({ hasText: why }).waitFor();
    await page.locator('.questions[aria-busy="false"]').waitFor();
    expect(await order()).toEqual([why, diet, ...rest]);
    await page.getByRole('button', { name: `Delete: ${diet}` }).click();
    await window(page).getByRole('button', { name: 'Delete' }).click();
    await rowOf(visitor, 'field-row', diet).waitFor({ state: 'detached' });
    expect(await order()).toEqual([why, ...rest]);
    await visitor.leave();
  });

  it('puts questions into sections', async () => {
    const visitor = await scene.sit('setup/form');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Sections' }).click();
    await window(page).getByRole('button', { name: 'Add a section' }).click();
    await window(page).getByLabel('Title of section 1').fill('On the day');
    await window(page).getByRole('checkbox').last().check();
    await window(page).getByRole('button', { name: 'Save' }).click();
    await rowOf(visitor, 'field-row', 'On the day').waitFor();
    const [stored] = await hall.world.rows<{ config_json: any }>`
      select config_json from events.super_event where id = ${scene.hack.id}`;
    expect(stored?.config_json.form.sections).toMatchObject([{ title: 'On the day', field_ids: [expect.any(String)] }]);
    await visitor.leave();
  });
});
