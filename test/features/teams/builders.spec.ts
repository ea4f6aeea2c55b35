import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openHackathon, time, type Hackathon } from '../../support/teams/hackathon.ts';

let here: Hackathon;
beforeAll(async () => {
  here = await openHackathon();
});
afterAll(() => here.world.close());

const fresh = async () => {
  const { world, acme } = here;
  const hack = await world.superEvent(acme);
  return {
    hack,
    ai: await world.track(hack),
    web: await world.track(hack),
    path: `/super-events/${hack.slug}/team-management`,
  };
};

describe('The list of builders', () => {
  it('shows each with their tracks and their team', async () => {
    const { world, api } = here;
    const { ai, web, path } = await fresh();
    const ada = await world.person({ avatar_url: 'https://example.org/ada.png' });
    const place = await world.registered(ada, ai);
    await world.registered(ada, web, 'cancelled');
    const squad_id = randomUUID();
    const team = await world.team(ai, [ada], { squad_id });
    await world.rows`update registrations.super_event_registration
                        set looking_for_team = true, interested_track_ids = array[${web.id}::uuid] where id = ${place.parent.id}`;
    const { data } = (await api.get(`${path}/builders`)).body;
    expect(data).toEqual({
      builders: [
        {
          type: 'builder',
          userId: ada.id,
          registrationId: place.parent.id,
          name: ada.name,
          email: ada.email,
          avatarUrl: 'https://example.org/ada.png',
          status: 'accepted',
          trackIds: [ai.id],
          tracks: [{ id: ai.id, name: ai.name, slug: ai.slug }],
          activeTeam: { id: team.id, name: team.name, trackId: ai.id, trackName: ai.name, role: 'LEADER' },
          interestedTrackIds: [web.id],
          squad: { id: squad_id },
          lookingForTeam: true,
          createdAt: expect.stringMatching(time),
          updatedAt: expect.stringMatching(time),
        },
      ],
      pagination: { limit: 50, nextCursor: null, hasMore: false },
    });
  });

  it('has nobody who was turned away or gave up, and nothing where there is nothing', async () => {
    const { world, api } = here;
    const { hack, ai, path } = await fresh();
    for (const status of ['rejected', 'cancelled'] as const) await world.applied(await world.person(), hack, status);
    const people = [];
    for (const status of ['pending', 'accepted', 'waitlisted'] as const) {
      const person = await world.person();
      await world.applied(person, hack, status);
      people.push(person.id);
    }
    const { builders } = (await api.get(`${path}/builders`)).body.data;
    expect(builders.map(({ userId }: { userId: string }) => userId)).toEqual(people.toReversed());
    expect(builders[0]).toMatchObject({ activeTeam: null, squad: null, trackIds: [], tracks: [], avatarUrl: null });
    expect((await api.get(`${path}/builders?trackId=${ai.id}`)).body.data.builders).toEqual([]);
  });

  it('is narrowed by status, track, team, and whether they look for one', async () => {
    const { world, api } = here;
    const { hack, ai, web, path } = await fresh();
    const [ada, bob, cleo] = [await world.person({ name: 'Adá Löve' }), await world.person(), await world.person()];
    await world.registered(ada, ai);
    await world.registered(bob, web, 'pending');
    await world.applied(cleo, hack, 'waitlisted');
    await world.team(ai, [ada]);
    await world.rows`update registrations.super_event_registration set looking_for_team = true
                      where super_event_id = ${hack.id} and user_id = ${bob.id}`;
    const found = async (query: string) =>
      (await api.get(`${path}/builders?${query}`)).body.data.builders.map(({ userId }: { userId: string }) => userId);
    expect(await found('status=waitlisted')).toEqual([cleo.id]);
    expect(await found(`trackId=${web.id}`)).toEqual([bob.id]);
    expect(await found('hasTeam=true')).toEqual([ada.id]);
    expect(await found('hasTeam=false')).toEqual([cleo.id, bob.id]);
    expect(await found('lookingForTeam=true')).toEqual([bob.id]);
    expect(await found('lookingForTeam=false&hasTeam=false')).toEqual([cleo.id]);
    expect(await found('search=ada%20love')).toEqual([ada.id]);
    expect(await found(`search=${encodeURIComponent(cleo.email.toUpperCase())}`)).toEqual([cleo.id]);
    expect(await found('search=%25')).toEqual([]);
    expect(await found('search=%20')).toHaveLength(3);
  });

  it.each(['status=rejected', 'limit=101', 'limit=0', 'trackId=x', 'hasTeam=maybe', `search=${'x'.repeat(101)}`])(
    'is refused with %s',
    async (query) => {
      expect(await here.api.get(`${here.managed}/builders?${query}`)).toBeRefused(400, 'VALIDATION_FAILED');
    },
  );
});

describe('The count of builders by status', () => {
  it('is of all, or of those whom a search and a track leave, and has nobody who is out', async () => {
    const { world, api } = here;
    const { hack, ai, web, path } = await fresh();
    const counted = async (query = '') => (await api.get(`${path}/builder-counts${query}`)).body.data;
    expect(await counted()).toEqual({ counts: { pending: 0, accepted: 0, waitlisted: 0 } });
    await world.registered(await world.person({ name: 'Adá Löve' }), ai);
    await world.registered(await world.person({ name: 'Adam Ries' }), ai, 'pending');
    await world.registered(await world.person({ name: 'Bob Babbage' }), web, 'pending');
    await world.applied(await world.person(), hack, 'waitlisted');
    for (const status of ['rejected', 'cancelled'] as const) await world.applied(await world.person(), hack, status);
    expect(await counted()).toEqual({ counts: { pending: 2, accepted: 1, waitlisted: 1 } });
    expect(await counted('?search=%20')).toEqual({ counts: { pending: 2, accepted: 1, waitlisted: 1 } });
    expect(await counted('?search=ada')).toEqual({ counts: { pending: 1, accepted: 1, waitlisted: 0 } });
    expect(await counted(`?trackId=${web.id}`)).toEqual({ counts: { pending: 1, accepted: 0, waitlisted: 0 } });
    expect(await counted(`?trackId=${web.id}&search=ada`)).toEqual({
      counts: { pending: 0, accepted: 0, waitlisted: 0 },
    });
  });

  it.each(['trackId=x', `search=${'x'.repeat(101)}`])('is refused with %s', async (query) => {
    expect(await here.api.get(`${here.managed}/builder-counts?${query}`)).toBeRefused(400, 'VALIDATION_FAILED');
  });
});

describe('A builder', () => {
  it('is shown with answers, registrations and every team they were in', async () => {
    const { world, api } = here;
    const { ai, web, path } = await fresh();
    const ada = await world.person();
    const place = await world.registered(ada, ai);
    const other = await world.registered(ada, web, 'rejected');
    await world.rows`update registrations.super_event_registration set answers_json = '{"f": "yes"}', looking_for_team = true
                      where id = ${place.parent.id}`;
    const former = await world.team(web, [ada]);
    await world.rows`update teams.member set left_at = now() where team_id = ${former.id}`;
    const team = await world.team(ai, [ada]);
    const track = ({ id, name, slug }: typeof ai) => ({ id, name, slug });
    expect((await api.get(`${path}/builders/${ada.id.toUpperCase()}`)).body.data).toEqual({
      builder: {
        type: 'builder',
        userId: ada.id,
        name: ada.name,
        email: ada.email,
        status: 'accepted',
        activeTeam: { id: team.id, name: team.name, trackId: ai.id, role: 'LEADER' },
        confirmBy: null,
        confirmedAt: null,
        consentedAt: null,
        consentedTo: null,
        answers: { f: 'yes' },
        trackRegistrations: [
          {
            id: place.id,
            track: track(ai),
            status: 'accepted',
            lookingForTeam: true,
            createdAt: expect.stringMatching(time),
          },
          {
            id: other.id,
            track: track(web),
            status: 'rejected',
            lookingForTeam: true,
            createdAt: expect.stringMatching(time),
          },
        ],
        teamHistory: [
          {
            teamId: former.id,
            teamName: former.name,
            track: track(web),
            role: 'LEADER',
            joinedAt: expect.stringMatching(time),
            leftAt: expect.stringMatching(time),
          },
          {
            teamId: team.id,
            teamName: team.name,
            track: track(ai),
            role: 'LEADER',
            joinedAt: expect.stringMatching(time),
            leftAt: null,
          },
        ],
      },
    });
  });

  it('is nobody who is not in the hackathon', async () => {
    const { world, api, managed, hack } = here;
    const [stranger, gone] = [await world.person(), await world.person()];
    await world.applied(gone, hack, 'cancelled');
    for (const id of [stranger.id, gone.id, randomUUID(), 'ada']) {
      expect(await api.get(`${managed}/builders/${id}`)).toBeRefused(404, 'BUILDER_NOT_FOUND');
    }
  });
});

describe('The counts', () => {
  it('count builders and teams', async () => {
    const { world, api } = here;
    const { hack, ai, path } = await fresh();
    const four = [await world.person(), await world.person(), await world.person(), await world.person()];
    const [ada, bob] = [await world.person(), await world.person()];
    const people = [...four, ada, bob];
    for (const person of people) await world.registered(person, ai);
    await world.applied(await world.person(), hack, 'rejected');
    await world.rows`update registrations.super_event_registration set looking_for_team = true
                      where super_event_id = ${hack.id} and user_id in (${ada.id}, ${bob.id})`;
    await world.team(ai, four);
    await world.team(ai, [ada]);
    await world.team(ai, [], { is_open: false });
    await world.team(ai, [], { deleted_at: new Date().toISOString() });
    expect((await api.get(`${path}/counts`)).body.data).toEqual({
      builders: { all: 6, lookingForTeam: 2, withTeam: 5 },
      teams: { all: 3, lookingForMembers: 1, closed: 1, full: 1 },
    });
  });

  it('are zero where there is nothing', async () => {
    expect((await here.api.get(`${(await fresh()).path}/counts`)).body.data).toEqual({
      builders: { all: 0, lookingForTeam: 0, withTeam: 0 },
      teams: { all: 0, lookingForMembers: 0, closed: 0, full: 0 },
    });
  });
});
