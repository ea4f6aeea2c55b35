import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { answerOf } from '../../shared/contract/standard-concerns.ts';
import { contracts } from '../../shared/contract/index.ts';
import type { Contract } from '../../shared/contract/endpoint.ts';
import { objectSchema, toJsonSchema } from '../../shared/contract/json-schema.ts';
import { isId, t, type Fields, type Rule } from '../../shared/contract/schema.ts';
import { checkOfFields, fieldProblems } from '../../shared/contract/validator.ts';

const ajv = new Ajv2020({ strict: false });
ajvFormats.default(ajv);
ajv.addFormat('iana-time-zone', true);

/** The broker's verdict on these fields; rules may change their input, so they get a copy. */
function checkerOf(fields: Fields) {
  const check = checkOfFields(fields, 'drop');
  return (value: unknown) => {
    const params = structuredClone(value) as Record<string, unknown>;
    const verdict = check(params);
    return { problems: Array.isArray(verdict) ? fieldProblems(verdict) : [], params };
  };
}
const problemsWith = (rule: Rule, value: unknown) => checkerOf({ value: rule })({ value }).problems;
const after = (rule: Rule, value: unknown) => checkerOf({ value: rule })({ value }).params.value;

interface Definition extends Rule {
  readonly format?: string;
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  readonly integer?: boolean;
  readonly values?: readonly string[];
  readonly value?: unknown;
  readonly items?: Rule;
  readonly props?: Fields;
  readonly rules?: readonly Rule[];
}

/** Both sides know these words for what they are; where their ideas of a format differ stands in a table below. */
const words: Record<string, readonly string[]> = {
  uuid: ['5d7f1b52-50f8-4cc4-9a53-1ac1d9f0f4bb', '5D7F1B52-50F8-4CC4-9A53-1AC1D9F0F4BB', 'not-a-uuid', ''],
  email: ['ada@example.org', 'a.b+c@sub.example.org', 'nobody', '@example.org', ''],
  'date-time': ['2027-03-06T09:00:00Z', '2027-03-06T09:00:00.123+02:00', 'tomorrow', '2027-03-06', ''],
  uri: ['https://example.org/a?b=c', 'http://localhost:3000', 'example.org', ''],
  'uri-reference': ['https://example.org/live', 'example.org/live', 'http://exam ple.org'],
  'iana-time-zone': ['Europe/Berlin', 'UTC'],
};
/** Without characters beyond the basic plane and blanks at the ends: those are counted differently, see below. */
const text = (max: number) => fc.string({ unit: fc.constantFrom(...'abc-_/.é0'), maxLength: max });
const around = ({ min = 0, max = 50 }: Definition) =>
  fc.oneof(text(Math.min(max, 60) + 2), fc.constantFrom('a'.repeat(max), 'a'.repeat(max + 1), 'a'.repeat(min)));
const numbers = ({ min = -5, max = 5 }: Definition) =>
  fc.oneof(
    fc.constantFrom(min, min - 1, max, max + 1, 0, 0.5, 1e21, -0),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );

const shaped: Record<string, (definition: Definition) => fc.Arbitrary<unknown>> = {
  string: (definition) =>
    definition.format ? fc.constantFrom(...(words[definition.format] ?? [])) : around(definition),
  email: () => fc.constantFrom(...(words.email ?? [])),
  uuid: () => fc.constantFrom(...(words.uuid ?? [])),
  number: numbers,
  boolean: () => fc.boolean(),
  equal: ({ value }) => fc.constantFrom(value, String(value), true, 1),
  enum: ({ values = [] }) => fc.constantFrom(...values, ...values.map((word) => word.toLowerCase()), 'none of them'),
  array: ({ items, min = 0, max = 4 }) =>
    fc.array(items ? valuesFor(items) : fc.jsonValue(), {
      minLength: Math.max(0, min - 1),
      maxLength: Math.min(max, 4) + 1,
    }),
  object: ({ props }) => (props ? objectsOf(props) : fc.dictionary(text(5), fc.jsonValue())),
  record: () => fc.dictionary(text(5), text(5)),
  multi: ({ rules = [] }) => fc.oneof(...rules.map(valuesFor)),
  any: () => fc.jsonValue(),
};

/** Mostly of the right shape, sometimes anything; null for a default is in the table of differences. */
function valuesFor(rule: Rule): fc.Arbitrary<unknown> {
  // Text that is no id is in the table of differences.
  if (isId(rule)) return fc.constantFrom(...(words.uuid ?? []).slice(0, 2), null, 1, true);
  const fitting = shaped[rule.type]?.(rule as Definition) ?? fc.jsonValue();
  const values = fc.oneof(
    { weight: 12, arbitrary: fitting },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
  return 'default' in rule ? values.filter((value) => value !== null) : values;
}

/** Each member there or not, and one nobody asked for. */
function objectsOf(props: Fields): fc.Arbitrary<Record<string, unknown>> {
  const members = Object.fromEntries(Object.entries(props).map(([name, rule]) => [name, valuesFor(rule)]));
  const whole = fc.record({ ...members, unasked: fc.jsonValue() });
  return fc.oneof({ weight: 3, arbitrary: whole }, { weight: 1, arbitrary: fc.record(members, { requiredKeys: [] }) });
}

const endpoints = Object.entries<Contract>(contracts).flatMap(([service, contract]) =>
  Object.entries(contract).map(([name, endpoint]) => ({ action: `${service}.${name}`, endpoint })),
);
const agree = (fields: Fields) => {
  const broker = checkerOf(fields);
  const document = ajv.compile(objectSchema(fields, true));
  fc.assert(
    fc.property(objectsOf(fields), (value) => {
      const { problems } = broker(value);
      if ((problems.length === 0) !== document(value)) {
        throw new Error(`${JSON.stringify(value)}: ${JSON.stringify(problems)}, ${ajv.errorsText(document.errors)}`);
      }
    }),
    { numRuns: 150, seed: 27 },
  );
};

describe('The validator and the API document', () => {
  it.each(endpoints)('say the same of what $action is sent', ({ endpoint }) => agree(endpoint.params as Fields));

  /** An attachment is a stream of bytes: nothing JSON could describe. */
  const inJson = endpoints.filter(({ endpoint }) => answerOf(endpoint) !== 'file');

  it.each(inJson)('say the same of what $action answers', ({ endpoint }) => {
    for (const answer of Object.values(endpoint.responses as Record<number, Rule>)) agree({ answer });
  });
});

describe('Where the two differ', () => {
  const differ = (rule: Rule, value: unknown) => ({
    validator: problemsWith(rule, value).length === 0,
    document: ajv.compile(toJsonSchema(rule, true))(value),
  });

  it.each([
    ['blanks around what is trimmed are counted', t.string({ min: 1, trim: true }), '  ', false, true],
    ['a name is one line', t.name({ min: 1 }), 'Ada\nRoot', false, true],
    ['an email address is trimmed before it is judged', t.email(), ' ada@example.org ', true, false],
    ['only http and https are addresses', t.url(), 'ftp://example.org', false, true],
    ['credentials are no part of an address', t.url(), 'https://a:b@example.org', false, true],
    ['seconds may be left out of a time', t.timestamp(), '2027-03-06T09:00Z', true, false],
    ['a time zone has to be known', t.timeZone(), 'Mars/Olympus', false, true],
    ['null takes the default', t.default(t.integer(), 1), null, true, false],
    ['what is no id names nothing, which the kit says', t.id(), 'not-a-uuid', true, false],
    ['a UUID has no prefix', t.uuid(), 'urn:uuid:5d7f1b52-50f8-4cc4-9a53-1ac1d9f0f4bb', false, true],
  ])('is known: %s', (_what, rule, value, validator, document) => {
    expect(differ(rule, value)).toEqual({ validator, document });
  });
});

describe('A rule', () => {
  it('refuses null unless it says otherwise, also where the member is optional', () => {
    expect(problemsWith(t.string(), null)).toHaveLength(1);
    expect(problemsWith(t.optional(t.string()), null)).toHaveLength(1);
    expect(problemsWith(t.nullable(t.string()), null)).toEqual([]);
    expect(problemsWith(t.optional(t.nullable(t.string())), undefined)).toEqual([]);
  });

  it.each([t.uuid(), t.id(), t.possibleId()])('of an id writes it as the database does: %o', (rule) => {
    const id = '5d7f1b52-50f8-4cc4-9a53-1ac1d9f0f4bb';
    expect(after(rule, id.toUpperCase())).toBe(id);
  });

  it('of a possible id takes any text, and is none that the kit looks at', () => {
    expect(after(t.possibleId(), 'No Track')).toBe('no track');
    expect([t.id(), t.uuid(), t.possibleId()].map(isId)).toEqual([true, false, false]);
  });

  it('with a default fills in what is missing, and only that', () => {
    const rule = t.default(t.integer({ min: 1 }), 7);
    expect(after(rule, undefined)).toBe(7);
    expect(after(rule, 3)).toBe(3);
    expect(problemsWith(rule, 0)).toHaveLength(1);
    expect(after(rule, null)).toBe(7);
  });

  it('of an object keeps its members and drops the others, also inside', () => {
    const rule = t.object({ a: t.integer(), inner: t.array(t.object({ b: t.default(t.boolean(), true) })) });
    expect(after(rule, { a: 1, x: 1, inner: [{ y: 1 }, { b: false }] })).toEqual({
      a: 1,
      inner: [{ b: true }, { b: false }],
    });
  });

  it('of a free-form object keeps everything, and is no list', () => {
    expect(after(t.json(), { a: { b: [1, null] } })).toEqual({ a: { b: [1, null] } });
    expect(problemsWith(t.json(), [])).toHaveLength(1);
  });

  it('names every wrong field with its path, a code and a sentence', () => {
    const fields = { limit: t.integer({ max: 100 }), people: t.array(t.object({ email: t.email() })) };
    expect(checkerOf(fields)({ limit: 101, people: [{ email: 'ada@example.org' }, { email: 'x' }] }).problems).toEqual([
      { field: 'limit', code: 'numberMax', message: 'limit must be at most 100' },
      { field: 'people[1].email', code: 'email', message: 'people[1].email must be an email address' },
    ]);
    expect(checkerOf(fields)({}).problems.map(({ message }) => message)).toEqual([
      'limit is required',
      'people is required',
    ]);
  });
});

describe('A time', () => {
  it.each([
    ['2027-03-06T09:00:00Z', '2027-03-06T09:00:00.000Z'],
    ['2027-03-06T09:00Z', '2027-03-06T09:00:00.000Z'],
    ['2027-03-06T09:00:00.5+02:00', '2027-03-06T07:00:00.500Z'],
    ['2027-03-06T23:30:00.123456-05:30', '2027-03-07T05:00:00.123Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
  ])('is kept in UTC with milliseconds: %s', (given, kept) => {
    expect(after(t.timestamp(), given)).toBe(kept);
  });

  it.each([
    ...['2027-03-06', '2027-03-06T09:00:00', '2027-03-06 09:00:00Z', 'now', '', '1772787600', '2027-13-01T00:00:00Z'],
    ...['2027-03-06T25:00:00Z', '2027-03-06T09:00:00+0200', '+275760-09-13T00:00:00Z', '2027-02-30T00:00:00Z'],
    ...['2027-03-06T09:00:00+99:00'],
  ])('is refused: %s', (given) => {
    expect(problemsWith(t.timestamp(), given)).toMatchObject([{ code: 'timestamp' }]);
  });
});

describe('An address', () => {
  it.each([
    ['https://example.org', 'https://example.org/'],
    ['HTTPS://EXAMPLE.org/A b'.replace(' ', '%20'), 'https://example.org/A%20b'],
    ['http://münchen.example/ä', 'http://xn--mnchen-3ya.example/%C3%A4'],
  ])('is kept as the network reads it: %s', (given, kept) => {
    expect(after(t.url(), given)).toBe(kept);
  });

  it.each([
    ...[
      'example.org',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'ftp://example.org',
      '//example.org',
    ],
    ...[
      'https://user@example.org',
      'https://user:word@example.org',
      'https://exam ple.org',
      'https://example.org\r\nX: 1',
      '',
    ],
    ...['https:\\\\example.org', 'http://', `https://example.org/${'a'.repeat(2_048)}`],
  ])('is refused: %s', (given) => {
    expect(problemsWith(t.url(), given)).not.toEqual([]);
  });
});

describe('A time zone', () => {
  it.each(['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+3'])('is known: %s', (zone) => {
    expect(problemsWith(t.timeZone(), zone)).toEqual([]);
  });

  it.each(['+02:00', '-0500', 'Mars/Olympus', 'Berlin', '', ' UTC'])('is refused: %s', (zone) => {
    expect(problemsWith(t.timeZone(), zone)).toMatchObject([{ code: 'timeZone' }]);
  });
});

describe('An email address', () => {
  it('is trimmed and lowercased', () => {
    expect(after(t.email(), '  Ada@Example.ORG ')).toBe('ada@example.org');
  });

  it.each(['', 'ada', 'ada@', '@example.org', 'a b@example.org', 'ada@example', `${'a'.repeat(250)}@example.org`])(
    'is refused: %s',
    (given) => {
      expect(problemsWith(t.email(), given)).not.toEqual([]);
    },
  );
});
