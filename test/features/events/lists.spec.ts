import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import { begin, waitingFor } from '../../support/transaction.ts';
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

let count = 0;
const newName = () => `schools-${++count}`;
const at = (name: string) => `/organizations/${acme.slug}/lists/${name}`;
const csv = { headers: { 'Content-Type': 'text/csv' } };
const stored = async (name: string) => {
  const rows = await world.rows<{ value: string }>`
    select v.value from events.choice_value v join events.choice_list l on l.id = v.list_id
     where l.organization_id = ${acme.id} and l.name = ${name} order by v.position`;
  return rows.map(({ value }) => value);
};

describe('A list of an organization', () => {
  it('comes as JSON or as CSV, in its order, each value once', async () => {
    const name = newName();
    const values = ['Zürich', ' Mainz ', 'Berlin', 'Mainz', 'Zürich'];
    const made = await olga.put(at(name), { values });
    expect(made.status).toBe(200);
    expect(made.body.data).toEqual({
      list: { name, value_count: 3, updated_at: expect.any(String) },
      repeated: 2,
    });
    expect(await stored(name)).toEqual(['Zürich', 'Mainz', 'Berlin']);
    const text = '\ufeffMainz\r\n"University of California, Berkeley"\n\n  Genève  \n"a ""b"" c"';
    const replaced = await olga.put(at(name), text, csv);
    expect(replaced.body.data).toMatchObject({ list: { value_count: 4 }, repeated: 0 });
    expect(await stored(name)).toEqual(['Mainz', 'University of California, Berkeley', 'Genève', 'a "b" c']);
    expect((await olga.put(at(name), { values: [] })).body.data.list.value_count).toBe(0);
  });

  it('has 50,000 values at most', async () => {
    const name = newName();
    const values = Array.from({ length: 50_001 }, (_, n) => `School ${n}`);
    const refused = (field: string) => ({ errors: [expect.objectContaining({ field, code: 'arrayMax' })] });
    expect(await olga.put(at(name), { values })).toBeRefused(400, 'VALIDATION_FAILED', refused('values'));
    expect(await olga.put(at(name), values.join('\n'), csv)).toBeRefused(400, 'VALIDATION_FAILED', refused('list'));
    expect((await olga.put(at(name), values.slice(1).join('\n'), csv)).body.data.list.value_count).toBe(50_000);
  });

  it.each([
    ['values', 'required', {}],
    ['values', 'array', { values: 'Mainz' }],
    ['values[1]', 'string', { values: ['Mainz', 5] }],
    ['values[0]', 'stringMin', { values: ['  '] }],
    ['values[0]', 'stringMax', { values: ['x'.repeat(201)] }],
    ['values[0]', 'nul', { values: ['a\0b'] }],
    ['body', 'json', '{ "values": ['],
  ])('is refused with wrong %s (%s)', async (field, code, body) => {
    const answer = await olga.put(at(newName()), body);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [expect.objectContaining({ field, code })] });
  });

  it.each([
    ['columns', 'Mainz\nUniversity of California, Berkeley'],
    ['columns', 'Mainz\n"Berlin",Germany'],
    ['columns', 'Mainz\n"Berlin'],
    ['stringMax', `Mainz\n${'x'.repeat(201)}`],
  ])('is refused by its line where CSV has wrong %s', async (code, text) => {
    const errors = [expect.objectContaining({ field: 'line 2', code })];
    expect(await olga.put(at(newName()), text, csv)).toBeRefused(400, 'VALIDATION_FAILED', { errors });
  });

  it('is refused where it is too large, of another type, or missing', async () => {
    const path = at(newName());
    expect(await olga.put(path, 'x'.repeat(2_000_001), csv)).toBeRefused(413, 'PAYLOAD_TOO_LARGE');
    const yaml = { headers: { 'Content-Type': 'application/yaml' } };
    expect(await olga.put(path, 'values: []', yaml)).toBeRefused(415, 'UNSUPPORTED_MEDIA_TYPE');
    expect(await olga.put(path, '', csv)).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it.each(['Schools', 'a b', crypto.randomUUID(), 'x'.repeat(101), 'countries'])('is not called %s', async (name) => {
    const errors = [expect.objectContaining({ field: 'name' })];
    const answer = await olga.put(at(encodeURIComponent(name)), { values: ['Mainz'] });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors });
  });

  it('is listed by its name, and is nobody else’s', async () => {
    const other = await world.organization();
    const otto = world.as(await world.member(other, 'OWNER'), other);
    const path = `/organizations/${other.id}/lists`;
    for (const name of ['schools', 'cities']) await otto.put(`${path}/${name}`, { values: ['One', 'Two'] });
    expect((await otto.get(path)).body.data).toEqual({
      lists: ['cities', 'schools'].map((name) => ({ name, value_count: 2, updated_at: expect.any(String) })),
    });
    expect(await olga.get(path)).toBeRefused(404, 'NOT_FOUND');
    expect(await olga.put(`${path}/schools`, { values: [] })).toBeRefused(404, 'NOT_FOUND');
    expect(await olga.del(`${path}/schools`)).toBeRefused(404, 'NOT_FOUND');
  });

  it('happens once under one idempotency key, and is in the audit with its numbers alone', async () => {
    const name = newName();
    const headers = { 'Idempotency-Key': name };
    const put = () => olga.put(at(name), { values: ['Mainz', 'Berlin'] }, { headers });
    const [first, again] = [await put(), await put()];
    expect(again.body.data).toEqual(first.body.data);
    await olga.put(at(name), { values: ['Mainz'] });
    await olga.del(at(name));
    const rows = await world.rows`
      select action, before, after from events.audit where ids ->> 'list' = ${name} order by id`;
    expect(rows).toEqual([
      { action: 'events.putList', before: {}, after: { value_count: 2 } },
      { action: 'events.putList', before: { value_count: 2 }, after: { value_count: 1 } },
      { action: 'events.deleteList', before: { value_count: 1 }, after: {} },
    ]);
  });

  it('stays as long as a field chooses from it', async () => {
    const name = newName();
    await olga.put(at(name), { values: ['Mainz'] });
    const hack = await world.superEvent(acme);
    const body = { field_type: 'select', label: 'School', choices: name };
    const { id } = (await olga.post(`/super-events/${hack.id}/registration-fields`, body)).body.data;
    expect(await olga.del(at(name))).toBeRefused(409, 'LIST_IN_USE', { field_ids: [id] });
    await olga.del(`/super-events/${hack.id}`);
    expect((await olga.del(at(name))).body.data).toEqual({ deleted: true });
    expect(await stored(name)).toEqual([]);
    expect(await olga.del(at(name))).toBeRefused(404, 'NOT_FOUND');
  });

  it('does not go while a field begins to choose from it', async () => {
    const name = newName();
    await olga.put(at(name), { values: ['Mainz'] });
    const hack = await world.superEvent(acme);
    await using held = await begin(
      world.databaseUrl,
      'select from events.choice_list where organization_id = $1 and name = $2 for key share',
      [acme.id, name],
    );
    const gone = olga.del(at(name));
    await waitingFor(world);
    await held.query(
      "insert into events.registration_field (super_event_id, field_type, label, choices) values ($1, 'select', 'School', $2)",
      [hack.id, name],
    );
    await held.commit();
    expect(await gone).toBeRefused(409, 'LIST_IN_USE');
  });
});

/** A public hackathon with a field that chooses from a list of these values. */
async function asking(values: readonly string[], columns: Record<string, unknown> = {}) {
  const organization = await world.organization();
  const otto = world.as(await world.member(organization, 'OWNER'), organization);
  await otto.put(`/organizations/${organization.id}/lists/schools`, { values });
  await otto.put(`/organizations/${organization.id}/lists/unused`, { values });
  const hack = await world.superEvent(organization, columns);
  await world.rows`
    insert into events.registration_field (super_event_id, field_type, label, choices)
    values (${hack.id}, 'select', 'School', 'schools')`;
  const search = (q?: string, name = 'schools') =>
    world
      .stranger()
      .get(`/super-events/${hack.slug}/lists/${name}${q === undefined ? '' : `?q=${encodeURIComponent(q)}`}`);
  const found = async (q?: string) => (await search(q)).body.data.values as string[];
  return { organization, otto, hack, search, found };
}
const schools = [
  'Technical University of Munich',
  'University of Mainz',
  'Mainz University of Applied Sciences',
  'Hochschule für Technik Zürich',
  'École normale supérieure',
  '100 % Code_School \\ Berlin',
  'Kindergarten Obermainzheim',
];

describe('A search on a list', () => {
  it('finds what has the text, first what begins with it, then what has a word that does', async () => {
    const { found } = await asking(schools);
    expect(await found('mainz')).toEqual([
      'Mainz University of Applied Sciences',
      'University of Mainz',
      'Kindergarten Obermainzheim',
    ]);
    expect(await found('university ma')).toEqual(['University of Mainz', 'Mainz University of Applied Sciences']);
    expect(await found('  of   munich ')).toEqual(['Technical University of Munich']);
    expect(await found('nothing like it')).toEqual([]);
  });

  it('makes nothing of case and accents, and takes no sign for a wildcard', async () => {
    const { found } = await asking(schools);
    expect(await found('ecole SUPER')).toEqual(['École normale supérieure']);
    expect(await found('fur zurich')).toEqual(['Hochschule für Technik Zürich']);
    expect(await found('%')).toEqual(['100 % Code_School \\ Berlin']);
    expect(await found('e_s')).toEqual(['100 % Code_School \\ Berlin']);
    expect(await found('\\')).toEqual(['100 % Code_School \\ Berlin']);
  });

  it('answers ten, and the first ten where nothing was typed', async () => {
    const values = Array.from({ length: 12 }, (_, n) => `School ${n}`);
    const { found } = await asking(values);
    expect(await found('school')).toEqual(values.slice(0, 10));
    expect(await found()).toEqual(values.slice(0, 10));
    expect(await found(' ')).toEqual(values.slice(0, 10));
  });

  it('finds countries where the form asks for one', async () => {
    const { hack, search } = await asking(schools);
    expect(await search('ger', 'countries')).toBeRefused(404, 'NOT_FOUND');
    await world.rows`
      insert into events.registration_field (super_event_id, field_type, label, choices)
      values (${hack.id}, 'select', 'From', 'countries')`;
    expect((await search('german', 'countries')).body.data).toEqual({ values: ['Germany'] });
    expect((await search('cote', 'countries')).body.data).toEqual({ values: ['Côte d’Ivoire'] });
  });

  it('is public as the form is: all else is answered alike', async () => {
    const hidden = [
      await asking(schools, { status: 'draft' }),
      await asking(schools, { visibility: 'private' }),
      await asking(schools, { deleted_at: new Date().toISOString() }),
    ];
    const open = await asking(schools, { visibility: 'unlisted' });
    const answers = [
      ...(await Promise.all(hidden.map(({ search }) => search('mainz')))),
      await open.search('mainz', 'unused'),
      await open.search('mainz', 'unknown'),
      await world.stranger().get('/super-events/nothing/lists/schools?q=mainz'),
      await world.stranger().get(`/super-events/${crypto.randomUUID()}/lists/schools`),
    ];
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([
        404,
        { success: false, code: 'NOT_FOUND', message: answers[0]?.body['message'], request_id: expect.any(String) },
      ]);
    }
    const answer = await open.search('mainz');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, no-cache']);
  });

  it('wants the id where several organizations use the slug', async () => {
    const [one, other] = [await asking(schools), await asking(schools)];
    await world.rows`
      insert into events.slug (organization_id, kind, slug, target_id, retired_at)
      select organization_id, 'super_event', 'same-lists', id, now() from events.super_event
       where id in (${one.hack.id}, ${other.hack.id})`;
    const answer = await world.stranger().get('/super-events/same-lists/lists/schools');
    expect(answer).toBeRefused(409, 'AMBIGUOUS_SLUG');
  });

  it('refuses a text that is too long', async () => {
    const { search } = await asking(schools);
    expect(await search('x'.repeat(101))).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('reads the values of one list alone, by their index', async () => {
    const values = Array.from({ length: 13_000 }, (_, n) => `University ${n} of the city ${(n * 7919) % 13_000}`);
    const { found } = await asking(values);
    expect(await found('city 1299')).toHaveLength(10);
    await using planner = await begin(world.databaseUrl, 'set local enable_seqscan = off');
    const [plan] = await planner.query(`
      explain (format json) select value from events.choice_value
       where list_id = (select id from events.choice_list limit 1) and folded like '%city%'`);
    expect(JSON.stringify(plan)).toContain('choice_value_pkey');
  });
});
