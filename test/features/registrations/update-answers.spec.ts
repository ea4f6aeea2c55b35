import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import { lenient } from '../../support/client.ts';
import { asksFor } from '../../support/files.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function registered(status: RegistrationStatus = 'pending', answers: Record<string, unknown> = {}) {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const track = await world.track(hack);
  const why = await asksFor(world, hack, { field_type: 'text' });
  const how = await asksFor(world, hack, { field_type: 'text', is_required: true });
  const ada = await world.person();
  const named = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [{ why, how }[name] ?? name, answer]),
  );
  const place = await world.registered(ada, track, status, { answers_json: JSON.stringify(named) });
  return { acme, hack, track, why, how, ada, place, api: world.as(ada, acme), path: `/registrations/${place.id}` };
}

describe('Changing the answers of a registration', () => {
  it('replaces them, and answers exactly its id and the new ones', async () => {
    const { api, path, place, why, how } = await registered('pending', { why: 'old', how: 'old' });
    const body = { answers_json: { [why]: 'new' }, status: 'accepted', user_id: 'x' };
    const answer = await api.patch(path, body, lenient);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ id: place.id, answers_json: { [why]: 'new' } });
    const read = await api.get(path);
    expect(read.body.data.registration).toMatchObject({ status: 'pending', answers_json: { [why]: 'new' } });
    expect(read.body.data.registration.answers_json[how]).toBeUndefined();
  });

  it('is in the audit once, with what was there before', async () => {
    const { api, path, place, why, ada } = await registered('pending', { why: 'old' });
    for (const answer of ['old', 'new', 'new']) await api.patch(path, { answers_json: { [why]: answer } });
    const rows = await world.rows`
      select user_id, action, ids, before, after from registrations.audit
       where ids ->> 'registration_id' = ${place.id}`;
    expect(rows).toEqual([
      {
        user_id: ada.id,
        action: 'registrations.updateAnswers',
        ids: { registration_id: place.id, user_id: ada.id },
        before: { answers_json: { [why]: 'old' } },
        after: { answers_json: { [why]: 'new' } },
      },
    ]);
  });

  it('says all that is wrong, an answer to no field as well', async () => {
    const { api, path, why, how } = await registered();
    const nothing = randomUUID();
    const refused = await api.patch(path, { answers_json: { [why]: 1, [how]: ['x'], [nothing]: 'y' } });
    expect(refused).toBeRefused(400, 'VALIDATION_FAILED');
    expect(refused.body.errors?.map(({ field }) => field).sort()).toEqual(
      [why, how, nothing].map((field) => `answers_json.${field}`).sort(),
    );
  });

  it.each<[string, unknown, string]>([
    ['is missing', {}, 'required'],
    ['is null', { answers_json: null }, 'object'],
    ['is text', { answers_json: 'x' }, 'object'],
    ['is a list', { answers_json: [] }, 'object'],
  ])('is 400 when answers_json %s', async (_what, body, code) => {
    const { api, path } = await registered();
    const answer = await api.patch(path, body);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: 'answers_json' }] });
    expect([code, 'required']).toContain(answer.body.errors?.[0]?.code);
  });

  it('answers a repeat like the first, and another under the same key not at all', async () => {
    const { api, path, why } = await registered();
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await api.patch(path, { answers_json: { [why]: 'a' } }, { headers });
    await api.patch(path, { answers_json: { [why]: 'b' } });
    const again = await api.patch(path, { answers_json: { [why]: 'a' } }, { headers });
    expect([again.status, again.body.data, again.headers.get('idempotent-replayed')]).toEqual([
      200,
      first.body.data,
      'true',
    ]);
    expect((await api.get(path)).body.data.registration.answers_json).toEqual({ [why]: 'b' });
    const other = await api.patch(path, { answers_json: { [why]: 'c' } }, { headers });
    expect(other).toBeRefused(422, 'IDEMPOTENCY_KEY_REUSED');
  });
});

describe('A person who may change answers', () => {
  it.each<RegistrationStatus>(['accepted', 'waitlisted', 'rejected', 'cancelled'])(
    'is not their owner any more once it is %s, but organizers',
    async (status) => {
      const { acme, track, api, path, why } = await registered(status);
      const body = { answers_json: { [why]: 'new' } };
      expect(await api.patch(path, body)).toBeRefused(403, 'PERMISSION_DENIED');
      const oscar = await world.person();
      await world.role(oscar, track, 'ORGANIZER');
      expect((await world.as(oscar, acme).patch(path, body)).status).toBe(200);
      expect((await world.as(await world.member(acme, 'ADMIN'), acme).patch(path, body)).status).toBe(200);
    },
  );

  it('is nobody else', async () => {
    const { acme, hack, track, path, why } = await registered();
    const body = { answers_json: { [why]: 'new' } };
    const [judge, elsewhere, bob] = [await world.person(), await world.person(), await world.person()];
    await world.role(judge, track, 'JUDGE');
    await world.role(elsewhere, await world.track(hack), 'ORGANIZER');
    await world.registered(bob, track);
    for (const person of [judge, elsewhere, bob, await world.member(acme, 'MEMBER')]) {
      expect(await world.as(person, acme).patch(path, body)).toBeRefused(403, 'PERMISSION_DENIED');
    }
    const other = await world.organization();
    expect(await world.as(await world.member(other, 'OWNER'), other).patch(path, body)).toBeRefused(404, 'NOT_FOUND');
    expect(await world.stranger().patch(path, body)).toBeRefused(401, 'UNAUTHENTICATED');
  });

  it('is an organizer on their own registration as well', async () => {
    const { api, ada, track, path, why } = await registered('accepted');
    await world.role(ada, track, 'ORGANIZER');
    expect((await api.patch(path, { answers_json: { [why]: 'x' } })).status).toBe(200);
  });
});
