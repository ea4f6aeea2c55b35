import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import { accessTokenOf, bearer } from '../../support/sign-in.ts';
import { factsAt } from '../../support/wire.ts';
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

const german = { de: 'Frühlingshack' };

async function opened(locales: readonly string[] = ['en', 'de']) {
  const hack = await world.superEvent(acme, { name: 'Spring Hack' });
  const track = await world.track(hack, { name: 'Climate' });
  const path = `/super-events/${hack.id}`;
  const change = (body: unknown) => olga.patch(path, body);
  expect((await change({ locales })).status).toBe(200);
  const read = async () => (await olga.get(path)).body.data.super_event;
  const shown = async () => (await world.stranger().get(`${path}/public`)).body.data.hackathon;
  const ask = async (body: object) => {
    const answer = await olga.post(`${path}/registration-fields`, { field_type: 'text', label: 'Diet', ...body });
    expect(answer.status).toBe(201);
    return answer.body.data.id as string;
  };
  const asked = async (id: string) => {
    const { fields } = (await olga.get(`${path}/registration-fields`)).body.data;
    return fields.find((field: { id: string }) => field.id === id);
  };
  return { hack, track, path, change, read, shown, ask, asked };
}

const refusedAt = (...fields: (readonly [field: string, code: string])[]) => ({
  errors: fields.map(([field, code]) => expect.objectContaining({ field, code })),
});

describe('A hackathon of one language', () => {
  it.each([[[]], [['de']]])('(locales: %j) has plain texts alone', async (locales) => {
    const { track, path, read, shown, ask, asked } = await opened(locales);
    const id = await ask({ field_type: 'select', options: ['none', 'vegan'] });
    expect(await read()).toMatchObject({ locales, name: 'Spring Hack' });
    const event = (await olga.get(`/events/${track.id}`)).body.data.event;
    const prizes = (await olga.get(`${path}/prizes`)).body.data;
    for (const answer of [await read(), await shown(), event, await asked(id), prizes]) {
      expect(JSON.stringify(answer)).not.toContain('_i18n');
    }
  });
});

describe('A hackathon in several languages', () => {
  it('has its texts in each of them, with the plain one in the first', async () => {
    const { change, read, shown } = await opened();
    const texts = { name_i18n: german, description: 'Two days', description_i18n: { de: 'Zwei Tage' } };
    expect((await change(texts)).status).toBe(200);
    const expected = {
      ...{ locales: ['en', 'de'], name: 'Spring Hack', description: 'Two days' },
      name_i18n: { en: 'Spring Hack', ...german },
      description_i18n: { en: 'Two days', de: 'Zwei Tage' },
    };
    expect(await read()).toMatchObject(expected);
    expect(await shown()).toMatchObject(expected);
  });

  it('is in the public list with its names', async () => {
    const { hack, change } = await opened();
    await change({ name_i18n: german });
    const { hackathons } = (await world.stranger().get('/hackathons')).body.data;
    expect(hackathons.find(({ id }: { id: string }) => id === hack.id)).toMatchObject({
      name: 'Spring Hack',
      name_i18n: { en: 'Spring Hack', ...german },
    });
  });

  it('takes its plain text from the one in the first language, and the other way round', async () => {
    const { change, read } = await opened();
    const answer = await change({ name_i18n: { en: 'Summer Hack', de: 'Sommerhack' } });
    expect(answer.body.data).toMatchObject({ name: 'Summer Hack' });
    expect(await read()).toMatchObject({ name: 'Summer Hack', slug: expect.stringContaining('summer-hack') });
    await change({ name: 'Winter Hack' });
    expect((await read()).name_i18n).toEqual({ en: 'Winter Hack', de: 'Sommerhack' });
    expect((await change({ name: 'Both', name_i18n: { en: 'Both', de: 'Beide' } })).status).toBe(200);
  });

  it('loses the texts in other languages that a change leaves out', async () => {
    const { change, read } = await opened(['en', 'de', 'fr']);
    await change({ name_i18n: { de: 'Eins', fr: 'Un' } });
    await change({ name_i18n: { fr: 'Deux' } });
    expect((await read()).name_i18n).toEqual({ en: 'Spring Hack', fr: 'Deux' });
    await change({ name_i18n: {} });
    expect((await read()).name_i18n).toEqual({ en: 'Spring Hack' });
  });

  it('hides the texts of a language that it no longer names, until it names it again', async () => {
    const { change, read } = await opened();
    await change({ name_i18n: german, letters: { rejected: 'Sorry', rejected_i18n: { de: 'Leider' } } });
    await change({ locales: ['en', 'fr'] });
    expect(await read()).toMatchObject({
      name_i18n: { en: 'Spring Hack' },
      letters: { rejected_i18n: { en: 'Sorry' } },
    });
    await change({ locales: [] });
    expect(await read()).not.toHaveProperty('name_i18n');
    expect((await read()).letters).toEqual({ rejected: 'Sorry' });
    await change({ locales: ['en', 'de'] });
    expect((await read()).name_i18n).toEqual({ en: 'Spring Hack', ...german });
  });

  it('has its own paragraphs of emails and the sections of its form in them', async () => {
    const { change, read, shown, ask } = await opened();
    const diet = await ask({});
    const letters = { accepted_i18n: { en: 'Welcome', de: 'Willkommen, {first_name}' } };
    const sections = [{ title: 'You', title_i18n: { de: 'Du' }, field_ids: [diet] }];
    expect((await change({ letters, config_json: { form: { sections } } })).status).toBe(200);
    expect((await read()).letters).toEqual({ accepted: 'Welcome', ...letters });
    expect((await shown()).sections).toEqual([{ ...sections[0], title_i18n: { en: 'You', de: 'Du' } }]);
    await change({ locales: [] });
    const { config_json } = await read();
    expect((await change({ config_json: { ...config_json, note: 'more' } })).status).toBe(200);
  });

  it('is made with them at once', async () => {
    const session = bearer(world, await accessTokenOf(world, await world.member(acme, 'OWNER')));
    const body = { name: 'Spring', locales: ['en', 'de'], name_i18n: german };
    const { body: made } = await session.post(`/organizations/${acme.id}/super-events`, body);
    expect(made.data.super_event).toMatchObject({ name_i18n: { en: 'Spring', ...german } });
    const { id } = made.data.super_event;
    const track = { name_i18n: { en: 'Climate', de: 'Klima' }, name: 'Climate' };
    expect((await session.post(`/super-events/${id}/events`, track)).body.data.event).toMatchObject(track);
    const wrong = { name: 'Spring', name_i18n: german };
    const answer = await session.post(`/organizations/${acme.id}/super-events`, wrong);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', refusedAt(['name_i18n.de', 'locale']));
  });

  it('tells of its languages and texts in facts', async () => {
    const { hack, track, change } = await opened();
    await change({ name_i18n: german });
    await olga.patch(`/events/${track.id}`, { name_i18n: { de: 'Klima' } });
    const facts = await factsAt(olga, `/organizations/${acme.id}/facts?super_event_id=${hack.id}`, 3);
    expect(facts.map(({ type, data }: { type: string; data: object }) => [type, data])).toEqual([
      ['super_event.changed', { locales: ['en', 'de'] }],
      ['super_event.changed', { name_i18n: german }],
      ['event.changed', { name_i18n: { de: 'Klima' } }],
    ]);
  });

  it.each<[string, object, readonly [field: string, code: string]]>([
    ['a text in a language it does not name', { name_i18n: { fr: 'Hack' } }, ['name_i18n.fr', 'locale']],
    ['a text in a language that Muster does not speak', { name_i18n: { it: 'Hack' } }, ['name_i18n', 'objectStrict']],
    ['two plain texts', { name: 'One', name_i18n: { en: 'Two' } }, ['name_i18n.en', 'plain']],
    ['a text that is too short', { name_i18n: { de: 'x' } }, ['name_i18n.de', 'stringMin']],
    ['texts that are no object', { name_i18n: 'Hack' }, ['name_i18n', 'object']],
    ['no text', { name_i18n: { de: null } }, ['name_i18n.de', 'required']],
    ['a language twice', { locales: ['en', 'en'] }, ['locales', 'arrayUnique']],
    ['an unknown language', { locales: ['en', 'it'] }, ['locales[1]', 'enumValue']],
    ['another first language', { locales: ['de', 'en'] }, ['locales', 'firstLocale']],
    ['a text in a language that goes', { locales: ['en'], name_i18n: german }, ['name_i18n.de', 'locale']],
    [
      'a paragraph in another language',
      { letters: { accepted_i18n: { es: 'Hola' } } },
      ['letters.accepted_i18n.es', 'locale'],
    ],
    [
      'an unknown placeholder',
      { letters: { accepted_i18n: { de: '{team}' } } },
      ['letters.accepted_i18n.de', 'placeholder'],
    ],
    [
      'a title in another language',
      { config_json: { form: { sections: [{ title: 'You', title_i18n: { fr: 'Vous' }, field_ids: [] }] } } },
      ['config_json.form.sections[0].title_i18n.fr', 'locale'],
    ],
  ])('is not given %s', async (_what, body, problem) => {
    const { change, read } = await opened();
    const before = await read();
    expect(await change(body)).toBeRefused(400, 'VALIDATION_FAILED', refusedAt(problem));
    expect(await read()).toEqual(before);
  });

  it('may take another first language while it has no other', async () => {
    const { change, read } = await opened();
    expect((await change({ locales: ['en'] })).status).toBe(200);
    expect((await change({ locales: ['de', 'en'] })).status).toBe(200);
    expect((await read()).name_i18n).toEqual({ de: 'Spring Hack' });
  });
});

describe('A track and a prize of a hackathon in several languages', () => {
  it('have their texts in each of them, in every answer with them', async () => {
    const { track, path, shown } = await opened();
    await olga.patch(`/events/${track.id}`, { name_i18n: { de: 'Klima' } });
    const name_i18n = { en: 'Climate', de: 'Klima' };
    expect((await olga.get(`/events/${track.id}`)).body.data.event).toMatchObject({ name_i18n });
    const texts = { name: 'Best', name_i18n: { de: 'Beste' }, description_i18n: { en: 'A cup', de: 'Ein Pokal' } };
    const { prize } = (await olga.post(`${path}/prizes`, texts)).body.data;
    const expected = {
      ...{ name: 'Best', name_i18n: { en: 'Best', de: 'Beste' } },
      ...{ description: 'A cup', description_i18n: { en: 'A cup', de: 'Ein Pokal' } },
    };
    expect(prize).toMatchObject(expected);
    expect((await olga.patch(`/prizes/${prize.id}`, { name: 'First' })).body.data.prize).toMatchObject({
      ...{ ...expected, name: 'First', name_i18n: { en: 'First', de: 'Beste' } },
    });
    expect(await shown()).toMatchObject({
      tracks: [{ name_i18n }],
      prizes: [{ name_i18n: { en: 'First', de: 'Beste' } }],
    });
  });

  it('are not given texts in another language', async () => {
    const { track, path } = await opened();
    const french = { name: 'Climat', name_i18n: { fr: 'Climat' } };
    const refusal = [400, 'VALIDATION_FAILED', refusedAt(['name_i18n.fr', 'locale'])] as const;
    expect(await olga.patch(`/events/${track.id}`, french)).toBeRefused(...refusal);
    expect(await olga.post(`${path}/prizes`, french)).toBeRefused(...refusal);
    const { prize } = (await olga.post(`${path}/prizes`, { name: 'Best' })).body.data;
    expect(await olga.patch(`/prizes/${prize.id}`, french)).toBeRefused(...refusal);
    const session = bearer(world, await accessTokenOf(world, await world.member(acme, 'OWNER')));
    expect(await session.post(`${path}/events`, french)).toBeRefused(...refusal);
  });
});

describe('A question in several languages', () => {
  const choice = { field_type: 'select', label: 'Size', options: ['small', 'large'] };
  const inGerman = { label_i18n: { de: 'Größe' }, options_i18n: { de: ['klein', 'groß'] } };

  it('has its texts in each of them, with options in the order of the plain ones', async () => {
    const { ask, asked, shown } = await opened();
    const more = {
      description: 'Of shirts',
      description_i18n: { de: 'Der Hemden' },
      placeholder_i18n: { de: 'Wählen' },
    };
    const id = await ask({ ...choice, ...inGerman, ...more });
    const expected = {
      ...choice,
      label_i18n: { en: 'Size', de: 'Größe' },
      options_i18n: { en: ['small', 'large'], de: ['klein', 'groß'] },
      description_i18n: { en: 'Of shirts', de: 'Der Hemden' },
      ...{ placeholder: null, placeholder_i18n: { de: 'Wählen' } },
    };
    expect(await asked(id)).toMatchObject(expected);
    expect((await shown()).fields).toEqual([expect.objectContaining(expected)]);
  });

  it('keeps the languages of options that stay, whatever becomes of the others', async () => {
    const { ask, asked } = await opened();
    const id = await ask({ ...choice, ...inGerman });
    const change = (body: object) => olga.patch(`/super-event-registration-fields/${id}`, body);
    await change({ options: ['large', 'huge', 'small'] });
    expect((await asked(id)).options_i18n).toEqual({
      en: ['large', 'huge', 'small'],
      de: ['groß', 'huge', 'klein'],
    });
    await change({ field_type: 'text' });
    expect((await asked(id)).options_i18n).toEqual({ en: [] });
  });

  it('is answered with the plain option alone', async () => {
    const { hack, ask } = await opened();
    const id = await ask({ ...choice, ...inGerman });
    const ada = world.as(await world.person(), acme);
    const path = `/super-events/${hack.id}/register`;
    expect(await ada.post(path, { answers_json: { [id]: 'klein' } })).toBeRefused(400, 'VALIDATION_FAILED');
    const made = await ada.post(path, { answers_json: { [id]: 'small' } });
    expect(made.status).toBe(201);
    const kept =
      await world.rows`select answers_json from registrations.super_event_registration where id = ${made.body.data.id}`;
    expect(kept).toEqual([{ answers_json: { [id]: 'small' } }]);
  });

  it.each<[string, object, readonly [field: string, code: string]]>([
    ['another number of options', { options_i18n: { de: ['klein'] } }, ['options_i18n.de', 'length']],
    ['two plain lists', { options: ['a'], options_i18n: { en: ['b'] } }, ['options_i18n.en', 'plain']],
    ['a label in another language', { label_i18n: { fr: 'Taille' } }, ['label_i18n.fr', 'locale']],
    ['a hint in another language', { description_i18n: { fr: 'Taille' } }, ['description_i18n.fr', 'locale']],
    ['an empty option', { options_i18n: { de: ['klein', ''] } }, ['options_i18n.de[1]', 'stringMin']],
  ])('is not given %s', async (_what, body, problem) => {
    const { path, ask, asked } = await opened();
    const id = await ask({ ...choice, ...inGerman });
    const before = await asked(id);
    const refusal = [400, 'VALIDATION_FAILED', refusedAt(problem)] as const;
    expect(await olga.patch(`/super-event-registration-fields/${id}`, body)).toBeRefused(...refusal);
    expect(await olga.post(`${path}/registration-fields`, { ...choice, ...body })).toBeRefused(...refusal);
    expect(await asked(id)).toEqual(before);
  });
});
