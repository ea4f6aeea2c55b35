/** Values a schema of the document allows, and such as are nearly allowed. */
import fc from 'fast-check';
import type { Schema } from './document.ts';
import { hostileValue } from './hostile.ts';
import { mention, thingCalled } from './names.ts';

/** Around the beginning of today, so that a seed says the same all day. */
const today = new Date().setUTCHours(0, 0, 0, 0);
const instants = fc
  .oneof(fc.integer({ min: -20, max: 0 }), fc.integer({ min: -40 * 24, max: 40 * 24 }))
  .map((hours) => new Date(today + hours * 3_600_000).toISOString());
const words = fc.constantFrom(
  'Bees',
  'Why not?',
  'Olga Öberg',
  'a',
  'two words',
  'Ω',
  'A longer sentence, with a comma.',
);

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uuid: fc.uuid(),
  email: fc.emailAddress(),
  'date-time': instants,
  uri: fc.webUrl(),
  'uri-reference': fc.oneof(fc.webUrl(), fc.constantFrom('', 'example.org', 'example.org/live')),
  'iana-time-zone': fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Chatham', 'America/Argentina/Buenos_Aires'),
};

/** Values as this schema has them; `name` says which member it is, for those that name a thing. */
export function goodValue(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  const thing = thingCalled(name);
  if (thing && schema.type === 'string') {
    const whose = fc.constantFrom<('own' | 'foreign')[]>('own', 'own', 'own', 'own', 'foreign');
    return fc.oneof({ weight: 8, arbitrary: whose.map((each) => mention(thing, each)) }, plain(schema));
  }
  if (schema.type === 'array') {
    const { items = {}, minItems: minLength = 0, maxItems = 5 } = schema;
    return fc.array(goodValue(items, name), { minLength, maxLength: Math.max(minLength, Math.min(maxItems, 5)) });
  }
  return plain(schema);
}

function plain(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => goodValue(each)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'object':
      return object(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function text({ format, pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  const known = formats[format ?? ''];
  if (known) return known;
  if (pattern !== undefined) return matching(pattern, maxLength);
  const any = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 40) });
  const fitting = words.filter((word) => word.length >= minLength && word.length <= maxLength);
  return minLength > 10 ? any : fc.oneof({ weight: 3, arbitrary: fitting }, any);
}

/** Values for a pattern with a look-ahead cannot be generated, only filtered. */
function matching(pattern: string, longest: number): fc.Arbitrary<string> {
  const whole = new RegExp(pattern);
  const made = fc.stringMatching(new RegExp(pattern.replace(/\(\?[=!][^)]*\)/g, '')));
  return made.filter((text) => whole.test(text) && text.length <= longest);
}

function object({ properties, required = [], additionalProperties }: Schema): fc.Arbitrary<Record<string, unknown>> {
  if (properties) {
    const isNeeded = (name: string) => required.includes(name);
    const members = Object.entries(properties).map(([name, schema]) => {
      const value = goodValue(schema, name);
      return [name, isNeeded(name) ? value : fc.option(value, { nil: undefined, freq: 1 })] as const;
    });
    return fc.record(Object.fromEntries(members), { requiredKeys: [...required] }).map(withoutHoles);
  }
  const value =
    typeof additionalProperties === 'object' ? goodValue(additionalProperties) : fc.jsonValue({ maxDepth: 2 });
  return fc.dictionary(fc.string({ maxLength: 10 }), value, { maxKeys: 4 });
}

/** A member that is undefined is no member. */
const withoutHoles = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));

/** A good object in which one member is something else, is missing, or did not belong there. */
export function nearlyGood(schema: Schema, strays: Readonly<Record<string, unknown>>): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  const good = object(schema);
  const stray = fc.tuple(good, fc.constantFrom(...Object.entries(strays))).map(([value, [name, member]]) => {
    return { ...value, [name]: member };
  });
  if (names.length === 0) return stray;
  const name = fc.constantFrom(...names);
  const changed = fc.tuple(good, name, hostileValue).map(([value, member, other]) => ({ ...value, [member]: other }));
  const missing = fc.tuple(good, name).map(([value, member]) => ({ ...value, [member]: undefined }));
  return fc.oneof({ weight: 6, arbitrary: changed }, missing, stray);
}
