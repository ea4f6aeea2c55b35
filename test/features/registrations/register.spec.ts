import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import { lenient } from '../../support/client.ts';
import { formOf } from '../../support/files.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** A track, and Ada with a parent of this status in its hackathon. */
async function opened(columns: Record<string, unknown> = {}, parentStatus: RegistrationStatus = 'pending') {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const track = await world.track(hack, columns);
  const ada = await world.person({ name: 'Ada' });
  const parent = await world.applied(ada, hack, parentStatus);
  const body = { super_event_registration_id: parent.id };
  return { acme, hack, track, ada, parent, body, api: world.as(ada, acme), path: `/events/${track.slug}/register` };
}
const parentOf = async (id: string) =>
  (
    await world.rows<{ status: string; token: string }>`
    select status, checkin_token as token from registrations.super_event_registration where id = ${id}`
  )[0];
const answersOf = async (id: string) =>
  (await world.rows<{ answers_json: unknown }>`select answers_json from registrations.registration where id = ${id}`)[0]
    ?.answers_json;
async function asks(super_event_id: string, is_required = false, validation_rules = {}): Promise<string> {
  const [field] = await world.rows<{ id: string }>`
    insert into events.registration_field (super_event_id, field_type, label, is_required, validation_rules)
    values (${super_event_id}, 'text', 'Why', ${is_required}, ${JSON.stringify(validation_rules)}) returning id`;
  return field?.id ?? '';
}

describe('Registering on a track', () => {
  it('makes a pending registration with a token, and answers exactly that', async () => {
    const { track, ada, api, body, path } = await opened();
    const answer = await api.post(path, body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      data: {
        id: expect.any(String),
        event_id: track.id,
        user_id: ada.id,
        status: 'pending',
        checkin_token: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
    });
    const { registration } = (await api.get(`/registrations/${answer.body.data.id}`)).body.data;
    expect(registration).toMatchObject(answer.body.data);
  });

  it('is for oneself, whoever the body names', async () => {
    const { acme, track, ada, api, body } = await opened();
    const olga = await world.member(acme, 'OWNER');
    const more = { user_id: olga.id, eventId: randomUUID(), status: 'accepted' };
    const { data } = (await api.post(`/events/${track.id}/register`, { ...body, ...more }, lenient)).body;
    expect(data).toMatchObject({ user_id: ada.id, event_id: track.id, status: 'pending' });
  });

  it.each([randomUUID(), 'somebody', 7, null, ['x'], { id: 'x' }, ''])(
    'takes a user_id without a word and ignores it, strictly as well: %j',
    async (user_id) => {
      const { hack, track, ada, api, body } = await opened();
      const bob = await world.person();
      const bobs = world.as(bob, { id: hack.organization_id });
      const applied = await bobs.post(`/super-events/${hack.id}/register`, { user_id });
      expect(applied).toMatchObject({ status: 201, body: { data: { user_id: bob.id } } });
      const answer = await api.post(`/events/${track.id}/register`, { ...body, user_id }, lenient);
      expect(answer).toMatchObject({ status: 201, body: { data: { user_id: ada.id, status: 'pending' } } });
      expect(answer.headers.get('warning')).toBeNull();
    },
  );

  it('ignores a user_id in a form, too', async () => {
    const { acme, track, ada, api, body } = await opened();
    const olga = await world.member(acme, 'OWNER');
    const answer = await api.post(`/events/${track.id}/register`, formOf({ ...body, user_id: olga.id }));
    expect(answer).toMatchObject({ status: 201, body: { data: { user_id: ada.id } } });
    expect(answer.headers.get('warning')).toBeNull();
  });

  it.each(['pending', 'accepted', 'waitlisted'] as const)('leaves a parent that is %s as it is', async (status) => {
    const { api, body, path, parent } = await opened({}, status);
    expect((await api.post(path, body)).status).toBe(201);
    expect(await parentOf(parent.id)).toEqual({ status, token: parent.token });
  });

  it.each(['rejected', 'cancelled'] as const)('makes a %s parent pending again, with a fresh token', async (status) => {
    const { acme, api, body, path, parent, ada } = await opened({}, status);
    const { id } = (await api.post(path, body)).body.data;
    const now = await parentOf(parent.id);
    expect(now?.status).toBe('pending');
    expect(now?.token).not.toBe(parent.token);
    const olga = await world.member(acme, 'OWNER');
    const audit = await world.as(olga, acme).get(`/organizations/${acme.id}/audit?action=registrations.register`);
    expect(
      audit.body.data.entries.map(({ ids, before, after }: Record<string, unknown>) => ({ ids, before, after })),
    ).toEqual(
      expect.arrayContaining([
        {
          ids: { super_event_registration_id: parent.id, user_id: ada.id },
          before: { status },
          after: { status: 'pending' },
        },
        { ids: { registration_id: id, user_id: ada.id }, before: {}, after: { status: 'pending' } },
      ]),
    );
  });

  it('happens once per track', async () => {
    const { hack, api, body, path } = await opened();
    const other = await world.track(hack);
    const { id } = (await api.post(path, body)).body.data;
    expect(await api.post(path, body)).toBeRefused(409, 'ALREADY_REGISTERED', { registration_id: id });
    expect((await api.post(`/events/${other.slug}/register`, body)).status).toBe(201);
  });

  it('happens once in ten at the same time', async () => {
    const { api, body, path } = await opened({}, 'cancelled');
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.post(path, body)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    const registration_id = made[0]?.body.data.id as string;
    const refused = answers.filter((answer) => answer !== made[0]);
    for (const answer of refused) expect(answer).toBeRefused(409, 'ALREADY_REGISTERED', { registration_id });
  });

  it.each(['accepted', 'waitlisted', 'rejected'] as const)('is refused to who is %s there', async (status) => {
    const { track, ada, api, body, path } = await opened();
    const { id } = await world.registered(ada, track, status);
    expect(await api.post(path, body)).toBeRefused(409, 'ALREADY_REGISTERED', { registration_id: id });
  });

  it.each([{}, { super_event_registration_id: randomUUID() }, { answers_json: { nothing: 'x' } }])(
    'is refused to who is registered there before anything else is asked of them: %j',
    async (body) => {
      const { track, ada, api, path } = await opened();
      const { id } = await world.registered(ada, track, 'pending');
      expect(await api.post(path, body)).toBeRefused(409, 'ALREADY_REGISTERED', { registration_id: id });
    },
  );

  it('asks who cancelled for the parent again', async () => {
    const { track, ada, api, path } = await opened();
    await world.registered(ada, track, 'cancelled');
    expect(await api.post(path, {})).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field: 'super_event_registration_id' })],
    });
  });

  it('is possible again after cancelling: the same registration, pending, with a fresh token', async () => {
    const { hack, track, ada, api, body, path } = await opened();
    const why = await asks(hack.id);
    const place = await world.registered(ada, track, 'cancelled', { answers_json: JSON.stringify({ [why]: 'then' }) });
    const { status, body: answer } = await api.post(path, body);
    expect({ status, data: answer.data }).toMatchObject({ status: 201, data: { id: place.id, status: 'pending' } });
    expect(answer.data.checkin_token).not.toBe(place.token);
    expect(await answersOf(place.id)).toEqual({ [why]: 'then' });
    await api.post(`/registrations/${place.id}/cancel`);
    expect((await api.post(path, { ...body, answers_json: { [why]: 'now' } })).status).toBe(201);
    expect(await answersOf(place.id)).toEqual({ [why]: 'now' });
  });

  it('is possible again once in ten at the same time', async () => {
    const { track, ada, api, body, path } = await opened();
    await world.registered(ada, track, 'cancelled');
    const answers = await Promise.all(Array.from({ length: 10 }, () => api.post(path, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
  });
});

describe('Repeating a registration under its idempotency key', () => {
  it('answers what it answered, token included, and registers once', async () => {
    const { api, body, path } = await opened();
    const headers = { 'Idempotency-Key': randomUUID() };
    const [first, again] = [await api.post(path, body, { headers }), await api.post(path, body, { headers })];
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('is refused with another body', async () => {
    const { api, body, path } = await opened();
    const headers = { 'Idempotency-Key': randomUUID() };
    await api.post(path, body, { headers });
    const answer = await api.post(path, { ...body, answers_json: { x: 1 } }, { headers });
    expect(answer).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('tries again what was refused', async () => {
    const { api, body, path, track } = await opened({ registration: 'closed' });
    const headers = { 'Idempotency-Key': randomUUID() };
    expect(await api.post(path, body, { headers })).toBeRefused(409, 'REGISTRATION_CLOSED');
    await world.rows`update events.track set registration = 'open' where id = ${track.id}`;
    expect((await api.post(path, body, { headers })).status).toBe(201);
  });
});

describe('The parent a registration needs', () => {
  it('has to be named', async () => {
    const { api, path } = await opened();
    expect(await api.post(path)).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [
        {
          field: 'super_event_registration_id',
          code: 'required',
          message: 'super_event_registration_id is required',
        },
      ],
    });
  });

  it.each(['mine', 1, null])('is a UUID, not %j', async (super_event_registration_id) => {
    const { api, path } = await opened();
    expect(await api.post(path, { super_event_registration_id })).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field: 'super_event_registration_id' })],
    });
  });

  it('is one of their own in the same hackathon, or does not exist', async () => {
    const { acme, hack, ada, api, path } = await opened();
    const theirs = await world.applied(await world.person(), hack);
    const elsewhere = await world.applied(ada, await world.superEvent(acme));
    for (const super_event_registration_id of [theirs.id, elsewhere.id, randomUUID()]) {
      expect(await api.post(path, { super_event_registration_id })).toBeRefused(404, 'NOT_FOUND');
    }
  });
});

describe('Answers given with a registration', () => {
  it('are optional even where they are required of the application', async () => {
    const { hack, api, body, path } = await opened();
    const why = await asks(hack.id, true);
    const { status, body: answer } = await api.post(path, { ...body, answers_json: {} });
    expect(status).toBe(201);
    expect(await answersOf(answer.data.id)).toEqual({});
    expect(why).toBeTruthy();
  });

  it('are kept where they fit, and refused where nothing asks for them', async () => {
    const { hack, api, body, path } = await opened();
    const why = await asks(hack.id);
    expect(await api.post(path, { ...body, answers_json: { [why]: 'fun', other: 'x' } })).toBeRefused(
      400,
      'VALIDATION_FAILED',
      { errors: [expect.objectContaining({ field: 'answers_json.other' })] },
    );
    const { id } = (await api.post(path, { ...body, answers_json: { [why]: 'fun' } })).body.data;
    expect((await api.get(`/registrations/${id}`)).body.data.registration.answers_json).toEqual({ [why]: 'fun' });
  });

  it('are refused together with a missing parent', async () => {
    const { hack, api, path } = await opened();
    const why = await asks(hack.id, false, { max_length: 2 });
    const answer = await api.post(path, { answers_json: { [why]: 'too long' } });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toEqual([
      expect.objectContaining({ field: 'super_event_registration_id', code: 'required' }),
      { field: `answers_json.${why}`, code: 'stringMax', message: 'Why must have at most 2 characters' },
    ]);
  });

  it('have to come as JSON', async () => {
    const { api, path } = await opened();
    expect(await api.post(path, '{"answers_json": ')).toBeRefused(400, 'VALIDATION_FAILED');
    const text = await api.post(path, 'x', { headers: { 'Content-Type': 'text/plain' } });
    expect(text).toBeRefused(415, 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('Where registration is not open', () => {
  it.each(['closed', 'never_opened'])('because it is %s, nobody registers', async (registration) => {
    const { api, body, path, ada, track } = await opened({ registration });
    expect(await api.post(path, body)).toBeRefused(409, 'REGISTRATION_CLOSED');
    await world.registered(ada, track, 'cancelled');
    expect(await api.post(path, body)).toBeRefused(409, 'REGISTRATION_CLOSED');
  });

  it('who is registered already hears that first', async () => {
    const { api, body, path, ada, track } = await opened({ registration: 'closed' });
    const { id } = await world.registered(ada, track, 'pending');
    expect(await api.post(path, body)).toBeRefused(409, 'ALREADY_REGISTERED', { registration_id: id });
  });

  it('a parent that is not theirs is refused first', async () => {
    const { api, path } = await opened({ registration: 'closed' });
    const answer = await api.post(path, { super_event_registration_id: randomUUID() });
    expect(answer).toBeRefused(404, 'NOT_FOUND');
  });
});

describe('A person who may register', () => {
  it('is somebody who may read the track', async () => {
    const { acme, hack, track, body } = await opened({ status: 'draft' });
    const ada = await world.person();
    const parent = await world.applied(ada, hack);
    const path = `/events/${track.id}/register`;
    const own = { super_event_registration_id: parent.id };
    expect(await world.as(ada, acme).post(path, own)).toBeRefused(403, 'PERMISSION_DENIED');
    const other = await world.organization();
    expect(await world.as(ada, other).post(path, own)).toBeRefused(404, 'NOT_FOUND');
    expect(await world.as(ada, acme).post('/events/nothing/register')).toBeRefused(404, 'NOT_FOUND');
    expect(await world.stranger().post(path, body)).toBeRefused(401, 'UNAUTHENTICATED');
  });
});
