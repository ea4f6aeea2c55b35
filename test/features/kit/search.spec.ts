import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '../../support/client.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let olga: Client;
let path: { readonly hack: string; readonly slug: string; readonly track: string; readonly door: string };

beforeAll(async () => {
  world = await openWorld();
  const acme = await world.organization();
  const hack = await world.superEvent(acme, { gallery: 'open' });
  const track = await world.track(hack);
  const door = await world.point(track);
  olga = world.as(await world.member(acme, 'OWNER'), acme);
  path = { hack: hack.id, slug: hack.slug, track: track.id, door: door.id };
  for (const [name, email] of [
    ['Łukasz O’Brien', 'first@north.test'],
    ['Ada Lovelace', 'second@south.test'],
  ] as const) {
    const person = await world.person({ name, email });
    const { token } = await world.registered(person, track);
    const team = await world.team(track, [person], { name });
    await olga.post(`/checkin-points/${door.id}/scan`, { token });
    await world.as(person, acme).post('/submissions', { team_id: team.id, title: name });
  }
});
afterAll(() => world.close());

type Named = { readonly name?: string; readonly title?: string };
const lists: readonly (readonly [string, () => string, string])[] = [
  ['registrations of a track', () => `/events/${path.track}/registrations`, 'registrations'],
  ['registrations of a hackathon', () => `/super-events/${path.hack}/registrations`, 'registrations'],
  ['people of a hackathon', () => `/super-events/${path.hack}/team-management/builders`, 'builders'],
  ['teams of a hackathon', () => `/super-events/${path.hack}/team-management/teams`, 'teams'],
  ['projects of a gallery', () => `/super-events/${path.slug}/projects`, 'projects'],
  ['check-ins at a point', () => `/checkin-points/${path.door}/checkins`, 'checkins'],
  ['badges', () => `/super-events/${path.slug}/badges`, 'badges'],
];

describe.each(lists)('A search among the %s', (_, address, member) => {
  const found = async (search: string) => {
    const { body } = await olga.get(`${address()}?search=${encodeURIComponent(search)}`);
    return (body.data[member] as Named[]).map(({ name, title }) => title ?? name).sort();
  };

  it.each(['lukasz', 'ŁUKASZ', "o'brien lukasz", 'lukasz o`brien', 'BRIEN\u00a0ukas'])(
    'finds by %s',
    async (search) => {
      expect(await found(search)).toEqual(['Łukasz O’Brien']);
    },
  );
  it('finds nobody who has but one of its words', async () => {
    expect(await found('lukasz lovelace')).toEqual([]);
  });
  it('finds all by blanks', async () => {
    expect(await found(' \u00a0')).toEqual(['Ada Lovelace', 'Łukasz O’Brien']);
  });
});

describe('A decision about people who are searched', () => {
  it('is about those who have each word, in name or address', async () => {
    const decide = (search: string) =>
      olga.post(`/super-events/${path.hack}/decisions`, { status: 'waitlisted', filter: { search } });
    expect((await decide('lukasz south.test')).body.data).toMatchObject({ decided: 0 });
    expect((await decide("north.test o'brien")).body.data).toMatchObject({ decided: 1 });
  });
});
