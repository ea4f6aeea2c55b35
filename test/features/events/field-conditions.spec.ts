import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import { begin, waitingFor } from '../../support/transaction.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: { id: string; slug: string };
let olga: Client;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  olga = world.as(await world.member(acme, 'OWNER'), acme);
});
afterAll(() => world.close());

/** A form with one field of each type by which another may be shown. */
async function openForm() {
  const hack = await world.superEvent(acme);
  const path = `/super-events/${hack.id}/registration-fields`;
  const add = async (body: object) => {
    const answer = await olga.post(path, body);
    expect(answer.status).toBe(201);
    return answer.body.data.id as string;
  };
  const ids = {
    diet: await add({ field_type: 'select', label: 'Diet', options: ['none', 'vegan'] }),
    skills: await add({ field_type: 'multiselect', label: 'Skills', options: ['Go', 'Rust'] }),
    size: await add({ field_type: 'radio', label: 'Size', options: ['S', 'L'] }),
    minor: await add({ field_type: 'checkbox', label: 'Below 18' }),
    from: await add({ field_type: 'select', label: 'Country', choices: 'countries' }),
    motto: await add({ field_type: 'text', label: 'Motto' }),
  };
  const fields = async () =>
    (await olga.get(path)).body.data.fields as { id: string; show_if: unknown; options: string[] }[];
  const field = async (id: string) => (await fields()).find((each) => each.id === id);
  return { hack, path, add, fields, field, ...ids };
}
type Form = Awaited<ReturnType<typeof openForm>>;
const at = (id: string) => `/super-event-registration-fields/${id}`;
const more = { field_type: 'text', label: 'More' };
const wrong = (field: string, code: string) => ({ errors: [expect.objectContaining({ field, code })] });

describe('A field that is shown by the answer to another', () => {
  it.each<[string, (form: Form) => object]>([
    ['the option of a select', ({ diet }) => ({ field_id: diet, equals: 'vegan' })],
    ['one option of a multiselect', ({ skills }) => ({ field_id: skills, includes: 'Rust' })],
    ['the option of a radio', ({ size }) => ({ field_id: size, equals: 'L' })],
    ['a ticked checkbox', ({ minor }) => ({ field_id: minor, equals: true })],
    ['an unticked checkbox', ({ minor }) => ({ field_id: minor, equals: false })],
    ['a country', ({ from }) => ({ field_id: from, equals: 'Germany' })],
  ])('is kept and read with %s', async (_what, of) => {
    const form = await openForm();
    const show_if = of(form);
    const id = await form.add({ ...more, show_if });
    expect(await form.field(id)).toMatchObject({ show_if });
    expect((await olga.patch(at(id), { show_if: null })).status).toBe(200);
    expect(await form.field(id)).toMatchObject({ show_if: null });
  });

  it.each<[string, string, (form: Form) => object]>([
    ['show_if.field_id', 'unknownField', () => ({ field_id: crypto.randomUUID(), equals: 'vegan' })],
    ['show_if.field_id', 'fieldType', ({ motto }) => ({ field_id: motto, equals: 'vegan' })],
    ['show_if.equals', 'enumValue', ({ diet }) => ({ field_id: diet, equals: 'kosher' })],
    ['show_if.equals', 'enumValue', ({ diet }) => ({ field_id: diet, equals: true })],
    ['show_if.equals', 'required', ({ diet }) => ({ field_id: diet, includes: 'vegan' })],
    ['show_if.equals', 'required', ({ diet }) => ({ field_id: diet })],
    ['show_if.equals', 'required', ({ diet }) => ({ field_id: diet, equals: 'vegan', includes: 'vegan' })],
    ['show_if.equals', 'enumValue', ({ minor }) => ({ field_id: minor, equals: 'yes' })],
    ['show_if.equals', 'enumValue', ({ from }) => ({ field_id: from, equals: 'Atlantis' })],
    ['show_if.includes', 'required', ({ skills }) => ({ field_id: skills, equals: 'Go' })],
    ['show_if.includes', 'enumValue', ({ skills }) => ({ field_id: skills, includes: 'C' })],
    ['show_if.field_id', 'uuid', () => ({ field_id: 'diet', equals: 'vegan' })],
    ['show_if', 'object', () => 'always' as unknown as object],
  ])('is refused with a wrong %s (%s)', async (field, code, of) => {
    const form = await openForm();
    const body = { ...more, show_if: of(form) };
    expect(await olga.post(form.path, body)).toBeRefused(400, 'VALIDATION_FAILED', wrong(field, code));
    expect(await olga.patch(at(form.size), body)).toBeRefused(400, 'VALIDATION_FAILED', wrong(field, code));
  });

  it('is not shown by a field of another hackathon', async () => {
    const [form, other] = [await openForm(), await openForm()];
    const body = { ...more, show_if: { field_id: other.diet, equals: 'vegan' } };
    expect(await olga.post(form.path, body)).toBeRefused(
      400,
      'VALIDATION_FAILED',
      wrong('show_if.field_id', 'unknownField'),
    );
  });

  it('is shown by no field that is itself shown by another, nor by itself', async () => {
    const form = await openForm();
    await olga.patch(at(form.size), { show_if: { field_id: form.diet, equals: 'vegan' } });
    const chained = { show_if: { field_id: form.size, equals: 'L' } };
    expect(await olga.patch(at(form.motto), chained)).toBeRefused(
      400,
      'VALIDATION_FAILED',
      wrong('show_if.field_id', 'chain'),
    );
    const itself = { show_if: { field_id: form.minor, equals: true } };
    expect(await olga.patch(at(form.minor), itself)).toBeRefused(
      400,
      'VALIDATION_FAILED',
      wrong('show_if.field_id', 'ownField'),
    );
    const above = { show_if: { field_id: form.minor, equals: true } };
    expect(await olga.patch(at(form.diet), above)).toBeRefused(400, 'VALIDATION_FAILED', wrong('show_if', 'inUse'));
  });

  it('keeps the field that shows it from being deleted, and from losing the answer', async () => {
    const form = await openForm();
    const id = await form.add({ ...more, show_if: { field_id: form.diet, equals: 'vegan' } });
    expect(await olga.del(at(form.diet))).toBeRefused(409, 'FIELD_IN_USE', { field_ids: [id] });
    const refused = (field: string) => [400, 'VALIDATION_FAILED', wrong(field, 'inUse')] as const;
    expect(await olga.patch(at(form.diet), { options: ['none'] })).toBeRefused(...refused('options'));
    expect(await olga.patch(at(form.diet), { field_type: 'text' })).toBeRefused(...refused('field_type'));
    expect(await olga.patch(at(form.diet), { field_type: 'multiselect' })).toBeRefused(...refused('field_type'));
    expect(await olga.patch(at(form.diet), { choices: 'countries' })).toBeRefused(...refused('options'));
    const changed = await olga.patch(at(form.diet), {
      field_type: 'radio',
      options: ['vegan', 'halal'],
      label: 'Food',
    });
    expect(changed.status).toBe(200);
    expect((await olga.del(at(id))).status).toBe(200);
    expect((await olga.del(at(form.diet))).status).toBe(200);
  });

  it('waits for a change of the other that is under way', async () => {
    const form = await openForm();
    const hold = 'select from events.super_event where id = $1 for no key update';
    await using held = await begin(world.databaseUrl, hold, [form.hack.id]);
    const added = olga.post(form.path, { ...more, show_if: { field_id: form.diet, equals: 'vegan' } });
    await waitingFor(world);
    await held.query('update events.registration_field set options = $1 where id = $2', ['["none"]', form.diet]);
    await held.commit();
    expect(await added).toBeRefused(400, 'VALIDATION_FAILED', wrong('show_if.equals', 'enumValue'));
  });
});

describe('A field whose answers are seen at the door', () => {
  it('is one with short answers', async () => {
    const form = await openForm();
    expect((await olga.patch(at(form.motto), { at_door: true })).status).toBe(200);
    expect(await form.field(form.motto)).toMatchObject({ at_door: true });
    for (const field_type of ['textarea', 'url', 'file']) {
      const body = { field_type, label: 'Long', at_door: true };
      expect(await olga.post(form.path, body)).toBeRefused(400, 'VALIDATION_FAILED', wrong('at_door', 'atDoor'));
      expect(await olga.patch(at(form.diet), { field_type, at_door: true })).toBeRefused(
        400,
        'VALIDATION_FAILED',
        wrong('at_door', 'atDoor'),
      );
    }
  });

  it('is one no more once its answers become long', async () => {
    const form = await openForm();
    await olga.patch(at(form.motto), { at_door: true });
    expect((await olga.patch(at(form.motto), { field_type: 'textarea' })).status).toBe(200);
    expect(await form.field(form.motto)).toMatchObject({ at_door: false });
  });
});

describe('A select that chooses from a long list', () => {
  it('offers every country by its English name', async () => {
    const form = await openForm();
    const found = await form.field(form.from);
    expect(found?.options).toHaveLength(249);
    expect(found?.options).toEqual(expect.arrayContaining(['Germany', 'Côte d’Ivoire', 'United States']));
    const [row] = await world.rows`select options, choices from events.registration_field where id = ${form.from}`;
    expect(row).toEqual({ options: [], choices: 'countries' });
    // An answer that was read may be sent back.
    expect((await olga.patch(at(form.from), { options: found?.options, label: 'From' })).status).toBe(200);
  });

  it('offers what stands on a list of its organization', async () => {
    const form = await openForm();
    const other = await world.organization();
    await world.rows`insert into events.choice_list (organization_id, name) values (${acme.id}, 'conditions-schools')`;
    await world.rows`insert into events.choice_list (organization_id, name) values (${other.id}, 'conditions-theirs')`;
    const id = await form.add({ field_type: 'select', label: 'School', choices: 'conditions-schools' });
    expect(await form.field(id)).toMatchObject({ choices: 'conditions-schools', options: [] });
    const shown = await form.add({ ...more, show_if: { field_id: id, equals: 'Any school' } });
    expect(await form.field(shown)).toMatchObject({ show_if: { field_id: id, equals: 'Any school' } });
    for (const choices of ['unknown', 'conditions-theirs']) {
      const body = { field_type: 'select', label: 'School', choices };
      expect(await olga.post(form.path, body)).toBeRefused(400, 'VALIDATION_FAILED', wrong('choices', 'unknownList'));
    }
  });

  it.each([
    ['choices', { field_type: 'radio', label: 'From', choices: 'countries' }],
    ['options', { field_type: 'select', label: 'From', choices: 'countries', options: ['Mainz'] }],
    ['choices', { field_type: 'select', label: 'From', choices: 'No name' }],
  ])('is refused with wrong %s: %j', async (field, body) => {
    const form = await openForm();
    expect(await olga.post(form.path, body)).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field })],
    });
  });

  it('gives up its list for options, its options for a list, and both for another type', async () => {
    const form = await openForm();
    const change = async (body: object) => {
      expect((await olga.patch(at(form.from), body)).status).toBe(200);
      const [row] = await world.rows`select options, choices from events.registration_field where id = ${form.from}`;
      return row;
    };
    expect(await change({ options: ['Mainz'] })).toEqual({ options: ['Mainz'], choices: null });
    expect(await change({ choices: 'countries' })).toEqual({ options: [], choices: 'countries' });
    expect(await change({ field_type: 'text' })).toEqual({ options: [], choices: null });
  });
});
