/** The example of docs/judging.md, carried out as the page tells organizers and judges to. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { judgingPicture } from '../../bench/judging-picture.ts';
import type { Client, Person } from '../support/client.ts';
import type { Track } from '../support/fixtures.ts';
import { openWorld, type World } from '../support/world.ts';
import { Jury } from '../support/judging/jury.ts';

const page = readFileSync('docs/judging.md', 'utf8');

/** The rows of the table whose first columns are these, each cell by the name of its column. */
function tableOf(...columns: string[]): Record<string, string>[] {
  const lines = page.split('\n').map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
  const top = lines.findIndex((cells) => columns.every((column, place) => cells[place] === column));
  const [header = [], , ...rest] = lines.slice(top);
  const end = rest.findIndex((cells) => cells.length === 0);
  return rest.slice(0, end).map((cells) => Object.fromEntries(header.map((name, n) => [name, cells[n] ?? ''])));
}
const criteria = tableOf('Criterion', 'Weight');
const marks = tableOf('Team', 'Judge');
const ranking = tableOf('Rank', 'Team');
const named = (rows: readonly Record<string, string>[], column: string) => [
  ...new Set(rows.map((row) => row[column] ?? '')),
];

let world: World;
let api: Client;
let track: Track;
let jury: Jury;
beforeAll(async () => {
  world = await openWorld();
  const acme = await world.organization();
  track = await world.track(await world.superEvent(acme));
  api = world.as(await world.member(acme, 'OWNER'), acme);
  jury = new Jury(world, track);
});
afterAll(() => world.close());

async function made<T>(names: readonly string[], make: (name: string, place: number) => Promise<T>) {
  const all = new Map<string, T>();
  for (const [place, name] of names.entries()) all.set(name, await make(name, place));
  return (name = '') => all.get(name) as T;
}

it('The example of the page comes out as the page says', async () => {
  expect([criteria.length, marks.length, ranking.length]).toEqual([3, 6, 3]);
  const criterionOf = await made(named(criteria, 'Criterion'), async (name, order_index) => {
    const weight = Number(criteria[order_index]?.Weight);
    return (await api.post(`/events/${track.id}/criteria`, { name, weight, order_index })).body.data.criterion.id;
  });
  const teamOf = await made(named(marks, 'Team'), async (name) => world.team(track, [await world.person()], { name }));
  const judgeOf = await made<Person>(named(marks, 'Judge'), (name) => jury.judge({ name }));
  for (const row of marks) {
    const judge = judgeOf(row.Judge);
    const body = { judge_user_id: judge.id, team_id: teamOf(row.Team).id };
    const { id } = (await api.post(`/events/${track.id}/assignments`, body)).body.data.assignment;
    const scores = named(criteria, 'Criterion').map((name) => ({
      criterion_id: criterionOf(name),
      value: Number(row[name]),
    }));
    const client = await jury.signedIn(judge);
    expect((await client.post(`/assignments/${id}/scores`, { scores })).status).toBe(200);
    expect((await client.post(`/assignments/${id}/submit`)).status).toBe(200);
  }
  const { results } = (await api.post(`/events/${track.id}/calculate-results`)).body.data;
  const found = results.map((result: any) => [result.rank, result.team_name, result.overall_score]);
  expect(found).toEqual(ranking.map((row) => [Number(row.Rank), row.Team, Number(row['Overall score'])]));
});

it("Its judges' marks are what the weights make of their scores", () => {
  const total = criteria.reduce((sum, { Weight }) => sum + Number(Weight), 0);
  for (const row of marks) {
    const sum = criteria.reduce((so, { Criterion = '', Weight }) => so + Number(Weight) * Number(row[Criterion]), 0);
    expect(sum / total).toBeCloseTo(Number(row.Mark), 10);
  }
});

it('Its picture is the one that its script draws', () => {
  expect(readFileSync('docs/judging.svg', 'utf8')).toBe(judgingPicture());
});
