/**
 * The ranking while judges hand in. One writer makes a chain of committed states, and every state has a ranking of
 * its own: so a ranking says which state it was made of, if it was made of one.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openWorld } from '../../support/world.ts';
import { hostContests, type Contest, type Host } from '../../support/judging/contest.ts';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const states = 120;
const teamCount = 10;

let host: Host;
let contest: Contest;
let teams: { id: string }[];
let judges: { id: string }[];
beforeAll(async () => {
  host = await hostContests(await openWorld());
  contest = await host.contest([0.25, 0.75]);
  teams = [];
  for (let number = 0; number < teamCount; number++) teams.push(await contest.team(`Team ${number}`));
  judges = await host.world.rows<{ id: string }>`
    insert into identity.person (name, email)
    select 'Judge ' || n, 'judge-' || n || '@example.org' from generate_series(1, ${states}::int) n returning id`;
});
afterAll(() => host.world.close());

/**
 * In one transaction judge number `n` hands in `n` for the first criterion and `-n` for the second, to every team, and the two
 * criteria trade their weights.
 */
async function handIn(n: number): Promise<void> {
  const { id, organization_id, super_event_id } = contest.track;
  const [first, second] = contest.criteria.map((criterion) => criterion.id);
  await host.world.rows`
    with assigned as (
      insert into judging.assignment (organization_id, super_event_id, event_id, team_id, judge_user_id, submitted_at)
      select ${organization_id}::uuid, ${super_event_id}::uuid, ${id}::uuid, team, ${judges[n - 1]?.id}::uuid, now()
        from unnest(${teams.map((team) => team.id)}::uuid[]) team
      returning id
    ), weighed as (
      update judging.criterion set weight = 1 - weight where event_id = ${id}
    )
    insert into judging.score (assignment_id, criterion_id, value)
    select a.id, v.criterion, v.value
      from assigned a, (values (${first}::uuid, ${n}::numeric), (${second}::uuid, -${n}::numeric)) v (criterion, value)`;
}

/** Every team's score after `n` of them: half the mean of 1 to n, with a sign that depends on the weights. */
const scoreAfter = (n: number) => ((n % 2 === 1 ? 1 : -1) * (n + 1)) / 4;

describe('Rankings that are calculated while judges hand in', () => {
  it('are each made of one state, and of none older than what was handed in before they were asked for', async () => {
    let begun = 0;
    let committed = 0;
    const writing = (async () => {
      for (let n = 1; n <= states; n++) {
        begun = n;
        await handIn(n);
        committed = n;
        await pause(15);
      }
    })();

    const seen = new Set<number>();
    const calculate = async () => {
      while (committed < states) {
        const earliest = committed;
        const { status, body } = await contest.calculate();
        const possible = Array.from({ length: begun - earliest + 1 }, (_, further) => earliest + further);
        expect(status).toBe(201);
        const scores = new Set<number>(body.data.results.map((result: any) => result.overall_score));
        const state = possible.find((n) => (n === 0 ? scores.size === 0 : scores.has(scoreAfter(n))));
        expect({ state, scores: [...scores] }).toEqual({
          state: expect.any(Number),
          scores: state === 0 ? [] : [scoreAfter(state ?? 0)],
        });
        expect(new Set(body.data.results.map(({ rank }: any) => rank))).toEqual(new Set(state === 0 ? [] : [1]));
        expect(body.data.count).toBe(state === 0 ? 0 : teamCount);
        seen.add(state ?? 0);
      }
    };
    await Promise.all([writing, calculate(), calculate(), calculate()]);
    expect(seen.size).toBeGreaterThan(10);
    const { results } = (await contest.calculate()).body.data;
    expect(results[0].overall_score).toBe(scoreAfter(states));
  });
});
