import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: { id: string };
let olga: Client;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  olga = world.as(await world.member(acme, 'OWNER'), acme);
});
afterAll(() => world.close());

const make = async (body: object = { field_type: 'text', label: 'Motto' }) => {
  const hack = await world.superEvent(acme);
  const { data } = (await olga.post(`/super-events/${hack.id}/registration-fields`, body)).body;
  return { hack, id: data.id as string, path: `/super-event-registration-fields/${data.id}` };
};
const stored = async (id: string) => {
  const [row] = await world.rows<Record<string, unknown>>`
    select field_type, label, description, placeholder, options, is_required, order_index, validation_rules
      from events.registration_field where id = ${id}`;
  return row;
};

describe('Changing a registration field', () => {
  it('writes every field there is to change, and answers its id, type and label', async () => {
    const { id, path } = await make();
    const changes = {
      field_type: 'select',
      label: 'Shirt',
      description: 'For the back of it',
      placeholder: 'M',
      options: ['S', 'M'],
      is_required: true,
      order_index: -3,
      validation_rules: { min_length: 1 },
    };
    const answer = await olga.patch(path, changes);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, data: { id, field_type: 'select', label: 'Shirt' } });
    expect(await stored(id)).toEqual(changes);
  });

  it('leaves alone what was not sent, and clears what may be null', async () => {
    const { id, path } = await make({ field_type: 'text', label: 'Motto', description: 'Old', placeholder: 'Old' });
    const before = await stored(id);
    expect((await olga.patch(path, { description: null })).body.data).toEqual({
      id,
      field_type: 'text',
      label: 'Motto',
    });
    expect(await stored(id)).toEqual({ ...before, description: null });
    expect((await olga.patch(path, {})).status).toBe(200);
  });

  it('demands options of what becomes a choice, and drops those of what no longer is one', async () => {
    const { id, path } = await make();
    const refused = await olga.patch(path, { field_type: 'radio' });
    expect(refused).toBeRefused(400, 'VALIDATION_FAILED', { errors: [expect.objectContaining({ field: 'options' })] });
    await olga.patch(path, { field_type: 'radio', options: ['yes', 'no'] });
    expect((await olga.patch(path, { field_type: 'select' })).status).toBe(200);
    expect(await stored(id)).toMatchObject({ field_type: 'select', options: ['yes', 'no'] });
    await olga.patch(path, { field_type: 'textarea' });
    expect(await stored(id)).toMatchObject({ field_type: 'textarea', options: [] });
  });

  it.each([
    ['field_type', { field_type: 'number' }],
    ['label', { label: ' ' }],
    ['label', { label: null }],
    ['options', { options: [] }],
    ['options', { options: ['same', 'same'] }],
    ['options', { options: null }],
    ['options', { field_type: 'text', options: ['a'] }],
    ['is_required', { is_required: 1 }],
    ['order_index', { order_index: null }],
    ['validation_rules', { validation_rules: null }],
    ['validation_rules.pattern', { validation_rules: { pattern: '[a-' } }],
  ])('refuses a wrong %s: %j', async (field, changes) => {
    const { id, path } = await make({ field_type: 'select', label: 'Diet', options: ['none'] });
    const before = await stored(id);
    const answer = await olga.patch(path, { placeholder: 'new', ...changes });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [expect.objectContaining({ field })] });
    expect(await stored(id)).toEqual(before);
  });

  it('is in the audit with the changed fields alone', async () => {
    const { hack, id, path } = await make();
    await olga.patch(path, { label: 'Slogan', is_required: false });
    await olga.patch(path, { label: 'Slogan' });
    const rows = await world.rows`select ids, before, after from events.audit
                                   where action = 'events.updateField' and ids->>'registration_field_id' = ${id}`;
    expect(rows).toEqual([
      {
        ids: { super_event_id: hack.id, registration_field_id: id },
        before: { label: 'Motto' },
        after: { label: 'Slogan' },
      },
    ]);
  });
});

describe('A person who may change a registration field', () => {
  it('is nobody of another organization, and nobody once its hackathon is deleted', async () => {
    const other = await world.organization();
    const otto = world.as(await world.member(other, 'OWNER'), other);
    const { hack, path } = await make();
    expect(await otto.patch(path, { label: 'Mine' })).toBeRefused(404, 'NOT_FOUND');
    expect(await olga.patch('/super-event-registration-fields/motto', {})).toBeRefused(404, 'NOT_FOUND');
    expect(await world.stranger().patch(path, {})).toBeRefused(401, 'UNAUTHENTICATED');
    await olga.del(`/super-events/${hack.id}`);
    expect(await olga.patch(path, { label: 'Late' })).toBeRefused(404, 'NOT_FOUND');
  });

  it('is an OWNER or an ADMIN, not an organizer', async () => {
    const { hack, path } = await make();
    const otis = await world.person();
    await world.role(otis, await world.track(hack), 'ORGANIZER');
    expect(await world.as(otis, acme).patch(path, { label: 'Mine' })).toBeRefused(403, 'PERMISSION_DENIED');
    const anna = await world.member(acme, 'ADMIN');
    expect((await world.as(anna, acme).patch(path, { label: 'Ours' })).status).toBe(200);
  });
});
