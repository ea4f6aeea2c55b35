/**
 * Rules of fastest-validator that also carry their TypeScript type.
 *
 * A rule is the plain object that the validator compiles; `in` and `out` exist only for the type checker. They differ
 * for a rule with a default, which a caller may omit and a handler always has.
 */
import type { Readable } from 'node:stream';
import {
  isTimeZone,
  maxUrlLength,
  normalizeHttpsUrl,
  normalizeId,
  normalizeStreamUrl,
  normalizeTimestamp,
  normalizeToken,
  normalizeUrl,
  type FormatCheck,
} from './formats.ts';

export interface Rule<In = any, Out = In> {
  /** Where a rule carries its types, which only the type checker sees. */
  readonly '~carried'?: { in: In; out: Out };
  readonly type: string;
  readonly optional?: boolean;
  readonly nullable?: boolean;
}
export interface Optional<In, Out> extends Rule<In, Out> {
  readonly optional: true;
}
export type Fields = Record<string, Rule>;

type Carried<R> = R extends { readonly '~carried'?: infer C } ? NonNullable<C> : never;
type Side<R, S extends 'in' | 'out'> = Carried<R> extends infer C ? (C extends Record<S, infer T> ? T : never) : never;
type OptionalKeys<F> = { [K in keyof F]: F[K] extends { optional: true } ? K : never }[keyof F];
type DefaultedKeys<F> = { [K in keyof F]: F[K] extends { default: unknown } ? K : never }[keyof F];
type Flat<T> = { [K in keyof T]: T[K] } & {};

/** The type that a caller sends, of a rule or of an object of rules. */
export type Input<F> = F extends Rule
  ? Side<F, 'in'>
  : Flat<
      { [K in Exclude<keyof F, OptionalKeys<F>>]: Side<F[K], 'in'> } & {
        [K in OptionalKeys<F>]?: Side<F[K], 'in'> | undefined;
      }
    >;
/** The type that a handler receives: as sent, with defaults filled in. */
export type Output<F> = F extends Rule
  ? Side<F, 'out'>
  : Flat<
      { [K in Exclude<keyof F, Exclude<OptionalKeys<F>, DefaultedKeys<F>>>]: Side<F[K], 'out'> } & {
        [K in Exclude<OptionalKeys<F>, DefaultedKeys<F>>]?: Side<F[K], 'out'> | undefined;
      }
    >;

/** A JSON object whose members the interface does not define. */
export type Json = Record<string, unknown>;

/** A file to download. */
export interface Attachment {
  readonly filename: string;
  /** The size in bytes; null when it is only known at the end. */
  readonly size: number | null;
  readonly content_type: string;
  readonly content: Readable;
}

interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: RegExp;
  readonly trim?: boolean;
}
interface NumberLimits {
  readonly min?: number;
  readonly max?: number;
}

/** Refuses null unless `t.nullable` allows it, also for optional members. */
const rule = <In, Out = In>(definition: Record<string, unknown>) =>
  ({ nullable: false, ...definition }) as unknown as Rule<In, Out>;
/** Tells whether a rule was made by `t.id()`. */
export const isId = (definition: Rule): boolean => {
  const { type, format, custom } = definition as { type: string; format?: string; custom?: unknown };
  return type === 'string' && format === 'uuid' && custom === normalizeId;
};
/** A string in a format. `format` names it in the API document; `custom` checks and may normalize it. */
const text = (format: string, max: number, custom?: FormatCheck) =>
  rule<string>({ type: 'string', max, format, ...(custom && { custom }) });

/** Builders of rules. */
export const t = {
  /** An id in a body or query string, lowercased. */
  uuid: () => rule<string>({ type: 'uuid', custom: normalizeId }),
  /** An id in a path, lowercased. The kit answers any other text as an id that does not exist. */
  id: () => rule<string>({ type: 'string', format: 'uuid', custom: normalizeId }),
  /** An id or slug in a path. Any text is allowed, because one that names nothing is 404 and not 400. */
  reference: () => rule<string>({ type: 'string' }),
  /** Any text, lowercased, that a rule of the service takes for an id or refuses with a code of its own. */
  possibleId: (limits: TextLimits = {}) => rule<string>({ type: 'string', custom: normalizeId, ...limits }),
  /** The token of a ticket, as a scanner sends it. Any text is allowed, because one that names nobody is 404 and not 400. */
  token: (limits: TextLimits) => rule<string>({ type: 'string', custom: normalizeToken, ...limits }),
  string: (limits: TextLimits = {}) => rule<string>({ type: 'string', ...limits }),
  /** A name in one line (`shared/contract/names.ts`); composed and trimmed. */
  name: (limits: Omit<TextLimits, 'pattern' | 'trim'>) => rule<string>({ type: 'string', isName: true, ...limits }),
  /** Trimmed, lowercased and composed, the domain in its ASCII form. */
  email: () => rule<string>({ type: 'email', max: 254 }),
  /** An absolute http or https URL without credentials. */
  url: () => text('uri', maxUrlLength, normalizeUrl),
  /** Like `url`, but https alone. */
  httpsUrl: () => text('uri', maxUrlLength, normalizeHttpsUrl),
  /** Like `url`, but also a bare host with or without a path; an empty string becomes null. */
  streamUrl: () => text('uri-reference', maxUrlLength, normalizeStreamUrl),
  /** ISO 8601 with an offset; answered in UTC with milliseconds. */
  timestamp: () => text('date-time', 40, normalizeTimestamp),
  /** The name of a zone in the IANA time zone database. */
  timeZone: () => text('iana-time-zone', 64, isTimeZone),
  integer: (limits: NumberLimits = {}) => rule<number>({ type: 'number', integer: true, ...limits }),
  number: (limits: NumberLimits = {}) => rule<number>({ type: 'number', ...limits }),
  boolean: () => rule<boolean>({ type: 'boolean' }),
  literal: <const V extends string | number | boolean>(value: V) => rule<V>({ type: 'equal', value, strict: true }),
  enum: <const V extends readonly string[]>(...values: V) => rule<V[number]>({ type: 'enum', values }),
  array: <In, Out>(items: Rule<In, Out>, limits: { min?: number; max?: number; unique?: true } = {}) =>
    rule<In[], Out[]>({ type: 'array', items, ...limits }),
  /** An object with exactly these members; others are dropped. */
  object: <F extends Fields>(props: F) => rule<Input<F>, Output<F>>({ type: 'object', strict: 'remove', props }),
  /** An object whose members all follow one rule. */
  mapOf: <In, Out>(value: Rule<In, Out>) =>
    rule<Record<string, In>, Record<string, Out>>({ type: 'record', key: { type: 'string' }, value }),
  /** An object with some of these members and no others, which all follow one rule. */
  someOf: <const Names extends readonly string[], In, Out>(names: Names, value: Rule<In, Out>) =>
    rule<{ [N in Names[number]]?: In | undefined }, { [N in Names[number]]?: Out | undefined }>({
      ...{ type: 'object', strict: true },
      props: Object.fromEntries(names.map((name) => [name, t.optional(value)])),
    }),
  /** A free-form JSON object. */
  json: () => rule<Json>({ type: 'object' }),
  attachment: () => rule<Attachment>({ type: 'any' }),
  any: () => rule<unknown>({ type: 'any', nullable: true }),
  /** A member that clients may send and that has no effect: the validator removes it, whatever it is. */
  ignored: () => ({ type: 'forbidden', remove: true, optional: true }) as unknown as Optional<unknown, undefined>,
  anyOf: <R extends readonly Rule[]>(...rules: R) =>
    rule<Side<R[number], 'in'>, Side<R[number], 'out'>>({ type: 'multi', rules }),
  /** A rule with a description in the API document. */
  described: <R extends Rule>(description: string, inner: R): R => ({ ...inner, description }),
  /** A shape of answers that has its own name in the API document. */
  named: <R extends Rule>(named: string, inner: R): R => ({ ...inner, named }),
  nullable: <R extends Rule>(inner: R) =>
    ({ ...inner, nullable: true }) as unknown as Omit<R, '~carried'> &
      Rule<Side<R, 'in'> | null, Side<R, 'out'> | null>,
  optional: <In, Out>(inner: Rule<In, Out>) => ({ ...inner, optional: true }) as unknown as Optional<In, Out>,
  default: <In, Out, const D extends In>(inner: Rule<In, Out>, value: D) =>
    ({ ...inner, optional: true, default: value }) as unknown as Optional<In, Out> & { readonly default: D },
};
