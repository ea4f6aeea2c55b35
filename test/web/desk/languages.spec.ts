/** The languages of a hackathon at the desk. */
import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { narrow } from '../../support/browser.ts';
import { inBrowser } from '../in-browser.ts';
import { setScene, type Scene } from './at-the-desk.ts';

inBrowser('The languages of a hackathon at the desk', (hall) => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await setScene(hall);
  });
  const window = (page: Page) => page.getByRole('dialog');
  const stored = async () =>
    (
      await hall.world.rows`
        select locales, name, name_i18n, description_i18n, letters from events.super_event where id = ${scene.hack.id}`
    )[0];
  const save = async (page: Page) => {
    const answer = page.waitForResponse((each) => ['PATCH', 'POST'].includes(each.request().method()));
    await page.getByRole('button', { name: 'Save' }).click();
    return (await answer).status();
  };
  const unfold = (page: Page) => page.getByText('In other languages').click();

  it('are chosen in its details, where its texts get a field for each of the others', async () => {
    const visitor = await scene.sit('setup/hackathon', narrow);
    const { page } = visitor;
    await page.getByLabel('The texts are in').waitFor();
    expect(await page.getByText('In other languages').count()).toBe(0);
    await page.getByLabel('The texts are in').selectOption('English');
    await page.getByLabel('German').check();
    await unfold(page);
    await page.getByLabel('Name: German').fill('Frühlingshack');
    await page.getByLabel('Description: German').fill('Zwei Tage');
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    expect(await save(page)).toBe(200);
    await page.getByText('Saved.').waitFor();
    expect(await stored()).toMatchObject({
      ...{ locales: ['en', 'de'], name: 'Spring Hack', name_i18n: { de: 'Frühlingshack' } },
      description_i18n: { de: 'Zwei Tage' },
    });
    await page.reload();
    await unfold(page);
    expect(await page.getByLabel('Name: German').inputValue()).toBe('Frühlingshack');
    await page.getByLabel('Name: German').fill('x');
    visitor.expectRefusal(400, /\/super-events\//);
    expect(await save(page)).toBe(400);
    await page.getByText('Must have at least 2 characters.').waitFor();
    expect(await page.getByLabel('Name: German').getAttribute('aria-invalid')).toBe('true');
    await visitor.leave();
  });

  it('get texts of tracks, questions and prizes, and own words of emails', async () => {
    await scene.api.patch(`/super-events/${scene.hack.id}`, { locales: ['en', 'de'] });
    const visitor = await scene.sit('setup/tracks');
    const { page } = visitor;
    await page.getByRole('button', { name: 'Edit: AI' }).click();
    await unfold(page);
    await window(page).getByLabel('Name: German').fill('KI');
    expect(await save(page)).toBe(200);
    await window(page).waitFor({ state: 'detached' });

    await visitor.open(`/desk#/${scene.hack.slug}/setup/form`);
    await page.getByTestId('field-add').click();
    await page.getByTestId('field-label').fill('Size');
    await window(page).getByLabel('Answered by').selectOption('One of a list');
    await window(page).getByLabel('Options', { exact: true }).fill('small\nlarge');
    await unfold(page);
    await window(page).getByLabel('Question: German').fill('Größe');
    await window(page).getByLabel('Options: German').fill('klein');
    expect(await visitor.barriers()).toEqual([]);
    visitor.expectRefusal(400, /registration-fields/);
    expect(await save(page)).toBe(400);
    await window(page).getByText('Must have 2 items, as options has.').waitFor();
    await window(page).getByLabel('Options: German').fill('klein\ngroß\n');
    expect(await save(page)).toBe(201);
    await window(page).waitFor({ state: 'detached' });

    await visitor.open(`/desk#/${scene.hack.slug}/setup/prizes`);
    await page.getByRole('button', { name: 'Add a prize' }).click();
    await window(page).getByLabel('Name', { exact: true }).fill('Best');
    await unfold(page);
    await window(page).getByLabel('Name: German').fill('Beste');
    expect(await save(page)).toBe(201);
    await window(page).waitFor({ state: 'detached' });

    await visitor.open(`/desk#/${scene.hack.slug}/setup/looks`);
    await page.getByLabel('In the email to people who are rejected', { exact: true }).fill('Sorry');
    await unfold(page);
    await page.getByLabel('In the email to people who are rejected: German').fill('Leider');
    expect(await save(page)).toBe(200);
    const { id } = scene.hack;
    expect(await stored()).toMatchObject({ letters: { rejected: 'Sorry', rejected_i18n: { de: 'Leider' } } });
    expect(await hall.world.rows`select name_i18n from events.track where id = ${scene.tracks.ai.id}`).toEqual([
      { name_i18n: { de: 'KI' } },
    ]);
    expect(
      await hall.world
        .rows`select label_i18n, options_i18n from events.registration_field where super_event_id = ${id}`,
    ).toEqual([{ label_i18n: { de: 'Größe' }, options_i18n: { de: ['klein', 'groß'] } }]);
    expect(await hall.world.rows`select name_i18n from events.prize where super_event_id = ${id}`).toEqual([
      { name_i18n: { de: 'Beste' } },
    ]);
    await visitor.leave();
  });

  it('go with the questions that another hackathon starts from', async () => {
    const other = await hall.world.superEvent(scene.acme, { name: 'Autumn Hack' });
    await hall.world.track(other);
    const visitor = await scene.sit('people');
    const { page } = visitor;
    await visitor.open(`/desk#/${other.slug}/setup/form`);
    await page.getByRole('button', { name: 'Start from' }).click();
    await window(page).getByLabel('Questions').first().selectOption('As Spring Hack');
    await window(page).getByRole('button', { name: 'Take over' }).click();
    await page.getByTestId('field-row').first().waitFor();
    await window(page).waitFor({ state: 'detached' });
    const { fields } = (await scene.api.get(`/super-events/${other.id}/registration-fields`)).body.data;
    expect(fields).toMatchObject([
      { label_i18n: { en: 'Size', de: 'Größe' }, options_i18n: { en: ['small', 'large'], de: ['klein', 'groß'] } },
    ]);
    await visitor.leave();
  });
});
