/** Prints the rules of contracts as TypeScript types. */
import { errors, extrasOf, type ErrorCode } from '../../../shared/contract/errors.ts';
import type { Fields, Rule } from '../../../shared/contract/schema.ts';

/** The members that a rule may have; each type of rule uses some of them. */
interface Definition extends Rule {
  readonly values?: readonly string[];
  readonly value?: unknown;
  readonly items?: Rule;
  readonly props?: Fields;
  readonly strict?: unknown;
  readonly rules?: readonly Rule[];
  readonly default?: unknown;
  readonly named?: string;
}

const text = () => 'string';
const quoted = (value: unknown) => JSON.stringify(value);

const printers: Record<string, (definition: Definition) => string> = {
  string: text,
  email: text,
  uuid: text,
  number: () => 'number',
  boolean: () => 'boolean',
  equal: ({ value }) => quoted(value),
  enum: ({ values = [] }) => values.map(quoted).join(' | '),
  array: ({ items }) => `(${typeOf(items as Rule)})[]`,
  // A free-form object may check some of its members, and still takes any.
  object: ({ props, strict }) => (props && strict ? objectType(props) : 'Record<string, unknown>'),
  record: ({ value }) => `Record<string, ${typeOf(value as Rule)}>`,
  multi: ({ rules = [] }) => rules.map(typeOf).join(' | '),
  any: () => 'unknown',
  forbidden: () => 'unknown',
};

/** Returns the type of what a rule takes; a named shape is referred to by its name. */
export function typeOf(rule: Rule): string {
  const definition = rule as Definition;
  const type = definition.named ?? shapeOf(rule);
  return definition.nullable && definition.type !== 'any' ? `${type} | null` : type;
}

/** Returns the type of a rule, written out even where it has a name. */
export function shapeOf(rule: Rule): string {
  const print = printers[rule.type];
  if (!print) throw new TypeError(`No TypeScript type is known for rules of type ${rule.type}.`);
  return print(rule as Definition);
}

/** Returns the type of an object with these members. */
export function objectType(fields: Fields): string {
  const members = Object.entries(fields).map(([name, rule]) => member(name, rule as Definition));
  return members.length > 0 ? `{ ${members.join(' ')} }` : 'Record<string, never>';
}

function member(name: string, rule: Definition): string {
  const usually = rule.default === undefined ? '' : `/** Default: \`${quoted(rule.default)}\`. */\n`;
  const type = typeOf(rule);
  // `unknown` includes undefined already.
  const orUndefined = rule.optional && type !== 'unknown' ? ' | undefined' : '';
  return `${usually}${quoted(name)}${rule.optional ? '?' : ''}: ${type}${orUndefined};`;
}

/** Collects the named shapes of these rules, at any depth, as types by name. */
export function namedShapes(rules: readonly Rule[]): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (rule: Rule): void => {
    const { named, type, items, value, props = {}, rules: ways = [] } = rule as Definition;
    if (named !== undefined) found.set(named, shapeOf(rule));
    const parts = [items, type === 'record' ? (value as Rule) : undefined, ...Object.values(props), ...ways];
    for (const part of parts) if (part) visit(part);
  };
  rules.forEach(visit);
  return found;
}

/** Returns the members of an error's extras as a type, and what it means. */
export const errorMember = (code: ErrorCode): string => {
  const [status, message] = errors[code];
  const extras = extrasOf(code);
  const type = Object.keys(extras).length > 0 ? objectType(extras) : 'Record<never, never>';
  return `/** ${status}: ${message} */\n${code}: ${type};`;
};
