import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import { formOf, pdf } from '../../support/files.ts';
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

const at = (field: string) => `/super-event-registration-fields/${field}`;

/** Ada applied and registered with answers; since then a question was deleted, an option renamed, and one became required. */
async function changed() {
  const hack = await world.superEvent(acme);
  const track = await world.track(hack);
  const ask = async (body: object): Promise<string> =>
    (await olga.post(`/super-events/${hack.id}/registration-fields`, body)).body.data.id;
  const motto = await ask({ field_type: 'text', label: 'Motto' });
  const shirt = await ask({ field_type: 'select', label: 'Shirt', options: ['S', 'M'] });
  const phone = await ask({ field_type: 'phone', label: 'Phone' });
  const why = await ask({ field_type: 'text', label: 'Why' });
  const cv = await ask({ field_type: 'file', label: 'CV' });
  const ada = await world.person();
  const me = world.as(ada, acme);
  const given = { [motto]: 'Carpe diem', [shirt]: 'M', [why]: 'Becuase' };
  const parent = (await me.post(`/super-events/${hack.id}/register`, { answers_json: given })).body.data.id as string;
  const body = { super_event_registration_id: parent, answers_json: given };
  const place = (await me.post(`/events/${track.id}/register`, body)).body.data.id as string;
  await olga.del(at(motto));
  await olga.patch(at(shirt), { options: ['Small', 'Medium'] });
  await olga.patch(at(phone), { is_required: true });
  return { hack, given, motto, shirt, phone, why, cv, ada, me, parent, place };
}
type Changed = Awaited<ReturnType<typeof changed>>;

interface Kind {
  readonly path: (made: Changed) => string;
  readonly read: (answer: { body: any }) => Record<string, unknown>;
  readonly write: (answer: { body: any }) => Record<string, unknown>;
}
const kinds: Record<string, Kind> = {
  'an application': {
    path: ({ parent }) => `/super-event-registrations/${parent}`,
    read: ({ body }) => body.data.super_event_registration.answers_json,
    write: ({ body }) => body.data.super_event_registration.answers_json,
  },
  'a registration on a track': {
    path: ({ place }) => `/registrations/${place}`,
    read: ({ body }) => body.data.registration.answers_json,
    write: ({ body }) => body.data.answers_json,
  },
};

describe.each(Object.entries(kinds))(
  'The answers of %s to a form that changed since',
  (_kind, { path, read, write }) => {
    it('may be sent back as they were read, which is no change', async () => {
      const made = await changed();
      for (const client of [made.me, olga]) {
        const found = read(await client.get(path(made)));
        expect(found).toEqual(made.given);
        const answer = await client.patch(path(made), { answers_json: found });
        expect([answer.status, write(answer)]).toEqual([200, made.given]);
      }
      const told = await world.rows`
      select 1 as n from registrations.audit
       where fact = 'registration.changed' and ids ->> 'user_id' = ${made.ada.id}`;
      expect(told).toEqual([]);
    });

    it('let a typo be mended, and keep what the form does not ask for any more', async () => {
      const made = await changed();
      const { motto, why, shirt, given } = made;
      const next = { ...given, [why]: 'Because' };
      const { [motto]: _deleted, ...asked } = next;
      for (const answers_json of [next, asked]) {
        const answer = await olga.patch(path(made), { answers_json });
        expect([answer.status, write(answer)]).toEqual([200, next]);
      }
      expect(read(await olga.get(path(made)))).toEqual(next);
      const refused = await olga.patch(path(made), { answers_json: { ...next, [shirt]: 'S', [motto]: 'Another' } });
      expect(refused).toBeRefused(400, 'VALIDATION_FAILED', {
        errors: [
          expect.objectContaining({ field: `answers_json.${motto}`, code: 'unknown' }),
          expect.objectContaining({ field: `answers_json.${shirt}`, code: 'enumValue' }),
        ],
      });
      expect((await olga.patch(path(made), { answers_json: { ...next, [shirt]: 'Small' } })).status).toBe(200);
    });

    it('take a file beside them', async () => {
      const made = await changed();
      const { cv, given } = made;
      const form = formOf({ answers_json: JSON.stringify(given), [`file_${cv}`]: { bytes: pdf(), name: 'cv.pdf' } });
      const answer = await made.me.patch(path(made), form);
      expect(answer.status).toBe(200);
      expect(write(answer)).toEqual({ ...given, [cv]: expect.objectContaining({ filename: 'cv.pdf' }) });
    });
  },
);

describe('A required answer', () => {
  it('that was given is not taken back', async () => {
    const made = await changed();
    const { phone, given, parent } = made;
    const path = `/super-event-registrations/${parent}`;
    const answers = { ...given, [phone]: '+49 6131 123456' };
    expect((await made.me.patch(path, { answers_json: answers })).status).toBe(200);
    expect(await made.me.patch(path, { answers_json: given })).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [{ field: `answers_json.${phone}`, code: 'required' }],
    });
  });
});

describe('Answers to a deleted question', () => {
  it('are exported under its label, and organizers read that label', async () => {
    const { hack, me, motto, why } = await changed();
    const { text } = await olga.get(`/super-events/${hack.slug}/registrations/csv`);
    const [header = '', line = ''] = text.trim().split('\r\n');
    expect(header.split(',').slice(-5)).toEqual(['Shirt', 'Phone', 'Why', 'CV', 'Motto (deleted)']);
    expect(line.split(',').at(-1)).toBe('Carpe diem');
    const path = `/super-events/${hack.id}/registration-fields/deleted`;
    const labels = [{ id: motto, label: 'Motto', deleted_at: expect.any(String) }];
    expect((await olga.get(path)).body.data).toEqual({ fields: labels });
    expect(await me.get(path)).toBeRefused(403, 'PERMISSION_DENIED');
    await olga.del(at(why));
    const both = [...labels, { id: why, label: 'Why', deleted_at: expect.any(String) }];
    expect((await olga.get(path)).body.data.fields).toEqual(both);
  });

  it('have no column where nobody gave one', async () => {
    const hack = await world.superEvent(acme);
    const { data } = (
      await olga.post(`/super-events/${hack.id}/registration-fields`, { field_type: 'text', label: 'Motto' })
    ).body;
    await olga.del(at(String(data.id)));
    const { text } = await olga.get(`/super-events/${hack.slug}/registrations/csv`);
    expect(text).not.toContain('Motto');
  });
});
