import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Answer, Client, Person } from '../../support/client.ts';
import { openHackathon, time, type Hackathon } from '../../support/teams/hackathon.ts';
import { brokenRules } from '../../support/teams/invariants.ts';

let here: Hackathon;
beforeAll(async () => {
  here = await openHackathon();
});
afterAll(() => here.world.close());

interface Somebody extends Person {
  readonly api: Client;
}
const somebody = async (): Promise<Somebody> => {
  const person = await here.builder();
  return { ...person, api: here.world.as(person, here.acme) };
};
const found = ({ api }: Somebody, body: object = {}) =>
  api.post(`/events/${here.ai.id}/my-team`, { name: 'Bees', ...body });
/** A team of these people, whom the first leads. */
async function teamOf(...people: [Somebody, ...Somebody[]]) {
  const { team } = (await found(people[0])).body.data;
  const { code } = (await people[0].api.post(`/my-teams/${team.id}/invitation`)).body.data;
  for (const { api } of people.slice(1)) expect((await api.post('/my-teams/join', { code })).status).toBe(200);
  return { ...team, path: `/my-teams/${team.id}`, code } as { id: string; path: string; code: string };
}
const membersOf = async (team: { id: string }) =>
  (await here.membersOf(team)).filter(({ left }) => !left).map(({ user_id, role }) => [user_id, role]);

describe('Founding a team', () => {
  it('makes one that its founder leads', async () => {
    const ada = await somebody();
    const answer = await found(ada, { problem: 'Too few bees', isOpen: false });
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
    expect(await found(stranger)).toBeRefused(409, 'NOT_ACCEPTED_ON_TRACK');
    const ada = await somebody();
    expect(await ada.api.post(`/events/${web.id}/my-team`, { name: 'Bees' })).toBeRefused(409, 'NOT_ACCEPTED_ON_TRACK');
    await found(ada);
    expect(await found(ada)).toBeRefused(409, 'ALREADY_IN_TEAM');
    expect(await found(await somebody(), { name: '' })).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('ends in one team, however often it is tried at once', async () => {
    const ada = await somebody();
    const answers = await Promise.all(Array.from({ length: 8 }, () => found(ada)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
  });
});

describe('An invitation', () => {
  it('is a link and a code for 48 hours, made by any member, and a new one ends the old', async () => {
    const [ada, bob, cleo] = [await somebody(), await somebody(), await somebody()];
    const team = await teamOf(ada, bob);
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
    expect(await (await somebody()).api.post('/my-teams/join', { code })).toBeRefused(404, 'INVITATION_NOT_FOUND');
  });

  it('is kept as a hash', async () => {
    const team = await teamOf(await somebody());
    const [row] = await here.world.rows`select * from teams.invitation where team_id = ${team.id}`;
    expect(JSON.stringify(row)).not.toContain(team.code);
  });

  it('is not made where there is no place, and nobody joins there', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, somebody));
    const team = await teamOf(...(people as [Somebody, ...Somebody[]]));
    expect(await people[0]?.api.post(`${team.path}/invitation`)).toBeRefused(409, 'TEAM_FULL');
    expect(await (await somebody()).api.post('/my-teams/join', { code: team.code })).toBeRefused(409, 'TEAM_FULL');
  });

  it('is no way around being accepted, or in another team', async () => {
    const { world, acme } = here;
    const team = await teamOf(await somebody());
    const stranger = world.as(await world.person(), acme);
    expect(await stranger.post('/my-teams/join', { code: team.code })).toBeRefused(409, 'NOT_ACCEPTED_ON_TRACK');
    const other = await somebody();
    await teamOf(other);
    expect(await other.api.post('/my-teams/join', { code: team.code })).toBeRefused(409, 'ALREADY_IN_TEAM');
  });
});

describe('Joining an open team by its id', () => {
  it('works for people of the track; a closed team needs an invitation', async () => {
    const { world, acme } = here;
    const ada = await somebody();
    const team = await teamOf(ada);
    const bob = await somebody();
    expect((await bob.api.post('/my-teams/join', { team_id: team.id })).status).toBe(200);
    await ada.api.patch(team.path, { isOpen: false });
    expect(await (await somebody()).api.post('/my-teams/join', { team_id: team.id })).toBeRefused(
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
    expect(await membersOf(team)).toHaveLength(4);
    expect(await brokenRules(world, hack.id)).toEqual([]);
  });
});

describe('In a team', () => {
  it('its leader changes what it says, removes members and passes on the lead; a member does not', async () => {
    const [ada, bob, cleo] = [await somebody(), await somebody(), await somebody()];
    const team = await teamOf(ada, bob, cleo);
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
    expect(await membersOf(team)).toEqual([
      [ada.id, 'MEMBER'],
      [bob.id, 'LEADER'],
    ]);
  });

  it('whoever leaves may name who leads; else the first who joined does', async () => {
    const [ada, bob, cleo] = [await somebody(), await somebody(), await somebody()];
    const team = await teamOf(ada, bob, cleo);
    const wrong = await ada.api.post(`${team.path}/leave`, { successor_user_id: randomUUID() });
    expect(wrong).toBeRefused(400, 'INVALID_REPLACEMENT_LEADER');
    expect((await ada.api.post(`${team.path}/leave`, { successor_user_id: cleo.id })).body.data).toEqual({
      left: true,
    });
    expect(await membersOf(team)).toEqual([
      [bob.id, 'MEMBER'],
      [cleo.id, 'LEADER'],
    ]);
    expect((await cleo.api.post(`${team.path}/leave`)).status).toBe(200);
    expect(await membersOf(team)).toEqual([[bob.id, 'LEADER']]);
    expect(await cleo.api.post(`${team.path}/leave`)).toBeRefused(403, 'PERMISSION_DENIED');
    expect((await bob.api.post(`${team.path}/leave`)).status).toBe(200);
    expect((await bob.api.get('/my-teams')).body.data.teams).toEqual([]);
    const [row] = await here.world.rows`select deleted_at is not null as gone from teams.team where id = ${team.id}`;
    expect(row).toEqual({ gone: true });
    expect((await found(ada)).status).toBe(201);
  });

  it('its last member deletes it', async () => {
    const ada = await somebody();
    const team = await teamOf(ada);
    expect((await ada.api.del(team.path)).body.data).toEqual({ deleted: true });
    expect(await ada.api.del(team.path)).toBeRefused(404, 'NOT_FOUND');
    expect(await (await somebody()).api.post('/my-teams/join', { code: team.code })).toBeRefused(
      404,
      'INVITATION_NOT_FOUND',
    );
  });
});

describe('Where organizers say so', () => {
  const setting = (teams: object, at: { id: string } = here.ai) =>
    here.api.patch(`/events/${at.id}`, { config_json: { teams } });
  const tried = async (ada: Somebody, team: { path: string }) => [
    await found(await somebody()),
    await ada.api.patch(team.path, { name: 'Wasps' }),
    await ada.api.post(`${team.path}/invitation`),
    await ada.api.post(`${team.path}/leave`),
    await ada.api.del(team.path),
  ];

  it('teams stay as they are from an hour on', async () => {
    const ada = await somebody();
    const team = await teamOf(ada);
    const locked_at = new Date(Date.now() - 1_000).toISOString();
    expect((await setting({ locked_at })).status).toBe(200);
    for (const answer of await tried(ada, team)) {
      expect(answer).toBeRefused(409, 'TEAMS_LOCKED');
      expect(answer.body.locked_at).toBe(locked_at);
    }
    await setting({ locked_at: new Date(Date.now() + 60_000).toISOString() });
    expect((await ada.api.patch(team.path, { name: 'Wasps' })).status).toBe(200);
    await setting({});
  });

  it('people do not form teams, on a track or in the whole hackathon', async () => {
    const ada = await somebody();
    const team = await teamOf(ada);
    await setting({ self_service: false });
    for (const answer of await tried(ada, team)) expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
    await setting({});
    await here.api.patch(`/super-events/${here.hack.id}`, { config_json: { teams: { self_service: false } } });
    expect(await ada.api.patch(team.path, { name: 'Wasps' })).toBeRefused(403, 'PERMISSION_DENIED');
    await setting({ self_service: true });
    expect((await ada.api.patch(team.path, { name: 'Wasps' })).status).toBe(200);
    await here.api.patch(`/super-events/${here.hack.id}`, { config_json: {} });
    await setting({});
  });

  it('settings have the right form', async () => {
    for (const [teams, field] of [
      [{ self_service: 'no' }, 'config_json.teams.self_service'],
      [{ locked_at: 'soon' }, 'config_json.teams.locked_at'],
    ] as const) {
      const answer = await setting(teams);
      expect(answer).toBeRefused(400, 'VALIDATION_FAILED');
      expect(answer.body.errors).toMatchObject([{ field }]);
    }
  });
});

describe('Teammates', () => {
  it('are open teams with a free place, and people who look, by their first names, and whether teams may change', async () => {
    const { world, hack, acme } = here;
    const track = await world.track(hack);
    const join = async (name: string, looks: boolean) => {
      const person = await world.person({ name });
      await world.registered(person, track);
      await world.rows`update registrations.super_event_registration set looking_for_team = ${looks},
                              answers_json = jsonb_build_object(${skills}::text, '["code", "data"]'::jsonb)
                        where user_id = ${person.id}`;
      return { ...person, api: world.as(person, acme) };
    };
    const [{ id: skills } = { id: '' }] = await world.rows<{ id: string }>`
      insert into events.registration_field (super_event_id, field_type, label, options)
      values (${hack.id}, 'multiselect', 'Skills', '["code", "data"]') returning id`;
    const ada = await join('Ada Lovelace', true);
    const grace = await join('Grace Hopper', true);
    await join('Rear Admiral', false);
    const path = `/events/${track.id}/teammates`;
    const about = { name: 'Engines', problem: 'Steam' };
    const { team } = (await ada.api.post(`/events/${track.id}/my-team`, about)).body.data;
    const nia = await join('Nia Long', false);
    const locked_at = '2099-01-02T03:04:05.000Z';
    await here.api.patch(`/events/${track.id}`, { config_json: { teams: { locked_at } } });
    expect((await nia.api.get(path)).body.data).toEqual({
      ...{ self_service: true, locked_at },
      teams: [{ id: team.id, ...about, places_left: 3, members: ['Ada'] }],
      people: [{ user_id: grace.id, first_name: 'Grace', skills: ['code', 'data'] }],
    });
    await ada.api.patch(`/my-teams/${team.id}`, { isOpen: false });
    await here.api.patch(`/events/${track.id}`, { config_json: { teams: { self_service: false } } });
    expect((await grace.api.get(path)).body.data).toMatchObject({ self_service: false, teams: [], people: [] });
    expect((await here.api.get(path)).status).toBe(200);
    expect(await (await somebody()).api.get(path)).toBeRefused(403, 'PERMISSION_DENIED');
  });
});
