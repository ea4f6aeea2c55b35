/** The texts of a hackathon in the language of the page. */
import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { password, personWithPassword } from '../support/sign-in.ts';
import { inBrowser, type Hall } from './in-browser.ts';
import type { Visitor } from './visitor.ts';

async function openForm({ world }: Hall) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme, { name: 'Spring Hack', gallery: 'open' });
  const tracks = [await world.track(hack, { name: 'Climate' }), await world.track(hack, { name: 'Health' })];
  const api = world.as(await world.member(acme, 'OWNER'), acme);
  const locales = ['en', 'de'];
  await api.patch(`/super-events/${hack.id}`, { locales, name_i18n: { de: 'Frühlingshack' }, description: 'Two days' });
  await api.patch(`/events/${tracks[0]?.id}`, { name_i18n: { de: 'Klima' } });
  const ask = async (body: object) =>
    (await api.post(`/super-events/${hack.id}/registration-fields`, body)).body.data.id as string;
  const choices = { options: ['small', 'large'], options_i18n: { de: ['klein', 'groß'] } };
  const size = await ask({ field_type: 'select', label: 'Size', label_i18n: { de: 'Größe' }, ...choices });
  const gifts = await ask({ field_type: 'multiselect', label: 'Gifts', ...choices });
  const why = await ask({ field_type: 'text', label: 'Why', show_if: { field_id: size, equals: 'large' } });
  const sections = [{ title: 'You', title_i18n: { de: 'Du' }, field_ids: [size, gifts, why] }];
  await api.patch(`/super-events/${hack.id}`, { config_json: { form: { sections } } });
  return { hack, size, gifts, why };
}

const speak = async ({ context, page }: Visitor, value: string) =>
  context.addCookies([{ name: 'locale', value, url: new URL('/', page.url()).href }]);

inBrowser('A hackathon in several languages', (hall) => {
  it('is read in German by those whose pages are in German, and answered with the plain options', async () => {
    const { world } = hall;
    const { hack, size, gifts, why } = await openForm(hall);
    const ada = await personWithPassword(world);
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await visitor.signIn({ ...ada, password });
    await page.waitForURL('**/me');
    await speak(visitor, 'de');
    await visitor.open('/');
    await page.getByRole('heading', { name: 'Frühlingshack' }).waitFor();
    await visitor.open(`/apply/${hack.slug}`);
    await page.getByRole('heading', { name: 'Frühlingshack' }).waitFor();
    const form = page.locator('form.apply');
    expect(await form.getByRole('heading').allTextContents()).toContain('Du');
    await page.getByText('Two days').waitFor();
    expect(await form.getByText('Klima').count()).toBe(1);
    expect(await form.getByText('Health').count()).toBe(1);
    const field = page.getByTestId(`apply-field-${size}`);
    expect(await field.locator('option').allTextContents()).toEqual([expect.anything(), 'klein', 'groß']);
    await field.selectOption({ label: 'groß' });
    await page.getByTestId(`apply-field-${why}`).fill('Warum nicht');
    await page.getByTestId(`apply-field-${gifts}`).getByLabel('klein').check();
    expect([await visitor.barriers(), await visitor.fits()]).toEqual([[], true]);
    await page.getByTestId('apply-submit').click();
    await page.getByTestId('apply-done').waitFor();
    const kept = await world.rows`
      select answers_json from registrations.super_event_registration where super_event_id = ${hack.id}`;
    expect(kept).toEqual([{ answers_json: { [size]: 'large', [gifts]: ['small'], [why]: 'Warum nicht' } }]);
    await visitor.open('/me');
    await page.getByTestId('me-card').getByText('Frühlingshack').first().waitFor();
    await page.getByTestId('me-answers').locator('summary').click();
    await page.getByTestId('me-answers').getByRole('definition').filter({ hasText: 'groß' }).waitFor();
    await visitor.open(`/projects/${hack.slug}`);
    await page.getByRole('heading', { name: 'Frühlingshack' }).waitFor();
    await visitor.leave();
  });

  it('is read as it was written first where the page has another language', async () => {
    const { hack, size } = await openForm(hall);
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await visitor.open(`/apply/${hack.slug}`);
    await speak(visitor, 'fr');
    await visitor.open(`/apply/${hack.slug}`);
    await page.getByRole('heading', { name: 'Spring Hack' }).waitFor();
    const options = page.getByTestId(`apply-field-${size}`).locator('option');
    expect((await options.allTextContents()).slice(1)).toEqual(['small', 'large']);
    await visitor.leave();
  });
});
