/** Long forms on the page: sections, conditions and lists. */
import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { password, personWithPassword } from '../support/sign-in.ts';
import { inBrowser, type Hall } from './in-browser.ts';
import type { Visitor } from './visitor.ts';

/** A form in two sections, with a condition, countries and a list of schools. */
async function longForm({ world }: Hall, hack: { readonly id: string; readonly organization_id: string }) {
  await world.rows`
    with list as (
      insert into events.choice_list (organization_id, name, value_count) values (${hack.organization_id}, 'schools', 3)
      returning id)
    insert into events.choice_value (list_id, position, value)
    select id, position, value from list, unnest(array['University of Mainz', 'Berlin', 'Mainz University'])
                                          with ordinality as v (value, position)`;
  const fields = await world.rows<{ id: string }>`
    insert into events.registration_field (super_event_id, key, field_type, label, options, choices, order_index)
    values (${hack.id}, 'diet', 'select', 'Diet', '["none", "vegan"]', null, 0), (${hack.id}, 'allergies', 'text', 'Allergies', '[]', null, 1),
           (${hack.id}, 'from', 'select', 'Country', '[]', 'countries', 2), (${hack.id}, 'school', 'select', 'School', '[]', 'schools', 3)
    returning id`;
  const [diet = '', allergies = '', from = '', school = ''] = fields.map(({ id }) => id);
  const condition = JSON.stringify({ field_id: diet, equals: 'vegan' });
  await world.rows`update events.registration_field set is_required = true, show_if = ${condition} where id = ${allergies}`;
  const sections = [
    { title: 'What you eat', field_ids: [diet, allergies] },
    { title: 'Who you are', field_ids: ['from', school] },
  ];
  await world.rows`update events.super_event set config_json = ${JSON.stringify({ form: { sections } })} where id = ${hack.id}`;
  return { diet, allergies, from, school };
}

const field = ({ page }: Visitor, id: string) => page.getByTestId(`apply-field-${id}`);
const press = ({ page }: Visitor) => page.getByTestId('apply-submit').click();

inBrowser('A long form', (hall) => {
  it('asks below titles what the answers so far call for, and suggests what stands on a list', async () => {
    const { world } = hall;
    const acme = await world.organization();
    const hack = await world.superEvent(acme, { name: 'Long Form' });
    await world.track(hack);
    const form = await longForm(hall, hack);
    const ada = await personWithPassword(world);
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await visitor.signIn({ ...ada, password });
    await page.waitForURL('**/me');
    await visitor.open(`/apply/${hack.slug}`);
    await page.getByRole('heading', { name: 'What you eat' }).waitFor();
    expect(await page.locator('form h2').allTextContents()).toEqual(['What you eat', 'Who you are']);
    const allergies = field(visitor, form.allergies);
    expect(await allergies.count()).toBe(0);
    await field(visitor, form.diet).selectOption('vegan');
    await allergies.fill('nuts');
    await field(visitor, form.diet).selectOption('none');
    await allergies.waitFor({ state: 'detached' });
    // A hidden question blocks nothing, and its answer is there again once it is shown.
    await field(visitor, form.diet).selectOption('vegan');
    expect(await allergies.inputValue()).toBe('nuts');
    await field(visitor, form.diet).selectOption('none');
    await field(visitor, form.from).selectOption('Germany');
    const school = field(visitor, form.school);
    await school.pressSequentially('mainz');
    const list = page.getByRole('listbox', { name: 'School' });
    await list.getByRole('option').first().waitFor();
    expect(await list.getByRole('option').allTextContents()).toEqual(['Mainz University', 'University of Mainz']);
    expect([await visitor.barriers(), await visitor.fits()]).toEqual([[], true]);
    await school.press('ArrowDown');
    await school.press('ArrowDown');
    expect(await list.getByRole('option', { selected: true }).textContent()).toBe('University of Mainz');
    await school.press('Escape');
    expect(await list.isVisible()).toBe(false);
    await school.press('ArrowDown');
    await list.getByRole('option').first().waitFor();
    await school.press('ArrowUp');
    await school.press('Enter');
    expect(await school.inputValue()).toBe('University of Mainz');
    expect(await list.isVisible()).toBe(false);
    await press(visitor);
    await page.getByTestId('apply-done').waitFor();
    const [stored] = await world.rows<{ answers_json: object }>`
      select answers_json from registrations.super_event_registration where super_event_id = ${hack.id}`;
    expect(stored?.answers_json).toEqual({
      [form.diet]: 'none',
      [form.from]: 'Germany',
      [form.school]: 'University of Mainz',
    });
    await visitor.leave();
  });

  it('takes what no list has, also without a network', async () => {
    const { world } = hall;
    const acme = await world.organization();
    const hack = await world.superEvent(acme, { name: 'Long Form' });
    await world.track(hack);
    const form = await longForm(hall, hack);
    const ada = await personWithPassword(world);
    const visitor = await hall.visit();
    const { page } = visitor;
    await visitor.signIn({ ...ada, password });
    await page.waitForURL('**/me');
    await visitor.open(`/apply/${hack.slug}`);
    await field(visitor, form.school).waitFor();
    await visitor.isKept(`/apply/${hack.slug}`);
    await visitor.goOffline();
    await field(visitor, form.school).pressSequentially('My own school');
    await field(visitor, form.diet).selectOption('none');
    await page.getByTestId('draft-kept').waitFor();
    await press(visitor);
    await page.getByText('sent when the network is back').waitFor();
    await visitor.goOnline();
    await page.getByTestId('apply-done').waitFor();
    const [stored] = await world.rows<{ answers_json: object }>`
      select answers_json from registrations.super_event_registration where super_event_id = ${hack.id}`;
    expect(stored?.answers_json).toEqual({ [form.diet]: 'none', [form.school]: 'My own school' });
    await visitor.leave();
  });
});
