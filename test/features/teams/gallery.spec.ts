import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Person } from '../../support/client.ts';
import type { Organization, SuperEvent, Track } from '../../support/fixtures.ts';
import { Jury } from '../../support/judging/jury.ts';
import { eventually, factsAt, withoutId } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let acme: Organization;
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
});
afterAll(() => world.close());

interface Made {
  readonly team: { readonly id: string; readonly name: string };
  readonly id: string;
  readonly by: Client;
  readonly ada: Person;
}
/** A team of one that hands in a project. */
async function project(
  track: Track,
  body: { readonly title: string; readonly [name: string]: unknown },
): Promise<Made> {
  const ada = await world.person();
  await world.registered(ada, track);
  const team = await world.team(track, [ada]);
  const by = world.as(ada, { id: track.organization_id });
  const answer = await by.post('/submissions', { team_id: team.id, ...body });
  expect(answer.status).toBe(201);
  return { team, id: answer.body.data.submission.id, by, ada };
}

const openHack = async (columns: object = {}) => {
  const hack = await world.superEvent(acme, { gallery: 'open', ...columns });
  return { hack, track: await world.track(hack) };
};
/** An answer of the gateway's memory is a second old at most; a page of a size of its own is no answer from before. */
let limit = 1_000;
const read = (api: Client, reference: string, further = '') =>
  api.get(`/super-events/${reference}/projects?limit=${limit--}${further}`);
const titles = async (api: Client, reference: string, further = '') => {
  const { body } = await read(api, reference, further);
  return (body.data.projects as { title: string }[]).map(({ title }) => title);
};

describe('An open gallery', () => {
  it('shows everybody what a team made, and nothing about its people, its rank or its answers', async () => {
    const { hack, track } = await openHack();
    const { team, id } = await project(track, {
      title: 'Bees',
      description: `${'ä'.repeat(279)}bcd`,
      links: ['https://example.org/bees'],
      answers_json: { secret: 'budget' },
      video_url: 'https://example.org/film',
      built_with: ['Rust', 'WebGPU'],
    });
    await world.rows`update teams.team set "table" = 'B2' where id = ${team.id}`;
    const answer = await read(world.stranger(), hack.slug);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      hackathon: { id: hack.id, name: hack.name, slug: hack.slug },
      projects: [
        {
          id,
          title: 'Bees',
          summary: `${'ä'.repeat(279)}b`,
          team: { id: team.id, name: team.name },
          track: { id: track.id, name: track.name, slug: track.slug },
          table: 'B2',
          links: ['https://example.org/bees'],
          video_url: 'https://example.org/film',
          built_with: ['Rust', 'WebGPU'],
          prizes_won: [],
        },
      ],
      count: 1,
    });
  });

  it('has of each team the project it handed in last, by title whatever the case, and no milestone', async () => {
    const { hack, track } = await openHack();
    const { team, by } = await project(track, { title: 'beta, first try' });
    const point = await world.point(track, { type: 'milestone' });
    await by.post('/submissions', { team_id: team.id, title: 'beta' });
    await by.post('/submissions', { team_id: team.id, title: 'Half way', checkin_point_id: point.id });
    await project(track, { title: 'Zeta' });
    await project(track, { title: 'Älpha' });
    expect(await titles(world.stranger(), hack.slug)).toEqual(['Älpha', 'beta', 'Zeta']);
  });

  it('leaves out a team that wants so, one that is gone, and one of a track that is a draft', async () => {
    const { hack, track } = await openHack();
    const draft = await world.track(hack);
    const { team: gone } = await project(track, { title: 'Gone' });
    await project(draft, { title: 'Draft' });
    const { id, by } = await project(track, { title: 'Shy' });
    await world.rows`update teams.team set deleted_at = now() where id = ${gone.id}`;
    await world.rows`update events.track set status = 'draft' where id = ${draft.id}`;
    expect(await titles(world.stranger(), hack.slug)).toEqual(['Shy']);
    await by.patch(`/submissions/${id}`, { listed: false });
    const { body } = await read(world.stranger(), hack.slug);
    expect(body.data).toMatchObject({ projects: [], count: 0 });
    await by.patch(`/submissions/${id}`, { listed: true });
    expect(await titles(world.stranger(), hack.slug)).toEqual(['Shy']);
  });

  it('is searched by words, each of which is somewhere in what is shown', async () => {
    const { hack } = await openHack();
    const [climate, games] = [await world.track(hack, { name: 'Climate' }), await world.track(hack, { name: 'Games' })];
    await project(climate, { title: 'Café 100%', description: `Bees. ${' '.repeat(280)}hidden`, built_with: ['Rust'] });
    const { team } = await project(games, { title: 'Chess', built_with: ['C++', 'Rust'] });
    const found = (words: string) => titles(world.stranger(), hack.slug, `&search=${encodeURIComponent(words)}`);
    expect(await found('')).toEqual(['Café 100%', 'Chess']);
    expect(await found('  RUST ')).toEqual(['Café 100%', 'Chess']);
    expect(await found('rust cafe')).toEqual(['Café 100%']);
    expect(await found('climate bees')).toEqual(['Café 100%']);
    expect(await found(team.name)).toEqual(['Chess']);
    expect(await found('c++ games')).toEqual(['Chess']);
    expect(await found('0%')).toEqual(['Café 100%']);
    for (const nowhere of ['%', 'rust _', 'hidden', 'rust zebra', '","']) {
      expect([nowhere, await found(nowhere)]).toEqual([nowhere, nowhere === '%' ? ['Café 100%'] : []]);
    }
    expect(await read(world.stranger(), hack.slug, `&search=${'x'.repeat(101)}`)).toBeRefused(
      400,
      'VALIDATION_FAILED',
      {
        errors: [{ field: 'search' }],
      },
    );
  });

  it('is read for one team alone, whose project may be hidden', async () => {
    const { hack, track } = await openHack();
    const { team, id, by } = await project(track, { title: 'Bees' });
    await project(track, { title: 'Wasps' });
    const ofTeam = () => read(world.stranger(), hack.slug, `&team_id=${team.id}`);
    expect((await ofTeam()).body.data).toMatchObject({ projects: [{ id }], count: 1 });
    await by.patch(`/submissions/${id}`, { listed: false });
    expect((await ofTeam()).body.data).toMatchObject({ projects: [], count: 0 });
  });

  it('comes with an ETag, and not again to whoever has it; a change is seen soon by all, and at once by who is known', async () => {
    const { hack, track } = await openHack();
    await project(track, { title: 'Bees' });
    const path = `/super-events/${hack.slug}/projects`;
    const first = await world.stranger().get(path);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"/);
    expect(await world.stranger({ 'If-None-Match': tag }).get(path)).toMatchObject({ status: 304 });
    await world.rows`update teams.submission set title = 'Wasps' where super_event_id = ${hack.id}`;
    const olga = world.as(await world.member(acme, 'MEMBER'), acme);
    const own = await olga.get(path);
    expect(own.body.data.projects[0].title).toBe('Wasps');
    expect(own.headers.get('cache-control')).toBe('private, no-cache');
    // No fact tells of this change, so it is seen once the memory of it is old.
    const shown = async () => (await world.stranger().get(path)).body.data.projects[0].title as string;
    await eventually(shown, (title) => title === 'Wasps');
  });

  it('is read with a key of another organization as by anybody', async () => {
    const { hack, track } = await openHack();
    await project(track, { title: 'Bees' });
    const other = await world.organization();
    expect(await titles(world.as(await world.member(other, 'OWNER'), other), hack.slug)).toEqual(['Bees']);
  });

  it('needs the id where several hackathons share the slug; to whom one of them belongs, it is that one', async () => {
    const other = await world.organization();
    const [one] = [await world.superEvent(acme, { slug: 'same', gallery: 'open' })];
    await world.superEvent(other, { slug: 'same', gallery: 'open' });
    expect(await read(world.stranger(), 'same')).toBeRefused(409, 'AMBIGUOUS_SLUG');
    expect((await read(world.stranger(), one.id)).body.data.hackathon.id).toBe(one.id);
    const olga = world.as(await world.member(acme, 'OWNER'), acme);
    expect((await read(olga, 'same')).body.data.hackathon.id).toBe(one.id);
  });
});

describe('A prize in the gallery', () => {
  it('stands with its winner once it is published, as published, and until then nothing tells of it or of a rank', async () => {
    const { hack, track } = await openHack();
    const olga = world.as(await world.member(acme, 'OWNER'), acme);
    const prize = async (name: string, order_index: number): Promise<string> =>
      (await olga.post(`/super-events/${hack.id}/prizes`, { name, order_index })).body.data.prize.id;
    const [data, design] = [await prize('Best data', 1), await prize('Best design', 0)];
    const bees = await project(track, { title: 'Bees', prize_ids: [data, design] });
    const wasps = await project(track, { title: 'Wasps', prize_ids: [data] });
    const everybody = [world.stranger(), bees.by, wasps.by, olga];
    const won = async (api: Client) => {
      const { text, body } = await read(api, hack.id);
      expect(text).not.toMatch(/rank|score/i);
      return (body.data.projects as { prizes_won: unknown[] }[]).map(({ prizes_won }) => prizes_won);
    };
    const choose = (id: string, ...team_ids: string[]) => olga.post(`/prizes/${id}/winners`, { team_ids });
    const jury = new Jury(world, track);
    const judged = await jury.assignment(await jury.judge(), bees.team, true);
    await jury.score(judged, await jury.criterion('1'), { value: 8 });
    expect((await olga.post(`/events/${track.id}/calculate-results`)).body.data.results).toHaveLength(1);
    await choose(data, bees.team.id, wasps.team.id);
    await choose(design, bees.team.id);
    for (const api of everybody) expect(await won(api)).toEqual([[], []]);

    await olga.post(`/prizes/${data}/publish`);
    const ofData = { id: data, name: 'Best data' };
    for (const api of everybody) expect(await won(api)).toEqual([[ofData], [ofData]]);
    await choose(data, bees.team.id);
    await olga.post(`/prizes/${design}/publish`);
    const ofDesign = { id: design, name: 'Best design' };
    for (const api of everybody) expect(await won(api)).toEqual([[ofDesign, ofData], [ofData]]);
    await olga.del(`/prizes/${design}`);
    for (const api of everybody) expect(await won(api)).toEqual([[ofData], [ofData]]);
  });

  it('is seen by everybody soon after it is published, whatever the gateway remembers', async () => {
    const { hack, track } = await openHack();
    const olga = world.as(await world.member(acme, 'OWNER'), acme);
    const id = (await olga.post(`/super-events/${hack.id}/prizes`, { name: 'Best data' })).body.data.prize.id as string;
    const { team } = await project(track, { title: 'Bees', prize_ids: [id] });
    const shown = async () => (await world.stranger().get(`/super-events/${hack.slug}/projects`)).body.data.projects;
    await olga.post(`/prizes/${id}/winners`, { team_ids: [team.id] });
    expect((await shown())[0].prizes_won).toEqual([]);
    await olga.post(`/prizes/${id}/publish`);
    await eventually(shown, ([one]) => one.prizes_won.length === 1);
  });
});

describe('A gallery that is not open', () => {
  const hidden: [string, object][] = [
    ['is closed', { gallery: 'closed' }],
    ['is open in a draft', { status: 'draft' }],
    ['is open in a private hackathon', { visibility: 'private' }],
  ];

  it.each(hidden)('is there for staff, members and who is accepted, where it %s', async (_, columns) => {
    const { hack, track } = await openHack(columns);
    const { ada } = await project(track, { title: 'Bees' });
    const [judge, member] = [await world.person(), await world.member(acme, 'MEMBER')];
    await world.role(judge, track, 'JUDGE');
    for (const person of [ada, judge, member])
      expect(await titles(world.as(person, acme), hack.slug)).toEqual(['Bees']);
  });

  it.each(hidden)('is for all others as if it never was, where it %s', async (_, columns) => {
    const { hack, track } = await openHack(columns);
    const [pending, participant, nobody] = [await world.person(), await world.person(), await world.person()];
    await world.registered(pending, track, 'pending');
    await world.role(participant, track, 'PARTICIPANT');
    const never = withoutId(await read(world.stranger(), 'never-was'));
    expect(never).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    for (const reference of [hack.slug, hack.id]) {
      expect(withoutId(await read(world.stranger(), reference))).toEqual(never);
      for (const person of [pending, participant, nobody]) {
        expect(withoutId(await read(world.as(person, acme), reference))).toEqual(never);
      }
    }
  });

  it('is not there for a key in another organization, whatever its person is here', async () => {
    const { hack, track } = await openHack({ gallery: 'closed' });
    const other = await world.organization();
    const judge = await world.member(other, 'OWNER');
    await world.role(judge, track, 'JUDGE');
    expect(await read(world.as(judge, other), hack.id)).toBeRefused(404, 'NOT_FOUND');
    expect(await titles(world.as(judge, acme), hack.id)).toEqual([]);
  });

  it('is not there once the hackathon is deleted', async () => {
    const { hack } = await openHack({ deleted_at: new Date().toISOString() });
    const olga = world.as(await world.member(acme, 'OWNER'), acme);
    for (const api of [world.stranger(), olga]) expect(await read(api, hack.id)).toBeRefused(404, 'NOT_FOUND');
  });
});

describe('Its setting', () => {
  it('is closed at first, changed like the others, told as a fact, and public with the hackathon', async () => {
    const olga = world.as(await world.member(acme, 'OWNER'), acme);
    const hack: SuperEvent = await world.superEvent(acme);
    const settingOf = async () => [
      (await olga.get(`/super-events/${hack.id}`)).body.data.super_event.gallery,
      (await world.rows<{ gallery: string }>`select gallery from published.super_events where id = ${hack.id}`)[0]
        ?.gallery,
    ];
    expect(await settingOf()).toEqual(['closed', 'closed']);
    expect((await olga.patch(`/super-events/${hack.id}`, { gallery: 'open' })).status).toBe(200);
    expect(await settingOf()).toEqual(['open', 'open']);
    const path = `/organizations/${acme.id}/facts?super_event_id=${hack.id}&types=super_event.changed`;
    expect((await factsAt(olga, path)).at(-1)).toMatchObject({
      type: 'super_event.changed',
      data: { gallery: 'open' },
    });
    expect((await world.stranger().get(`/super-events/${hack.id}/public`)).body.data.hackathon.gallery).toBe('open');
    expect(await olga.patch(`/super-events/${hack.id}`, { gallery: 'ajar' })).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [{ field: 'gallery' }],
    });
  });
});
