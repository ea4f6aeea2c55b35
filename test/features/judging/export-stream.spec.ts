import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { eventually } from '../../support/wire.ts';
import { openWorld, type World } from '../../support/world.ts';
import { hostContests, type Contest, type Host } from '../../support/judging/contest.ts';

/** With a comment of 20,000 characters each: far more than sockets hold for somebody who does not read. */
const lines = 2_000;

let world: World;
let host: Host;
let contest: Contest;
let key: string;
beforeAll(async () => {
  world = await openWorld();
  host = await hostContests(world);
  contest = await host.contest();
  key = await world.keyOf(await world.member(host.acme, 'ADMIN'), host.acme);
  const { id, organization_id, super_event_id } = contest.track;
  await world.rows`
    with team as (
      insert into teams.team (organization_id, super_event_id, event_id, name)
      select ${organization_id}, ${super_event_id}, ${id}, 'Team ' || n from generate_series(1, ${lines}::int) n returning id
    ), assignment as (
      insert into judging.assignment (organization_id, super_event_id, event_id, team_id, judge_user_id)
      select ${organization_id}, ${super_event_id}, ${id}, team.id, ${(await contest.judge()).id} from team returning id
    )
    insert into judging.score (assignment_id, criterion_id, value, comment)
    select assignment.id, ${contest.criteria[0]?.id}, 1, repeat('x', 20000) from assignment`;
});
afterAll(() => world.close());
afterEach(async () => {
  await eventually(openTransactions, (open) => open === 0);
});

const scores = () => `/events/${contest.track.id}/scores/csv`;

/** The answer as far as its first bytes; nobody reads on before somebody asks for more. */
async function begin(): Promise<IncomingMessage> {
  const asked = request(world.url + scores(), { headers: { 'X-Api-Key': key }, agent: false });
  asked.on('error', () => undefined).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined);
  if (answer.statusCode === 200) await once(answer, 'readable');
  return answer;
}

async function readOn(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8') as AsyncIterable<string>) text += chunk;
  return text;
}

async function openTransactions(): Promise<number> {
  const [row] = await world.rows<{ count: number }>`
    select count(*)::int from pg_stat_activity
     where datname = current_database() and application_name = 'muster judging' and xact_start is not null`;
  return row?.count ?? 0;
}

describe('An export that somebody reads slowly', () => {
  it('begins before its last row is read, and tells one state of the track to its end', async () => {
    const answer = await begin();
    expect(await openTransactions()).toBe(1);
    await world.rows`update judging.score set comment = 'too late'`;
    await world.rows`update teams.team set name = 'Renamed' where event_id = ${contest.track.id}`;
    const [, ...rows] = parse(await readOn(answer));
    expect(rows).toHaveLength(lines);
    expect(rows.every(([name, , , , , comment]) => name?.startsWith('Team ') && comment === 'x'.repeat(20_000))).toBe(
      true,
    );
    await world.rows`update judging.score set comment = repeat('x', 20000)`;
  });

  it('is over as soon as they go away', async () => {
    const answer = await begin();
    expect(await openTransactions()).toBe(1);
    answer.destroy();
    await eventually(openTransactions, (open) => open === 0);
  });

  it('leaves the database to others: a fourth at the same time is asked to come again', async () => {
    const three = await Promise.all([begin(), begin(), begin()]);
    expect(await contest.api.get(scores(), { once: true })).toBeRefused(503, 'OVERLOADED');
    expect((await contest.list()).status).toBe(200);
    for (const each of three) each.destroy();
    await eventually(openTransactions, (open) => open === 0);
    expect((await contest.api.get(scores())).status).toBe(200);
  });

  it('is cut off where the database goes away, and costs no connection', async () => {
    for (let time = 1; time <= 6; time++) {
      const answer = await begin();
      await world.rows`
        select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'muster judging' and xact_start is not null`;
      await expect(readOn(answer)).rejects.toThrow('aborted');
    }
    expect((await contest.api.get(scores())).status).toBe(200);
  });
});
