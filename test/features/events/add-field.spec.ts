import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fieldTypes } from '../../../shared/contract/vocabulary.ts';
import { lenient, type Client } from '../../support/client.ts';
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

const add = async (body: object, extras = {}) => {
  const hack = await world.superEvent(acme);
  return { hack, answer: await olga.post(`/super-events/${hack.slug}/registration-fields`, body, extras) };
};
const stored = async (id: string) => {
  const [row] = await world.rows<Record<string, unknown>>`
    select field_type, label, description, placeholder, options, is_required, order_index, validation_rules
      from events.registration_field where id = ${id}`;
  return row;
};

describe('Adding a registration field', () => {
  it('keeps everything of it, and answers 201 with its id, hackathon, type and label', async () => {
    const body = {
      field_type: 'multiselect',
      label: 'Diet',
      description: 'What you do not eat',
      placeholder: 'Choose',
      options: ['none', 'vegan'],
      is_required: true,
      order_index: 1.5,
      validation_rules: { max: 1, pattern: '\\p{L}+|[a-z]{2,}', note: { free: ['form'] } },
    };
    const { hack, answer } = await add(body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      data: { id: expect.any(String), super_event_id: hack.id, field_type: 'multiselect', label: 'Diet' },
    });
    expect(await stored(answer.body.data.id)).toEqual(body);
    const { fields } = (await olga.get(`/super-events/${hack.id}/registration-fields`)).body.data;
    expect(fields).toEqual([
      {
        id: answer.body.data.id,
        ...body,
        at_door: false,
        choices: null,
        show_if: null,
      },
    ]);
  });

  it('needs a type and a label only; the rest has its defaults', async () => {
    const sent = { field_type: 'text', label: ' Motto ', id: 'mine', super_event_id: 'theirs' };
    const { answer } = await add(sent, lenient);
    expect(answer.status).toBe(201);
    expect(await stored(answer.body.data.id)).toEqual({
      field_type: 'text',
      label: 'Motto',
      description: null,
      placeholder: null,
      options: [],
      is_required: false,
      order_index: 0,
      validation_rules: {},
    });
  });

  it.each(fieldTypes)('takes the type %s', async (field_type) => {
    const options = ['select', 'multiselect', 'radio'].includes(field_type) ? { options: ['one'] } : {};
    const { answer } = await add({ field_type, label: field_type, ...options });
    expect(answer.body.data).toMatchObject({ field_type });
  });

  it('is asked of the next who applies', async () => {
    const { hack, answer } = await add({ field_type: 'text', label: 'Motto', is_required: true });
    const ada = world.as(await world.person(), acme);
    expect(await ada.post(`/super-events/${hack.id}/register`, {})).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field: `answers_json.${answer.body.data.id}`, code: 'required' })],
    });
  });

  const text = { field_type: 'text', label: 'Motto' };
  it.each([
    ['field_type', { label: 'Motto' }],
    ['label', { field_type: 'text' }],
    ['field_type', { ...text, field_type: 'number' }],
    ['field_type', { ...text, field_type: null }],
    ['label', { ...text, label: '' }],
    ['label', { ...text, label: '  ' }],
    ['label', { ...text, label: 'x'.repeat(201) }],
    ['label', { ...text, label: 5 }],
    ['description', { ...text, description: 5 }],
    ['description', { ...text, description: 'x'.repeat(2_001) }],
    ['placeholder', { ...text, placeholder: 'x'.repeat(201) }],
    ['options', { ...text, field_type: 'select' }],
    ['options', { ...text, field_type: 'radio', options: [] }],
    ['options', { ...text, field_type: 'multiselect', options: ['same', 'same'] }],
    ['options', { ...text, field_type: 'select', options: 'one' }],
    ['options', { ...text, options: ['only for choices'] }],
    ['options[0]', { ...text, field_type: 'select', options: [1] }],
    ['options[1]', { ...text, field_type: 'select', options: ['one', ''] }],
    ['is_required', { ...text, is_required: 'yes' }],
    ['order_index', { ...text, order_index: 'first' }],
    ['validation_rules', { ...text, validation_rules: 'short' }],
    ['validation_rules', { ...text, validation_rules: [] }],
    ['validation_rules.pattern', { ...text, validation_rules: { pattern: '(' } }],
    ['validation_rules.pattern', { ...text, validation_rules: { pattern: '(?=a)b' } }],
    ['validation_rules.pattern', { ...text, validation_rules: { pattern: '(a)\\1' } }],
    ['validation_rules.pattern', { ...text, validation_rules: { pattern: 7 } }],
    ['validation_rules.pattern', { ...text, validation_rules: { pattern: 'a'.repeat(201) } }],
    ['validation_rules.pattern', { ...text, validation_rules: { pattern: '(a?){0,1000}'.repeat(16) } }],
    ['validation_rules.pattern', { ...text, validation_rules: { pattern: '(((a?){0,9}){0,9}){0,9}' } }],
  ])('refuses a wrong or missing %s: %j', async (field, body) => {
    const { hack, answer } = await add(body);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [expect.objectContaining({ field })] });
    const rows = await world.rows`select 1 from events.registration_field where super_event_id = ${hack.id}`;
    expect(rows).toEqual([]);
  });

  it('is in the audit', async () => {
    const { hack, answer } = await add({ field_type: 'text', label: 'Motto' });
    const rows = await world.rows`select action, ids, before, after from events.audit
                                   where ids->>'super_event_id' = ${hack.id}`;
    expect(rows).toEqual([
      {
        action: 'events.addField',
        ids: { super_event_id: hack.id, registration_field_id: answer.body.data.id },
        before: {},
        after: {
          field_type: 'text',
          label: 'Motto',
          options: [],
          is_required: false,
          order_index: 0,
          validation_rules: {},
        },
      },
    ]);
  });

  it('gives each a key of its own for event files, by its label, also where several are added at once', async () => {
    const hack = await world.superEvent(acme);
    const path = `/super-events/${hack.id}/registration-fields`;
    const labels = ['T-shirt size?', 't shirt SIZE', 'T-shirt size', '???', '食', 'Constructor', 'x'.repeat(200)];
    const answers = await Promise.all(labels.map((label) => olga.post(path, { field_type: 'text', label })));
    expect(answers.map(({ status }) => status)).toEqual(labels.map(() => 201));
    const rows = await world.rows<{ id: string; key: string }>`
      select id, key from events.registration_field where super_event_id = ${hack.id}`;
    const keys = rows.map(({ key }) => key);
    expect(new Set(keys).size).toBe(labels.length);
    expect(keys.filter((key) => key === 't-shirt-size')).toHaveLength(1);
    for (const { id, key } of rows) {
      const distinct = ['t-shirt-size', 'field', 'constructor'].map((part) => `${part}-${id.slice(-8)}`);
      expect(['t-shirt-size', ...distinct, 'x'.repeat(50)]).toContain(key);
    }
    const [{ id, key } = { id: '', key: '' }] = rows;
    await olga.patch(`/super-event-registration-fields/${id}`, { label: 'Another' });
    expect(await world.rows`select key from events.registration_field where id = ${id}`).toEqual([{ key }]);
  });

  it('happens once under one idempotency key', async () => {
    const hack = await world.superEvent(acme);
    const headers = { 'Idempotency-Key': 'field-once' };
    const ask = () => olga.post(`/super-events/${hack.id}/registration-fields`, text, { headers });
    const [first, second] = [await ask(), await ask()];
    expect(second.body.data).toEqual(first.body.data);
    expect((await olga.get(`/super-events/${hack.id}/registration-fields`)).body.data.fields).toHaveLength(1);
  });
});

describe('A person who may add a registration field', () => {
  it('is nobody where the hackathon is not there for them', async () => {
    const other = await world.organization();
    const otto = world.as(await world.member(other, 'OWNER'), other);
    const hack = await world.superEvent(acme);
    const body = { field_type: 'text', label: 'Motto' };
    for (const reference of [hack.id, hack.slug, 'nothing']) {
      const answer = await otto.post(`/super-events/${reference}/registration-fields`, body);
      expect(answer).toBeRefused(404, 'NOT_FOUND');
    }
    await olga.del(`/super-events/${hack.id}`);
    expect(await olga.post(`/super-events/${hack.id}/registration-fields`, body)).toBeRefused(404, 'NOT_FOUND');
  });
});
