import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openForming, type Formed, type Forming, type Somebody } from '../../support/teams/forming.ts';

let here: Forming;
beforeAll(async () => {
  here = await openForming();
});
afterAll(() => here.world.close());

describe('Where organizers say so', () => {
  const setting = (teams: object, at: { id: string } = here.ai) =>
    here.api.patch(`/events/${at.id}`, { config_json: { teams } });
  const tried = async ([ada, bob]: readonly [Somebody, Somebody], team: Formed) => {
    const cleo = await here.somebody();
    return [
      await here.found(cleo),
      await cleo.api.post('/my-teams/join', { code: team.code }),
      await cleo.api.post('/my-teams/join', { team_id: team.id }),
      await ada.api.patch(team.path, { name: 'Wasps' }),
      await ada.api.post(`${team.path}/invitation`),
      await ada.api.post(`${team.path}/remove`, { user_id: bob.id }),
      await ada.api.post(`${team.path}/lead`, { user_id: bob.id }),
      await ada.api.post(`${team.path}/leave`),
      await ada.api.del(team.path),
    ];
  };
  const two = async () => [await here.somebody(), await here.somebody()] as const;

  it('teams stay as they are from an hour on', async () => {
    const [ada, bob] = await two();
    const team = await here.teamOf(ada, bob);
    const locked_at = new Date(Date.now() - 1_000).toISOString();
    expect((await setting({ locked_at })).status).toBe(200);
    for (const answer of await tried([ada, bob], team)) {
      expect(answer).toBeRefused(409, 'TEAMS_LOCKED');
      expect(answer.body.locked_at).toBe(locked_at);
    }
    await setting({ locked_at: new Date(Date.now() + 60_000).toISOString() });
    expect((await ada.api.patch(team.path, { name: 'Wasps' })).status).toBe(200);
    await setting({});
  });

  it('people do not form teams, on a track or in the whole hackathon', async () => {
    const [ada, bob] = await two();
    const team = await here.teamOf(ada, bob);
    await setting({ self_service: false });
    for (const answer of await tried([ada, bob], team)) expect(answer).toBeRefused(403, 'PERMISSION_DENIED');
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
    expect(await (await here.somebody()).api.get(path)).toBeRefused(403, 'PERMISSION_DENIED');
  });
});
