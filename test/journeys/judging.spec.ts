/** A track from the first criterion to the letter, over HTTP alone: planned, judged by people who differ, and published fairly. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client, Person } from '../support/client.ts';
import type { Track } from '../support/fixtures.ts';
import { accessTokenOf, bearer } from '../support/sign-in.ts';
import { openWorld, type World } from '../support/world.ts';

/** The true value of each team, and the bias of each judge, both on the scale of 0 to 10 by halves. */
const worth = { Ants: 6.5, Bees: 6, Cats: 5.5, Dogs: 5, Emus: 4.5, Foxes: 4, Geese: 3.5, Hens: 3 };
const lenience = { Strict: -2.5, Stern: -1, Usual: 0, Kind: 1, Mild: 2.5 };
type TeamName = keyof typeof worth;
type JudgeName = keyof typeof lenience;
const teamNames = Object.keys(worth) as TeamName[];

interface Judge {
  readonly person: Person;
  readonly me: Client;
}

let world: World;
let api: Client;
let track: Track;
let criterion: string;
let path: string;
const judges = new Map<JudgeName, Judge>();
const captains = new Map<TeamName, Person>();
const teams = new Map<TeamName, string>();
const nameOf = (id: string) => [...teams].find(([, team]) => team === id)?.[0] as TeamName;

beforeAll(async () => {
  world = await openWorld();
  const acme = await world.organization();
  track = await world.track(await world.superEvent(acme));
  path = `/events/${track.id}`;
  api = world.as(await world.member(acme, 'OWNER'), acme);
  for (const name of Object.keys(lenience) as JudgeName[]) {
    const person = await world.person({ name });
    await world.role(person, track, 'JUDGE');
    judges.set(name, { person, me: bearer(world, await accessTokenOf(world, person)) });
  }
  for (const name of teamNames) {
    const captain = await world.person();
    await world.registered(captain, track);
    captains.set(name, captain);
    teams.set(name, (await world.team(track, [captain], { name })).id);
  }
});
afterAll(() => world.close());

const plan = async (body: object) => (await api.post(`${path}/assignments/plan`, body)).body.data;
const assignmentsOf = async (client: Client) =>
  (await client.get(`${path}/assignments`)).body.data.assignments as any[];

/** The judge gives every team of theirs what it is worth to them, and hands it in. */
async function judgeAll(name: JudgeName): Promise<void> {
  const { me } = judges.get(name)!;
  for (const { id, team_id } of await assignmentsOf(me)) {
    const value = worth[nameOf(team_id)] + lenience[name];
    expect((await me.post(`/assignments/${id}/scores`, { criterion_id: criterion, value })).status).toBe(200);
    expect((await me.post(`/assignments/${id}/submit`)).status).toBe(200);
  }
}

describe('A track that is judged', () => {
  it('has something to be judged by', async () => {
    const answer = await api.post(`${path}/criteria`, { name: 'Idea', weight: 1, order_index: 0 });
    expect(answer.status).toBe(201);
    criterion = answer.body.data.criterion.id;
  });

  it('is planned: first looked at, then written', async () => {
    const wish = { reviews_per_team: 3 };
    const shown = await plan({ ...wish, dry_run: true });
    expect(shown).toMatchObject({ created: 24, connected: true, skipped: [] });
    expect(await assignmentsOf(api)).toEqual([]);
    expect(await plan(wish)).toEqual(shown);
    const loads = shown.loads.map(({ count }: any) => count);
    expect([Math.min(...loads), Math.max(...loads)]).toEqual([4, 5]);
  });

  it('lets a judge decline, and gives their team to another', async () => {
    const { person, me } = judges.get('Usual')!;
    const [first] = await assignmentsOf(me);
    await me.post(`/assignments/${first.id}/decline`, { reason: 'I advised them' });
    expect((await api.get(`${path}/assignments/declined`)).body.data.declined).toMatchObject([
      { judge_user_id: person.id, team_id: first.team_id, reason: 'I advised them' },
    ]);
    expect(await plan({ reviews_per_team: 3 })).toMatchObject({
      created: 1,
      connected: true,
      skipped: [{ judge_user_id: person.id, team_id: first.team_id, reason: 'DECLARED' }],
    });
  });

  it('is judged by people who differ, which the plain ranking shows and the fair one does not', async () => {
    for (const name of judges.keys()) await judgeAll(name);
    const { results } = (await api.post(`${path}/calculate-results`)).body.data;
    expect(results.map(({ team_name }: any) => team_name)).not.toEqual(teamNames);
    const { data } = (await api.get(`${path}/results/fair`)).body;
    expect(data.teams.map(({ team_name }: any) => team_name)).toEqual(teamNames);
    const effects = data.judges.toSorted((a: any, b: any) => a.effect - b.effect).map(({ name }: any) => name);
    expect(effects).toEqual(Object.keys(lenience));
  });

  it('is published fairly: teams are told what organizers see', async () => {
    expect((await api.post(`${path}/results/publish`, { ranking: 'fair' })).status).toBe(200);
    for (const [place, name] of teamNames.entries()) {
      const captain = captains.get(name)!;
      const own = world.as(captain, { id: track.organization_id });
      const { data } = (await own.get(`/teams/${teams.get(name)}/results`)).body;
      expect(data).toMatchObject({ rank: place + 1, ranking: 'fair' });
      expect(data.explanation).toHaveLength(3);
      for (const judge of judges.keys()) expect(JSON.stringify(data)).not.toContain(judge);
      expect((await world.nextMailTo(captain.email)).text).toContain(`${name} has rank ${place + 1} of 8`);
    }
  });

  it('can be taken along as a table', async () => {
    const { text } = await api.get(`${path}/results/csv?ranking=fair`);
    const [header = '', ...lines] = text.trim().split('\r\n');
    const place = header.split(',').indexOf('Fair Rank');
    const ranks = lines.map((line) => line.split(',')).map((cells) => [cells[1], Number(cells[place])]);
    expect(ranks.toSorted(([, a], [, b]) => Number(a) - Number(b)).map(([name]) => name)).toEqual(teamNames);
  });
});
