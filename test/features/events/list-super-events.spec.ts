import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Person } from '../../support/client.ts';
import type { Organization } from '../../support/fixtures.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** One hackathon of each kind, each with a track of the same status, in the order of their making. */
async function season() {
  const acme = await world.organization();
  const made = [];
  for (const columns of [
    { name: 'open', visibility: 'public' },
    { name: 'unlisted', visibility: 'unlisted' },
    { name: 'private', visibility: 'private' },
    { name: 'draft', status: 'draft' },
    { name: 'deleted', deleted_at: new Date().toISOString() },
  ]) {
    const hackathon = await world.superEvent(acme, columns);
    made.push({ hackathon, track: await world.track(hackathon) });
  }
  return { acme, made };
}

async function namesFor(person: Person, acme: Organization): Promise<string[]> {
  const { data } = (await world.as(person, acme).get(`/organizations/${acme.slug}/super-events`)).body;
  expect(data.count).toBe(data.super_events.length);
  return data.super_events.map(({ name }: { name: string }) => name) as string[];
}

describe('The hackathons of an organization', () => {
  it('are listed to its members, drafts included, oldest first, with exactly four fields', async () => {
    const { acme, made } = await season();
    const mia = await world.member(acme, 'MEMBER');
    expect(await namesFor(mia, acme)).toEqual(['open', 'unlisted', 'private', 'draft']);
    const { data } = (await world.as(mia, acme).get(`/organizations/${acme.id}/super-events`)).body;
    const [first] = made;
    expect(data.super_events[0]).toEqual({
      id: first?.hackathon.id,
      name: 'open',
      slug: first?.hackathon.slug,
      status: 'final',
    });
  });

  it('are listed to anybody else where they are final and public', async () => {
    const { acme } = await season();
    expect(await namesFor(await world.person(), acme)).toEqual(['open']);
  });

  it.each(['MENTOR', 'JUDGE', 'ORGANIZER'] as const)(
    'are listed to a %s on one of the tracks, drafts too',
    async (role) => {
      const { acme, made } = await season();
      for (const { track } of made) {
        const judy = await world.person();
        await world.role(judy, track, role);
        const name = made.find((one) => one.track === track)?.hackathon.name ?? '';
        expect(await namesFor(judy, acme)).toEqual([...new Set(['open', ...(name === 'deleted' ? [] : [name])])]);
      }
    },
  );

  it('are listed to who takes part, but no draft', async () => {
    const { acme, made } = await season();
    const [ada, bob] = [await world.person(), await world.person()];
    for (const { hackathon, track } of made) {
      await world.applied(ada, hackathon, 'pending');
      await world.role(bob, track, 'PARTICIPANT');
    }
    expect(await namesFor(ada, acme)).toEqual(['open', 'unlisted', 'private']);
    expect(await namesFor(bob, acme)).toEqual(['open', 'unlisted', 'private']);
  });

  it('are none where there are none', async () => {
    const acme = await world.organization();
    const olga = await world.member(acme, 'OWNER');
    const { data } = (await world.as(olga, acme).get(`/organizations/${acme.slug}/super-events`)).body;
    expect(data).toEqual({ super_events: [], count: 0 });
  });

  it('are those of the own organization only', async () => {
    const { acme } = await season();
    const other = await world.organization();
    const otto = await world.member(other, 'OWNER');
    for (const reference of [acme.slug, acme.id, 'nobody']) {
      const answer = await world.as(otto, other).get(`/organizations/${reference}/super-events`);
      expect(answer).toBeRefused(404, 'NOT_FOUND');
    }
    expect(await world.stranger().get(`/organizations/${acme.slug}/super-events`)).toBeRefused(401, 'UNAUTHENTICATED');
  });
});
