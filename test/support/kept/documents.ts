/** API documents, made ready to hold answers against: a worker compiles their schemas once, not once per spec. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ValidateFunction } from 'ajv';

export interface PromisedAnswer {
  content?: { 'application/json'?: { schema: object } };
}
export interface Operation {
  responses: Record<string, PromisedAnswer | { $ref: string }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, PromisedAnswer> };
}
export interface Described {
  readonly responses: Record<string, PromisedAnswer>;
  readonly paths: { readonly pattern: RegExp; readonly operations: Record<string, Operation> }[];
  readonly ajv: Ajv2020;
  readonly compiled: Map<string, ValidateFunction>;
}

/** By their text: one service and another may describe themselves differently. */
const known = new Map<string, Described>();

export function described(text: string): Described {
  const found = known.get(text) ?? read(JSON.parse(text.replaceAll('#/components', 'doc#/components')) as Document);
  known.set(text, found);
  return found;
}

function read({ paths, components }: Document): Described {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addFormat('iana-time-zone', true);
  ajv.addSchema({ $id: 'doc', components });
  const patterns = Object.entries(paths).map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    literal: !path.includes('{'),
    operations,
  }));
  return {
    paths: patterns.sort((a, b) => Number(b.literal) - Number(a.literal)),
    ajv,
    compiled: new Map(),
    responses: components.responses,
  };
}
