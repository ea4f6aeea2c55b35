/** Builds a request from the parameters of a call. */
import type { Uploads } from './calls.ts';
import type { Endpoint } from './endpoint.ts';

export type Params = Readonly<Record<string, unknown>>;

export interface Request {
  /** Path and query. */
  readonly target: string;
  readonly method: string;
  readonly body?: string | FormData;
  /** Of a body that is a text. */
  readonly mediaType?: string;
}

/** Returns the request. Throws a TypeError where a parameter of the path is missing. */
export function requestOf(endpoint: Endpoint, given: Params): Request {
  const { files, ...params } = given as Params & Uploads;
  const rest = new Map(Object.entries(params).filter(([, value]) => value !== undefined));
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return segment(endpoint, name, value);
  });
  const readsQuery = endpoint.method === 'GET' || (endpoint.method === 'DELETE' && !endpoint.body);
  const query = new URLSearchParams();
  for (const [name, value] of rest) {
    if (!readsQuery && !endpoint.query?.includes(name)) continue;
    query.append(name, String(value));
    rest.delete(name);
  }
  const target = query.size > 0 ? `${path}?${query.toString()}` : path;
  if (readsQuery) return { target, method: endpoint.method };
  const sent = { target, method: endpoint.method };
  if (files) return { ...sent, body: formOf(rest, files) };
  const { text, textType } = endpoint;
  const whole = text && rest.get(text);
  if (typeof whole === 'string') return { ...sent, body: whole, ...(textType && { mediaType: textType }) };
  // The service takes the same as JSON.
  if (text) return { ...sent, body: JSON.stringify(whole), mediaType: 'application/json' };
  return { ...sent, body: JSON.stringify(Object.fromEntries(rest)), mediaType: 'application/json' };
}

/** Dots alone would name another path, and nothing would name its parent. */
function segment({ method, path }: Endpoint, name: string, value: unknown): string {
  const isText = typeof value === 'string' || typeof value === 'number';
  if (!isText || /^\.{0,2}$/.test(String(value))) throw new TypeError(`${method} ${path} needs an id as ${name}.`);
  return encodeURIComponent(value);
}

/** Lists and objects are JSON in a form. */
function formOf(fields: ReadonlyMap<string, unknown>, files: Readonly<Record<string, Blob>>): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (const [field, file] of Object.entries(files)) form.append(`file_${field}`, file);
  return form;
}
