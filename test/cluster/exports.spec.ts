import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { growth, isTold } from '../../bench/process.ts';
import { Cluster, type Process } from '../support/cluster.ts';
import { hasNatsServer, noticeMissingBus } from '../support/nats.ts';
import type { Track } from '../support/fixtures.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { begin } from '../support/transaction.ts';

if (!hasNatsServer) noticeMissingBus();
const overNats = hasNatsServer ? describe : describe.skip;

const lines = 50_000;
/** Memory that V8 has not collected yet does not count as an export's. */
const tidy = { NODE_OPTIONS: '--max-semi-space-size=8' };

overNats('An export over NATS', () => {
  let stage: Stage;
  let cluster: Cluster;
  let gateway: Process;
  let judging: Process;
  let url: string;
  let headers: Record<string, string>;
  beforeAll(async () => {
    stage = await openStage();
    cluster = await Cluster.open(stage.databaseUrl);
    [gateway, judging] = await Promise.all([
      cluster.start('gateway', tidy),
      cluster.start('judging', tidy),
      cluster.start('identity,organizations,events,teams'),
    ]);
    const acme = await stage.organization();
    const track = await stage.track(await stage.superEvent(acme));
    headers = { 'X-Api-Key': await stage.keyOf(await stage.member(acme, 'ADMIN'), acme) };
    url = `http://127.0.0.1:${gateway.port}/events/${track.id}`;
    await fill(track);
  });
  afterAll(async () => {
    await cluster.close();
    await stage.close();
  });

  /** Every team is ranked, and has three scores and comments of one judge. */
  async function fill({ id, organization_id, super_event_id }: Track): Promise<void> {
    const judge = await stage.person();
    await stage.rows`insert into judging.ranking (event_id, calculated_at) values (${id}, now())`;
    await stage.rows`
      with criterion as (
        insert into judging.criterion (organization_id, super_event_id, event_id, name, weight, order_index)
        select ${organization_id}, ${super_event_id}, ${id}, 'Criterion ' || n, 0.1, n from generate_series(1, 3) n
        returning id
      ), team as (
        insert into teams.team (organization_id, super_event_id, event_id, name, member_count)
        select ${organization_id}, ${super_event_id}, ${id}, 'Team number ' || n, 1 from generate_series(1, ${lines}::int) n
        returning id
      ), result as (
        insert into judging.result (event_id, team_id, overall_score, rank, assignment_ids, created_at, updated_at)
        select ${id}, id, 7.25, row_number() over (), '{}', now(), now() from team
      ), assignment as (
        insert into judging.assignment (organization_id, super_event_id, event_id, team_id, judge_user_id)
        select ${organization_id}, ${super_event_id}, ${id}, id, ${judge.id} from team returning id
      )
      insert into judging.score (assignment_id, criterion_id, value, comment)
      select a.id, c.id, 7.25, 'Good work, but the demo broke off' from assignment a cross join criterion c`;
  }

  it.each([
    ['results', 1],
    ['scores', 0],
  ])('of 50,000 lines of %s arrives whole and does not fill the memory', async (what, column) => {
    let body = '';
    const grown = await growth([gateway, judging], async () => {
      const answer = await fetch(`${url}/${what}/csv`, { headers });
      expect(answer.status).toBe(200);
      body = await answer.text();
    });
    const [, ...rows] = parse(body);
    expect(new Set(rows.map((row) => row[column])).size).toBe(lines);
    if (isTold) for (const each of grown) expect(each).toBeLessThan(50);
  });

  it('begins before any line is read, and is cut off where the process that reads it is killed', async () => {
    await using _held = await begin(stage.databaseUrl, 'lock table judging.score in access exclusive mode');
    const answer = await fetch(`${url}/scores/csv`, { headers });
    const chunks = answer.body as unknown as AsyncIterable<Uint8Array>;
    let come = '';
    const reading = (async () => {
      for await (const chunk of chunks) {
        come += Buffer.from(chunk).toString();
        judging.signal('SIGKILL');
      }
    })();
    await expect(reading).rejects.toThrow('terminated');
    expect(come).toMatch(/^Team Name,.*\r\n$/);
  });
});
