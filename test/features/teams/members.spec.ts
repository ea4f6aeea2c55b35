import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openHackathon, time, type Hackathon } from '../../support/teams/hackathon.ts';

let here: Hackathon;
beforeAll(async () => {
  here = await openHackathon();
});
afterAll(() => here.world.close());

type Team = { id: string };
const pathOf = ({ id }: Team) => `${here.managed}/teams/${id}`;
const add = (team: Team, userId: string) => here.api.post(`${pathOf(team)}/members`, { userId });
const remove = (team: Team, { id }: { id: string }, replacementLeaderUserId?: string | null) =>
  here.api.post(`${pathOf(team)}/members/${id}/remove`, { replacementLeaderUserId });
const transfer = (team: Team, newLeaderUserId: string) =>
  here.api.post(`${pathOf(team)}/transfer-leadership`, { newLeaderUserId });
const member = ({ id }: { id: string }, role: 'LEADER' | 'MEMBER', left = false) => ({ user_id: id, role, left });
const isOpen = async ({ id }: Team) =>
  (await here.world.rows<{ is_open: boolean }>`select is_open from teams.team where id = ${id}`)[0]?.is_open;
const four = () => here.builders(4);

describe('Somebody who is added', () => {
  it('is a member, the first one the leader', async () => {
    const team = await here.world.team(here.ai, []);
    const [ada, bob] = await four();
    const answer = await add(team, ada.id);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ result: { teamId: team.id, userId: ada.id } });
    await add(team, bob.id);
    expect(await here.membersOf(team)).toEqual([member(ada, 'LEADER'), member(bob, 'MEMBER')]);
  });

  it('is told the same again where they are in it already, even where it is full', async () => {
    const people = await four();
    const team = await here.world.team(here.ai, people);
    const answer = await add(team, people[1].id.toUpperCase());
    expect(answer.body.data).toEqual({ result: { teamId: team.id, userId: people[1].id } });
    expect(await here.membersOf(team)).toHaveLength(4);
  });

  it('is added once where the request is repeated with the id of the team in capitals', async () => {
    const team = await here.world.team(here.ai, []);
    const [{ id: userId }] = await four();
    const headers = { 'Idempotency-Key': randomUUID() };
    const ask = (id: string) => here.api.post(`${here.managed}/teams/${id}/members`, { userId }, { headers });
    const first = await ask(team.id);
    const again = await ask(team.id.toUpperCase());
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body.data).toEqual(first.body.data);
  });

  it('needs an accepted registration on its track', async () => {
    const { world, web, ai } = here;
    const team = await world.team(ai, []);
    const [pending, elsewhere] = [await world.person(), await world.person()];
    await world.registered(pending, ai, 'pending');
    await world.registered(elsewhere, web);
    for (const id of [pending.id, elsewhere.id, randomUUID()]) {
      expect(await add(team, id)).toBeRefused(409, 'NOT_ACCEPTED_ON_TRACK', { userIds: [id] });
    }
  });

  it('is in no other team of the hackathon', async () => {
    const { world, ai, web } = here;
    const ada = await here.builder();
    await world.registered(ada, web);
    const first = await world.team(web, [ada]);
    const team = await world.team(ai, []);
    expect(await add(team, ada.id)).toBeRefused(409, 'ALREADY_IN_TEAM');
    await remove(first, ada);
    expect((await add(team, ada.id)).status).toBe(200);
  });

  it('finds room in it', async () => {
    const team = await here.world.team(here.ai, await four());
    expect(await add(team, (await here.builder()).id)).toBeRefused(409, 'TEAM_FULL');
  });

  it('is a person', async () => {
    const team = await here.world.team(here.ai, []);
    expect(await add(team, 'ada')).toBeRefused(400, 'VALIDATION_FAILED');
  });
});

describe('Somebody who is removed', () => {
  it('has left, and may come back', async () => {
    const [ada, bob] = await four();
    const team = await here.world.team(here.ai, [ada, bob]);
    const answer = await remove(team, bob);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      result: { teamId: team.id, userId: bob.id, actorUserId: here.olga.id, replacementLeaderUserId: null },
    });
    await add(team, bob.id);
    expect(await here.membersOf(team)).toEqual([
      member(ada, 'LEADER'),
      member(bob, 'MEMBER', true),
      member(bob, 'MEMBER'),
    ]);
    const { teamHistory } = (await here.api.get(`${here.managed}/builders/${bob.id}`)).body.data.builder;
    expect(teamHistory).toMatchObject([{ leftAt: expect.stringMatching(time) }, { leftAt: null }]);
    expect(Date.parse(teamHistory[0].leftAt)).toBeGreaterThanOrEqual(Date.parse(teamHistory[0].joinedAt));
  });

  it('is followed as leader by whom is named', async () => {
    const [ada, bob, cleo] = await four();
    const team = await here.world.team(here.ai, [ada, bob, cleo]);
    const { result } = (await remove(team, ada, cleo.id)).body.data;
    expect(result).toMatchObject({ userId: ada.id, replacementLeaderUserId: cleo.id });
    expect(await here.membersOf(team)).toEqual([
      member(ada, 'LEADER', true),
      member(bob, 'MEMBER'),
      member(cleo, 'LEADER'),
    ]);
  });

  it('is followed by the longest-standing member where nobody is named', async () => {
    const [ada, bob, cleo] = await four();
    const team = await here.world.team(here.ai, [ada, bob, cleo]);
    expect((await remove(team, ada, null)).body.data.result).toMatchObject({ replacementLeaderUserId: bob.id });
    expect(await here.membersOf(team)).toMatchObject([{}, member(bob, 'LEADER'), member(cleo, 'MEMBER')]);
  });

  it('is not followed by themselves, nor by somebody outside', async () => {
    const [ada, bob, cleo] = await four();
    const team = await here.world.team(here.ai, [ada, bob]);
    for (const id of [ada.id, cleo.id, randomUUID(), 'bob']) {
      expect(await remove(team, ada, id)).toBeRefused(400, 'INVALID_REPLACEMENT_LEADER');
    }
    expect(await here.membersOf(team)).toEqual([member(ada, 'LEADER'), member(bob, 'MEMBER')]);
  });

  it('leaves an empty team behind, which is closed and stays', async () => {
    const ada = await here.builder();
    const team = await here.world.team(here.ai, [ada]);
    expect((await remove(team, ada)).body.data.result).toMatchObject({ replacementLeaderUserId: null });
    expect(await isOpen(team)).toBe(false);
    expect((await here.api.get(pathOf(team))).body.data.team).toMatchObject({ memberCount: 0, status: 'closed' });
  });

  it('was a member', async () => {
    const team = await here.world.team(here.ai, []);
    const ada = await here.builder();
    for (const id of [ada.id, randomUUID(), 'ada']) {
      expect(await remove(team, { id })).toBeRefused(404, 'NOT_FOUND');
    }
  });
});

describe('Leadership', () => {
  it('passes to another member, and stays where it is', async () => {
    const [ada, bob] = await four();
    const team = await here.world.team(here.ai, [ada, bob]);
    for (let times = 0; times < 2; times++) {
      const answer = await transfer(team, bob.id);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual({ result: { teamId: team.id, newLeaderUserId: bob.id } });
      expect(await here.membersOf(team)).toEqual([member(ada, 'MEMBER'), member(bob, 'LEADER')]);
    }
    const path = `/organizations/${here.acme.id}/audit?action=teams.transferLeadership`;
    const { entries } = (await here.api.get(path)).body.data;
    const mine = entries.filter(({ ids }: { ids: { team_id: string } }) => ids.team_id === team.id);
    expect(mine).toMatchObject([{ before: { leader_user_id: ada.id }, after: { leader_user_id: bob.id } }]);
  });

  it('comes to a member of a team that nobody leads', async () => {
    const [ada, bob] = await four();
    const team = await here.world.team(here.ai, [ada, bob]);
    await here.world.rows`update teams.member set role = 'MEMBER' where team_id = ${team.id}`;
    expect((await transfer(team, bob.id)).status).toBe(200);
    expect(await here.membersOf(team)).toEqual([member(ada, 'MEMBER'), member(bob, 'LEADER')]);
  });

  it('is for members alone', async () => {
    const [ada, bob] = await four();
    const team = await here.world.team(here.ai, [ada]);
    expect(await transfer(team, bob.id)).toBeRefused(400, 'INVALID_REPLACEMENT_LEADER');
    expect(await transfer(team, 'bob')).toBeRefused(400, 'VALIDATION_FAILED');
  });
});

describe('A team of another hackathon, or none', () => {
  it('is not found', async () => {
    const { world, acme, api, ai } = here;
    const ada = await here.builder();
    const team = await world.team(ai, [ada]);
    const other = await world.superEvent(acme);
    for (const id of [team.id, randomUUID(), 'no-team']) {
      const path = `/super-events/${other.id}/team-management/teams/${id}`;
      expect(await api.post(`${path}/members`, { userId: ada.id })).toBeRefused(404, 'NOT_FOUND');
      expect(await api.post(`${path}/members/${ada.id}/remove`)).toBeRefused(404, 'NOT_FOUND');
      const passed = await api.post(`${path}/transfer-leadership`, { newLeaderUserId: ada.id });
      expect(passed).toBeRefused(404, 'NOT_FOUND');
    }
  });
});

describe('A registration that leaves accepted', () => {
  it('takes its person out of the team, and another one leads', async () => {
    const { world, ai, acme } = here;
    const [ada, bob] = [await world.person(), await here.builder()];
    const place = await world.registered(ada, ai);
    const team = await world.team(ai, [ada, bob]);
    await world.as(ada, acme).post(`/registrations/${place.id}/cancel`);
    expect(await here.membersOf(team)).toEqual([member(ada, 'LEADER', true), member(bob, 'LEADER')]);
  });
});
