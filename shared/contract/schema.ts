/**
 * Fastest-validator rules that also carry their TypeScript type.
 *
 * A rule is the plain object the validator compiles; `in` and `out` exist only for the compiler.
 * They differ where a rule has a default: the caller may omit the value, the handler always has it.
 */
import type { Readable } from 'node:stream';
import { isTimeZone, longestUrl, normalizeStreamUrl, normalizeTimestamp, normalizeUrl, type Check } from './formats.ts';

declare const carried: unique symbol;

export interface Rule<In = any, Out = In> {
  readonly [carried]?: { in: In; out: Out };
  readonly type: string;
  readonly optional?: boolean;
  readonly nullable?: boolean;
}
export interface Optional<In, Out> extends Rule<In, Out> {
  readonly optional: true;
}
export type Fields = Record<string, Rule>;

type Carried<R> = R extends { readonly [carried]?: infer C } ? NonNullable<C> : never;
type Side<R, S extends 'in' | 'out'> = Carried<R> extends infer C ? (C extends Record<S, infer T> ? T : never) : never;
type OptionalKeys<F> = { [K in keyof F]: F[K] extends { optional: true } ? K : never }[keyof F];
type DefaultedKeys<F> = { [K in keyof F]: F[K] extends { default: unknown } ? K : never }[keyof F];
type Flat<T> = { [K in keyof T]: T[K] } & {};

/** What a caller sends: a rule's type, or an object of them. */
export type Input<F> = F extends Rule
  ? Side<F, 'in'>
  : Flat<
      { [K in Exclude<keyof F, OptionalKeys<F>>]: Side<F[K], 'in'> } & {
        [K in OptionalKeys<F>]?: Side<F[K], 'in'> | undefined;
      }
    >;
/** What a handler receives: as sent, defaults filled in. */
export type Output<F> = F extends Rule
  ? Side<F, 'out'>
  : Flat<
      { [K in Exclude<keyof F, Exclude<OptionalKeys<F>, DefaultedKeys<F>>>]: Side<F[K], 'out'> } & {
        [K in Exclude<OptionalKeys<F>, DefaultedKeys<F>>]?: Side<F[K], 'out'> | undefined;
      }
    >;

/** A JSON object whose members the interface leaves free. */
export type Json = Record<string, unknown>;

/** A file on its way out. */
export interface Attachment {
  readonly filename: string;
  /** Bytes; null where nobody knows before it has ended. */
  readonly size: number | null;
  readonly content_type: string;
  readonly content: Readable;
}

/** A page for a browser: markup that needs no escaping any more, and the one script that may run on it. */
export interface Page {
  readonly title: string;
  readonly body: string;
  readonly script: string;
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

/** Null is refused unless `t.nullable` says otherwise, also where the member is optional. */
const rule = <In, Out = In>(definition: Record<string, unknown>) =>
  ({ nullable: false, ...definition }) as unknown as Rule<In, Out>;
/** A string of one format: `format` names it in the API document, `custom` checks it and may normalize it. */
const text = (format: string, max: number, custom?: Check) =>
  rule<string>({ type: 'string', max, format, ...(custom && { custom }) });

export const t = {
  uuid: () => rule<string>({ type: 'uuid' }),
  /** An id or slug in a path. Any text is allowed: what names nothing is 404, not 400. */
  reference: () => rule<string>({ type: 'string' }),
  string: (limits: TextLimits = {}) => rule<string>({ type: 'string', ...limits }),
  /** Trimmed and lowercased. */
  email: () => rule<string>({ type: 'email', mode: 'precise', max: 254, normalize: true }),
  /** Absolute, http or https, without credentials. */
  url: () => text('uri', longestUrl, normalizeUrl),
  /** Like `url`, or a bare host with or without a path; the empty string is null. */
  streamUrl: () => text('uri-reference', longestUrl, normalizeStreamUrl),
  /** ISO 8601 with an offset; answered in UTC with milliseconds. */
  timestamp: () => text('date-time', 40, normalizeTimestamp),
  /** A name of the IANA time zone database. */
  timeZone: () => text('iana-time-zone', 64, isTimeZone),
  integer: (limits: NumberLimits = {}) => rule<number>({ type: 'number', integer: true, ...limits }),
  number: (limits: NumberLimits = {}) => rule<number>({ type: 'number', ...limits }),
  boolean: () => rule<boolean>({ type: 'boolean' }),
  literal: <const V extends string | number | boolean>(value: V) => rule<V>({ type: 'equal', value, strict: true }),
  enum: <const V extends readonly string[]>(...values: V) => rule<V[number]>({ type: 'enum', values }),
  array: <In, Out>(items: Rule<In, Out>, limits: { min?: number; max?: number } = {}) =>
    rule<In[], Out[]>({ type: 'array', items, ...limits }),
  /** An object of just these members; others are dropped. */
  object: <F extends Fields>(props: F) => rule<Input<F>, Output<F>>({ type: 'object', strict: 'remove', props }),
  /** An object whose members are all of one rule. */
  mapOf: <In, Out>(value: Rule<In, Out>) =>
    rule<Record<string, In>, Record<string, Out>>({ type: 'record', key: { type: 'string' }, value }),
  /** A free-form JSON object. */
  json: () => rule<Json>({ type: 'object' }),
  page: (): Rule<Page> => t.object({ title: t.string(), body: t.string(), script: t.string() }),
  attachment: () => rule<Attachment>({ type: 'any' }),
  any: () => rule<unknown>({ type: 'any', nullable: true }),
  anyOf: <R extends readonly Rule[]>(...rules: R) =>
    rule<Side<R[number], 'in'>, Side<R[number], 'out'>>({ type: 'multi', rules }),
  nullable: <R extends Rule>(inner: R) =>
    ({ ...inner, nullable: true }) as unknown as Omit<R, typeof carried> &
      Rule<Side<R, 'in'> | null, Side<R, 'out'> | null>,
  optional: <In, Out>(inner: Rule<In, Out>) => ({ ...inner, optional: true }) as unknown as Optional<In, Out>,
  default: <In, Out, const D extends In>(inner: Rule<In, Out>, value: D) =>
    ({ ...inner, optional: true, default: value }) as unknown as Optional<In, Out> & { readonly default: D },
};
