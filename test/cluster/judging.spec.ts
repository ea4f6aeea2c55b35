import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { Jury, type Criterion } from '../support/judging/jury.ts';
import type { Answer, Client, Person } from '../support/client.ts';
import { Cluster, type Process } from '../support/cluster.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import { openStage, type Stage } from '../support/stage.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

const teamCount = 6;
const judgeCount = 8;

let stage: Stage;
let cluster: Cluster;
let gateway: Process;
let judging: Process[];
beforeAll(async () => {
  if (!hasNatsServer) return;
  stage = await openStage();
  cluster = await Cluster.open(stage.databaseUrl);
  const started = await Promise.all([
    cluster.start('gateway'),
    cluster.start('judging'),
    cluster.start('judging'),
    cluster.start('identity'),
  ]);
  gateway = started[0];
  judging = started.slice(1, 3);
});
afterAll(async () => {
  await cluster?.close();
  await stage?.close();
});

interface Seat {
  readonly client: Client;
  readonly assignments: readonly string[];
}

overNats('The last hour of judging', () => {
  const done: Answer[] = [];
  let organizer: Client;
  let criteria: Criterion[];
  let path: string;

  async function arrange(): Promise<Seat[]> {
    const acme = await stage.organization();
    const track = await stage.track(await stage.superEvent(acme));
    const jury = new Jury(Object.assign(stage, { url: `http://127.0.0.1:${gateway.port}` }), track);
    organizer = stage.at(gateway.port, await stage.member(acme, 'OWNER'), acme);
    path = `/events/${track.id}`;
    criteria = [await jury.criterion('0.5'), await jury.criterion('0.3'), await jury.criterion('0.2')];
    const teams = [];
    for (let n = 1; n <= teamCount; n++) {
      teams.push(await stage.team(track, [await stage.person()], { name: `Team ${n}` }));
    }
    const seats = [];
    for (let n = 0; n < judgeCount; n++) seats.push(await seatFor(await jury.judge(), jury, teams));
    return seats;
  }

  async function seatFor(
    judge: Person,
    jury: Jury<Stage & { url: string }>,
    teams: readonly { id: string }[],
  ): Promise<Seat> {
    const made = [];
    for (const team of teams) {
      const { status, body } = await organizer.post(`${path}/assignments`, {
        judge_user_id: judge.id,
        team_id: team.id,
      });
      expect(status).toBe(201);
      made.push(body.data.assignment.id as string);
    }
    return { client: await jury.signedIn(judge), assignments: made };
  }

  /** The nth judge gives the mth team the same for everything, so that its score is easily told. */
  async function judgeAll({ client, assignments }: Seat, judge: number): Promise<void> {
    for (const [team, id] of assignments.entries()) {
      const value = (judge + team) % 10;
      for (const { id: criterion_id } of criteria) {
        done.push(await client.post(`/assignments/${id}/scores`, { criterion_id, value, feedback: `From ${judge}` }));
      }
      done.push(await client.post(`/assignments/${id}/submit`));
    }
  }

  it('loses nothing and refuses nobody when a process is killed and another replaced', async () => {
    const seats = await arrange();
    const all = Promise.all(seats.map(judgeAll));
    const expected = judgeCount * teamCount * (criteria.length + 1);
    const reached = async (part: number) => {
      while (done.length < expected * part) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    await reached(0.25);
    judging[0]?.signal('SIGKILL');
    const third = cluster.start('judging');
    await reached(0.6);
    await third;
    judging[1]?.signal('SIGTERM');
    await all;

    expect(done).toHaveLength(expected);
    expect(done.filter(({ status }) => status !== 200).map(({ text }) => text)).toEqual([]);
    const { overview } = (await organizer.get(`${path}/judge-progress`)).body.data;
    expect(overview).toMatchObject({ submitted_assignments: judgeCount * teamCount, overall_progress: 1 });

    const { results } = (await organizer.post(`${path}/calculate-results`)).body.data;
    const scores = Array.from({ length: teamCount }, (_, team) => {
      const values = Array.from({ length: judgeCount }, (__, judge) => (judge + team) % 10);
      return [`Team ${team + 1}`, values.reduce((sum, value) => sum + value) / judgeCount];
    });
    expect(Object.fromEntries(results.map((one: any) => [one.team_name, one.overall_score]))).toEqual(
      Object.fromEntries(scores),
    );
    const [, ...lines] = parse((await organizer.get(`${path}/scores/csv`)).text);
    expect(lines).toHaveLength(judgeCount * teamCount);
  });
});
