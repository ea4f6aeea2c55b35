/** Collects the parameters that an action's contract names. The path takes precedence over body and query. */
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { Rule } from '../../shared/contract/schema.ts';
import { cleanText, readJson, type Body } from './read-body.ts';

/** Tells whether a parameter outside the path may be in the query string. */
export const isInQuery = ({ http, query }: Endpoint, name: string): boolean =>
  http?.method === 'GET' || http?.method === 'DELETE' || (query?.includes(name) ?? false);

/** Tells whether a parameter outside the path may be in the body. */
export const isInBody = ({ query }: Endpoint, name: string): boolean => !query?.includes(name);

/** Returns the parameters of an action. */
export function gatherParams(endpoint: Endpoint, path: Body, query: URLSearchParams, body: Body): Body {
  const params: Body = {};
  for (const [name, rule] of Object.entries(endpoint.params)) {
    if (Object.hasOwn(path, name)) params[name] = reference(String(path[name]));
    else if (isInBody(endpoint, name) && Object.hasOwn(body, name)) params[name] = body[name];
    else if (isInQuery(endpoint, name) && query.has(name)) params[name] = readQuery(name, rule, query.getAll(name));
  }
  return params;
}

/** Replaces characters that the database cannot compare. The result names nothing and is therefore not found. */
const reference = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed();

/** Reads a query parameter. One given twice becomes a list, which no rule of a query accepts. */
function readQuery(name: string, rule: Rule, values: string[]): unknown {
  const [text = '', ...more] = values.map((value) => cleanText(value, name));
  return more.length > 0 ? values : readText(rule, text);
}

/** Converts a text to the number or boolean that its rule expects, because queries and forms have no types. */
function readText(rule: Rule, text: string): unknown {
  if (rule.type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (rule.type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

/** Converts form fields to a body. Lists and objects are JSON in them; unknown fields stay text. */
export const readFields = ({ params }: Endpoint, fields: ReadonlyMap<string, string>): Body =>
  Object.fromEntries(
    [...fields].map(([name, text]) => [
      name,
      Object.hasOwn(params, name) ? readField(name, params[name]!, text) : text,
    ]),
  );

const readField = (name: string, rule: Rule, text: string) =>
  rule.type === 'object' || rule.type === 'array' ? readJson(text, name) : readText(rule, cleanText(text, name));
