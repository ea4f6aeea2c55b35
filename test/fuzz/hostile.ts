/** Input that breaks services: a corpus that grows with every finding. None of it looks like SQL, which the oracle reports. */
import fc from 'fast-check';

const half = '\ud800';
const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';

export const texts: readonly string[] = [
  ...['', ' ', '\t\r\n', '\0', 'a\0b', half, `a${half}b`, '\udfff', '\ufeff', '\u202e', '\u2028', family],
  ...["'", '"', '\\', '%', '_', '%_\\', '$1', '{}', '{0}', '${1+1}', '{{7*7}}', '=1+1', '@x', '-1', '+1', '../..'],
  ...['null', 'undefined', 'NaN', 'Infinity', '-0', '0x10', '1e400', '1_000', '٣', 'true', '__proto__', 'constructor'],
  ...['<script>', "' or '1'='1", '; --', '`', '\u0000', '\u001f', 'İ', 'ß', 'ﬀ', 'A\u0301', '\u{10FFFF}'],
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '{00000000-0000-4000-8000-0}'],
  ...['+275760-09-13T00:00:00.000Z', '275760-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', '0000-01-01T00:00:00Z'],
  ...[
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2016-12-31T23:59:60Z',
    '2026-01-01T00:00:00+99:99',
    '2026-01-01',
  ],
  ...['9999-12-31T23:59:59.999Z', '1000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', 'infinity', 'now', 'epoch'],
  ...['http://', 'http://[::1', 'http://a:b@c', 'javascript:alert(1)', 'http://127.0.0.1:1', '//x', 'http://x\r\ny'],
  ...[
    'a@b',
    'a@b.c',
    '@',
    'a@@b.test',
    '"a b"@c.test',
    'a@b.test\r\nBcc: c@d.test',
    'ä@ö.test',
    'Etc/GMT+99',
    '+02:00',
  ],
  'x'.repeat(300),
  'é'.repeat(9_000),
  family.repeat(2_000),
];

/** Also what JSON can say and no number of JavaScript is. */
const numbers: readonly unknown[] = [
  ...[0, -0, 1, -1, 0.1, 1.5, 1e308, -1e308, 1e21, 5e-324, 1e-7, 2 ** 31, 2 ** 31 - 1, -(2 ** 31) - 1],
  ...[2 ** 32, 2 ** 53, 2 ** 53 + 2, 2 ** 63, -(2 ** 63), 0.1 + 0.2],
];

const nested = (depth: number, made: (inner: unknown) => unknown) => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = made(value);
  return value;
};

const oddities: readonly unknown[] = [
  ...[null, true, false, [], {}, [null], [[]], [{}], { a: { b: {} } }, [1, 'a', null]],
  ...[nested(31, (inner) => [inner]), nested(40, (inner) => ({ a: inner })), nested(1_000, (inner) => [inner])],
  Array.from({ length: 600 }, () => 1),
  Object.fromEntries(Array.from({ length: 600 }, (_, place) => [`k${place}`, place])),
  JSON.parse('{"__proto__":{"role":"OWNER"},"constructor":{"prototype":{"role":"OWNER"}}}'),
];

export const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(...numbers),
  fc.constantFrom(...oddities),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Members nobody may set, and such as no contract knows. */
export const strayMembers: Readonly<Record<string, unknown>> = {
  id: '00000000-0000-4000-8000-000000000000',
  organization_id: '00000000-0000-4000-8000-000000000000',
  payment_status: 'paid',
  role: 'OWNER',
  status: 'accepted',
  meta: { viewer: { role: 'OWNER' } },
  $statusCode: 599,
  viewer: { user_id: 'x' },
  constructor: { prototype: {} },
  toString: 'x',
  hasOwnProperty: 1,
  length: -1,
  '': '',
  'a\0b': 1,
  'a.b[0]': 1,
};

/** Whole bodies that are no JSON object, or one that reads in more than one way. */
export const rawBodies: readonly string[] = [
  ...['', ' ', '{', '}', '[]', '[[', '"x"', 'null', '1', 'true', '1e400', '{"a":1e400}', '{"a":-1e999}', '{"a":}'],
  ...['{"name":"a","name":"b","name":null}', '{"__proto__":{"role":"OWNER"}}', '{"a":1}{"b":2}', "{'a':1}", '{a:1}'],
  ...['\ufeff{}', '{"a":"\\ud800"}', '{"\\u0000":"\\u0000"}', '{"a":"\\x"}', '{"a":01}', '{"a":NaN}', '// x\n{}'],
  `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  `{"a":${'9'.repeat(5_000)}}`,
  `{"a":"${'x'.repeat(110_000)}"}`,
  'a=1&b=2',
];

export const contentTypes: readonly string[] = [
  ...['text/plain', 'application/xml', 'application/json; charset=utf-16', 'application/json;charset="UTF-8"', 'json'],
  ...[
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'application/json;',
  ],
  ...['multipart/form-data; boundary=x', 'application/merge-patch+json', '', ',', 'APPLICATION/JSON'],
];

/** As they stand in a path or a query, encoded or not so well. */
export const pathParts: readonly string[] = [
  ...[
    '%',
    '%2',
    '%zz',
    '%00',
    '%c0%80',
    '%ff',
    '%ed%a0%80',
    '%2F',
    '%2f..%2f',
    '..',
    '.',
    '%252e',
    '%',
    'a%00b',
    ';a=1',
  ],
  ...[
    '0',
    '-1',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    '%F0%9F%91%A8',
    "'",
    '"',
    '*',
    ':id',
    '{id}',
    '~node',
  ],
  'x'.repeat(2_000),
];
