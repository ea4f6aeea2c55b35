import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Muster } from '../../clients/typescript/src/index.ts';
import type { Person } from '../support/client.ts';
import type { SuperEvent, Track } from '../support/fixtures.ts';
import { eventually } from '../support/wire.ts';
import { openWorld, type World } from '../support/world.ts';
import { clientOf } from './asked.ts';

let world: World;
let muster: Muster;
let acme: { id: string; slug: string };
let hack: SuperEvent;
let track: Track;
let people: Person[];
let teams: string[];
beforeAll(async () => {
  world = await openWorld();
  acme = await world.organization();
  muster = await clientOf(world, await world.member(acme, 'OWNER'), acme);
  hack = await world.superEvent(acme);
  track = await world.track(hack);
  people = [];
  teams = [];
  for (let n = 0; n < 5; n++) {
    const person = await world.member(acme, 'MEMBER');
    await world.registered(person, track);
    people.push(person);
    teams.push((await world.team(track, [person])).id);
  }
});
afterAll(() => world.close());

async function all<T>(walk: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of walk) found.push(each);
  return found;
}
const sizes = async (walk: AsyncIterable<Record<string, unknown>>, member: string) =>
  (await all(walk)).map((page) => (page[member] as unknown[]).length);

describe('A list is walked through from its first row to its last', () => {
  it('where its pages have numbers', async () => {
    const asked = { eventId: track.id, limit: 2 };
    expect(await sizes(muster.registrations.listForTrack.pages(asked), 'registrations')).toEqual([2, 2, 1]);
    const rows = await all(muster.registrations.listForTrack.each(asked));
    expect(new Set(rows.map(({ user_id }) => user_id))).toEqual(new Set(people.map(({ id }) => id)));
  });

  it('where pages follow a cursor', async () => {
    const asked = { id: hack.id, limit: 2 };
    expect(await sizes(muster.teams.listManaged.pages(asked), 'teams')).toEqual([2, 2, 1]);
    const rows = await all(muster.teams.listManaged.each(asked));
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(teams));
  });

  it('where pages are counted by rows', async () => {
    const asked = { orgId: acme.id, limit: 4 };
    expect(await sizes(muster.organizations.listMembers.pages(asked), 'members')).toEqual([4, 2]);
    const rows = await all(muster.organizations.listMembers.each(asked));
    expect(rows.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining(people.map(({ id }) => id)));
  });

  it('where it comes whole, and in pages only to whoever asks for them', async () => {
    const asked = { eventId: track.id };
    expect(await sizes(muster.teams.listForTrack.pages(asked), 'teams')).toEqual([5]);
    expect(await sizes(muster.teams.listForTrack.pages({ ...asked, limit: 3 }), 'teams')).toEqual([3, 2]);
    const rows = await all(muster.teams.listForTrack.each({ ...asked, limit: 2 }));
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(teams));
  });

  it('where it is facts', async () => {
    for (const name of ['One', 'Two', 'Three']) await muster.organizations.update({ id: acme.id, name });
    const asked = { orgId: acme.id, types: 'organization.changed', limit: 2 };
    const named = async () =>
      (await all(muster.organizations.listFacts.each(asked))).flatMap((fact) =>
        fact.type === 'organization.changed' ? [fact.data.name] : [],
      );
    expect(await eventually(named, ({ length }) => length === 3)).toEqual(['One', 'Two', 'Three']);
  });

  it('and no further than somebody wants', async () => {
    for await (const { id } of muster.teams.listManaged.each({ id: hack.id, limit: 1 })) {
      expect(teams).toContain(id);
      break;
    }
    const [page] = await all(muster.teams.listManaged.pages({ id: hack.id, search: 'nobody is called that' }));
    expect(page?.teams).toEqual([]);
  });
});
