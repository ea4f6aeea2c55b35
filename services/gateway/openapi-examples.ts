/**
 * Generates the examples of the API document from its schemas, so that they are always valid. A value follows from
 * the member's name and from the object it belongs to: the same team has the same id everywhere.
 */
import { createHash } from 'node:crypto';
import type { JsonSchema } from '../../shared/contract/json-schema.ts';
import { inContext, preferredWords, usual } from './openapi-example-values.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly format?: string;
  readonly minimum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
}

/** The name of a value's member, and the object it belongs to. */
interface ValueContext {
  readonly name: string;
  readonly about: string;
}

/** Returns the object that a path is about: its last segment that names one. */
export const subjectOf = (path: string): string =>
  path
    .split('/')
    .map((part) => singular(part.replaceAll('-', '_')))
    .findLast((part) => part in inContext) ?? 'user';

const singular = (name: string) => name.replace(/s$/, '');

/**
 * Generates the example of a schema.
 * @param about The object it is about.
 * @param components What references in the schema point to.
 */
export function exampleOf(schema: JsonSchema, about: string, components: Readonly<Record<string, JsonSchema>> = {}) {
  const follow = ({ $ref, ...given }: Schema): Schema =>
    $ref === undefined ? given : (components[$ref.split('/').at(-1) ?? ''] ?? {});

  function valueAt({ name, about }: ValueContext, reference: Schema): unknown {
    const schema = follow(reference);
    const [way] = schema.anyOf ?? [];
    if (way) return valueAt({ name, about }, way);
    const [type] = [schema.type].flat();
    const singularName = singular(name);
    if (type === 'array') return schema.items ? [valueAt({ name: singularName, about }, schema.items)] : [];
    if (type === 'object' && schema.properties) {
      const inside = singularName in inContext ? singularName : about;
      const members = Object.entries(schema.properties).filter(([, { deprecated }]) => !deprecated);
      return Object.fromEntries(members.map(([name, each]) => [name, valueAt({ name, about: inside }, each)]));
    }
    return simple({ name, about }, type, schema);
  }
  return valueAt({ name: '', about }, schema);
}

function simple({ name, about }: ValueContext, type: string | undefined, schema: Schema): unknown {
  const special = inContext[about]?.[name];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return wordOf(schema.enum, schema.default ?? special);
  if (special !== undefined) return special;
  if (name in usual) return usual[name];
  if (type === 'string' && (schema.format === 'uuid' || /(_i|I)ds?$/.test(name))) return idOf(name, about);
  return plain(type, schema);
}

const wordOf = (words: readonly string[], wanted: unknown) =>
  words.find((word) => word === wanted) ?? words.find((word) => preferredWords.includes(word)) ?? words[0];

/** Returns the id of an object, the same for `team_id`, `teamId` and the `id` of a team. */
function idOf(name: string, about: string): string {
  const thing = name === 'id' ? about : name.replace(/_ids?$|Ids?$/, '');
  return `018f4d5e-0000-7000-8000-${createHash('sha256').update(thing).digest('hex').slice(0, 12)}`;
}

const formats: Readonly<Record<string, string>> = {
  email: 'ada@example.org',
  'date-time': '2027-03-06T09:00:00.000Z',
  uri: 'https://example.org/pollen-map',
};

function plain(type: string | undefined, { default: usually, format = '', minimum = 0 }: Schema): unknown {
  if (usually !== undefined) return usually;
  if (type === 'string') return formats[format] ?? 'example';
  if (type === 'number' || type === 'integer') return Math.max(minimum, 1);
  if (type === 'boolean') return true;
  return type === 'object' ? {} : null;
}
