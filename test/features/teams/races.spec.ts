import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Client, Person } from '../../support/client.ts';
import { openHackathon, type Hackathon } from '../../support/teams/hackathon.ts';
import { brokenRules } from '../../support/teams/invariants.ts';

let here: Hackathon;
let clients: Client[];
beforeAll(async () => {
  here = await openHackathon();
  const { world, acme } = here;
  clients = [];
  for (let count = 0; count < 16; count++) clients.push(world.as(await world.member(acme, 'ADMIN'), acme));
  await Promise.all(clients.map((client) => client.get(`${here.managed}/counts`)));
});
afterAll(() => here.world.close());

const countOf = (answers: readonly Answer[], status: number) => answers.filter((each) => each.status === status).length;
const by = (index: number) => clients[index % clients.length] as Client;
const expectWhole = async () => expect(await brokenRules(here.world, here.hack.id)).toEqual([]);

describe('64 people who join a team of four at the same time', () => {
  it('are four members and sixty who find it full', async () => {
    const people = await here.builders(64);
    const team = await here.world.team(here.ai, []);
    const answers = await Promise.all(
      people.map(({ id }, index) => by(index).post(`${here.managed}/teams/${team.id}/members`, { userId: id })),
    );
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    expect([countOf(answers, 200), countOf(answers, 409)]).toEqual([4, 60]);
    expect(answers.filter(({ body }) => body.code === 'TEAM_FULL')).toHaveLength(60);
    expect((await here.membersOf(team)).map(({ role }) => role).sort()).toEqual([
      'LEADER',
      'MEMBER',
      'MEMBER',
      'MEMBER',
    ]);
    await expectWhole();
  });
});

describe('One person who is put into eight teams at the same time', () => {
  it('is in one', async () => {
    const { world, ai, web, managed } = here;
    const ada = await here.builder();
    const teams = await Promise.all(Array.from({ length: 8 }, (_, n) => world.team(n % 2 ? ai : web, [])));
    const answers = await Promise.all([
      ...teams.map(({ id }, n) => by(n).post(`${managed}/teams/${id}/members`, { userId: ada.id })),
      ...teams.map((_, n) =>
        by(n + 8).post(`${managed}/teams`, { name: `New ${n}`, trackId: ai.id, leaderUserId: ada.id }),
      ),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.every(({ status }) => status < 300 || status === 409)).toBe(true);
    await expectWhole();
  });
});

describe('Sixteen clients who move, remove, add and transfer around the same people', () => {
  it('break no rule and meet no fault', async () => {
    const { world, ai, web, managed } = here;
    const people = await here.builders(10);
    const teams = [
      await world.team(ai, people.slice(0, 4)),
      await world.team(ai, people.slice(4, 7)),
      await world.team(web, []),
    ];
    let seed = 7;
    const any = <T>(list: readonly T[]): T => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return list[Math.floor((seed / 2_147_483_648) * list.length)] as T;
    };
    const tracks = [ai, web];
    const deeds: ((client: Client, person: Person, team: { id: string }) => Promise<Answer>)[] = [
      (client, { id }, team) => client.post(`${managed}/teams/${team.id}/members/${id}/remove`),
      (client, { id }, team) => client.post(`${managed}/teams/${team.id}/members`, { userId: id }),
      (client, { id }, team) => client.post(`${managed}/teams/${team.id}/transfer-leadership`, { newLeaderUserId: id }),
      (client, { id }) => client.patch(`${managed}/builders/${id}/track`, { targetTrackId: any(tracks).id }),
      (client, { id }, team) =>
        client.patch(`${managed}/builders/${id}/track`, { targetTrackId: any(tracks).id, targetTeamId: team.id }),
      (client, _, team) => client.patch(`${managed}/teams/${team.id}/track`, { targetTrackId: any(tracks).id }),
    ];
    const answers: Answer[] = [];
    await Promise.all(
      clients.map(async (client) => {
        for (let turn = 0; turn < 15; turn++) answers.push(await any(deeds)(client, any(people), any(teams)));
      }),
    );
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    expect(countOf(answers, 200)).toBeGreaterThan(0);
    await expectWhole();
  });

  it('nor do those whose registrations end meanwhile', async () => {
    const { world, ai, web, managed, acme } = here;
    const people = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const person = await world.person();
        return { person, place: await world.registered(person, ai), own: world.as(person, acme) };
      }),
    );
    const teams = [
      await world.team(
        ai,
        people.slice(0, 3).map(({ person }) => person),
      ),
      await world.team(ai, []),
    ];
    const answers: Answer[] = [];
    await Promise.all(
      people.flatMap(({ person, place, own }, n) => [
        (async () => {
          for (let turn = 0; turn < 4; turn++) {
            answers.push(await own.post(`/registrations/${place.id}/cancel`));
            answers.push(await by(n).patch(`/registrations/${place.id}/status`, { status: 'accepted' }));
            answers.push(
              await by(n).patch(`/super-event-registrations/${place.parent.id}/status`, { status: 'waitlisted' }),
            );
            answers.push(await by(n).patch(`/registrations/${place.id}/status`, { status: 'accepted' }));
          }
        })(),
        (async () => {
          for (let turn = 0; turn < 8; turn++) {
            const team = teams[(turn + n) % 2] as { id: string };
            const track = turn % 2 ? ai : web;
            answers.push(await by(n + 6).post(`${managed}/teams/${team.id}/members`, { userId: person.id }));
            answers.push(await by(n + 6).patch(`${managed}/builders/${person.id}/track`, { targetTrackId: track.id }));
            if (n === 0)
              answers.push(await by(15).patch(`${managed}/teams/${team.id}/track`, { targetTrackId: track.id }));
          }
        })(),
      ]),
    );
    expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
    await expectWhole();
  });
});
