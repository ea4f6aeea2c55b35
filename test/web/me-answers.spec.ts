import { expect, it } from '@jest/globals';
import { narrow } from '../support/browser.ts';
import { formOf, opened, pdf } from '../support/files.ts';
import { hashed, password } from '../support/sign-in.ts';
import { inBrowser, type Hall } from './in-browser.ts';

/** Somebody who has applied with a file and answers of several kinds, and waits for a decision. */
async function applied({ world }: Hall) {
  const scene = await opened(world);
  const { hack, api, why, cv, ada } = scene;
  const asks = async (field_type: string, label: string, options: readonly string[] = []) => {
    const [field] = await world.rows<{ id: string }>`
      insert into events.registration_field (super_event_id, field_type, label, options)
      values (${hack.id}, ${field_type}, ${label}, ${JSON.stringify(options)}) returning id`;
    return field?.id ?? '';
  };
  const diet = await asks('radio', 'Diet', ['Vegan', 'All']);
  const skills = await asks('multiselect', 'Skills', ['Go', 'Rust']);
  const adult = await asks('checkbox', 'I am 18');
  const answers = { [why]: 'fun', [diet]: 'Vegan', [skills]: ['Go'], [adult]: true };
  const form = { answers_json: JSON.stringify(answers), [`file_${cv}`]: { bytes: pdf(), name: 'cv.pdf' } };
  const answer = await api.post(`/super-events/${hack.slug}/register`, formOf(form));
  expect(answer.status).toBe(201);
  const hash = await hashed(password);
  await world.rows`update identity.person set password_hash = ${hash} where id = ${ada.id}`;
  return { ...scene, diet, skills, adult, parent: (answer.body.data as { id: string }).id };
}

inBrowser('A person who has applied', (hall) => {
  it('reads how it stands and what they answered, and changes it until it is decided', async () => {
    const { world } = hall;
    const { ada, why, cv, diet, skills, adult, parent } = await applied(hall);
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    const card = page.getByTestId('me-card');
    await card.getByTestId('me-status').getByText('Applied').waitFor();
    await card.getByText('My answers').click();
    await card.getByText('cv.pdf').waitFor();
    expect(await card.getByTestId('me-answers').getByRole('definition').allTextContents()).toEqual(
      expect.arrayContaining(['fun', 'cv.pdf', 'Vegan', 'Go', 'Yes']),
    );
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await card.getByTestId('me-edit').click();
    await page.getByTestId(`me-answer-${why}`).fill('prizes');
    await page.getByTestId(`me-answer-${diet}`).getByLabel('All').check();
    await page.getByTestId(`me-answer-${skills}`).getByLabel('Rust').check();
    await page.getByTestId(`me-answer-${cv}`).setInputFiles({
      ...{ name: 'newer.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf()) },
    });
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByTestId('me-save').click();
    await card.getByTestId('me-edit').waitFor();
    await card.getByText('newer.pdf').waitFor();
    const [row] = await world.rows<{ answers_json: Record<string, unknown> }>`
      select answers_json from registrations.super_event_registration where id = ${parent}`;
    expect(row?.answers_json).toMatchObject({
      [why]: 'prizes',
      [diet]: 'All',
      [skills]: ['Go', 'Rust'],
      [adult]: true,
    });
    await visitor.leave();
  });

  it('sees beside its field what is wrong with an answer, and keeps what they typed without a network', async () => {
    const { world } = hall;
    const { ada, why } = await applied(hall);
    await world.rows`
      update events.registration_field set validation_rules = '{"max_length": 5, "pattern": "[a-z ]+"}' where id = ${why}`;
    const visitor = await hall.visit();
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    await page.getByText('My answers').click();
    await page.getByTestId('me-edit').click();
    await page.getByTestId(`me-answer-${why}`).fill('too long');
    await page.getByTestId('me-save').click();
    // Found before anything is sent: a refusal by the service would be a complaint of this visitor.
    await page.getByText('must have at most 5 characters').waitFor();
    await visitor.becomes('document.activeElement.dataset.testid', `me-answer-${why}`);
    expect(await visitor.barriers()).toEqual([]);
    await page.getByTestId(`me-answer-${why}`).fill('BEES');
    visitor.expectRefusal(400, /super-event-registrations/);
    await page.getByTestId('me-save').click();
    await page.getByText('has the wrong format').waitFor();
    expect(await page.getByTestId(`me-answer-${why}`).getAttribute('aria-invalid')).toBe('true');
    await page.getByTestId(`me-answer-${why}`).fill('short');
    await visitor.goOffline();
    await page.getByTestId('me-save').click();
    await page.getByText('Your changes are still here').waitFor();
    await visitor.goOnline();
    await page.getByTestId('me-save').click();
    await page.getByTestId('me-edit').waitFor();
    await page.getByTestId('me-answers').getByText('short').waitFor();
    await visitor.leave();
  });

  it('is asked what the changed answers call for, and sends nothing else', async () => {
    const { world } = hall;
    const { ada, hack, acme, diet, why, cv, skills, adult, parent } = await applied(hall);
    const condition = JSON.stringify({ field_id: diet, equals: 'All' });
    await world.rows`update events.registration_field set show_if = ${condition} where id = ${why}`;
    const [school] = await world.rows<{ id: string }>`
      with list as (
        insert into events.choice_list (organization_id, name, value_count) values (${acme.id}, 'schools', 1) returning id),
      listed as (insert into events.choice_value (list_id, position, value) select id, 1, 'Mainz University' from list)
      insert into events.registration_field (super_event_id, field_type, label, choices)
      values (${hack.id}, 'select', 'School', 'schools') returning id`;
    const visitor = await hall.visit(narrow);
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    await page.getByText('My answers').click();
    await page.getByTestId('me-edit').click();
    const answers = page.getByTestId(`me-answer-${diet}`);
    await answers.waitFor();
    expect(await page.getByTestId(`me-answer-${why}`).count()).toBe(0);
    await answers.getByLabel('All').check();
    await page.getByTestId(`me-answer-${why}`).fill('prizes');
    await answers.getByLabel('Vegan').check();
    const input = page.getByTestId(`me-answer-${school?.id}`);
    await input.pressSequentially('mai');
    await page.getByRole('option', { name: 'Mainz University' }).click();
    expect(await input.inputValue()).toBe('Mainz University');
    expect([await visitor.fits(), await visitor.barriers()]).toEqual([true, []]);
    await page.getByTestId('me-save').click();
    await page.getByTestId('me-edit').waitFor();
    const [row] = await world.rows<{ answers_json: Record<string, unknown> }>`
      select answers_json from registrations.super_event_registration where id = ${parent}`;
    expect(row?.answers_json).toEqual({
      ...{ [diet]: 'Vegan', [skills]: ['Go'], [adult]: true, [String(school?.id)]: 'Mainz University' },
      [cv]: expect.objectContaining({ filename: 'cv.pdf' }),
    });
    await visitor.leave();
  });

  it('changes the answers that were touched, and none where that is none', async () => {
    const { world } = hall;
    const { ada, api, why, diet, skills, adult, parent } = await applied(hall);
    const visitor = await hall.visit();
    const { page } = visitor;
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
    await hall.arrive(visitor, ada, '/me');
    await page.getByText('My answers').click();
    await page.getByTestId('me-edit').click();
    await page.getByTestId('me-save').click();
    await page.getByTestId('me-edit').click();
    expect(sent).toEqual([]);
    const [former] = await world.rows<{ answers_json: Record<string, unknown> }>`
      select answers_json from registrations.super_event_registration where id = ${parent}`;
    const answers_json = { ...former?.answers_json, [why]: 'prizes' };
    expect((await api.patch(`/super-event-registrations/${parent}`, { answers_json })).status).toBe(200);
    await page.getByTestId(`me-answer-${diet}`).getByLabel('All').check();
    await page.getByTestId('me-save').click();
    await page.getByTestId('me-edit').waitFor();
    const [row] = await world.rows<{ answers_json: Record<string, unknown> }>`
      select answers_json from registrations.super_event_registration where id = ${parent}`;
    expect(row?.answers_json).toMatchObject({ [why]: 'prizes', [diet]: 'All', [skills]: ['Go'], [adult]: true });
    await visitor.leave();
  });

  it('changes nothing once it is decided', async () => {
    const { world } = hall;
    const { ada, why, parent } = await applied(hall);
    const visitor = await hall.visit();
    const { page } = visitor;
    await hall.arrive(visitor, ada, '/me');
    await page.getByText('My answers').click();
    await page.getByTestId('me-edit').click();
    await world.rows`update registrations.super_event_registration set status = 'waitlisted' where id = ${parent}`;
    await page.getByTestId(`me-answer-${why}`).fill('late');
    visitor.expectRefusal(403, /super-event-registrations/);
    await page.getByTestId('me-save').click();
    await page.getByText('have decided meanwhile').waitFor();
    await page.reload();
    await page.locator('[data-testid=me-status][data-status=waitlisted]').waitFor();
    await page.getByText('My answers').click();
    await page.getByText('cv.pdf').waitFor();
    expect(await page.getByTestId('me-edit').count()).toBe(0);
    await visitor.leave();
  });
});
