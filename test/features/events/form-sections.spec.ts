import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import { accessTokenOf, bearer } from '../../support/sign-in.ts';
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

async function openForm() {
  const hack = await world.superEvent(acme);
  const path = `/super-events/${hack.id}/registration-fields`;
  const add = async (label: string) => {
    return (await olga.post(path, { field_type: 'text', label })).body.data.id as string;
  };
  const [motto, diet, why] = [await add('Motto'), await add('Diet'), await add('Why')];
  const write = (sections: unknown, more: object = {}) =>
    olga.patch(`/super-events/${hack.id}`, { config_json: { ...more, form: { sections } } });
  const shown = async () =>
    (await world.stranger().get(`/super-events/${hack.id}/public`)).body.data.hackathon.sections as unknown;
  return { hack, motto, diet, why, write, shown };
}

describe('The sections of a form', () => {
  it('stand on the public form in their order, with fields by their ids or by their keys', async () => {
    const { motto, diet, why, write, shown } = await openForm();
    const sections = [
      { title: ' About you ', field_ids: [diet, 'motto'] },
      { title: 'More', field_ids: [why] },
    ];
    expect((await write(sections)).status).toBe(200);
    expect(await shown()).toEqual([
      { title: 'About you', field_ids: [diet, motto] },
      { title: 'More', field_ids: [why] },
    ]);
  });

  it.each<[string, string, (form: Awaited<ReturnType<typeof openForm>>) => unknown]>([
    ['sections[0].field_ids[0]', 'unknownField', () => [{ title: 'A', field_ids: [crypto.randomUUID()] }]],
    ['sections[0].field_ids[1]', 'arrayUnique', ({ diet }) => [{ title: 'A', field_ids: [diet, 'diet'] }]],
    [
      'sections[1].field_ids[0]',
      'arrayUnique',
      ({ diet }) => [
        { title: 'A', field_ids: [diet] },
        { title: 'B', field_ids: [diet] },
      ],
    ],
    ['sections[0].title', 'required', () => [{ field_ids: [] }]],
    ['sections[0].title', 'stringMin', () => [{ title: ' ', field_ids: [] }]],
    ['sections[0].field_ids', 'array', () => [{ title: 'A', field_ids: 'diet' }]],
    ['sections', 'array', () => ({})],
  ])('are refused with a wrong %s (%s)', async (field, code, of) => {
    const form = await openForm();
    expect(await form.write(of(form))).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field: `config_json.form.${field}`, code })],
    });
  });

  it('forget a field that was deleted, and may be sent back as they were read', async () => {
    const { hack, motto, diet, write, shown } = await openForm();
    const sections = [
      { title: 'About you', field_ids: [diet] },
      { title: 'More', field_ids: [motto] },
    ];
    await write(sections);
    await olga.del(`/super-event-registration-fields/${diet}`);
    expect(await shown()).toEqual([{ title: 'More', field_ids: [motto] }]);
    const { config_json } = (await olga.get(`/super-events/${hack.id}`)).body.data.super_event;
    const answer = await olga.patch(`/super-events/${hack.id}`, { config_json: { ...config_json, note: 'more' } });
    expect(answer.status).toBe(200);
    expect(await write([...sections, { title: 'New', field_ids: [] }])).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('are refused of a hackathon that is being made, which has no fields yet', async () => {
    const session = bearer(world, await accessTokenOf(world, await world.member(acme, 'OWNER')));
    const body = { name: 'New', config_json: { form: { sections: [{ title: 'A', field_ids: ['diet'] }] } } };
    expect(await session.post(`/organizations/${acme.id}/super-events`, body)).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ code: 'unknownField' })],
    });
  });
});
