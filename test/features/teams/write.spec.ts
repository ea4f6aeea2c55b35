import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openHackathon, time, type Hackathon } from '../../support/teams/hackathon.ts';

let here: Hackathon;
beforeAll(async () => {
  here = await openHackathon();
});
afterAll(() => here.world.close());

const create = (body: object) =>
  here.api.post(`${here.managed}/teams`, { name: 'Rockets', trackId: here.ai.id, ...body });
const member = ({ id }: { id: string }, role: 'LEADER' | 'MEMBER', left = false) => ({ user_id: id, role, left });

describe('A new team', () => {
  it('is answered as the raw row', async () => {
    const squadId = randomUUID();
    const answer = await create({ problem: 'Gravity', squadId });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toEqual({
      team: {
        id: expect.any(String),
        event_id: here.ai.id,
        name: 'Rockets',
        problem: 'Gravity',
        is_open: true,
        squad_id: squadId,
        table: null,
        created_at: expect.stringMatching(time),
        updated_at: expect.stringMatching(time),
      },
    });
  });

  it('is empty where nobody is named, and closed where it is to be', async () => {
    const { team } = (await create({ isOpen: false })).body.data;
    expect(team).toMatchObject({ problem: null, squad_id: null, is_open: false });
    expect(await here.membersOf(team)).toEqual([]);
  });

  it('is led by whom it names, else by its first member; each is in it once', async () => {
    const [ada, bob, cleo] = await here.builders(3);
    const named = await create({ leaderUserId: bob.id, memberUserIds: [ada.id, bob.id.toUpperCase(), ada.id] });
    expect(await here.membersOf(named.body.data.team)).toEqual([member(bob, 'LEADER'), member(ada, 'MEMBER')]);
    const first = await create({ memberUserIds: [cleo.id] });
    expect(await here.membersOf(first.body.data.team)).toEqual([member(cleo, 'LEADER')]);
  });

  it('takes nobody who is not accepted on its track', async () => {
    const { world, web, ai } = here;
    const [ada, bob, cleo] = [await here.builder(), await world.person(), await world.person()];
    await world.registered(bob, ai, 'pending');
    await world.registered(cleo, web);
    const answer = await create({ memberUserIds: [ada.id, bob.id, cleo.id] });
    expect(answer).toBeRefused(409, 'NOT_ACCEPTED_ON_TRACK', { userIds: [bob.id, cleo.id] });
  });

  it('takes nobody who is in another one', async () => {
    const ada = await here.builder();
    await here.world.team(here.ai, [ada]);
    expect(await create({ leaderUserId: ada.id })).toBeRefused(409, 'ALREADY_IN_TEAM', { userIds: [ada.id] });
  });

  it('has no more members than its track allows', async () => {
    const people = await here.builders(5);
    expect(await create({ memberUserIds: people.map(({ id }) => id) })).toBeRefused(409, 'TEAM_FULL');
    expect((await create({ memberUserIds: people.slice(1).map(({ id }) => id) })).status).toBe(201);
  });

  it('stands on a track of the hackathon', async () => {
    const { world, acme } = here;
    const elsewhere = await world.track(await world.superEvent(acme));
    for (const trackId of [randomUUID(), elsewhere.id]) {
      expect(await create({ trackId })).toBeRefused(400, 'INVALID_TRACK');
    }
  });

  it.each([
    ['name', { name: 'X' }],
    ['name', { name: 7 }],
    ['trackId', { trackId: 'ai' }],
    ['memberUserIds', { memberUserIds: 'ada' }],
    ['leaderUserId', { leaderUserId: 'ada' }],
    ['isOpen', { isOpen: 'yes' }],
    ['squadId', { squadId: 'red' }],
  ])('is refused for its %s', async (field, body) => {
    const answer = await create(body);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toMatchObject([{ field }]);
  });

  it('is made by organizers alone, of whatever track', async () => {
    const { world, acme, managed, ai, web } = here;
    const [mentor, organizer] = [await world.person(), await world.person()];
    await world.role(mentor, ai, 'MENTOR');
    await world.role(organizer, web, 'ORGANIZER');
    const body = { name: 'Rockets', trackId: ai.id };
    expect(await world.as(mentor, acme).post(`${managed}/teams`, body)).toBeRefused(403, 'PERMISSION_DENIED');
    expect((await world.as(organizer, acme).post(`${managed}/teams`, body)).status).toBe(201);
  });

  it('is made once under one key, and noted in the audit', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { name: 'Comets', trackId: here.ai.id };
    const [first, again] = [
      await here.api.post(`${here.managed}/teams`, body, { headers }),
      await here.api.post(`${here.managed}/teams`, body, { headers }),
    ];
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual({ ...first.body });
    const { entries } = (await here.api.get(`/organizations/${here.acme.id}/audit?action=teams.create&limit=1`)).body
      .data;
    expect(entries).toMatchObject([{ ids: { team_id: first.body.data.team.id }, after: { name: 'Comets' } }]);
  });
});

describe('A change of a team', () => {
  it('answers the raw row and leaves the rest as it was', async () => {
    const { world, ai, api, managed } = here;
    const team = await world.team(ai, [], { problem: 'Gravity' });
    const { data } = (await api.patch(`${managed}/teams/${team.id}`, { name: '  Moons ', isOpen: false })).body;
    expect(data).toEqual({
      team: {
        id: team.id,
        event_id: ai.id,
        name: 'Moons',
        problem: 'Gravity',
        is_open: false,
        squad_id: null,
        table: null,
        created_at: expect.stringMatching(time),
        updated_at: expect.stringMatching(time),
      },
    });
    expect(Date.parse(data.team.updated_at)).toBeGreaterThan(Date.parse(data.team.created_at));
  });

  it('takes back what null is given for, and keeps a picture for the lists', async () => {
    const { world, ai, api, managed } = here;
    const team = await world.team(ai, [], { problem: 'Gravity', squad_id: randomUUID() });
    const path = `${managed}/teams/${team.id}`;
    const changed = await api.patch(path, { problem: null, squadId: null, avatarUrl: 'https://example.org/x.png' });
    expect(changed.body.data.team).toMatchObject({ problem: null, squad_id: null });
    expect(changed.body.data.team).not.toHaveProperty('avatar_url');
    const { teams } = (await api.get(`${managed}/teams`)).body.data;
    expect(teams.find(({ id }: { id: string }) => id === team.id)).toMatchObject({
      avatarUrl: 'https://example.org/x.png',
    });
  });

  it('of nothing changes nothing', async () => {
    const { world, ai, api, managed } = here;
    const team = await world.team(ai, []);
    const { data } = (await api.patch(`${managed}/teams/${team.id}`, {})).body;
    expect(data.team.updated_at).toBe(data.team.created_at);
  });

  it.each([
    ['avatarUrl', { avatarUrl: 'javascript:alert(1)' }],
    ['name', { name: null }],
    ['isOpen', { isOpen: null }],
  ])('is refused for its %s', async (field, body) => {
    const team = await here.world.team(here.ai, []);
    const answer = await here.api.patch(`${here.managed}/teams/${team.id}`, body);
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
    expect(answer.body.errors).toMatchObject([{ field }]);
  });

  it('is not found under another hackathon, nor where there is none', async () => {
    const { world, acme, api, ai } = here;
    const team = await world.team(ai, []);
    const other = await world.superEvent(acme);
    for (const id of [team.id, randomUUID(), 'no-team']) {
      const path = `/super-events/${other.id}/team-management/teams/${id}`;
      expect(await api.patch(path, { name: 'Mine' })).toBeRefused(404, 'NOT_FOUND');
      expect(await api.del(path)).toBeRefused(404, 'NOT_FOUND');
    }
  });
});

describe('A deleted team', () => {
  it('is gone, its members are free, and what they were stays in their history', async () => {
    const { world, ai, api, managed, olga, acme } = here;
    const [ada, bob] = await here.builders(2);
    const team = await world.team(ai, [ada, bob]);
    const handedIn = await world.as(ada, acme).post('/submissions', { team_id: team.id, title: 'Bees' });
    const path = `${managed}/teams/${team.id}`;
    const answer = await api.del(path);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ result: { teamId: team.id, deleted: true, actorUserId: olga.id } });
    for (const gone of [path, `${path}/members`, `/teams/${team.id}`]) {
      expect(await api.get(gone)).toBeRefused(404, 'NOT_FOUND');
    }
    expect(await api.del(path)).toBeRefused(404, 'NOT_FOUND');
    const { builder } = (await api.get(`${managed}/builders/${ada.id}`)).body.data;
    expect(builder).toMatchObject({
      activeTeam: null,
      teamHistory: [{ teamId: team.id, teamName: team.name, role: 'LEADER', leftAt: expect.stringMatching(time) }],
    });
    expect((await create({ memberUserIds: [ada.id, bob.id] })).status).toBe(201);
    const submission = handedIn.body.data.submission.id as string;
    expect((await api.get(`/submissions/${submission}`)).body.data.submission).toMatchObject({ title: 'Bees' });
    expect(await world.as(ada, acme).get(`/submissions/${submission}`)).toBeRefused(403, 'PERMISSION_DENIED');
  });
});
