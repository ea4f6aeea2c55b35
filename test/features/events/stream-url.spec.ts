import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accessTokenOf, bearer } from '../../support/sign-in.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => void (world = await openWorld()));
afterAll(() => world.close());

const yaml = { headers: { 'Content-Type': 'application/yaml' } };
/** Of a hackathon, and of a track before and after it was changed. */
const addresses = [
  'https://stream.test/hackathon',
  'https://stream.test/former',
  'https://stream.test/present',
] as const;

async function opened() {
  const acme = await world.organization();
  const olga = await world.member(acme, 'OWNER');
  const api = bearer(world, await accessTokenOf(world, olga));
  const hack = await world.superEvent(acme, { stream_url: addresses[0] });
  const track = await world.track(hack, { stream_url: addresses[1] });
  const streams = () => world.rows`
    select h.stream_url as hackathon, t.stream_url as track
      from events.super_event h join events.track t on t.super_event_id = h.id where h.id = ${hack.id}`;
  const organization = `/organizations/${acme.slug}`;
  const head = `version: 1\norganization: { slug: ${acme.slug}, name: ${acme.name} }\n`;
  const fileWith = (more: string) =>
    `${head}super_events: [{ slug: ${hack.slug}, name: ${hack.name}, tracks: [{ slug: ${track.slug}, name: ${track.name}${more} }] }]\n`;
  return { acme, api, hack, track, streams, organization, fileWith };
}

describe('The address of a stream', () => {
  it('is in no answer of the interface but that of the stream', async () => {
    const { paths, components } = (await world.stranger().get('/openapi.json')).body as unknown as {
      paths: Record<string, Record<string, { responses: object }>>;
      components: { schemas: Record<string, object> };
    };
    const naming = (parts: [string, object][]) =>
      parts.filter(([, part]) => JSON.stringify(part).includes('"stream_url"')).map(([name]) => name);
    const answers = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { responses }]): [string, object] => [`${method} ${path}`, responses]),
    );
    expect(naming(answers)).toEqual(['get /events/{slug}/stream']);
    expect(naming(Object.entries(components.schemas))).toEqual([]);
  });

  it('is told to nobody who reads, changes, plans, applies, exports or audits, its owner included', async () => {
    const { acme, api, hack, track, organization, fileWith } = await opened();
    const told = [
      await api.patch(`/events/${track.id}`, { stream_url: addresses[2] }),
      await api.post(`/super-events/${hack.id}/events`, { name: 'Another', stream_url: addresses[2] }),
      await api.get(`/super-events/${hack.id}`),
      await api.get(`/events/${track.id}`),
      await api.get(`${organization}/super-events`),
      await api.get(`${organization}/events`),
      await api.post(`${organization}/event-file/plan`, fileWith(`, stream_url: '${addresses[1]}'`), yaml),
      await api.post(`${organization}/event-file/apply`, fileWith(`, stream_url: '${addresses[1]}'`), yaml),
      await api.get(`/super-events/${hack.id}/event-file`),
      await api.get(`/organizations/${acme.id}/audit`),
      await api.get(`/organizations/${acme.id}/facts`),
    ];
    expect(told.map(({ status }) => status)).toEqual([200, 201, 200, 200, 200, 200, 200, 200, 200, 200, 200]);
    for (const { text } of told) expect(text).not.toContain('stream.test');
    expect((await api.get(`/events/${track.id}/stream`)).body.data.stream_url).toBe(addresses[1]);
  });

  it('is a change of a plan without its values', async () => {
    const { api, organization, fileWith, hack, track } = await opened();
    const planned = async (more: string) =>
      (await api.post(`${organization}/event-file/plan`, fileWith(more), yaml)).body.data.actions;
    const change = { action: 'change', what: `track ${hack.slug}/${track.slug}`, fields: { stream_url: 'changed' } };
    expect(await planned(`, stream_url: '${addresses[2]}'`)).toEqual([change]);
    expect(await planned(`, stream_url: null`)).toEqual([change]);
    expect(await planned(`, stream_url: '${addresses[1]}'`)).toEqual([]);
  });

  it('is left out of an export, which says so, and kept by a file without it', async () => {
    const { api, hack, track, organization, streams } = await opened();
    const { text } = await api.get(`/super-events/${hack.id}/event-file`);
    expect(text).toMatch(new RegExp(`^# .*left alone by apply: stream_url.*: ${hack.slug}, ${track.slug}\\.$`, 'm'));
    expect(text).not.toMatch(/^ *-? *stream_url:/m);
    const changed = text.replace(track.name, 'Renamed');
    const applied = await api.post(`${organization}/event-file/apply`, changed, yaml);
    expect(applied.body.data.changes).toMatchObject({ created: 0, changed: 1 });
    expect(await streams()).toEqual([{ hackathon: addresses[0], track: addresses[1] }]);
  });

  it('is no word of an export where there is none', async () => {
    const { api, hack } = await opened();
    await world.rows`update events.super_event set stream_url = null where id = ${hack.id}`;
    await world.rows`update events.track set stream_url = null where super_event_id = ${hack.id}`;
    expect((await api.get(`/super-events/${hack.id}/event-file`)).text).not.toContain('stream_url');
  });
});
