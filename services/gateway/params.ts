/** Puts an action's parameters together: only those its contract names, the path before body and query. */
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { Rule } from '../../shared/contract/schema.ts';
import { cleanText, readJson, type Body } from './read-body.ts';

export function gatherParams(endpoint: Endpoint, path: Body, query: URLSearchParams, body: Body): Body {
  const { method } = endpoint.http ?? {};
  const inQuery = (name: string) => method === 'GET' || method === 'DELETE' || endpoint.query?.includes(name);
  const params: Body = {};
  for (const [name, rule] of Object.entries(endpoint.params)) {
    if (Object.hasOwn(path, name)) params[name] = reference(String(path[name]));
    else if (Object.hasOwn(body, name)) params[name] = body[name];
    else if (inQuery(name) && query.has(name)) params[name] = readQuery(name, rule, query.getAll(name));
  }
  return params;
}

/** What the database could not even compare names nothing; it stays as something that is not found. */
const reference = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed();

/** A parameter given twice is a list, which no parameter of a query expects. */
function readQuery(name: string, rule: Rule, values: string[]): unknown {
  const [text = '', ...more] = values.map((value) => cleanText(value, name));
  return more.length > 0 ? values : readText(rule, text);
}

/** Query strings and forms carry no types: numbers and booleans are recognised by what the rule expects. */
function readText(rule: Rule, text: string): unknown {
  if (rule.type === 'number' && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (rule.type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

/** The body a form stands for. Lists and objects are JSON in it. */
export const readFields = ({ params }: Endpoint, fields: ReadonlyMap<string, string>): Body =>
  Object.fromEntries(
    [...fields]
      .filter(([name]) => Object.hasOwn(params, name))
      .map(([name, text]) => [name, readField(name, params[name] as Rule, text)]),
  );

const readField = (name: string, rule: Rule, text: string) =>
  rule.type === 'object' || rule.type === 'array' ? readJson(text, name) : readText(rule, cleanText(text, name));
