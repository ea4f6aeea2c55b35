import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Jury } from '../../support/judging/jury.ts';
import { openHackathon, type Hackathon } from '../../support/teams/hackathon.ts';
import type { Client } from '../../support/client.ts';
import type { Track } from '../../support/fixtures.ts';
import type { World } from '../../support/world.ts';

let world: World;
let acme: Hackathon['acme'];
let api: Client;
beforeAll(async () => {
  ({ world, acme, api } = await openHackathon());
});
afterAll(() => world.close());

async function fresh() {
  const hack = await world.superEvent(acme);
  const [ai, web] = [await world.track(hack), await world.track(hack)];
  const teams = async (track: Track, ...names: string[]) =>
    Promise.all(names.map((name) => world.team(track, [], { name })));
  const number = async (track: Track, body: object = {}) =>
    (await api.post(`/events/${track.id}/tables`, body)).body.data;
  const tables = async () =>
    Object.fromEntries(
      (
        await world.rows<{ name: string; table: string | null }>`
          select name, "table" from teams.team where super_event_id = ${hack.id} and deleted_at is null order by name`
      ).map(({ name, table }) => [name, table]),
    );
  const path = (team: { id: string }) => `/super-events/${hack.id}/team-management/teams/${team.id}`;
  return { hack, ai, web, teams, number, tables, path };
}

describe('Numbering the teams of a track', () => {
  it('gives each a table, by name', async () => {
    const { ai, teams, number } = await fresh();
    const [wasps, ants] = await teams(ai, 'Wasps', 'ants');
    expect(await number(ai)).toEqual({
      numbered: 2,
      kept: 0,
      teams: [
        { team_id: ants?.id, table: '1' },
        { team_id: wasps?.id, table: '2' },
      ],
    });
  });

  it('takes a prefix, a first number and another order', async () => {
    const { hack, ai, teams, number, tables } = await fresh();
    const [bees, ants] = await teams(ai, 'Bees', 'Ants', 'Cats');
    await number(ai, { prefix: 'A', start: 10, order: 'created', again: true });
    expect(Object.values(await tables()).toSorted()).toEqual(['A10', 'A11', 'A12']);
    const ada = await world.person();
    for (const [team, title] of [
      [bees, 'Abacus'],
      [ants, 'Zeppelin'],
    ] as const) {
      await world.rows`
        insert into teams.submission (team_id, super_event_id, event_id, title, submitted_by)
        values (${team?.id}, ${hack.id}, ${ai.id}, ${title}, ${ada.id})`;
    }
    await number(ai, { order: 'project', again: true });
    expect(await tables()).toEqual({ Ants: '2', Bees: '1', Cats: '3' });
  });

  it('leaves a team where it sits, and numbers round the tables that are taken', async () => {
    const { ai, web, teams, number, tables } = await fresh();
    await teams(ai, 'Ants', 'Bees');
    await number(ai);
    await teams(ai, 'Aardvarks');
    await teams(web, 'Cats');
    expect(await number(web)).toMatchObject({ numbered: 1, kept: 0 });
    expect(await number(ai)).toMatchObject({ numbered: 1, kept: 2 });
    expect(await number(ai)).toMatchObject({ numbered: 0, kept: 3 });
    expect(await tables()).toEqual({ Aardvarks: '4', Ants: '1', Bees: '2', Cats: '3' });
  });

  it('numbers all of them anew when told so, even where they exchange tables', async () => {
    const { ai, teams, number, tables } = await fresh();
    const [bees] = await teams(ai, 'Bees');
    await number(ai);
    await teams(ai, 'Ants');
    const { audit } = await numberedAgain(ai, number);
    expect(await tables()).toEqual({ Ants: '1', Bees: '2' });
    expect(audit.find(({ ids }) => ids.team_id === bees?.id)).toMatchObject({
      before: { table: '1' },
      after: { table: '2' },
    });
    expect(audit).toHaveLength(2);
  });

  const numberedAgain = async (track: Track, number: (track: Track, body: object) => Promise<unknown>) => {
    await world.rows`delete from teams.audit where event_id = ${track.id}`;
    expect(await number(track, { again: true })).toMatchObject({ numbered: 2, kept: 0 });
    const audit = await world.rows<{ ids: { team_id: string }; before: object; after: object }>`
      select ids, before, after from teams.audit where event_id = ${track.id} and fact = 'team.changed'`;
    return { audit };
  };

  it.each([
    ['prefix', { prefix: 'A prefix too long' }],
    ['start', { start: -1 }],
    ['order', { order: 'size' }],
  ])('refuses a wrong %s', async (field, body) => {
    const { ai } = await fresh();
    expect(await api.post(`/events/${ai.id}/tables`, body)).toBeRefused(400, 'VALIDATION_FAILED', {
      errors: [expect.objectContaining({ field })],
    });
  });

  it('gives nobody two tables and no table twice, whoever numbers at the same time', async () => {
    const { ai, web, teams, number, tables } = await fresh();
    const names = Array.from({ length: 12 }, (_, n) => `Team ${n}`);
    await teams(ai, ...names.slice(0, 6));
    const [first] = await teams(web, ...names.slice(6));
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, n) => api.post(`/events/${(n % 2 ? ai : web).id}/tables`, { again: n > 3 })),
      api.patch(pathOf(web) + (first?.id ?? ''), { table: '3' }),
    ]);
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    await number(ai);
    await number(web);
    const given = Object.values(await tables());
    expect(given.every((table) => table !== null)).toBe(true);
    expect(new Set(given).size).toBe(12);
  });
  const pathOf = (track: Track) => `/super-events/${track.super_event_id}/team-management/teams/`;
});

describe('A table', () => {
  it('is given by hand, taken away, and shown with the team', async () => {
    const { ai, teams, path } = await fresh();
    const ada = await world.person();
    await world.registered(ada, ai);
    const team = await world.team(ai, [ada]);
    await teams(ai, 'Bees');
    const answer = await api.patch(path(team), { table: ' Hall 2, 7 ' });
    expect(answer.body.data.team).toMatchObject({ id: team.id, table: 'Hall 2, 7' });
    expect((await api.get(path(team))).body.data.team.table).toBe('Hall 2, 7');
    expect((await api.get(path(team).replace(/\/[^/]+$/, ''))).body.data.teams[1].table).toBe('Hall 2, 7');
    expect((await world.as(ada, acme).get('/my-teams')).body.data.teams[0].table).toBe('Hall 2, 7');
    await api.patch(path(team), { table: null });
    expect((await api.get(path(team))).body.data.team.table).toBeNull();
  });

  it('has at most 20 characters', async () => {
    const { ai, teams, path } = await fresh();
    const [team] = await teams(ai, 'Bees');
    expect((await api.patch(path(team!), { table: 'x'.repeat(20) })).status).toBe(200);
    expect(await api.patch(path(team!), { table: 'x'.repeat(21) })).toBeRefused(400, 'VALIDATION_FAILED');
    expect(await api.patch(path(team!), { table: ' ' })).toBeRefused(400, 'VALIDATION_FAILED');
  });

  it('is that of one team of the hackathon, until it is deleted', async () => {
    const { ai, web, teams, path } = await fresh();
    const [bees] = await teams(ai, 'Bees');
    const [cats] = await teams(web, 'Cats');
    await api.patch(path(bees!), { table: '7' });
    expect((await api.patch(path(bees!), { table: '7' })).status).toBe(200);
    expect(await api.patch(path(cats!), { table: '7' })).toBeRefused(409, 'TABLE_TAKEN', { team_id: bees?.id });
    await api.del(path(bees!));
    expect((await api.patch(path(cats!), { table: '7' })).status).toBe(200);
  });

  it('is one of each hackathon, and goes with its team to another track', async () => {
    const [one, other] = [await fresh(), await fresh()];
    const [bees] = await one.teams(one.ai, 'Bees');
    const [ants] = await other.teams(other.ai, 'Ants');
    await one.number(one.ai);
    expect((await api.patch(other.path(ants!), { table: '1' })).status).toBe(200);
    await api.patch(`${one.path(bees!)}/track`, { targetTrackId: one.web.id });
    expect(await one.number(one.web)).toMatchObject({ numbered: 0, kept: 1 });
  });

  it('is taken by one of those who take it at the same time', async () => {
    const { ai, teams, path } = await fresh();
    const all = await teams(ai, ...Array.from({ length: 6 }, (_, n) => `Team ${n}`));
    const answers = await Promise.all(all.map((team) => api.patch(path(team), { table: '1' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  });
});

describe('The assignments of a judge', () => {
  it('are in the order of the tables, those without one last', async () => {
    const { ai, teams, path } = await fresh();
    const jury = new Jury(world, ai);
    const judge = await jury.judge();
    const [none, tenth, second] = await teams(ai, 'None', 'Tenth', 'Second');
    for (const team of [none, tenth, second]) await jury.assignment(judge, team!);
    await api.patch(path(tenth!), { table: 'A10' });
    await api.patch(path(second!), { table: 'a2' });
    const me = await jury.signedIn(judge);
    const list = async (query = '') => (await me.get(`/events/${ai.id}/assignments${query}`)).body.data.assignments;
    const [first, ...others] = await list();
    expect([first, ...others].map(({ table }: any) => table)).toEqual(['a2', 'A10', null]);
    expect((await me.get(`/assignments/${first.id}`)).body.data.assignment.table).toBe('a2');
    expect(await list('?limit=1')).toEqual([first]);
  });
});
