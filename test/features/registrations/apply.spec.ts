import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lenient } from '../../support/client.ts';
import type { SuperEvent } from '../../support/fixtures.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface FieldColumns {
  field_type?: string;
  label?: string;
  options?: string[];
  is_required?: boolean;
  validation_rules?: Record<string, unknown>;
}

async function asks(hack: SuperEvent, columns: FieldColumns): Promise<string> {
  const { field_type = 'text', label = 'Why', options = [], is_required = false, validation_rules = {} } = columns;
  const [field] = await world.rows<{ id: string }>`
    insert into events.registration_field (super_event_id, field_type, label, options, is_required, validation_rules)
    values (${hack.id}, ${field_type}, ${label}, ${JSON.stringify(options)}, ${is_required}, ${JSON.stringify(validation_rules)})
    returning id`;
  return field?.id ?? '';
}

async function opened(columns: Record<string, unknown> = {}) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme, columns);
  const ada = await world.person({ name: 'Ada' });
  const api = world.as(ada, acme);
  return { acme, hack, ada, api, path: `/super-events/${hack.slug}/register` };
}
const storedAnswers = async (id: string) =>
  (
    await world.rows<{ answers_json: unknown }>`
    select answers_json from registrations.super_event_registration where id = ${id}`
  )[0]?.answers_json;

describe('Applying to a hackathon', () => {
  it('makes a pending parent with a token, and answers exactly that', async () => {
    const { hack, ada, api, path } = await opened();
    const answer = await api.post(path);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      data: {
        id: expect.any(String),
        super_event_id: hack.id,
        user_id: ada.id,
        status: 'pending',
        checkin_token: expect.stringMatching(/^[0-9a-f]{40}$/),
        registrations: [],
      },
    });
    const { registrations: _, ...applied } = answer.body.data;
    const read = await api.get(`/super-event-registrations/${applied.id}`);
    expect(read.body.data.super_event_registration).toMatchObject(applied);
  });

  it('is for oneself, whoever the body names', async () => {
    const { hack, ada, api } = await opened();
    const bob = await world.person();
    const body = { user_id: bob.id, id: hack.id, status: 'accepted' };
    const { data } = (await api.post(`/super-events/${hack.id}/register`, body, lenient)).body;
    expect(data).toMatchObject({ user_id: ada.id, status: 'pending' });
  });

  it.each([
    ['neither paid', { payment_status: 'unpaid' }],
    ['unlisted', { visibility: 'unlisted' }],
  ])('goes through where the hackathon is %s', async (_situation, columns) => {
    const { api, path } = await opened(columns);
    expect((await api.post(path)).status).toBe(201);
  });

  it('goes through where the hackathon is full', async () => {
    const { hack, api, path } = await opened({ max_participants: 1 });
    await world.applied(await world.person(), hack);
    expect((await api.post(path)).status).toBe(201);
  });

  it.each([
    ['there is no track', []],
    ['one was never opened', ['closed', 'never_opened']],
    ['one is open', ['closed', 'open']],
  ])('goes through where %s', async (_situation, tracks) => {
    const { hack, api, path } = await opened();
    for (const registration of tracks) await world.track(hack, { registration });
    expect((await api.post(path)).status).toBe(201);
  });

  it('is closed where every track was closed', async () => {
    const { hack, api, path } = await opened();
    for (const columns of [{}, {}, { registration: 'open', deleted_at: new Date().toISOString() }]) {
      await world.track(hack, { registration: 'closed', ...columns });
    }
    expect(await api.post(path)).toBeRefused(409, 'REGISTRATION_CLOSED');
  });

  it('happens once', async () => {
    const { api, path } = await opened();
    const { id } = (await api.post(path)).body.data;
    expect(await api.post(path)).toBeRefused(409, 'ALREADY_REGISTERED', { registration_id: id });
  });

  it('happens once in ten at the same time', async () => {
    const { api, path } = await opened();
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.post(path)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const answer of answers) {
      if (answer !== made[0])
        expect(answer).toBeRefused(409, 'ALREADY_REGISTERED', { registration_id: made[0]?.body.data.id });
    }
  });

  it.each(['accepted', 'pending', 'waitlisted', 'rejected'] as const)('is refused to who is %s', async (status) => {
    const { hack, ada, api, path } = await opened();
    const { id } = await world.applied(ada, hack, status);
    expect(await api.post(path)).toBeRefused(409, 'ALREADY_REGISTERED', { registration_id: id });
  });

  it('is possible again after cancelling: pending, with a fresh token and new answers', async () => {
    const { hack, ada, api, path } = await opened();
    const why = await asks(hack, {});
    const parent = await world.applied(ada, hack, 'cancelled');
    const { status, body } = await api.post(path, { answers_json: { [why]: 'again' } });
    expect({ status, data: body.data }).toMatchObject({ status: 201, data: { id: parent.id, status: 'pending' } });
    expect(body.data.checkin_token).not.toBe(parent.token);
    expect(await storedAnswers(parent.id)).toEqual({ [why]: 'again' });
  });

  it('is found in the audit, without the token', async () => {
    const { acme, ada, api, path } = await opened();
    const { id, checkin_token } = (await api.post(path)).body.data;
    const olga = await world.member(acme, 'OWNER');
    const audit = await world.as(olga, acme).get(`/organizations/${acme.id}/audit?action=registrations.apply`);
    expect(audit.body.data.entries).toEqual([
      expect.objectContaining({
        user_id: ada.id,
        ids: { super_event_registration_id: id, user_id: ada.id },
        before: {},
        after: { status: 'pending', answers_json: {} },
      }),
    ]);
    expect(audit.text).not.toContain(checkin_token);
  });
});

describe('Answers given with an application', () => {
  it('are kept as they were given', async () => {
    const { hack, api, path } = await opened();
    const [diet, site] = [
      await asks(hack, { field_type: 'select', options: ['none', 'vegan'] }),
      await asks(hack, { field_type: 'url' }),
    ];
    const given = { [diet]: 'vegan', [site]: 'HTTPS://ada.test' };
    const { id } = (await api.post(path, { answers_json: given })).body.data;
    expect(await storedAnswers(id)).toEqual(given);
  });

  it('are refused where they answer no field, by name', async () => {
    const { hack, api, path } = await opened();
    const diet = await asks(hack, { field_type: 'text' });
    const elsewhere = await asks((await opened()).hack, { field_type: 'text' });
    const answer = await api.post(path, { answers_json: { [diet]: 'vegan', [elsewhere]: 'x', Diet: 'x' } });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [elsewhere, 'Diet'].map((name) => ({
        field: `answers_json.${name}`,
        code: 'unknown',
        message: `answers_json.${name} is no field of this hackathon`,
      })),
    });
  });

  it('are refused for everything that is wrong at once, each under its field', async () => {
    const { hack, api, path } = await opened();
    const diet = await asks(hack, {
      field_type: 'select',
      label: 'Diet',
      options: ['none', 'vegan'],
      is_required: true,
    });
    const short = await asks(hack, { label: 'Motto', validation_rules: { min_length: 3, pattern: '[a-z]+' } });
    const name = await asks(hack, { label: 'Nickname', is_required: true });
    const fine = await asks(hack, { field_type: 'checkbox' });
    const answer = await api.post(path, { answers_json: { [diet]: 'meat', [short]: '1', [fine]: true } });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: expect.arrayContaining([
        { field: `answers_json.${diet}`, code: 'enumValue', message: 'Diet must be one of: none, vegan' },
        { field: `answers_json.${short}`, code: 'stringMin', message: 'Motto must have at least 3 characters' },
        { field: `answers_json.${short}`, code: 'stringPattern', message: 'Motto has the wrong format' },
        { field: `answers_json.${name}`, code: 'required', message: 'Nickname is required' },
      ]),
    });
    expect(answer.body.errors).toHaveLength(4);
  });

  it('are asked for before registration has to be open, and not where somebody applied before', async () => {
    const { hack, ada, api, path } = await opened();
    await asks(hack, { is_required: true });
    await world.track(hack, { registration: 'closed' });
    expect(await api.post(path, {})).toBeRefused(400, 'VALIDATION_FAILED');
    const { id } = await world.applied(ada, hack);
    expect(await api.post(path, {})).toBeRefused(409, 'ALREADY_REGISTERED', { registration_id: id });
  });

  it('cannot be a file in JSON, and are not demanded as one', async () => {
    const { hack, api, path } = await opened();
    const cv = await asks(hack, { field_type: 'file', label: 'CV', is_required: true });
    const answer = await api.post(path, { answers_json: { [cv]: 'cv.pdf' } });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [{ field: `answers_json.${cv}`, code: 'file', message: 'CV takes a file, not JSON' }],
    });
    expect((await api.post(path)).status).toBe(201);
  });

  it.each([['text'], [[]], [null], [1]])('have to be an object, not %j', async (answers_json) => {
    const { api, path } = await opened();
    expect(await api.post(path, { answers_json })).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field: 'answers_json' })],
    });
  });
});

describe('A person who may apply', () => {
  it('is nobody to a draft, not even its staff', async () => {
    const { acme, hack, api, path } = await opened({ status: 'draft' });
    const olga = await world.member(acme, 'OWNER');
    expect(await api.post(path)).toBeRefused(404, 'NOT_FOUND');
    expect(await world.as(olga, acme).post(`/super-events/${hack.id}/register`)).toBeRefused(404, 'NOT_FOUND');
  });

  it('is somebody who has a part in it already, where it is private', async () => {
    const { acme, hack, api, path } = await opened({ visibility: 'private' });
    const judy = await world.person();
    await world.role(judy, await world.track(hack), 'MENTOR');
    expect(await api.post(path)).toBeRefused(403, 'PERMISSION_DENIED');
    expect((await world.as(judy, acme).post(path)).status).toBe(201);
  });

  it('is nobody of another organization, and nobody without a key', async () => {
    const { hack, ada, path } = await opened();
    const other = await world.organization();
    for (const reference of [hack.slug, hack.id]) {
      expect(await world.as(ada, other).post(`/super-events/${reference}/register`)).toBeRefused(404, 'NOT_FOUND');
    }
    expect(await world.stranger().post(path)).toBeRefused(401, 'UNAUTHENTICATED');
  });
});
