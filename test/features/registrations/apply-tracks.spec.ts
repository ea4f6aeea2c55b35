import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formOf, pdf } from '../../support/files.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function withTracks() {
  const acme = await world.organization();
  const hack = await world.superEvent(acme);
  const [ai, web] = [await world.track(hack), await world.track(hack)];
  const ada = await world.person();
  return { acme, hack, ai, web, ada, api: world.as(ada, acme), path: `/super-events/${hack.slug}/register` };
}

describe('Applying with tracks', () => {
  const onTracks = (user: { id: string }) => world.rows<{ event_id: string; status: string }>`
    select event_id, status from registrations.registration where user_id = ${user.id} order by event_id`;

  it('registers on each of them, and keeps wishes', async () => {
    const { acme, ada, api, path, ai, web } = await withTracks();
    const answer = await api.post(path, {
      track_ids: [web.id, ai.id, web.id],
      looking_for_team: true,
      interested_track_ids: [ai.id],
    });
    expect(answer.status).toBe(201);
    expect(answer.body.data.registrations).toEqual(
      [web, ai].map(({ id }) => ({ id: expect.any(String), event_id: id, status: 'pending' })),
    );
    const read = await api.get(`/super-event-registrations/${answer.body.data.id}`);
    expect(read.body.data.super_event_registration).toMatchObject({
      looking_for_team: true,
      interested_track_ids: [ai.id],
    });
    for (const { id, event_id } of answer.body.data.registrations) {
      const { registration } = (await api.get(`/registrations/${id}`)).body.data;
      expect(registration).toMatchObject({ event_id, user_id: ada.id, status: 'pending' });
    }
    const facts = await world.rows<{ type: string }>`
      select action as type from registrations.audit where organization_id = ${acme.id} order by id`;
    expect(facts).toHaveLength(3);
  });

  it('takes them from a form with files as well', async () => {
    const { hack, api, path, ai } = await withTracks();
    const [cv] = await world.rows<{ id: string }>`
      insert into events.registration_field (super_event_id, field_type, label) values (${hack.id}, 'file', 'CV')
      returning id`;
    const body = formOf({
      track_ids: JSON.stringify([ai.id]),
      looking_for_team: 'true',
      [`file_${cv?.id}`]: { bytes: pdf(), name: 'cv.pdf', type: 'application/pdf' },
    });
    const answer = await api.post(path, body);
    expect(answer.status).toBe(201);
    expect(answer.body.data.registrations).toMatchObject([{ event_id: ai.id }]);
  });

  it('does nothing where one is closed', async () => {
    const { hack, ada, api, path, ai } = await withTracks();
    const closed = await world.track(hack, { registration: 'closed' });
    const never = await world.track(hack, { registration: 'never_opened' });
    for (const { id } of [closed, never]) {
      expect(await api.post(path, { track_ids: [ai.id, id] })).toBeRefused(409, 'REGISTRATION_CLOSED');
    }
    expect(await onTracks(ada)).toEqual([]);
    expect((await api.post(path, { track_ids: [ai.id] })).status).toBe(201);
  });

  it('names what is no track that people see', async () => {
    const { acme, hack, ada, api, path, ai } = await withTracks();
    const draft = await world.track(hack, { status: 'draft' });
    const elsewhere = await world.track(await world.superEvent(acme));
    for (const { id } of [draft, elsewhere, ada]) {
      for (const field of ['track_ids', 'interested_track_ids']) {
        const answer = await api.post(path, { [field]: [ai.id, id] });
        expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
        expect(answer.body.errors).toMatchObject([{ field, code: 'unknownTrack' }]);
      }
    }
    const answer = await api.post(path, { track_ids: Array.from({ length: 51 }, () => ai.id) });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('opens again what was cancelled, and leaves alone what was decided', async () => {
    const { ada, api, path, ai, web } = await withTracks();
    const first = (await api.post(path, { track_ids: [ai.id, web.id] })).body.data;
    await api.post(`/super-event-registrations/${first.id}/cancel`);
    await world.rows`update registrations.registration set status = 'cancelled' where event_id = ${ai.id}`;
    await world.rows`update registrations.registration set status = 'rejected' where event_id = ${web.id}`;
    const again = await api.post(path, { track_ids: [ai.id, web.id] });
    expect(again.status).toBe(201);
    expect(again.body.data.registrations).toMatchObject([{ status: 'pending' }, { status: 'rejected' }]);
    expect((await onTracks(ada)).map(({ status }) => status).sort()).toEqual(['pending', 'rejected']);
  });

  it('happens once, however often it is sent at the same moment', async () => {
    const { ada, api, path, ai, web } = await withTracks();
    const answers = await Promise.all(Array.from({ length: 6 }, () => api.post(path, { track_ids: [web.id, ai.id] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    expect(await onTracks(ada)).toHaveLength(2);
  });
});
