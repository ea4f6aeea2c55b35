import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { openWorld, type World } from '../../support/world.ts';
import { hostContests, type Contest, type Host } from '../../support/judging/contest.ts';

let world: World;
let host: Host;
beforeAll(async () => {
  world = await openWorld();
  host = await hostContests(world);
});
afterAll(() => world.close());

const resultHeader = ['Rank', 'Team Name', 'Overall Score', 'Calculated At'];
const scoreHeader = ['Team Name', 'Judge Name', 'Average Score', 'Judge Email'];

const download = ({ api, track }: Contest, what: 'results' | 'scores') => api.get(`/events/${track.id}/${what}/csv`);
const table = async (contest: Contest, what: 'results' | 'scores') =>
  parse((await download(contest, what)).text, { record_delimiter: '\r\n' });

describe('The ranking as CSV', () => {
  it('is a file with a name, in lines of its own, without an envelope', async () => {
    const contest = await host.contest();
    await contest.judged(await contest.team('Rockets'), ['8.5']);
    await contest.calculate();
    const [ranking] = await world.rows<{ calculated_at: Date }>`
      select calculated_at from judging.ranking where event_id = ${contest.track.id}`;
    const answer = await download(contest, 'results');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(
      `Rank,Team Name,Overall Score,Calculated At\r\n1,Rockets,8.5,${ranking?.calculated_at.toISOString()}\r\n`,
    );
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining(`attachment; filename="${contest.track.slug}-results.csv"`),
      'transfer-encoding': 'chunked',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('is by rank, then name, with every decimal there is', async () => {
    const contest = await host.contest();
    for (const [name, value] of [
      ['Zebras', '7.00005'],
      ['Ants', '7.00005'],
      ['Last', '-1.5'],
      ['First', '10'],
    ] as const) {
      await contest.judged(await contest.team(name), [value]);
    }
    await contest.calculate();
    expect((await table(contest, 'results')).map((line) => line.slice(0, 3))).toEqual([
      resultHeader.slice(0, 3),
      ['1', 'First', '10'],
      ['2', 'Ants', '7.0001'],
      ['2', 'Zebras', '7.0001'],
      ['4', 'Last', '-1.5'],
    ]);
  });

  it('leaves out teams that were deleted or have gone to another track', async () => {
    const [contest, other] = [await host.contest(), await host.contest()];
    const [stays, deleted, gone] = [await contest.team('A'), await contest.team('B'), await contest.team('C')];
    for (const team of [stays, deleted, gone]) await contest.judged(team, [5]);
    await contest.calculate();
    await world.rows`update teams.team set deleted_at = now() where id = ${deleted.id}`;
    await world.rows`update teams.team set event_id = ${other.track.id} where id = ${gone.id}`;
    expect((await table(contest, 'results')).map(([, name]) => name)).toEqual(['Team Name', 'A']);
  });

  it('is its header alone on a track that was never ranked', async () => {
    expect((await download(await host.contest(), 'results')).text).toBe(`${resultHeader.join()}\r\n`);
  });
});

describe('The scores as CSV', () => {
  it('have a line for each judge and team, and two columns for each criterion in its order', async () => {
    const contest = await host.contest([]);
    await contest.criterion('0.5', { name: 'Design' });
    const code = await contest.criterion('0.5', { name: 'Code' });
    await world.rows`update judging.criterion set order_index = -1 where id = ${code.id}`;
    const [eva, adam] = [await contest.judge({ name: 'Eva' }), await contest.judge({ name: 'Adam' })];
    const [rockets, ants] = [await contest.team('Rockets'), await contest.team('Ants')];
    await contest.judged(rockets, [{ value: 7, comment: 'plain' }, { value: '8.25' }], { judge: eva });
    await contest.judged(rockets, [{ value: 3, feedback: 'for the team alone' }], { judge: adam, submitted: false });
    await contest.judged(ants, [null, { value: 1, comment: 'short' }], { judge: eva });
    await contest.judged(ants, [], { judge: adam });

    expect(await table(contest, 'scores')).toEqual([
      [...scoreHeader, 'Code - Score', 'Code - Comment', 'Design - Score', 'Design - Comment'],
      ['Ants', 'Eva', '1', eva.email, '1', 'short', '', ''],
      ['Rockets', 'Adam', '3', adam.email, '', '', '3', ''],
      ['Rockets', 'Eva', '7.625', eva.email, '8.25', '', '7', 'plain'],
    ]);
    const { headers } = await download(contest, 'scores');
    expect(headers.get('content-disposition')).toContain(`filename="${contest.track.slug}-scores.csv"`);
  });

  it('have the plain mean, whatever criteria weigh, rounded half up', async () => {
    const contest = await host.contest(['0.9', '0.1']);
    const judge = await contest.judge();
    await contest.judged(await contest.team('A'), ['0.0001', '0.0002'], { judge });
    await contest.judged(await contest.team('B'), ['-0.0001', '-0.0002'], { judge });
    await contest.judged(await contest.team('C'), ['10', '5'], { judge });
    const means = (await table(contest, 'scores')).slice(1).map(([team, , mean]) => [team, mean]);
    expect(means).toEqual([
      ['A', '0.0002'],
      ['B', '-0.0001'],
      ['C', '7.5'],
    ]);
  });

  it('keep criteria of the same name apart', async () => {
    const contest = await host.contest([]);
    for (const weight of ['0.1', '0.2']) await contest.criterion(weight, { name: 'Idea' });
    await contest.judged(await contest.team('A'), [1, 2]);
    const [header, line] = await table(contest, 'scores');
    expect(header?.slice(4)).toEqual(['Idea - Score', 'Idea - Comment', 'Idea - Score', 'Idea - Comment']);
    expect(line?.slice(4)).toEqual(['1', '', '2', '']);
  });

  it('name a judge who said no name as their address begins', async () => {
    const contest = await host.contest();
    const judge = await contest.judge({ name: null });
    await contest.judged(await contest.team('A'), [1], { judge });
    expect((await table(contest, 'scores'))[1]?.slice(0, 4)).toEqual([
      ...['A', judge.email.split('@')[0], '1', judge.email],
    ]);
  });

  it.each([
    [0, scoreHeader],
    [1, [...scoreHeader, 'Idea - Score', 'Idea - Comment']],
  ])('are their header alone where nobody scored, with %i criteria', async (count, header) => {
    const contest = await host.contest([]);
    if (count > 0) await contest.criterion('0.1', { name: 'Idea' });
    await contest.assignment(await contest.judge(), await contest.team('A'));
    expect((await download(contest, 'scores')).text).toBe(`${header.join()}\r\n`);
  });
});

describe('Text that would mean something in CSV or in a spreadsheet', () => {
  const asItIs = [
    'He said "hi"',
    '"',
    'two\nlines',
    'two\r\nlines',
    'carriage\rreturn',
    'a,b;c\td',
    ' spaces ',
    "'quoted'",
    'half = whole',
    'half \uff1d whole',
    '\n=1',
    'Zoë 🚀 团队 \u202eright',
    '1e5',
    '',
  ];
  const guarded = [
    ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://evil.example","x")', '-'],
    // The full-width forms, which some spreadsheets read as the plain ones.
    ...['\uff1d1+1', '\uff0b1', '\uff0d1', '\uff20SUM(A1)'],
  ];

  it.each([...asItIs.map((text) => [text, text]), ...guarded.map((text) => [text, `'${text}`])])(
    'comes back: %j',
    async (text, read) => {
      const contest = await host.contest([]);
      await contest.criterion('0.1', { name: text });
      const judge = await contest.judge({ name: text });
      await contest.judged(await contest.team(text), [{ value: '-2.5', comment: text }], { judge });
      await contest.calculate();
      expect(await table(contest, 'scores')).toEqual([
        [...scoreHeader, text === read ? `${text} - Score` : `'${text} - Score`, `${read} - Comment`],
        [read, read, '-2.5', judge.email, '-2.5', read],
      ]);
      expect((await table(contest, 'results'))[1]?.slice(0, 3)).toEqual(['1', read, '-2.5']);
    },
  );
});
