import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Person } from '../../support/client.ts';
import type { Organization, SuperEvent, Track } from '../../support/fixtures.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const gone = { deleted_at: new Date().toISOString() };

/** Tracks named after what hides them, in the order of their making. */
async function season() {
  const acme = await world.organization();
  const hackathons: Record<string, SuperEvent> = {};
  const tracks: Record<string, Track> = {};
  for (const [name, columns] of Object.entries({
    open: {},
    unlisted: { visibility: 'unlisted' },
    private: { visibility: 'private' },
    unborn: { status: 'draft' },
    deleted: gone,
  })) {
    const hackathon = (hackathons[name] = await world.superEvent(acme, columns));
    tracks[name] = await world.track(hackathon, { name, stream_url: 'https://stream.test/secret' });
  }
  tracks.draft = await world.track(hackathons.open as SuperEvent, { name: 'draft', status: 'draft' });
  await world.track(hackathons.open as SuperEvent, { name: 'removed', ...gone });
  return { acme, hackathons, tracks };
}

async function namesFor(person: Person, acme: Organization): Promise<string[]> {
  const answer = await world.as(person, acme).get(`/organizations/${acme.slug}/events`);
  expect(answer.text).not.toContain('stream');
  const { data } = answer.body;
  expect(Object.keys(data)).toEqual(['events']);
  return data.events.map(({ name }: { name: string }) => name) as string[];
}

describe('The tracks of an organization', () => {
  it('are listed to its members, drafts included, oldest first, with exactly five fields', async () => {
    const { acme, tracks } = await season();
    const mia = await world.member(acme, 'MEMBER');
    expect(await namesFor(mia, acme)).toEqual(['open', 'unlisted', 'private', 'unborn', 'draft']);
    const { data } = (await world.as(mia, acme).get(`/organizations/${acme.id}/events`)).body;
    expect(data.events[0]).toEqual({
      id: tracks.open?.id,
      name: 'open',
      slug: tracks.open?.slug,
      status: 'final',
      super_event_id: tracks.open?.super_event_id,
    });
  });

  it('are listed to anybody else where they and their hackathon are final and public', async () => {
    const { acme } = await season();
    expect(await namesFor(await world.person(), acme)).toEqual(['open']);
  });

  it('are listed to their staff, drafts too', async () => {
    const { acme, tracks } = await season();
    const judy = await world.person();
    await world.role(judy, tracks.draft as Track, 'JUDGE');
    await world.role(judy, tracks.unborn as Track, 'MENTOR');
    expect(await namesFor(judy, acme)).toEqual(['open', 'unborn', 'draft']);
  });

  it('are not listed as drafts to the staff of another track', async () => {
    const { acme, tracks } = await season();
    const judy = await world.person();
    await world.role(judy, tracks.open as Track, 'ORGANIZER');
    expect(await namesFor(judy, acme)).toEqual(['open']);
  });

  it('are listed to who takes part in their hackathon, unlisted and private ones too', async () => {
    const { acme, hackathons, tracks } = await season();
    const ada = await world.person();
    await world.applied(ada, hackathons.unlisted as SuperEvent, 'pending');
    await world.applied(ada, hackathons.unborn as SuperEvent, 'pending');
    await world.role(ada, tracks.private as Track, 'PARTICIPANT');
    await world.role(ada, tracks.draft as Track, 'PARTICIPANT');
    expect(await namesFor(ada, acme)).toEqual(['open', 'unlisted', 'private']);
  });

  it('are those of the own organization only', async () => {
    const { acme } = await season();
    const other = await world.organization();
    const otto = await world.member(other, 'OWNER');
    expect(await world.as(otto, other).get(`/organizations/${acme.id}/events`)).toBeRefused(404, 'NOT_FOUND');
    expect(await world.stranger().get(`/organizations/${acme.slug}/events`)).toBeRefused(401, 'UNAUTHENTICATED');
  });
});
