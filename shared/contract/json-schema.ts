/** A rule as JSON Schema (2020-12), for the API document. */
import type { Fields, Rule } from './schema.ts';

export type JsonSchema = Record<string, unknown>;

/** What a rule may hold; each type of rule uses some of it. */
interface Definition extends Rule {
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly min?: number;
  readonly max?: number;
  readonly integer?: boolean;
  readonly values?: readonly string[];
  readonly value?: unknown;
  readonly items?: Rule;
  readonly props?: Fields;
  readonly rules?: readonly Rule[];
  readonly default?: unknown;
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
  array: ({ items, min, max }, sending) => ({
    type: 'array',
    items: items && toJsonSchema(items, sending),
    minItems: min,
    maxItems: max,
  }),
  object: ({ props }, sending) => (props ? objectSchema(props, sending) : { type: 'object' }),
  record: ({ value }, sending) => ({ type: 'object', additionalProperties: toJsonSchema(value as Rule, sending) }),
  multi: ({ rules = [] }, sending) => ({ anyOf: rules.map((each) => toJsonSchema(each, sending)) }),
  any: () => ({}),
};

/** `sending`: what a client sends, where unknown members are ignored; an answer has none but the promised. */
export function toJsonSchema(rule: Rule, sending: boolean): JsonSchema {
  const definition = rule as Definition;
  const convert = converters[definition.type];
  if (!convert) throw new TypeError(`No JSON Schema is known for rules of type ${definition.type}.`);
  const schema = withoutGaps({ ...convert(definition, sending), default: definition.default });
  return definition.nullable && definition.type !== 'any' ? orNull(schema) : schema;
}

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
