import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SuperEvent } from '../../support/fixtures.ts';
import { formOf, pdf } from '../../support/files.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Question {
  field_type: string;
  options?: string[];
  is_required?: boolean;
  choices?: string;
  show_if?: object;
  validation_rules?: object;
}
async function ask(hack: SuperEvent, question: Question): Promise<string> {
  const { field_type, options = [], is_required = false, choices = null, show_if = null } = question;
  const [field] = await world.rows<{ id: string }>`
    insert into events.registration_field (super_event_id, field_type, label, options, is_required, choices, show_if,
                                           validation_rules)
    values (${hack.id}, ${field_type}, ${field_type}, ${JSON.stringify(options)}, ${is_required}, ${choices},
            ${show_if && JSON.stringify(show_if)}, ${JSON.stringify(question.validation_rules ?? {})}) returning id`;
  return field?.id ?? '';
}

/** A form that asks vegans what they cannot eat, and people of Rust for a file. */
async function opened() {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const track = await world.track(hack);
  const diet = await ask(hack, { field_type: 'select', options: ['none', 'vegan'] });
  const skills = await ask(hack, { field_type: 'multiselect', options: ['Go', 'Rust'] });
  const allergies = await ask(hack, {
    ...{ field_type: 'text', is_required: true, show_if: { field_id: diet, equals: 'vegan' } },
  });
  const sample = await ask(hack, { field_type: 'file', show_if: { field_id: skills, includes: 'Rust' } });
  const ada = await world.person();
  const api = world.as(ada, acme);
  const path = `/super-events/${hack.slug}/register`;
  const apply = (answers_json: object) => api.post(path, { answers_json });
  return { acme, hack, track, ada, api, path, apply, diet, skills, allergies, sample };
}
const notShown = (id: string) => ({
  errors: [expect.objectContaining({ field: `answers_json.${id}`, code: 'notShown' })],
});
const required = (id: string) => ({
  errors: [expect.objectContaining({ field: `answers_json.${id}`, code: 'required' })],
});
const file = { bytes: pdf(), name: 'sample.pdf' };

describe('A question that is shown by the answer to another', () => {
  it('is required, and answered, where it is shown alone', async () => {
    const { apply, diet, allergies } = await opened();
    expect(await apply({ [diet]: 'vegan' })).toBeRefused(400, 'VALIDATION_FAILED', required(allergies));
    expect(await apply({ [allergies]: 'nuts' })).toBeRefused(400, 'VALIDATION_FAILED', notShown(allergies));
    const beside = await apply({ [diet]: 'none', [allergies]: 'nuts' });
    expect(beside).toBeRefused(400, 'VALIDATION_FAILED', notShown(allergies));
    const answered = await apply({ [diet]: 'none', [allergies]: '' });
    expect(answered.status).toBe(201);
    const { answers_json } = (
      await world.rows<{ answers_json: object }>`
      select answers_json from registrations.super_event_registration where id = ${answered.body.data.id}`
    )[0]!;
    expect(answers_json).toEqual({ [diet]: 'none' });
  });

  it('takes a file where it is shown alone', async () => {
    const { api, path, skills, sample } = await opened();
    const send = (answers: object) =>
      api.post(path, formOf({ answers_json: JSON.stringify(answers), [`file_${sample}`]: file }));
    expect(await send({ [skills]: ['Go'] })).toBeRefused(400, 'VALIDATION_FAILED', notShown(sample));
    expect((await send({ [skills]: ['Go', 'Rust'] })).status).toBe(201);
  });

  it.each([
    [true, true],
    [false, false],
    [undefined, false],
  ])('by a checkbox that is %s is shown: %s', async (ticked, isShown) => {
    const { hack, apply } = await opened();
    const minor = await ask(hack, { field_type: 'checkbox' });
    const guardian = await ask(hack, { field_type: 'text', show_if: { field_id: minor, equals: true } });
    const adult = await ask(hack, { field_type: 'text', show_if: { field_id: minor, equals: false } });
    const [shown, hidden] = isShown ? [guardian, adult] : [adult, guardian];
    const answers = { ...(ticked !== undefined && { [minor]: ticked }), [shown]: 'yes' };
    expect(await apply({ ...answers, [hidden]: 'no' })).toBeRefused(400, 'VALIDATION_FAILED', notShown(hidden));
    expect((await apply(answers)).status).toBe(201);
  });

  it('goes with the answer by which it was shown, when answers are changed', async () => {
    const { api, apply, diet, allergies } = await opened();
    const { id } = (await apply({ [diet]: 'vegan', [allergies]: 'nuts' })).body.data;
    const change = (answers_json: object) => api.patch(`/super-event-registrations/${id}`, { answers_json });
    const kept = await change({ [diet]: 'none', [allergies]: 'nuts' });
    expect(kept).toBeRefused(400, 'VALIDATION_FAILED', notShown(allergies));
    expect(await change({ [diet]: 'vegan' })).toBeRefused(400, 'VALIDATION_FAILED', required(allergies));
    const { answers_json } = (await change({ [diet]: 'none' })).body.data.super_event_registration;
    expect(answers_json).toEqual({ [diet]: 'none' });
  });

  it('that was answered before it was tied to another keeps its answer beside a file that is added', async () => {
    const { hack, api, apply, skills, sample } = await opened();
    const size = await ask(hack, { field_type: 'select', options: ['S', 'L'] });
    const motto = await ask(hack, { field_type: 'text' });
    const { id } = (await apply({ [skills]: ['Rust'], [motto]: 'Bees' })).body.data;
    await world.rows`
      update events.registration_field set show_if = ${JSON.stringify({ field_id: size, equals: 'S' })} where id = ${motto}`;
    const answer = await api.patch(`/super-event-registrations/${id}`, formOf({ [`file_${sample}`]: file }));
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body.data.super_event_registration.answers_json).sort()).toEqual(
      [skills, motto, sample].sort(),
    );
  });

  it('is shown on a track by the answers of the application, and by those of the track above them', async () => {
    const { api, apply, track, diet, allergies } = await opened();
    const { id: parent } = (await apply({ [diet]: 'vegan', [allergies]: 'nuts' })).body.data;
    const register = (answers_json: object) =>
      api.post(`/events/${track.id}/register`, { super_event_registration_id: parent, answers_json });
    const other = { [diet]: 'none', [allergies]: 'gluten' };
    expect(await register(other)).toBeRefused(400, 'VALIDATION_FAILED', notShown(allergies));
    const { id } = (await register({ [allergies]: 'gluten' })).body.data;
    const change = (answers_json: object) => api.patch(`/registrations/${id}`, { answers_json });
    expect(await change(other)).toBeRefused(400, 'VALIDATION_FAILED', notShown(allergies));
    expect((await change({ [allergies]: 'soy' })).body.data.answers_json).toEqual({
      [diet]: 'vegan',
      [allergies]: 'soy',
    });
  });
});

describe('An answer that is chosen from a long list', () => {
  it('is a country by its English name', async () => {
    const { hack, apply } = await opened();
    const from = await ask(hack, { field_type: 'select', choices: 'countries' });
    const errors = [expect.objectContaining({ field: `answers_json.${from}`, code: 'enumValue' })];
    for (const answer of ['Atlantis', 'DE', 'germany']) {
      expect(await apply({ [from]: answer })).toBeRefused(400, 'VALIDATION_FAILED', { errors });
    }
    expect((await apply({ [from]: 'Germany' })).status).toBe(201);
  });

  it('may be one that the list does not have', async () => {
    const { hack, apply } = await opened();
    const rules = { pattern: '[A-Z].+' };
    const school = await ask(hack, { field_type: 'select', choices: 'schools', validation_rules: rules });
    const refused = (code: string) => ({
      errors: [expect.objectContaining({ field: `answers_json.${school}`, code })],
    });
    expect(await apply({ [school]: 'X'.repeat(201) })).toBeRefused(400, 'VALIDATION_FAILED', refused('stringMax'));
    expect(await apply({ [school]: ['Mainz'] })).toBeRefused(400, 'VALIDATION_FAILED', refused('string'));
    expect(await apply({ [school]: 'mainz' })).toBeRefused(400, 'VALIDATION_FAILED', refused('stringPattern'));
    expect((await apply({ [school]: 'My own school' })).status).toBe(201);
  });
});
