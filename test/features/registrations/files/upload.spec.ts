import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formOf, openFileWorld, opened, pdf, png, type FileWorld } from '../../../support/files.ts';
import { lenient } from '../../../support/client.ts';
import type { World } from '../../../support/world.ts';

let files: FileWorld;
let world: World;
beforeAll(async () => {
  files = await openFileWorld();
  ({ world } = files);
});
afterAll(() => files.close());

const answersOf = async (id: string) =>
  (
    await world.rows<{ answers_json: Record<string, any> }>`
      select answers_json from registrations.super_event_registration where id = ${id}
      union all select answers_json from registrations.registration where id = ${id}`
  )[0]?.answers_json ?? {};

describe('Applying with files', () => {
  it('makes one application whose answers name what was sent', async () => {
    const { api, cv, photo, why, path, ada } = await opened(world);
    const answer = await api.post(
      path,
      formOf({
        answers_json: JSON.stringify({ [why]: 'because' }),
        [`file_${cv}`]: { bytes: pdf(3_000), name: 'cv.pdf', type: 'application/pdf' },
        [`file_${photo}`]: { bytes: png, name: 'Zoë.png', type: 'image/png' },
      }),
    );
    expect(answer.status).toBe(201);
    const id = answer.body.data.id as string;
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(await answersOf(id)).toEqual({
      [why]: 'because',
      [cv]: { file_id: uuid, filename: 'cv.pdf', size: 3_000, content_type: 'application/pdf' },
      [photo]: { file_id: uuid, filename: 'Zoë.png', size: png.length, content_type: 'image/png' },
    });
    const rows = await world.rows`
      select user_id, claimed_by, event_id, discarded_at from registrations.file where claimed_by = ${id}`;
    expect(rows).toEqual(Array(2).fill({ user_id: ada.id, claimed_by: id, event_id: null, discarded_at: null }));
    const [made] = await world.rows<{ n: number }>`
      select count(*)::int as n from registrations.super_event_registration where user_id = ${ada.id}`;
    expect(made).toEqual({ n: 1 });
  });

  it('counts fields that come after the files, and takes the path before a field of its name', async () => {
    const { api, hack, cv, why, path } = await opened(world);
    const answer = await api.post(
      path,
      formOf([
        [`file_${cv}`, { bytes: pdf(), name: 'cv.pdf' }],
        ['slug', 'another-hackathon'],
        ['user_id', 'somebody-else'],
        ['answers_json', JSON.stringify({ [why]: 'after' })],
      ]),
      lenient,
    );
    expect(answer).toMatchObject({ status: 201, body: { data: { super_event_id: hack.id } } });
    expect(await answersOf(answer.body.data.id as string)).toMatchObject({ [why]: 'after', [cv]: { size: 100 } });
  });

  it('has no prototype to be reached', async () => {
    const { api, path, why } = await opened(world);
    const answer = await api.post(path, formOf({ answers_json: `{"__proto__":{"a":1},"${why}":"x"}` }));
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: 'answers_json', code: 'name' }] });
    const form = formOf([
      ['constructor', '1'],
      ['answers_json', '{}'],
    ]);
    expect(await api.post(path, form)).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ code: 'name' }] });
    expect(({} as { a?: number }).a).toBeUndefined();
  });

  it('demands a required file where one can come, and only there', async () => {
    const { api, hack, path, cv } = await opened(world);
    await world.rows`update events.registration_field set is_required = true where id = ${cv}`;
    const refused = await api.post(path, formOf({ answers_json: '{}' }));
    expect(refused).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [{ field: `answers_json.${cv}`, code: 'required' }],
    });
    expect((await api.post(path, formOf({ [`file_${cv}`]: { bytes: pdf(), name: 'cv.pdf' } }))).status).toBe(201);
    const bob = world.as(await world.person(), { id: hack.organization_id });
    expect((await bob.post(path, {})).status).toBe(201);
  });

  it('takes a file nobody chose for none', async () => {
    const { api, path, cv } = await opened(world);
    const answer = await api.post(path, formOf({ [`file_${cv}`]: { bytes: Buffer.alloc(0), name: '' } }));
    expect(answer.status).toBe(201);
    expect(await answersOf(answer.body.data.id as string)).toEqual({});
  });

  it('cannot name a file in JSON', async () => {
    const { api, path, cv } = await opened(world);
    const [row] = await world.rows<{ id: string }>`select id from registrations.file limit 1`;
    const answer = await api.post(path, { answers_json: { [cv]: { file_id: row?.id } } });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: `answers_json.${cv}`, code: 'file' }] });
  });
});

describe('Registering on a track with files', () => {
  it('keeps them with the registration on the track', async () => {
    const { api, ada, hack, cv, photo } = await opened(world);
    const track = await world.track(hack);
    const parent = await world.applied(ada, hack);
    const answer = await api.post(
      `/events/${track.id}/register`,
      formOf([
        [`file_${photo}`, { bytes: png, name: 'a.png' }],
        [`file_${cv}`, { bytes: pdf(), name: 'b.pdf' }],
        ['super_event_registration_id', parent.id],
      ]),
    );
    expect(answer.status).toBe(201);
    const id = answer.body.data.id as string;
    const rows =
      await world.rows`select distinct claimed_by, event_id from registrations.file where claimed_by = ${id}`;
    expect(rows).toEqual([{ claimed_by: id, event_id: track.id }]);
    const [made] = await world.rows`
      select count(*)::int as n from registrations.registration where user_id = ${ada.id}`;
    expect(made).toEqual({ n: 1 });
  });
});

describe('A name', () => {
  it.each([
    ['../../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\ada\\cv.pdf', 'cv.pdf'],
    ['page.html', 'page.html.pdf'],
    ['CV.PDF', 'CV.PDF'],
    ['cv', 'cv.pdf'],
    ['.htaccess', 'htaccess.pdf'],
    ['in\u202efdp.exe', 'infdp.exe.pdf'],
    [`${'n'.repeat(400)}.pdf`, `${'n'.repeat(243)}.pdf`],
  ])('%s is kept as %s', async (name, kept) => {
    const { api, path, cv } = await opened(world);
    const answer = await api.post(path, formOf({ [`file_${cv}`]: { bytes: pdf(), name } }));
    expect(answer.status).toBe(201);
    expect((await answersOf(answer.body.data.id as string))[cv].filename).toBe(kept);
  });
});

describe('A type', () => {
  it.each([
    ['is what the bytes say, whatever the client says', png, 'x.png', 'text/html', 'image/png', 'x.png'],
    ['is text where nothing else is known', Buffer.from('hello'), 'x.txt', 'image/png', 'text/plain', 'x.txt'],
    ['is text although it is called a picture', Buffer.from('hello'), 'x.png', 'image/png', 'text/plain', 'x.png.txt'],
    ['is a table where it is called one', Buffer.from('a,b\n1,2'), 'x.csv', '', 'text/csv', 'x.csv'],
    ['may be in an old encoding', Buffer.from('caf\xe9', 'latin1'), 'x.txt', '', 'text/plain', 'x.txt'],
  ])('%s', async (_what, bytes, name, type, content_type, filename) => {
    const { api, path, cv } = await opened(world);
    const answer = await api.post(path, formOf({ [`file_${cv}`]: { bytes, name, type } }));
    expect(answer.status).toBe(201);
    expect((await answersOf(answer.body.data.id as string))[cv]).toMatchObject({ content_type, filename });
  });
});

describe('All that was sent', () => {
  it('is on disk as often as it has a row, and none of it is forgotten', async () => {
    const { rows, stored, unclaimed } = await files.count();
    expect({ stored, unclaimed }).toEqual({ stored: rows, unclaimed: 0 });
    expect(rows).toBeGreaterThan(10);
  });
});
