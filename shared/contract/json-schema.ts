/** Converts rules to JSON Schema (2020-12) for the API document. */
import { isDeepStrictEqual } from 'node:util';
import type { Fields, Rule } from './schema.ts';

export type JsonSchema = Record<string, unknown>;

/** The members that a rule may have; each type of rule uses some of them. */
interface Definition extends Rule {
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
  readonly unique?: boolean;
  /** No other members than `props`. */
  readonly strict?: boolean | 'remove';
  readonly values?: readonly string[];
  readonly value?: unknown;
  readonly items?: Rule;
  readonly props?: Fields;
  readonly rules?: readonly Rule[];
  readonly default?: unknown;
  readonly named?: string;
  readonly description?: string;
}

type Convert = (definition: Definition, sending: boolean) => JsonSchema;

const converters: Record<string, Convert> = {
  string: ({ min, max, format, pattern }) => ({
    type: 'string',
    minLength: min,
    maxLength: max,
    format,
    pattern: pattern?.source,
  }),
  email: ({ max }) => ({ type: 'string', format: 'email', maxLength: max }),
  uuid: () => ({ type: 'string', format: 'uuid' }),
  number: ({ min, max, integer }) => ({ type: integer ? 'integer' : 'number', minimum: min, maximum: max }),
  boolean: () => ({ type: 'boolean' }),
  equal: ({ value }) => ({ const: value }),
  enum: ({ values }) => ({ type: 'string', enum: values }),
  array: ({ items, min, max, unique }, sending) => ({
    type: 'array',
    items: items && toJsonSchema(items, sending),
    minItems: min,
    maxItems: max,
    uniqueItems: unique,
  }),
  object: ({ props, strict }, sending) => ({
    ...(props ? objectSchema(props, sending) : { type: 'object' }),
    ...(strict === true && { additionalProperties: false }),
  }),
  record: ({ value }, sending) => ({ type: 'object', additionalProperties: toJsonSchema(value as Rule, sending) }),
  multi: ({ rules = [] }, sending) => ({ anyOf: rules.map((each) => toJsonSchema(each, sending)) }),
  any: () => ({}),
  forbidden: () => ({ deprecated: true }),
};

/**
 * Converts a rule.
 * @param sending True for a request, in which unknown members are allowed because they are ignored; false for an
 *   answer, which has only the declared members. Named shapes of answers become references.
 */
export function toJsonSchema(rule: Rule, sending: boolean): JsonSchema {
  const definition = rule as Definition;
  const { named } = definition;
  const schema =
    named !== undefined && !sending ? { $ref: `#/components/schemas/${named}` } : inline(definition, sending);
  return definition.nullable && definition.type !== 'any' ? orNull(schema) : schema;
}

function inline(definition: Definition, sending: boolean): JsonSchema {
  const convert = converters[definition.type];
  if (!convert) throw new TypeError(`No JSON Schema is known for rules of type ${definition.type}.`);
  const { default: usually, description } = definition;
  return withoutGaps({ ...convert(definition, sending), default: usually, description });
}

/** Collects the named shapes of these answers, at any depth. */
export function namedSchemas(rules: readonly Rule[]): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  const visit = (rule: Rule) => {
    const definition = rule as Definition;
    const { named, items, value, props = {}, rules: ways = [] } = definition;
    if (named !== undefined) note(found, named, inline(definition, false));
    const parts = [items, definition.type === 'record' ? (value as Rule) : undefined, ...Object.values(props), ...ways];
    for (const part of parts) if (part) visit(part);
  };
  rules.forEach(visit);
  return found;
}

function note(found: Record<string, JsonSchema>, name: string, schema: JsonSchema): void {
  const other = found[name];
  if (other && !isDeepStrictEqual(other, schema)) throw new TypeError(`Two shapes are called ${name}.`);
  found[name] = schema;
}

/**
 * Converts the fields of an object.
 * @param sending See `toJsonSchema`.
 */
export const objectSchema = (props: Fields, sending: boolean): JsonSchema =>
  withoutGaps({
    type: 'object',
    properties: Object.fromEntries(Object.entries(props).map(([name, rule]) => [name, toJsonSchema(rule, sending)])),
    required: Object.entries(props)
      .filter(([, { optional }]) => !optional)
      .map(([name]) => name),
    additionalProperties: sending ? undefined : false,
  });

const orNull = (schema: JsonSchema): JsonSchema =>
  typeof schema.type === 'string' && !schema.enum
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] };

const withoutGaps = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
