import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { apply, plan } from '../../cli/commands/apply.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { openWorld, type World } from '../support/world.ts';
import { acme } from './acme.ts';
import { ask, run, written } from './command.ts';

let stage: Stage | undefined;
let rows: Stage['rows'];
beforeEach(async () => {
  stage = await openStage();
  rows = stage.rows;
  process.env['DATABASE_URL'] = stage.databaseUrl;
  await ask(apply, { file: written(acme()) });
});
afterEach(() => stage?.close());

const impact = (rest: string) => `\n          - { name: Impact, ${rest} }`;
const craft = (rest: string) => `\n          - { name: Craft, ${rest} }`;
const changesOf = async (criteria: string, options = {}) => {
  const file = written(acme({ criteria }));
  const { answer } = await ask(plan, { file, ...options });
  await ask(apply, { file, ...options });
  return answer.actions.map(({ action, what, fields }: any) => [action, what, fields]);
};
const refusal = async (criteria: string) => {
  const { code, stderr } = await run(apply, { file: written(acme({ criteria })) });
  expect(code).toBe(1);
  return stderr;
};
const stored = () => rows<{ name: string; weight: number }>`
  select name, description, weight::float8 as weight, order_index from judging.criterion order by order_index, name`;
/** The total, which is what the criteria weigh. */
const total = async () => {
  const [row] = await rows<{ total: string; sum: string }>`
    select (select total from judging.weight_total) as total, sum(weight) as sum from judging.criterion`;
  expect(row?.total).toBe(row?.sum);
  return Number(row?.total);
};
const byHand = (name: string, weight: number) => rows`
  with counted as (update judging.weight_total set total = total + ${weight})
  insert into judging.criterion (organization_id, super_event_id, event_id, name, weight, order_index)
  select organization_id, super_event_id, id, ${name}, ${weight}, 9 from published.tracks where slug = 'ai'`;
const scored = (name: string) => rows`
  with made as (
    insert into judging.assignment (organization_id, super_event_id, event_id, team_id, judge_user_id)
    select organization_id, super_event_id, event_id, id, gen_random_uuid() from published.teams returning id, event_id
  )
  insert into judging.score (assignment_id, criterion_id, value)
  select made.id, c.id, 7 from made join judging.criterion c on c.event_id = made.event_id and c.name = ${name}`;

describe('Criteria of an event file', () => {
  it('are kept with their weights, and stand where the file names them unless it says where', async () => {
    expect(await stored()).toEqual([
      { name: 'Craft', description: null, weight: 0.3, order_index: 1 },
      { name: 'Impact', description: 'Whom it helps', weight: 0.6, order_index: 5 },
    ]);
    expect(await total()).toBe(0.9);
  });

  it('have weights of ten decimals', async () => {
    expect(await changesOf(impact('weight: 0.30000000000000004') + craft('weight: 0.33333333335'))).toEqual([
      ['change', 'criterion spring-hack/ai/Impact', { weight: [0.6, 0.3] }],
      ['change', 'criterion spring-hack/ai/Craft', { weight: [0.3, 0.333_333_333_4] }],
    ]);
    expect(await total()).toBe(0.633_333_333_4);
    expect(await changesOf(impact('weight: 0.3') + craft('weight: 0.3333333334, order_index: -0'))).toHaveLength(1);
    expect(await changesOf(impact('weight: 0.3') + craft('weight: 0.3333333334, order_index: -0'))).toEqual([]);
  });

  it('may be seven equal ones', async () => {
    const sevenths = Array.from(
      { length: 7 },
      (_, n) => `
          - { name: No ${n}, weight: ${1 / 7} }`,
    ).join('');
    await rows`delete from judging.criterion`;
    await rows`update judging.weight_total set total = 0`;
    expect(await changesOf(sevenths)).toHaveLength(7);
    expect(await total()).toBe(1.000_000_000_3);
  });

  it('change where the file says something else, and stay where it says nothing', async () => {
    await rows`update judging.criterion set description = 'By hand', order_index = 7 where name = 'Craft'`;
    expect(await changesOf(impact('weight: 0.6, description: null, order_index: 0') + craft('weight: 0.3'))).toEqual([
      ['change', 'criterion spring-hack/ai/Impact', { description: ['Whom it helps', null], order_index: [5, 0] }],
    ]);
    expect(await stored()).toEqual([
      { name: 'Impact', description: null, weight: 0.6, order_index: 0 },
      { name: 'Craft', description: 'By hand', weight: 0.3, order_index: 7 },
    ]);
  });

  it('may exchange their weights where there is no room for both', async () => {
    await changesOf(impact('weight: 0.7') + craft('weight: 0.3'));
    await changesOf(impact('weight: 0.3') + craft('weight: 0.7'));
    expect(await total()).toBe(1);
  });

  it('leave audit rows', async () => {
    await changesOf(impact('weight: 0.5'));
    const changes = await rows`
      select action, before, after from judging.audit
       where ids->>'criterion_id' = (select id::text from judging.criterion where name = 'Impact') and before <> '{}'`;
    expect(changes).toEqual([{ action: 'event-file.apply', before: { weight: 0.6 }, after: { weight: 0.5 } }]);
  });

  it('are not touched by an apply that changes nothing', async () => {
    const versions = () => rows`select w.xmin, w.ctid from judging.weight_total w`;
    const before = await versions();
    await ask(apply, { file: written(acme()) });
    expect(await versions()).toEqual(before);
  });
});

describe('Criteria that the file does not name', () => {
  it('stay, and count', async () => {
    await byHand('Pitch', 0.1);
    expect(await changesOf(impact('weight: 0.5') + craft('weight: 0.4'))).toHaveLength(2);
    expect(await total()).toBe(1);
    expect(await refusal(impact('weight: 0.50002') + craft('weight: 0.4'))).toBe(
      'The criteria of spring-hack/ai would weigh 1.00002 together with those that the file does not name: Pitch.\n' +
        'They may weigh 1: give less weight to those in the file, or name the others in it, with less weight.',
    );
    expect(await total()).toBe(1);
    expect(await stored()).toHaveLength(3);
  });

  it('are those that have left the file', async () => {
    expect(await changesOf(craft('weight: 0.3'))).toEqual([]);
    expect(await refusal(craft('weight: 1'))).toContain('does not name: Impact.');
  });

  it('are younger ones of the same name', async () => {
    await rows`update judging.criterion set created_at = '2026-01-01' where name = 'Craft'`;
    await byHand('Craft', 0.1);
    expect(await changesOf(craft('weight: 0.2'))).toEqual([
      ['change', 'criterion spring-hack/ai/Craft', { weight: [0.3, 0.2] }],
    ]);
    expect((await stored()).map(({ name, weight }) => [name, weight])).toEqual([
      ['Craft', 0.2],
      ['Impact', 0.6],
      ['Craft', 0.1],
    ]);
  });
});

describe('Pruning', () => {
  it('removes criteria that the file does not name, and gives their weight to the others', async () => {
    await byHand('Pitch', 0.1);
    expect(await changesOf(craft('weight: 1'), { prune: true })).toEqual([
      ['change', 'criterion spring-hack/ai/Craft', { weight: [0.3, 1] }],
      ['remove', 'criterion spring-hack/ai/Impact', { name: ['Impact', null], weight: [0.6, null] }],
      ['remove', 'criterion spring-hack/ai/Pitch', { name: ['Pitch', null], weight: [0.1, null] }],
    ]);
    expect(await stored()).toMatchObject([{ name: 'Craft', weight: 1 }]);
    expect(await total()).toBe(1);
  });

  it('may leave none', async () => {
    expect(await changesOf(' []', { prune: true })).toHaveLength(2);
    expect(await rows`select total::float8 as total from judging.weight_total`).toEqual([{ total: 0 }]);
  });

  it('keeps those by which somebody was scored, and says so', async () => {
    await scored('Impact');
    const file = written(acme({ criteria: ' []' }));
    const { code, stderr } = await run(apply, { file, prune: true });
    expect(code).toBe(0);
    expect(stderr).toContain('Criteria that somebody was scored by stay: spring-hack/ai/Impact.');
    expect(await stored()).toMatchObject([{ name: 'Impact' }]);
    expect(await rows`select value from judging.score`).toHaveLength(1);
    expect(await total()).toBe(0.6);
  });
});

describe('An apply while organizers add criteria', () => {
  let world: World;
  afterAll(() => world.close());

  it('never brings a track above 1', async () => {
    world = await openWorld();
    process.env['DATABASE_URL'] = world.databaseUrl;
    const light = acme({ criteria: impact('weight: 0.1') + craft('weight: 0.1') });
    const { answer } = await ask(apply, { file: written(light) });
    const { id } = answer.super_events['spring-hack'].tracks.ai;
    const olga = { id: answer.users['olga@acme.test'], name: null, email: '' };
    const client = world.as(olga, answer.organization);
    const add = () => client.post(`/events/${id}/criteria`, { name: 'Own', weight: 0.1, order_index: 9 });
    const heavy = written(acme({ criteria: impact('weight: 0.4') + craft('weight: 0.4') }));
    const [said, ...added] = await Promise.all([run(apply, { file: heavy }), ...Array.from({ length: 12 }, add)]);
    expect(said.code === 0 || said.stderr.includes('would weigh')).toBe(true);
    const expected = [undefined, 'WEIGHT_TOTAL_EXCEEDED'];
    expect(added.filter(({ body }) => !expected.includes(body.code)).map(({ text }) => text)).toEqual([]);
    const [row] = await world.rows<{ total: string; sum: string }>`
      select w.total, (select sum(weight) from judging.criterion) as sum from judging.weight_total w`;
    expect(row?.total).toBe(row?.sum);
    expect(Number(row?.total)).toBeLessThanOrEqual(1);
  });
});
