import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RegistrationStatus } from '../../../shared/contract/vocabulary.ts';
import { asksFor } from '../../support/files.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function applied(status: RegistrationStatus = 'pending') {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const [ai, web] = [await world.track(hack), await world.track(hack)];
  const why = await asksFor(world, hack, { field_type: 'text', is_required: true });
  const ada = await world.person();
  const parent = await world.applied(ada, hack, status);
  const path = `/super-event-registrations/${parent.id}`;
  return { acme, hack, ai, web, why, ada, parent, path, api: world.as(ada, acme) };
}

describe('A person’s note to their application', () => {
  it('is changed in part, and answered as a whole', async () => {
    const { api, path, ai, web, parent } = await applied();
    const first = await api.patch(path, { looking_for_team: true, interested_track_ids: [web.id, ai.id, web.id] });
    expect(first.status).toBe(200);
    expect(first.body.data.super_event_registration).toMatchObject({
      id: parent.id,
      looking_for_team: true,
      interested_track_ids: [web.id, ai.id],
      answers_json: {},
    });
    const second = await api.patch(path, { looking_for_team: false });
    expect(second.body.data.super_event_registration).toMatchObject({
      looking_for_team: false,
      interested_track_ids: [web.id, ai.id],
    });
    const third = await api.patch(path, { interested_track_ids: [] });
    expect(third.body.data.super_event_registration.interested_track_ids).toEqual([]);
    expect((await api.get(path)).body.data).toEqual(third.body.data);
  });

  it('is no change where it was said before, or where nothing is said', async () => {
    const { api, path, ai, why, parent } = await applied();
    const body = { looking_for_team: true, interested_track_ids: [ai.id], answers_json: { [why]: 'because' } };
    const first = await api.patch(path, body);
    for (const same of [body, {}]) expect((await api.patch(path, same)).body.data).toEqual(first.body.data);
    await api.patch(path, { ...body, looking_for_team: false });
    const noted = await world.rows`
      select before, after from registrations.audit
       where ids ->> 'super_event_registration_id' = ${parent.id} order by at`;
    expect(noted).toEqual([
      { before: { looking_for_team: false, interested_track_ids: [], answers_json: {} }, after: body },
      { before: { looking_for_team: true }, after: { looking_for_team: false } },
    ]);
  });

  it('names tracks of that hackathon only', async () => {
    const { acme, api, path, ai } = await applied();
    const foreign = await world.track(await world.superEvent(acme));
    const answer = await api.patch(path, { interested_track_ids: [ai.id, foreign.id, randomUUID()] });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: Array(2).fill(expect.objectContaining({ field: 'interested_track_ids', code: 'unknownTrack' })),
    });
    const [gone] = await world.rows<{ n: number }>`
      update events.track set deleted_at = now() where id = ${ai.id} returning 1 as n`;
    expect(gone).toEqual({ n: 1 });
    expect(await api.patch(path, { interested_track_ids: [ai.id] })).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it.each<[string, object]>([
    ['a team in words', { looking_for_team: 'yes' }],
    ['tracks that are no ids', { interested_track_ids: ['ai'] }],
    ['too many tracks', { interested_track_ids: Array.from({ length: 101 }, () => randomUUID()) }],
    ['null', { looking_for_team: null }],
  ])('is 400 with %s', async (_what, body) => {
    const { api, path } = await applied();
    expect(await api.patch(path, body)).toBeRefused(400, 'VALIDATION_FAILED');
  });
});

describe('The answers of an application', () => {
  it('are replaced, and what is required stays required', async () => {
    const { api, path, why } = await applied();
    const answer = await api.patch(path, { answers_json: { [why]: 'because' } });
    expect(answer.body.data.super_event_registration.answers_json).toEqual({ [why]: 'because' });
    expect(await api.patch(path, { answers_json: {} })).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [{ field: `answers_json.${why}`, code: 'required' }],
    });
  });

  it.each<RegistrationStatus>(['accepted', 'waitlisted', 'rejected', 'cancelled'])(
    'are only for organizers to change once it is %s; the rest stays its owner’s',
    async (status) => {
      const { acme, ai, api, path, why } = await applied(status);
      const body = { answers_json: { [why]: 'new' } };
      expect(await api.patch(path, body)).toBeRefused(403, 'PERMISSION_DENIED');
      expect((await api.patch(path, { looking_for_team: true })).status).toBe(200);
      const oscar = await world.person();
      await world.role(oscar, ai, 'ORGANIZER');
      expect((await world.as(oscar, acme).patch(path, body)).status).toBe(200);
    },
  );
});

describe('Somebody else’s application', () => {
  it('is changed by organizers of any track and by nobody else', async () => {
    const { acme, hack, web, path } = await applied();
    const [oscar, judy, bob] = [await world.person(), await world.person(), await world.person()];
    await world.role(oscar, web, 'ORGANIZER');
    await world.role(judy, web, 'JUDGE');
    await world.applied(bob, hack);
    expect((await world.as(oscar, acme).patch(path, { looking_for_team: true })).status).toBe(200);
    for (const person of [judy, bob, await world.member(acme, 'MEMBER')]) {
      expect(await world.as(person, acme).patch(path, {})).toBeRefused(403, 'PERMISSION_DENIED');
    }
    const other = await world.organization();
    expect(await world.as(await world.member(other, 'OWNER'), other).patch(path, {})).toBeRefused(404, 'NOT_FOUND');
  });
});
