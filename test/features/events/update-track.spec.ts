import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lenient, type Client } from '../../support/client.ts';
import type { Track } from '../../support/fixtures.ts';
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

const make = async (columns = {}) => world.track(await world.superEvent(acme), columns);
const read = async ({ id }: Track) => (await olga.get(`/events/${id}`)).body.data.event;
const streamOf = async ({ id }: Track) => {
  const [row] = await world.rows<{ stream_url: string | null }>`select stream_url from events.track where id = ${id}`;
  return row?.stream_url;
};
const bare = { status: 'draft', tz: null, start_at: null, end_at: null, mode: null };

describe('Changing a track', () => {
  it('writes every field there is to change, and answers its id, name and status', async () => {
    const track = await make(bare);
    const { stream_url, ...changes } = {
      name: 'Climate',
      tz: 'America/New_York',
      start_at: '2027-03-06T09:00:00.000Z',
      end_at: '2027-03-07T17:00:00.000Z',
      mode: 'online',
      stream_url: 'https://stream.test/live',
      stream_start_at: '2027-03-06T08:45:00.000Z',
      config_json: { max_team_size: 5, max_file_mb: 2 },
      status: 'final',
    };
    const answer = await olga.patch(`/events/${track.slug}`, { ...changes, stream_url });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      data: { event: { id: track.id, name: 'Climate', status: 'final' } },
    });
    const { super_event_id, ...event } = await read(track);
    expect(event).toEqual({ ...changes, id: track.id, slug: 'climate' });
    expect(super_event_id).toBe(track.super_event_id);
    expect(await streamOf(track)).toBe(stream_url);
  });

  it('leaves alone what was not sent, and what is not for sending', async () => {
    const track = await make({ stream_url: 'https://stream.test/kept' });
    const before = await read(track);
    const elsewhere = await world.superEvent(acme);
    const sent = { slug: 'mine', super_event_id: elsewhere.id, registration: 'closed', organization_id: elsewhere.id };
    expect((await olga.patch(`/events/${track.id}`, { mode: 'hybrid', ...sent }, lenient)).status).toBe(200);
    expect(await read(track)).toEqual({ ...before, mode: 'hybrid' });
    expect(await streamOf(track)).toBe('https://stream.test/kept');
    const [row] = await world.rows`select registration from events.track where id = ${track.id}`;
    expect(row).toEqual({ registration: 'open' });
  });

  it('clears stream_start_at, and replaces config_json as a whole', async () => {
    const track = await make({
      stream_start_at: '2027-03-06T08:45:00Z',
      config_json: JSON.stringify({ max_team_size: 2, min_team_size: 1 }),
    });
    await olga.patch(`/events/${track.id}`, { stream_start_at: null, config_json: { max_team_size: 3 } });
    expect(await read(track)).toMatchObject({ stream_start_at: null, config_json: { max_team_size: 3 } });
    expect((await read(track)).config_json).not.toHaveProperty('min_team_size');
  });

  it.each([
    ['name', 'x'],
    ['name', 'x'.repeat(101)],
    ['name', null],
    ['tz', 'Nowhere'],
    ['tz', null],
    ['start_at', 'soon'],
    ['start_at', null],
    ['end_at', '2027-13-01T00:00:00Z'],
    ['mode', 'remote'],
    ['mode', null],
    ['stream_start_at', 'noon'],
    ['config_json', 'text'],
    ['config_json', null],
    ['status', 'live'],
  ])('refuses a wrong %s: %j', async (field, value) => {
    const track = await make();
    const before = await read(track);
    const answer = await olga.patch(`/events/${track.id}`, { config_json: { new: true }, [field]: value });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [expect.objectContaining({ field })] });
    expect(await read(track)).toEqual(before);
  });

  it.each([
    ['end_at', { start_at: '2027-03-07T00:00:00Z', end_at: '2027-03-06T00:00:00Z' }],
    ['start_at', { start_at: '2027-03-08T00:00:00Z' }],
    ['end_at', { end_at: '2027-03-06T08:00:00Z' }],
  ])('refuses an end that is not after the start, stored ones included, naming %s: %j', async (field, dates) => {
    const track = await make({ start_at: '2027-03-06T08:00:00Z', end_at: '2027-03-07T17:00:00Z' });
    const answer = await olga.patch(`/events/${track.id}`, dates);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [expect.objectContaining({ field })] });
  });
});

describe('The status of a track', () => {
  it('becomes final only with tz, start_at, end_at and mode, and the refusal names what is missing', async () => {
    const track = await make(bare);
    const final = (changes: object) => olga.patch(`/events/${track.id}`, { ...changes, status: 'final' });
    expect(await final({})).toBeRefused(409, 'NOT_READY', { missing: ['tz', 'start_at', 'end_at', 'mode'] });
    await olga.patch(`/events/${track.id}`, { tz: 'UTC', start_at: '2027-03-06T08:00:00Z' });
    expect(await final({ end_at: '2027-03-07T17:00:00Z' })).toBeRefused(409, 'NOT_READY', { missing: ['mode'] });
    expect(await read(track)).toMatchObject({ status: 'draft', end_at: null });
    const answer = await final({ end_at: '2027-03-07T17:00:00Z', mode: 'onsite' });
    expect(answer.body.data.event.status).toBe('final');
  });

  it('may always go back to draft, with nothing else changed', async () => {
    const track = await make();
    const before = await read(track);
    await olga.patch(`/events/${track.id}`, { status: 'draft' });
    expect(await read(track)).toEqual({ ...before, status: 'draft' });
  });
});

describe('The stream address of a track', () => {
  it.each([
    ['https://stream.test/live', 'https://stream.test/live'],
    ['http://stream.test', 'http://stream.test'],
    ['HTTPS://Stream.Test/Live', 'https://stream.test/Live'],
    ['youtube.com/live/x', 'https://youtube.com/live/x'],
    ['twitch.tv', 'https://twitch.tv'],
    ['stream.test:8443/live?key=1', 'https://stream.test:8443/live?key=1'],
    ['  youtube.com/live/x ', 'https://youtube.com/live/x'],
    ['bücher.test/live', 'https://xn--bcher-kva.test/live'],
    ['localhost:8080/live', 'https://localhost:8080/live'],
    ['live', 'https://live'],
    ['', null],
    ['   ', null],
    [null, null],
  ])('is kept, where %j is sent, as %j', async (sent, kept) => {
    const track = await make({ stream_url: 'https://stream.test/old' });
    expect((await olga.patch(`/events/${track.id}`, { stream_url: sent })).status).toBe(200);
    expect(await streamOf(track)).toBe(kept);
  });

  it.each([
    'ftp://stream.test/live',
    'javascript:alert(1)',
    'data:text/html,hello',
    'mailto:ada@stream.test',
    'https://ada:secret@stream.test/live',
    'ada@stream.test/live',
    '//stream.test/live',
    '/live',
    'not an address',
    'https://',
    'https://stream.test\\live',
    `https://stream.test/${'x'.repeat(2_030)}`,
    `stream.test/${'x'.repeat(2_032)}`,
    7,
    ['https://stream.test'],
  ])('is refused: %j', async (stream_url) => {
    const track = await make({ stream_url: 'https://stream.test/old' });
    const answer = await olga.patch(`/events/${track.id}`, { stream_url });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field: 'stream_url' })],
    });
    expect(await streamOf(track)).toBe('https://stream.test/old');
  });

  it('stands in no read, and in no audit', async () => {
    const track = await make();
    const secret = 'stream.test/only-for-the-accepted';
    await olga.patch(`/events/${track.id}`, { stream_url: secret, mode: 'online' });
    const texts = await Promise.all(
      [
        `/events/${track.id}`,
        `/super-events/${track.super_event_id}`,
        `/organizations/${acme.id}/events`,
        `/organizations/${acme.id}/super-events`,
        `/organizations/${acme.id}/audit?limit=100`,
      ].map(async (path) => (await olga.get(path)).text),
    );
    expect(texts.join()).not.toContain('only-for-the-accepted');
    const rows = await world.rows`select before, after from events.audit where ids->>'event_id' = ${track.id}`;
    expect(rows).toEqual([{ before: { mode: 'onsite' }, after: { mode: 'online' } }]);
  });
});

describe('A person who may change a track', () => {
  it('is an organizer of it, an OWNER or an ADMIN, not the organizers of its sister', async () => {
    const hack = await world.superEvent(acme);
    const [track, sister] = [await world.track(hack), await world.track(hack)];
    const [otis, sue] = [await world.person(), await world.person()];
    await world.role(otis, track, 'ORGANIZER');
    await world.role(sue, sister, 'ORGANIZER');
    expect((await world.as(otis, acme).patch(`/events/${track.id}`, { mode: 'online' })).status).toBe(200);
    const answer = await world.as(sue, acme).patch(`/events/${track.id}`, { mode: 'online' });
    expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
  });

  it('is nobody of another organization', async () => {
    const other = await world.organization();
    const otto = world.as(await world.member(other, 'OWNER'), other);
    const track = await make();
    for (const reference of [track.id, track.slug, 'nothing']) {
      expect(await otto.patch(`/events/${reference}`, { name: 'Mine' })).toBeRefused(404, 'NOT_FOUND');
    }
    expect(await world.stranger().patch(`/events/${track.id}`, {})).toBeRefused(401, 'UNAUTHENTICATED');
  });
});
