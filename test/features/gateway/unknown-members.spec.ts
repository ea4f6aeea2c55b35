import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lenient, type Answer, type Client } from '../../support/client.ts';
import type { Organization, SuperEvent, Track } from '../../support/fixtures.ts';
import { asksFor, formOf, pdf } from '../../support/files.ts';
import { ask } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
let hack: SuperEvent;
let track: Track;
let api: Client;
let key: string;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  const olga = await world.member(acme, 'OWNER');
  hack = await world.superEvent(acme, { max_participants: null });
  track = await world.track(hack);
  key = await world.keyOf(olga, acme);
  api = world.stranger({ 'X-Api-Key': key, ...lenient.headers });
});
afterAll(() => world.close());

const strict = { headers: { Prefer: 'handling=strict' } };
const applicant = async () =>
  world.stranger({ 'X-Api-Key': await world.keyOf(await world.person(), acme), ...lenient.headers });
const warnings = ({ headers }: Answer) => headers.get('warning');
const teams = () => `/super-events/${hack.id}/team-management/teams`;
const newTeam = () => ({ name: 'Compilers', trackId: track.id });

describe('A member of a body that nobody knows', () => {
  it('is ignored, and the answer says so with the word that was meant', async () => {
    const answer = await api.post(teams(), { ...newTeam(), is_open: false });
    expect(answer).toMatchObject({ status: 201, body: { data: { team: { is_open: true } } } });
    expect(warnings(answer)).toBe('299 muster "unknown member is_open of the body; did you mean isOpen?"');
  });

  it('is told of whatever the answer is', async () => {
    const answer = await api.post(teams(), { nickname: 'x' });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: 'name' }, { field: 'trackId' }] });
    expect(warnings(answer)).toBe('299 muster "unknown member nickname of the body"');
    const missing = await api.patch(`/registrations/${track.id}/status`, { status: 'accepted', statsu: 1 });
    expect(missing).toBeRefused(404, 'NOT_FOUND');
    expect(warnings(missing)).toContain('did you mean status?');
  });

  it('is told of inside lists and objects the contract knows, and nowhere else', async () => {
    const point = await world.point(track);
    const scans = [
      { token: 'a', nonce: '1' },
      { token: 'b', nonce: '2', scanned: 'now' },
    ];
    const answer = await api.post(`/checkin-points/${point.id}/scan/batch`, { scans });
    expect(answer.status).toBe(200);
    expect(warnings(answer)).toBe('299 muster "unknown member scans[1].scanned of the body; did you mean scanned_at?"');
    const free = await api.patch(`/super-events/${hack.id}`, { config_json: { any: { thing: 1 } } });
    expect([free.status, warnings(free)]).toEqual([200, null]);
  });

  it('is told of when the path says it already', async () => {
    const answer = await api.patch(`/super-events/${hack.id}`, { id: track.id, name: 'Renamed' });
    expect(answer.body.data).toMatchObject({ id: hack.id, name: 'Renamed' });
    expect(warnings(answer)).toBe('299 muster "unknown member id of the body; the path says it"');
  });

  it('is told of for each of several scans that arrive together', async () => {
    const point = await world.point(track);
    const guests = await Promise.all(
      Array.from({ length: 8 }, async () => world.registered(await world.person(), track, 'accepted')),
    );
    const answers = await Promise.all(
      guests.map(({ token }, n) =>
        api.post(`/checkin-points/${point.id}/scan`, { token, ...(n % 2 && { metod: 'manual' }) }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(guests.map(() => 201));
    expect(answers.map(warnings)).toEqual(
      guests.map((_, n) => (n % 2 ? '299 muster "unknown member metod of the body; did you mean method?"' : null)),
    );
  });

  it('is told of in a form as well', async () => {
    const form = formOf({ answers_json: '{}', anwsers_json: '{}' });
    const ada = await applicant();
    const answer = await ada.post(`/super-events/${hack.id}/register`, form);
    expect(answer.status).toBe(201);
    expect(warnings(answer)).toBe('299 muster "unknown member anwsers_json of the body; did you mean answers_json?"');
  });

  it('leaves no mark on a header, whatever it is called', async () => {
    const names = ['a"b\\c', 'line\r\nSet-Cookie: x=1', 'Größe', '🎉'.repeat(80), 'x'.repeat(5_000), '50%'];
    const answer = await api.post(teams(), { ...newTeam(), ...Object.fromEntries(names.map((name) => [name, 1])) });
    expect(answer.status).toBe(201);
    expect(answer.headers.has('set-cookie')).toBe(false);
    const sentences = warnings(answer)?.split(', ') ?? [];
    expect(sentences).toHaveLength(names.length);
    expect(sentences.every((sentence) => /^299 muster "[\x20\x21\x23-\x5b\x5d-\x7e]+"$/.test(sentence))).toBe(true);
    expect(sentences[0]).toContain('a%22b%5Cc');
    expect(sentences[2]).toContain('Gr%C3%B6%C3%9Fe');
    expect(sentences[4]?.length).toBeLessThan(100);
  });

  it('is counted where there are more than ten', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`member${n}`, n]));
    const sentences = warnings(await api.post(teams(), { ...newTeam(), ...many }))?.split(', ') ?? [];
    expect(sentences).toHaveLength(10);
    expect(sentences.at(-1)).toBe('299 muster "and 31 more that are unknown"');
  });

  it('costs little, however many there are', async () => {
    const many = Object.fromEntries(Array.from({ length: 12_000 }, (_, n) => [n.toString(36), 1]));
    const answer = await api.post(teams(), { ...newTeam(), ...many }, strict);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toHaveLength(101);
    expect(answer.body.errors?.at(-1)).toMatchObject({ field: 'body', code: 'unknown' });
  });
});

describe('A parameter of a query that nobody knows', () => {
  it('is ignored, and the answer says so', async () => {
    const answer = await api.get(`/events/${track.id}/registrations?statsu=pending&page=1`);
    expect(answer.status).toBe(200);
    expect(warnings(answer)).toBe('299 muster "unknown parameter statsu of the query; did you mean status?"');
  });

  it('is sent to the body where it belongs there', async () => {
    const answer = await api.patch(`/super-events/${hack.id}?name=Other`, {});
    expect(answer.body.data.name).not.toBe('Other');
    expect(warnings(answer)).toBe('299 muster "unknown parameter name of the query; send it in the body"');
  });

  it('is sent to the query where it belongs there', async () => {
    const answer = await api.post(`/events/${track.id}/open-registration`, { force: true });
    expect(answer.status).toBe(200);
    expect(warnings(answer)).toBe('299 muster "unknown member force of the body; send it in the query"');
  });

  it('is known to those who write where the contract says so', async () => {
    const answer = await api.post(`/events/${track.id}/open-registration?force=true`, {}, strict);
    expect([answer.status, warnings(answer)]).toEqual([200, null]);
  });
});

describe('A request that prefers strict handling', () => {
  it('is refused for what nobody knows, with everything else that is wrong, and does nothing', async () => {
    const answer = await api.post(`${teams()}?dry=true`, { trackId: track.id, is_open: false }, strict);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toEqual([
      { field: 'is_open', code: 'unknown', message: 'is_open is not known here; did you mean isOpen?' },
      { field: 'dry', code: 'unknown', message: 'dry is not known here' },
      { field: 'name', code: 'required', message: 'name is required' },
    ]);
    expect(answer.headers.get('preference-applied')).toBe('handling=strict');
    expect(warnings(answer)).toBeNull();
    const whole = await api.post(teams(), { ...newTeam(), name: 'Strictly none', isopen: true }, strict);
    expect(whole).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: 'isopen', code: 'unknown' }] });
    expect(await world.rows`select id from teams.team where name = 'Strictly none'`).toEqual([]);
  });

  it('is carried out where everything is known', async () => {
    const answer = await api.post(teams(), newTeam(), strict);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('preference-applied')).toBe('handling=strict');
  });

  it('keeps the codes that some faults have of their own to themselves', async () => {
    const answer = await api.post(`/super-events/${hack.id}/participants`, { emial: 'ada@muster.test' }, strict);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: 'emial', code: 'unknown' }] });
    expect(answer.body.errors).toHaveLength(1);
  });

  it('leaves no file behind when a form is refused', async () => {
    const hackathon = await world.superEvent(acme);
    const cv = await asksFor(world, hackathon);
    const form = formOf({ answers_json: '{}', note: 'x', [`file_${cv}`]: { bytes: pdf(), name: 'cv.pdf' } });
    const ada = await applicant();
    const answer = await ada.post(`/super-events/${hackathon.id}/register`, form, strict);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: 'note', code: 'unknown' }] });
    const left = await world.rows`
      select id from registrations.file where super_event_id = ${hackathon.id} and discarded_at is null`;
    expect(left).toEqual([]);
  });

  it.each([
    ['handling=strict', 400],
    ['respond-async, handling = "strict"; x=1', 400],
    ['HANDLING=Strict', 400],
    ['handling=lenient, handling=strict', 201],
    ['nothandling=strict', 201],
    ['return=minimal', 201],
  ])('says so as RFC 7240 has it: %s', async (prefer, status) => {
    const body = JSON.stringify({ ...newTeam(), extra: 1 });
    const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json', Prefer: prefer };
    const answer = await ask(world.url, { method: 'POST', path: teams(), headers, body });
    expect(answer.status).toBe(status);
    expect(answer.headers.has('preference-applied')).toBe(status === 400);
  });
});

describe('An answer to a field the hackathon does not have', () => {
  it('is refused by name, strict or not, in JSON and in a form', async () => {
    const ada = await applicant();
    const [path, stranger] = [`/super-events/${hack.id}/register`, 'f1'];
    const form = formOf({ answers_json: JSON.stringify({ [stranger]: 'x' }) });
    for (const body of [{ answers_json: { [stranger]: 'x' } }, form]) {
      const answer = await ada.post(path, body);
      expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [{ field: `answers_json.${stranger}` }] });
    }
  });
});
