import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openHackathon, time, type Hackathon } from '../../support/teams/hackathon.ts';

let here: Hackathon;
beforeAll(async () => {
  here = await openHackathon();
});
afterAll(() => here.world.close());

const fresh = async (config: object = {}) => {
  const { world, acme } = here;
  const hack = await world.superEvent(acme);
  const ai = await world.track(hack, { config_json: JSON.stringify(config) });
  return { hack, ai, web: await world.track(hack), path: `/super-events/${hack.slug}/team-management` };
};
const track = ({ id, name, slug }: Hackathon['ai']) => ({ id, name, slug });

describe('The list of managed teams', () => {
  it('shows each with its members and what it handed in', async () => {
    const { world, api, acme } = here;
    const { ai, path } = await fresh({ max_team_size: 2 });
    const [ada, bob] = [await world.person(), await world.person()];
    const team = await world.team(ai, [ada, bob], { problem: 'Bees', avatar_url: 'https://example.org/bee.png' });
    const handedIn = await world.as(ada, acme).post('/submissions', {
      team_id: team.id,
      title: 'Hive',
      links: ['https://example.org/hive'],
    });
    const member = (person: typeof ada, role: string) => ({
      userId: person.id,
      name: person.name,
      email: person.email,
      role,
      joinedAt: expect.stringMatching(time),
    });
    expect((await api.get(`${path}/teams`)).body.data).toEqual({
      teams: [
        {
          type: 'team',
          id: team.id,
          name: team.name,
          avatarUrl: 'https://example.org/bee.png',
          problem: 'Bees',
          track: track(ai),
          memberCount: 2,
          maxMembers: 2,
          status: 'closed',
          recruitingStatus: 'closed',
          isFull: true,
          table: null,
          leader: member(ada, 'LEADER'),
          hasSubmission: true,
          createdAt: expect.stringMatching(time),
          updatedAt: expect.stringMatching(time),
          members: [member(ada, 'LEADER'), member(bob, 'MEMBER')],
          submission: {
            id: handedIn.body.data.submission.id,
            title: 'Hive',
            description: null,
            links: ['https://example.org/hive'],
            submitted_at: handedIn.body.data.submission.submitted_at,
          },
        },
      ],
      pagination: { limit: 50, nextCursor: null, hasMore: false },
    });
  });

  it('shows an empty team with nobody to lead it', async () => {
    const { world, api } = here;
    const { ai, path } = await fresh();
    await world.team(ai, []);
    const [team] = (await api.get(`${path}/teams`)).body.data.teams;
    expect(team).toMatchObject({
      avatarUrl: null,
      problem: null,
      memberCount: 0,
      maxMembers: 4,
      status: 'looking_for_members',
      recruitingStatus: 'looking_for_members',
      isFull: false,
      leader: null,
      hasSubmission: false,
      members: [],
      submission: null,
    });
  });

  it.each([
    [{ max_team_size: 'many' }, 4],
    [{ max_team_size: 0 }, 1],
    [{ max_team_size: 2.7 }, 2],
    [{ max_team_size: 1e30 }, 1_000],
    [{}, 4],
  ])('reads the size of a team from %j as %i', async (config, size) => {
    const { world, api } = here;
    const { ai, path } = await fresh(config);
    await world.team(ai, []);
    expect((await api.get(`${path}/teams`)).body.data.teams[0].maxMembers).toBe(size);
  });

  it('is narrowed by track, recruiting, size, submission and name', async () => {
    const { world, api, acme } = here;
    const { ai, web, path } = await fresh({ max_team_size: 1 });
    const ada = await world.person();
    const full = await world.team(ai, [ada], { name: 'Los Árboles 100%' });
    const open = await world.team(web, []);
    const closed = await world.team(web, [], { is_open: false });
    await world.as(ada, acme).post('/submissions', { team_id: full.id, title: 'Trees' });
    const found = async (query: string) =>
      (await api.get(`${path}/teams?${query}`)).body.data.teams.map(({ id }: { id: string }) => id);
    expect(await found(`trackId=${ai.id}`)).toEqual([full.id]);
    expect(await found('recruitingStatus=looking_for_members')).toEqual([open.id]);
    expect(await found('recruitingStatus=closed')).toEqual([closed.id, full.id]);
    expect(await found('isFull=true')).toEqual([full.id]);
    expect(await found('isFull=false')).toEqual([closed.id, open.id]);
    expect(await found('hasSubmission=true')).toEqual([full.id]);
    expect(await found('hasSubmission=false')).toEqual([closed.id, open.id]);
    expect(await found('search=arboles')).toEqual([full.id]);
    expect(await found('search=100%25')).toEqual([full.id]);
    expect(await found('search=_')).toEqual([]);
  });

  it.each(['recruitingStatus=open', 'limit=1.5', 'isFull=1', 'trackId=ai'])('is refused with %s', async (query) => {
    expect(await here.api.get(`${here.managed}/teams?${query}`)).toBeRefused(400, 'VALIDATION_FAILED');
  });
});

describe('A managed team', () => {
  it('is shown with the reduced set of its members', async () => {
    const { world, api, ai, managed } = here;
    const [ada, bob] = await here.builders(2);
    const team = await world.team(ai, [ada, bob], { problem: 'Bees' });
    const member = (person: typeof ada, role: string) => ({ userId: person.id, name: person.name, role });
    const joined = { joinedAt: expect.stringMatching(time) };
    expect((await api.get(`${managed}/teams/${team.id}`)).body.data).toEqual({
      team: {
        type: 'team',
        id: team.id,
        name: team.name,
        track: track(ai),
        memberCount: 2,
        status: 'looking_for_members',
        table: null,
        leader: member(ada, 'LEADER'),
        members: [
          { ...member(ada, 'LEADER'), ...joined },
          { ...member(bob, 'MEMBER'), ...joined },
        ],
      },
    });
  });

  it('lists its members with addresses and pictures', async () => {
    const { world, api, ai, managed } = here;
    const ada = await here.builder();
    const team = await world.team(ai, [ada]);
    expect((await api.get(`${managed}/teams/${team.id}/members`)).body.data).toEqual({
      members: [
        {
          userId: ada.id,
          name: ada.name,
          email: ada.email,
          avatarUrl: null,
          role: 'LEADER',
          joinedAt: expect.stringMatching(time),
        },
      ],
      teamId: team.id,
    });
  });

  it('is not found under another hackathon, nor where there is none', async () => {
    const { world, acme, api, ai } = here;
    const team = await world.team(ai, []);
    const other = await world.superEvent(acme);
    for (const id of [team.id, randomUUID(), 'no-team']) {
      const path = `/super-events/${other.id}/team-management/teams/${id}`;
      expect(await api.get(path)).toBeRefused(404, 'NOT_FOUND');
      expect(await api.get(`${path}/members`)).toBeRefused(404, 'NOT_FOUND');
    }
  });
});
