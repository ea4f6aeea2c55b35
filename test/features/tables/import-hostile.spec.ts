import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Client } from '../../support/client.ts';
import { processorMs } from '../../support/clock.ts';
import type { SuperEvent } from '../../support/fixtures.ts';
import { apply, ask, plan } from '../../support/importing.ts';
import { openWorld, type World } from '../../support/world.ts';

let world: World;
let api: Client;
let hack: SuperEvent;
beforeAll(async () => {
  world = await openWorld();
  const acme = await world.organization();
  api = world.as(await world.member(acme, 'OWNER'), acme);
  hack = await world.superEvent(acme);
  await world.track(hack);
});
afterAll(() => world.close());

const megabyte = 1_048_576;
const head = 'Email,Note\n';

describe('A table is refused as a whole', () => {
  it.each<[string, () => unknown, string]>([
    ['with one cell of megabytes', () => `${head}a@muster.test,${'x'.repeat(5 * megabyte - 100)}`, 'recordMax'],
    ['with a quote that is never closed', () => `${head}a@muster.test,"${'x,\n'.repeat(megabyte)}`, 'recordMax'],
    ['with a quote that is open at its end', () => `${head}a@muster.test,"`, 'csv'],
    ['with 10,000 columns', () => `${'a,'.repeat(10_000)}\n`, 'columnsMax'],
    ['with millions of empty cells', () => `${head}${','.repeat(5 * megabyte - 100)}`, 'recordMax'],
    ['with a line of 10,000 cells', () => `${head}a@muster.test${','.repeat(10_000)}\n`, 'columnsMax'],
    ['with a million lines', () => `Email\n${'a\n'.repeat(megabyte)}`, 'rowsMax'],
    ['with a heading that is an essay', () => `Email,${'x'.repeat(1_001)}\n`, 'headingMax'],
    ['with headings in another encoding', () => Buffer.from('Email,Stra\u00dfe\n', 'latin1'), 'encoding'],
    ['of blank lines alone', () => '\n\n', 'ok'],
    ['as JSON without rows', () => ({ columns: ['Email'] }), 'required'],
    ['as JSON with both', () => ({ columns: ['Email'], rows: [], csv: head }), 'required'],
    ['as JSON with NUL', () => ({ columns: ['Email'], rows: [['a\0b']] }), 'nul'],
    ['as JSON with more than is known', () => ({ columns: ['Email'], rows: [], role: 'OWNER' }), 'objectStrict'],
  ])('%s', async (_, table, code) => {
    let answer: Answer | undefined;
    expect(await processorMs(async () => (answer = await plan(api, hack, table())))).toBeLessThan(8_000);
    if (code === 'ok') return expect(answer).toMatchObject({ status: 200, body: { data: { rows: 0 } } });
    expect(answer).toBeRefused(400, 'VALIDATION_FAILED', { errors: [expect.objectContaining({ code })] });
  });

  it.each([
    ['NUL', Buffer.from(`${head}a\0b,`), 'text/csv', 400, 'VALIDATION_FAILED'],
    ['UTF-16', Buffer.from(head, 'utf16le'), 'text/csv', 400, 'VALIDATION_FAILED'],
    ['another charset', Buffer.from(head), 'text/csv; charset=iso-8859-1', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['another type', Buffer.from(head), 'application/vnd.ms-excel', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['JSON that is none', Buffer.from('{"columns":'), 'application/json', 400, 'VALIDATION_FAILED'],
    ['JSON that is nothing', Buffer.from('null'), 'application/json', 400, 'VALIDATION_FAILED'],
    ['JSON that is a list', Buffer.from('[]'), 'application/json', 400, 'VALIDATION_FAILED'],
    ['more than 5 MB', Buffer.alloc(5 * megabyte + 1, 'x'), 'text/csv', 413, 'PAYLOAD_TOO_LARGE'],
    [
      'more than twice that as JSON',
      Buffer.alloc(10 * megabyte + 1, ' '),
      'application/json',
      413,
      'PAYLOAD_TOO_LARGE',
    ],
    ['nothing', Buffer.from(''), 'text/csv', 400, 'VALIDATION_FAILED'],
  ] as const)('of %s', async (_, table, type, status, code) => {
    const answer = await api.post(`/super-events/${hack.slug}/import/plan`, table, {
      headers: { 'Content-Type': type },
    });
    expect(answer).toBeRefused(status, code);
  });
});

type Problem = Readonly<Record<'line' | 'column' | 'code', unknown>>;

describe('A cell is refused, and the others go on', () => {
  const problems = async (table: string | Buffer<ArrayBuffer>) => {
    const path = `/super-events/${hack.slug}/import/plan`;
    const { body } = await api.post(path, table, { headers: { 'Content-Type': 'text/csv' } });
    const { problems: all, would } = body.data;
    return [would.invited, all.map(({ line, column, code }: Problem) => ({ line, column, code }))];
  };

  it('that is a formula', async () => {
    await ask(world, hack, 'Essay', 'textarea');
    const table = `Email,First Name,Essay\na@muster.test,=1+1,\nb@muster.test,"@SUM(1)",\n"=cmd|' /C calc'!A0",,\nc@muster.test,C,"=HYPERLINK(""https://example.org"")"\nd@muster.test,'=D,+49 170 1\n`;
    expect(await problems(table)).toEqual([
      1,
      [
        { line: 2, column: 'First Name', code: 'formula' },
        { line: 3, column: 'First Name', code: 'formula' },
        { line: 4, column: 'Email', code: 'formula' },
        { line: 4, column: 'Email', code: 'email' },
        { line: 5, column: 'Essay', code: 'formula' },
      ],
    ]);
  });

  it('that was not written in UTF-8', async () => {
    const table = Buffer.from('Email,First Name\na@muster.test,Ren\u00e9\nb@muster.test,Bob\n', 'latin1');
    expect(await problems(table)).toEqual([1, [{ line: 2, column: 'First Name', code: 'encoding' }]]);
  });

  it('that is longer than any answer', async () => {
    const table = `Email,Essay\na@muster.test,${'x'.repeat(10_001)}\nb@muster.test,b\n`;
    expect(await problems(table)).toEqual([1, [{ line: 2, column: 'Essay', code: 'stringMax' }]]);
  });
});

it('Names of objects are columns like any other, and reach no prototype', async () => {
  const body =
    '{"columns":["Email","__proto__","constructor"],"rows":[["a@muster.test","x","y"]],"mapping":{"__proto__":"first_name","constructor":"last_name"}}';
  const answer = await api.post(`/super-events/${hack.slug}/import/plan`, body);
  expect(answer).toMatchObject({ status: 200, body: { data: { would: { invited: 1 } } } });
  expect(answer.body.data.columns.map(({ guess }: { guess: string }) => guess)).toEqual([
    ...['email', 'ignore', 'last_name'],
  ]);
});

it('Nothing is kept of what somebody sends who may not bring in anything', async () => {
  const other = await world.organization();
  const otto = await world.member(other, 'OWNER');
  const stranger = world.as(otto, other);
  const table = `Email\n${'x'.repeat(megabyte)}\n`;
  expect(await plan(stranger, hack, table)).toBeRefused(404, 'NOT_FOUND');
  expect(await apply(stranger, hack, table)).toBeRefused(404, 'NOT_FOUND');
  expect(await world.rows`select 1 from registrations.table_part where user_id = ${otto.id}`).toEqual([]);
});

it('Of the tables that somebody sends, the last few are kept, and each for an hour', async () => {
  const acme = await world.organization();
  const olga = await world.member(acme, 'OWNER');
  const own = await world.superEvent(acme);
  for (let n = 0; n < 10; n++) await plan(world.as(olga, acme), own, `Email\n${n}\n`);
  const kept = () => world.rows`select 1 from registrations.table_part where user_id = ${olga.id}`;
  expect(await kept()).toHaveLength(8);
});
