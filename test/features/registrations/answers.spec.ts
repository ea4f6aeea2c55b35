/** The answers of an application count on every track, unless the person answered otherwise there. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asksFor, formOf, opened, pdf } from '../../support/files.ts';
import type { Person } from '../../support/client.ts';
import type { Track } from '../../support/fixtures.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** Ada, who applied with a file and two answers, and registered on a track with another answer to one of them. */
async function applied() {
  const scene = await opened(world);
  const { hack, api, acme, why, cv } = scene;
  const how = await asksFor(world, hack, { field_type: 'text' });
  const track = await world.track(hack);
  const form = { answers_json: JSON.stringify({ [why]: 'fun', [how]: 'by train' }), [`file_${cv}`]: cvNamed('cv.pdf') };
  const parent = (await api.post(`/super-events/${hack.slug}/register`, formOf(form))).body.data as { id: string };
  const file = (await answersOfParent(scene.api, parent.id))[cv] as { file_id: string };
  const register = async (on: Track, answers_json: object) => {
    const body = { super_event_registration_id: parent.id, answers_json };
    return (await api.post(`/events/${on.id}/register`, body)).body.data.id as string;
  };
  const id = await register(track, { [why]: 'prizes' });
  const organizer = await world.person();
  await world.role(organizer, track, 'ORGANIZER');
  const read = async (person: Person = scene.ada) =>
    (await world.as(person, acme).get(`/registrations/${id}`)).body.data.registration.answers_json as object;
  return { ...scene, how, track, parent, file, register, id, organizer, read, path: `/registrations/${id}` };
}
const cvNamed = (name: string) => ({ bytes: pdf(), name });
const answersOfParent = async (api: ReturnType<World['as']>, id: string) =>
  (await api.get(`/super-event-registrations/${id}`)).body.data.super_event_registration.answers_json as Record<
    string,
    unknown
  >;

describe('The answers of a registration', () => {
  it('are those of the application, overlaid by those of the track, for everybody who may read them', async () => {
    const { acme, ada, why, how, cv, file, organizer, read } = await applied();
    for (const person of [ada, organizer, await world.member(acme, 'MEMBER')]) {
      expect(await read(person)).toEqual({ [why]: 'prizes', [how]: 'by train', [cv]: file });
    }
  });

  it('name files of the application, which open for everybody who may read them', async () => {
    const { acme, ada, file, organizer } = await applied();
    for (const person of [ada, organizer, await world.member(acme, 'MEMBER')]) {
      expect((await world.as(person, acme).get(`/files/${file.file_id}`)).status).toBe(200);
    }
  });

  it('follow the application where the track has none of its own', async () => {
    const { api, parent, why, how, read } = await applied();
    await api.patch(`/super-event-registrations/${parent.id}`, { answers_json: { [why]: 'new', [how]: 'by foot' } });
    expect(await read()).toEqual({ [why]: 'prizes', [how]: 'by foot' });
  });
});

describe('Changing the answers of a registration', () => {
  it('replaces those of the track alone, and answers what is read afterwards', async () => {
    const { api, parent, why, how, cv, file, path, read } = await applied();
    const answer = await api.patch(path, { answers_json: { [how]: 'by bike' } });
    expect(answer.body.data.answers_json).toEqual({ [why]: 'fun', [how]: 'by bike', [cv]: file });
    expect(await read()).toEqual(answer.body.data.answers_json);
    expect(await answersOfParent(api, parent.id)).toEqual({ [why]: 'fun', [how]: 'by train', [cv]: file });
    expect((await api.patch(path, { answers_json: {} })).body.data.answers_json).toEqual({
      ...{ [why]: 'fun', [how]: 'by train', [cv]: file },
    });
  });

  it('takes what was read back as it is, with the file of the application, which stays the application’s', async () => {
    const { api, parent, why, cv, file, path, read } = await applied();
    const before = await read();
    expect((await api.patch(path, { answers_json: before })).body.data.answers_json).toEqual(before);
    await api.patch(`/super-event-registrations/${parent.id}`, { answers_json: { [why]: 'fun' } });
    expect(await read()).not.toHaveProperty(cv);
    expect((await api.get(`/files/${file.file_id}`)).status).toBe(404);
  });

  it('puts a file of the track over that of the application, and gives it back when it goes', async () => {
    const { api, cv, file, path, read } = await applied();
    const other = formOf({ answers_json: '{}', [`file_${cv}`]: cvNamed('other.pdf') });
    const { answers_json } = (await api.patch(path, other)).body.data;
    expect(answers_json[cv]).toMatchObject({ filename: 'other.pdf' });
    expect(await read()).toEqual(answers_json);
    const back = await api.patch(path, { answers_json: {} });
    expect(back.body.data.answers_json[cv]).toEqual(file);
    expect((await api.get(`/files/${answers_json[cv].file_id}`)).status).toBe(404);
    expect((await api.get(`/files/${file.file_id}`)).status).toBe(200);
  });
});

describe('The answers of a builder', () => {
  it('are those of the application, overlaid by those of each track in turn that was not cancelled', async () => {
    const { acme, hack, api, ada, why, how, cv, file, register } = await applied();
    const [second, third] = [await world.track(hack), await world.track(hack)];
    await register(second, { [why]: 'glory' });
    await api.post(`/registrations/${await register(third, { [how]: 'by ship' })}/cancel`);
    const olga = world.as(await world.member(acme, 'OWNER'), acme);
    const { builder } = (await olga.get(`/super-events/${hack.id}/team-management/builders/${ada.id}`)).body.data;
    expect(builder.answers).toEqual({ [why]: 'glory', [how]: 'by train', [cv]: file });
  });
});
