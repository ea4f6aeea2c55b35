import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Answer } from '../../support/client.ts';
import { openForming, type Forming, type Somebody } from '../../support/teams/forming.ts';
import { time } from '../../support/teams/hackathon.ts';
import { brokenRules } from '../../support/teams/invariants.ts';

let here: Forming;
beforeAll(async () => {
  here = await openForming();
});
afterAll(() => here.world.close());

describe('Founding a team', () => {
  it('makes one that its founder leads', async () => {
    const ada = await here.somebody();
    const answer = await here.found(ada, { problem: 'Too few bees', isOpen: false });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toEqual({
      team: {
        id: expect.any(String),
        event_id: here.ai.id,
        super_event_id: here.hack.id,
        name: 'Bees',
        problem: 'Too few bees',
        is_open: false,
        table: null,
        role: 'LEADER',
        members: [{ user_id: ada.id, role: 'LEADER', name: ada.name }],
        places_left: 3,
        ...{ submission: null, questions: [] },
        submissions_close_at: expect.stringMatching(time),
        self_service: true,
        locked_at: null,
        prizes_won: [],
      },
    });
    expect((await ada.api.get('/my-teams')).body.data.teams).toEqual([answer.body.data.team]);
  });

  it('is for people who are accepted on the track, and in no team', async () => {
    const { world, acme, web } = here;
    const stranger = { ...(await world.person()), api: world.as(await world.person(), acme) };
    expect(await here.found(stranger)).toBeRefused(409, 'NOT_ACCEPTED_ON_TRACK');
    const ada = await here.somebody();
    expect(await ada.api.post(`/events/${web.id}/my-team`, { name: 'Bees' })).toBeRefused(409, 'NOT_ACCEPTED_ON_TRACK');
    await here.found(ada);
    expect(await here.found(ada)).toBeRefused(409, 'ALREADY_IN_TEAM');
    expect(await here.found(await here.somebody(), { name: '' })).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('ends in one team, however often it is tried at once', async () => {
    const ada = await here.somebody();
    const answers = await Promise.all(Array.from({ length: 8 }, () => here.found(ada)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
  });
});

describe('An invitation', () => {
  it('is a link and a code for 48 hours, made by any member, and a new one ends the old', async () => {
    const [ada, bob, cleo] = [await here.somebody(), await here.somebody(), await here.somebody()];
    const team = await here.teamOf(ada, bob);
    const { status, body } = await bob.api.post(`${team.path}/invitation`);
    expect(status).toBe(201);
    const { url, code, expires_at } = body.data;
    expect(url).toMatch(new RegExp(`/me#join=${code}$`));
    expect(code).toMatch(/^[0-9A-Z]{16}$/);
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(47 * 3_600_000);
    expect(await cleo.api.post('/my-teams/join', { code: team.code })).toBeRefused(404, 'INVITATION_NOT_FOUND');
    const typed = `${code.slice(0, 4)} ${code.slice(4)}`.toLowerCase();
    expect((await cleo.api.post('/my-teams/join', { code: typed })).body.data.team).toMatchObject({
      id: team.id,
      role: 'MEMBER',
    });
    expect((await cleo.api.post('/my-teams/join', { code })).status).toBe(200);
    await here.world.rows`update teams.invitation set expires_at = now() where team_id = ${team.id}`;
    expect(await (await here.somebody()).api.post('/my-teams/join', { code })).toBeRefused(404, 'INVITATION_NOT_FOUND');
  });

  it('is kept as a hash', async () => {
    const team = await here.teamOf(await here.somebody());
    const [row] = await here.world.rows`select * from teams.invitation where team_id = ${team.id}`;
    expect(JSON.stringify(row)).not.toContain(team.code);
  });

  it('is not made where there is no place, and nobody joins there', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => here.somebody()));
    const team = await here.teamOf(...(people as [Somebody, ...Somebody[]]));
    expect(await people[0]?.api.post(`${team.path}/invitation`)).toBeRefused(409, 'TEAM_FULL');
    expect(await (await here.somebody()).api.post('/my-teams/join', { code: team.code })).toBeRefused(409, 'TEAM_FULL');
  });

  it('is no way around being accepted, or in another team', async () => {
    const { world, acme } = here;
    const team = await here.teamOf(await here.somebody());
    const stranger = world.as(await world.person(), acme);
    expect(await stranger.post('/my-teams/join', { code: team.code })).toBeRefused(409, 'NOT_ACCEPTED_ON_TRACK');
    const other = await here.somebody();
    await here.teamOf(other);
    expect(await other.api.post('/my-teams/join', { code: team.code })).toBeRefused(409, 'ALREADY_IN_TEAM');
  });
});

describe('Joining an open team by its id', () => {
  it('works for people of the track; a closed team needs an invitation', async () => {
    const { world, acme } = here;
    const ada = await here.somebody();
    const team = await here.teamOf(ada);
    const bob = await here.somebody();
    expect((await bob.api.post('/my-teams/join', { team_id: team.id })).status).toBe(200);
    await ada.api.patch(team.path, { isOpen: false });
    expect(await (await here.somebody()).api.post('/my-teams/join', { team_id: team.id })).toBeRefused(
      403,
      'PERMISSION_DENIED',
    );
    const stranger = world.as(await world.person(), acme);
    for (const id of [team.id, randomUUID()]) {
      expect(await stranger.post('/my-teams/join', { team_id: id })).toBeRefused(404, 'NOT_FOUND');
    }
    const elsewhere = world.as(bob, await world.organization());
    expect(await elsewhere.post('/my-teams/join', { team_id: team.id })).toBeRefused(404, 'NOT_FOUND');
    for (const body of [{}, { code: 'x', team_id: team.id }]) {
      expect(await bob.api.post('/my-teams/join', body)).toBeRefused(400, 'VALIDATION_FAILED');
    }
  });
});

describe('Fifty who join a team of four at once', () => {
  it('end as four', async () => {
    const { world, hack } = here;
    const track = await world.track(hack, { config_json: JSON.stringify({ max_team_size: 4 }) });
    const people = await Promise.all(
      Array.from({ length: 51 }, async () => {
        const person = await world.person();
        await world.registered(person, track);
        return { ...person, api: world.as(person, here.acme) };
      }),
    );
    const [leader, ...others] = people as [Somebody, ...Somebody[]];
    const { team } = (await leader.api.post(`/events/${track.id}/my-team`, { name: 'Four' })).body.data;
    const { code } = (await leader.api.post(`/my-teams/${team.id}/invitation`)).body.data;
    const answers: Answer[] = await Promise.all(
      others.map(({ api }, n) => api.post('/my-teams/join', n % 2 ? { code } : { team_id: team.id })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ body }) => body.code === 'TEAM_FULL')).toHaveLength(47);
    expect(await here.present(team)).toHaveLength(4);
    expect(await brokenRules(world, hack.id)).toEqual([]);
  });
});

describe('In a team', () => {
  it('its leader changes what it says, removes members and passes on the lead; a member does not', async () => {
    const [ada, bob, cleo] = [await here.somebody(), await here.somebody(), await here.somebody()];
    const team = await here.teamOf(ada, bob, cleo);
    const changed = await ada.api.patch(team.path, { name: 'Wasps', problem: null });
    expect(changed.body.data.team).toMatchObject({ name: 'Wasps', problem: null, is_open: true });
    for (const answer of [
      await bob.api.patch(team.path, { name: 'Ants' }),
      await bob.api.post(`${team.path}/remove`, { user_id: cleo.id }),
      await bob.api.post(`${team.path}/lead`, { user_id: bob.id }),
      await bob.api.del(team.path),
    ])
      expect(answer).toBeRefused(403, 'PERMISSION_DENIED');

    expect(await ada.api.del(team.path)).toBeRefused(409, 'TEAM_NOT_EMPTY');
    expect((await ada.api.post(`${team.path}/remove`, { user_id: cleo.id })).status).toBe(200);
    expect(await cleo.api.post('/my-teams/join', { code: team.code })).toBeRefused(404, 'INVITATION_NOT_FOUND');
    for (const user_id of [cleo.id, ada.id]) {
      expect(await ada.api.post(`${team.path}/remove`, { user_id })).toBeRefused(404, 'NOT_FOUND');
    }
    const answer = await ada.api.post(`${team.path}/lead`, { user_id: cleo.id });
    expect(answer).toBeRefused(400, 'INVALID_REPLACEMENT_LEADER');
    expect((await ada.api.post(`${team.path}/lead`, { user_id: ada.id })).body.data.team.role).toBe('LEADER');
    expect((await ada.api.post(`${team.path}/lead`, { user_id: bob.id })).body.data.team.role).toBe('MEMBER');
    expect(await here.present(team)).toEqual([
      [ada.id, 'MEMBER'],
      [bob.id, 'LEADER'],
    ]);
  });

  it('a member whom an organizer removes or moves away cannot come back by the invitation', async () => {
    const [ada, bob, cleo] = [await here.somebody(), await here.somebody(), await here.somebody()];
    const team = await here.teamOf(ada, bob, cleo);
    await here.api.post(`${here.managed}/teams/${team.id}/members/${bob.id}/remove`);
    expect(await bob.api.post('/my-teams/join', { code: team.code })).toBeRefused(404, 'INVITATION_NOT_FOUND');
    const { code } = (await ada.api.post(`${team.path}/invitation`)).body.data;
    await here.api.patch(`${here.managed}/builders/${cleo.id}/track`, { targetTrackId: here.web.id });
    expect(await cleo.api.post('/my-teams/join', { code })).toBeRefused(404, 'INVITATION_NOT_FOUND');
    expect(await here.present(team)).toEqual([[ada.id, 'LEADER']]);
  });

  it('whoever leaves may name who leads; else the first who joined does', async () => {
    const [ada, bob, cleo] = [await here.somebody(), await here.somebody(), await here.somebody()];
    const team = await here.teamOf(ada, bob, cleo);
    const wrong = await ada.api.post(`${team.path}/leave`, { successor_user_id: randomUUID() });
    expect(wrong).toBeRefused(400, 'INVALID_REPLACEMENT_LEADER');
    expect((await ada.api.post(`${team.path}/leave`, { successor_user_id: cleo.id })).body.data).toEqual({
      left: true,
    });
    expect(await here.present(team)).toEqual([
      [bob.id, 'MEMBER'],
      [cleo.id, 'LEADER'],
    ]);
    expect((await cleo.api.post(`${team.path}/leave`)).status).toBe(200);
    expect(await here.present(team)).toEqual([[bob.id, 'LEADER']]);
    expect(await cleo.api.post(`${team.path}/leave`)).toBeRefused(403, 'PERMISSION_DENIED');
    expect((await bob.api.post(`${team.path}/leave`)).status).toBe(200);
    expect((await bob.api.get('/my-teams')).body.data.teams).toEqual([]);
    const [row] = await here.world.rows`select deleted_at is not null as gone from teams.team where id = ${team.id}`;
    expect(row).toEqual({ gone: true });
    expect((await here.found(ada)).status).toBe(201);
  });

  it('its last member deletes it', async () => {
    const ada = await here.somebody();
    const team = await here.teamOf(ada);
    expect((await ada.api.del(team.path)).body.data).toEqual({ deleted: true });
    expect(await ada.api.del(team.path)).toBeRefused(404, 'NOT_FOUND');
    expect(await (await here.somebody()).api.post('/my-teams/join', { code: team.code })).toBeRefused(
      404,
      'INVITATION_NOT_FOUND',
    );
  });
});
