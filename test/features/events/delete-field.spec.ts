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

const ask = async (hack: { id: string }, body: object) =>
  (await olga.post(`/super-events/${hack.id}/registration-fields`, body)).body.data.id as string;

describe('Deleting a registration field', () => {
  it('answers a message, and the field is gone', async () => {
    const hack = await world.superEvent(acme);
    const id = await ask(hack, { field_type: 'text', label: 'Motto', is_required: true });
    const answer = await olga.del(`/super-event-registration-fields/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, data: { message: expect.any(String) } });
    expect((await olga.get(`/super-events/${hack.id}/registration-fields`)).body.data.fields).toEqual([]);
    for (const again of [
      await olga.del(`/super-event-registration-fields/${id}`),
      await olga.patch(`/super-event-registration-fields/${id}`, { label: 'Back' }),
    ]) {
      expect(again).toBeRefused(404, 'NOT_FOUND');
    }
    const ada = world.as(await world.person(), acme);
    expect((await ada.post(`/super-events/${hack.id}/register`, {})).status).toBe(201);
  });

  it('keeps the answers people gave to it', async () => {
    const hack = await world.superEvent(acme);
    const id = await ask(hack, { field_type: 'text', label: 'Motto' });
    const ada = world.as(await world.person(), acme);
    const applied = await ada.post(`/super-events/${hack.id}/register`, { answers_json: { [id]: 'Carpe diem' } });
    await olga.del(`/super-event-registration-fields/${id}`);
    const { data } = (await ada.get(`/super-event-registrations/${applied.body.data.id}`)).body;
    expect(data.super_event_registration.answers_json).toEqual({ [id]: 'Carpe diem' });
  });

  it('is in the audit with what it was', async () => {
    const hack = await world.superEvent(acme);
    const id = await ask(hack, { field_type: 'text', label: 'Motto' });
    await olga.del(`/super-event-registration-fields/${id}`);
    const rows = await world.rows`select ids, before, after from events.audit where action = 'events.deleteField'
                                     and ids->>'registration_field_id' = ${id}`;
    expect(rows).toEqual([
      {
        ids: { super_event_id: hack.id, registration_field_id: id },
        before: expect.objectContaining({ field_type: 'text', label: 'Motto' }),
        after: {},
      },
    ]);
  });
});

describe('A person who may delete a registration field', () => {
  it('is nobody of another organization, no organizer, and nobody without a key', async () => {
    const other = await world.organization();
    const hack = await world.superEvent(acme);
    const path = `/super-event-registration-fields/${await ask(hack, { field_type: 'text', label: 'Motto' })}`;
    const otis = await world.person();
    await world.role(otis, await world.track(hack), 'ORGANIZER');
    const otto = world.as(await world.member(other, 'OWNER'), other);
    expect(await otto.del(path)).toBeRefused(404, 'NOT_FOUND');
    expect(await world.as(otis, acme).del(path)).toBeRefused(403, 'PERMISSION_DENIED');
    expect(await world.stranger().del(path)).toBeRefused(401, 'UNAUTHENTICATED');
    expect((await olga.get(`/super-events/${hack.id}/registration-fields`)).body.data.fields).toHaveLength(1);
  });
});
