/** Any event at all, ranked by the service and by an independent calculation with exact fractions. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sql } from 'kysely';
import { openWorld } from '../../support/world.ts';
import { hostContests, type Contest, type Host } from '../../support/judging/contest.ts';
import { by, mean, parse, sum, tenThousandths, times, zero } from '../../support/judging/fractions.ts';

let host: Host;
let judges: string[];
beforeAll(async () => {
  host = await hostContests(await openWorld());
  const people = await host.world.rows<{ id: string }>`
    insert into identity.person (name, email)
    select 'Judge ' || n, 'judge-' || n || '@example.org' from generate_series(1, 7) n returning id`;
  judges = people.map(({ id }) => id);
});
afterAll(() => host.world.close());

interface Event {
  readonly weights: readonly string[];
  readonly teams: readonly { readonly name: string; readonly isDeleted: boolean }[];
  readonly assignments: readonly Assignment[];
}
interface Assignment {
  readonly judge: number;
  readonly team: number;
  readonly isSubmitted: boolean;
  /** By criterion; null where the judge gave none, as for a criterion that was added later. */
  readonly values: readonly (string | null)[];
}

/** A count of the smallest unit that so many digits after the point can tell. */
const decimal = (count: number, digits: number) => {
  const text = String(Math.abs(count)).padStart(digits + 1, '0');
  const number = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return count < 0 ? `-${number}` : number;
};

/** Up to five weights that are at most 1 together; small ones and none at all are likely. */
const weights = fc
  .array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 20_000 })), {
    minLength: 1,
    maxLength: 5,
  })
  .chain((parts) =>
    fc.constantFrom(
      parts,
      parts,
      parts.map(() => 0),
    ),
  )
  .map((parts) => parts.map((part) => decimal(part, 5)));

/** A scale from a minimum by steps, and what judges choose from it: all of it, or so little that teams tie. */
const scale = fc.record({
  min: fc.integer({ min: -50, max: 50 }),
  step: fc.constantFrom(1, 5, 25, 100, 12_345),
  digits: fc.constantFrom(0, 1, 2, 5),
  steps: fc.constantFrom(1, 1, 2, 10, 1_000),
});

const event: fc.Arbitrary<Event> = fc
  .tuple(weights, scale, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 7 }))
  .chain(([its, { min, step, digits, steps }, teamCount, judgeCount]) => {
    const value = fc.nat(steps).map((count) => decimal(min + count * step, digits));
    const values = fc.tuple(...its.map(() => fc.option(value, { freq: 12 })));
    const team = fc.record({ name: fc.constantFrom('Ants', 'Bees', 'Cats'), isDeleted: fc.nat(9).map((n) => n === 0) });
    const isSubmitted = fc.nat(5).map((n) => n > 0);
    const pairs = Array.from({ length: teamCount * judgeCount }, (_, n) => ({
      team: n % teamCount,
      judge: Math.floor(n / teamCount),
    }));
    return fc.record({
      weights: fc.constant(its),
      teams: fc.array(team, { minLength: teamCount, maxLength: teamCount }),
      assignments: fc
        .tuple(...pairs.map((pair) => fc.record({ isSubmitted, values }).map((rest) => ({ ...pair, ...rest }))))
        .chain((all) => fc.subarray(all, { minLength: Math.floor((2 * all.length) / 3) })),
    });
  });

/** Puts the rows into a table and answers their ids, in their order. */
async function insert(table: string, rows: readonly Record<string, unknown>[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const named = rows.map((row) => ({ id: crypto.randomUUID(), ...row }));
  const columns = sql.join(Object.keys(named[0] ?? {}).map((column) => sql.ref(column)));
  await host.world.rows`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(named)}::jsonb)`;
  return named.map(({ id }) => id);
}

/** The event on a track of its own; answers the ids of its teams. */
async function arrange({ track }: Contest, { weights: its, teams, assignments }: Event): Promise<string[]> {
  const { organization_id, super_event_id, id: event_id } = track;
  const place = { organization_id, super_event_id, event_id };
  const criteria = await insert(
    'judging.criterion',
    its.map((weight, order_index) => ({ ...place, name: `Criterion ${order_index}`, weight, order_index, ...made })),
  );
  const teamIds = await insert(
    'teams.team',
    teams.map(({ name, isDeleted }) => ({
      ...place,
      name,
      is_open: true,
      deleted_at: isDeleted ? made.created_at : null,
      updated_at: made.created_at,
      ...made,
    })),
  );
  await insert(
    'teams.member',
    teamIds.map((team_id) => ({
      ...{ team_id, super_event_id, event_id, user_id: crypto.randomUUID() },
      ...{ role: 'LEADER', joined_at: made.created_at },
    })),
  );
  const assignmentIds = await insert(
    'judging.assignment',
    assignments.map(({ judge, team, isSubmitted }) => ({
      ...place,
      team_id: teamIds[team],
      judge_user_id: judges[judge],
      submitted_at: isSubmitted ? made.created_at : null,
      ...made,
    })),
  );
  const scores = assignments.flatMap(({ values }, n) =>
    values.flatMap((value, criterion) =>
      value === null ? [] : [{ assignment_id: assignmentIds[n], criterion_id: criteria[criterion], value }],
    ),
  );
  await insert(
    'judging.score',
    scores.map((score) => ({ ...score, updated_at: made.created_at, ...made })),
  );
  return teamIds;
}
const made = { created_at: '2027-03-06T10:00:00Z' };

/** The weighted mean of a judge's scores for a team; undefined where there are none. */
function markOf(its: readonly string[], values: Assignment['values']) {
  const given = values.flatMap((value, n) =>
    value === null ? [] : [{ value: parse(value), weight: parse(its[n] ?? '0') }],
  );
  if (given.length === 0) return undefined;
  const total = sum(given.map(({ weight }) => weight));
  if (total.over === zero.over) return mean(given.map(({ value }) => value));
  return by(sum(given.map(({ value, weight }) => times(value, weight))), total);
}

function expected({ weights: its, teams, assignments }: Event, ids: readonly string[]) {
  const scored = teams.flatMap(({ name, isDeleted }, n) => {
    const judged = assignments.filter(({ team, isSubmitted }) => team === n && isSubmitted);
    const marks = judged.map(({ values }) => markOf(its, values)).filter((mark) => mark !== undefined);
    return isDeleted || marks.length === 0 ? [] : [{ id: ids[n] ?? '', name, score: tenThousandths(mean(marks)) }];
  });
  const rankOf = (score: bigint) => 1 + scored.filter((other) => other.score > score).length;
  return scored
    .map(({ id, name, score }) => ({
      team_id: id,
      team_name: name,
      overall_score: Number(score) / 10_000,
      rank: rankOf(score),
    }))
    .sort((a, b) => a.rank - b.rank || compare(a.team_name, b.team_name) || compare(a.team_id, b.team_id));
}
const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

it('Every event is ranked as exact fractions rank it, and a second run changes nothing', async () => {
  const shapes = { ties: 0, weightless: 0 };
  const property = fc.asyncProperty(event, async (given) => {
    const contest = await host.contest([]);
    const ids = await arrange(contest, given);
    const first = await contest.calculate();
    const ranked = expected(given, ids);
    expect(first.body.data.results).toMatchObject(ranked);
    expect(first.body.data.count).toBe(ranked.length);
    expect((await contest.calculate()).text).toBe(first.text);
    shapes.ties += Number(new Set(ranked.map(({ rank }) => rank)).size < ranked.length);
    shapes.weightless += Number(given.weights.every((weight) => Number(weight) === 0));
  });
  await fc.assert(property, { numRuns: 200 });
  for (const count of Object.values(shapes)) expect(count).toBeGreaterThan(10);
});
