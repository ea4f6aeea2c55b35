/**
 * Reads a body, limited in size and depth, and without anything that JavaScript, the bus or PostgreSQL cannot handle; then
 * the parameters that the contract names, from path, body and query. The path takes precedence.
 */
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { Failure } from '../../../shared/base/failure.ts';
import { pack } from '../../../shared/base/packed.ts';
import { flawOf, isDangerousName } from '../../../shared/base/storable.ts';
import { anyBody, maxBody, textBody, type TextType } from '../../../shared/contract/concerns.ts';
import { isInBody, isInQuery } from '../../../shared/contract/endpoint.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { Rule } from '../../../shared/contract/schema.ts';
import { bodyBytes, bodyLevels, bodyWithinMs, unreadBodyForMs } from '../limits.ts';
import type { Step } from '../request.ts';

export type Body = Record<string, unknown>;

/** Reads the body, unless it was a form. An absent one is an empty object, and that of a GET is ignored. */
export const readBody: Step = (endpoint) => {
  const read = readerFor(endpoint);
  return async (request, next) => {
    request.body ??= await read(request.req);
    return next(request);
  };
};

function readerFor(endpoint: Endpoint): (req: IncomingMessage) => Promise<Body> {
  const text = textBody.of(endpoint);
  const limit = text?.bytes ?? maxBody.of(endpoint)?.bytes ?? bodyBytes;
  if (endpoint.http?.method === 'GET' || anyBody.of(endpoint)) return passOver;
  return text ? (req) => readPacked(req, limit, text) : (req) => readObject(req, limit);
}

/**
 * Reads a JSON object.
 * @param limit The maximum size in bytes.
 * @throws {Failure} `PAYLOAD_TOO_LARGE`, `UNSUPPORTED_MEDIA_TYPE`, `VALIDATION_FAILED` or `TIMEOUT`.
 */
async function readObject(req: IncomingMessage, limit: number): Promise<Body> {
  if (!hasBody(req)) return {};
  if (!isEncoded(req, json)) throw new Failure('UNSUPPORTED_MEDIA_TYPE');
  if (Number(req.headers['content-length'] ?? 0) > limit) throw new Failure('PAYLOAD_TOO_LARGE');
  const text = await arrivedText(req, limit);
  return text.trim() === '' ? {} : parse(text);
}

/** The forms of a text: plain, or as JSON. */
const texts: Readonly<Record<TextType, ReadonlySet<string>>> = {
  'application/yaml': new Set([
    ...['application/yaml', 'application/x-yaml', 'text/yaml', 'text/x-yaml'],
    'application/json',
  ]),
  'text/csv': new Set(['text/csv', 'application/json']),
};

/**
 * Reads a body that is one text, and packs it for the bus.
 * @throws {Failure} As `readObject` does.
 */
async function readPacked(
  req: IncomingMessage,
  limit: number,
  { param, mediaType }: { readonly param: string; readonly mediaType: TextType },
): Promise<Body> {
  const text = await readWholeText(req, mediaType, limit);
  return text === '' ? {} : { [param]: await pack(text) };
}

/**
 * Reads a body that is one text; empty where there is none.
 * @throws {Failure} As `readObject` does.
 */
export async function readWholeText(req: IncomingMessage, mediaType: TextType, limit: number): Promise<string> {
  if (!hasBody(req)) return '';
  if (!isEncoded(req, texts[mediaType])) throw new Failure('UNSUPPORTED_MEDIA_TYPE');
  if (Number(req.headers['content-length'] ?? 0) > limit) throw new Failure('PAYLOAD_TOO_LARGE');
  return cleanText(await arrivedText(req, limit));
}

/** Reads and ignores the body of a request that needs none. */
async function passOver(req: IncomingMessage): Promise<Body> {
  if (hasBody(req)) await readRest(req);
  else req.resume();
  return {};
}

/**
 * Reads what is left of a body. Closing a connection while data still arrives resets it, and the answer may be lost.
 */
export async function readRest(req: IncomingMessage): Promise<void> {
  if (req.destroyed) return;
  req.resume();
  if (req.complete) return;
  await finished(req, { signal: AbortSignal.timeout(unreadBodyForMs) }).catch(() => undefined);
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;

const json = new Set(['application/json']);
/** Tells whether a body is said to be JSON. */
export const isJson = (req: IncomingMessage): boolean => isEncoded(req, json);

function isEncoded({ headers }: IncomingMessage, types: ReadonlySet<string>): boolean {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='));
  const encoding = headers['content-encoding'] ?? 'identity';
  return (
    types.has(type.trim()) && (charset === undefined || /^charset="?utf-?8"?$/.test(charset)) && encoding === 'identity'
  );
}

/**
 * Collects the body from events: a small one has arrived completely by now, and iterating would cost more than
 * everything else.
 */
const arrivedText = (req: IncomingMessage, limit: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const late = setTimeout(() => reject(new Failure('TIMEOUT')), bodyWithinMs);
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      clearTimeout(late);
      req.pause();
      reject(new Failure('PAYLOAD_TOO_LARGE'));
    });
    req.on('end', () => {
      clearTimeout(late);
      resolve((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString('utf8'));
    });
    req.on('error', (error) => {
      clearTimeout(late);
      reject(error);
    });
  });

function parse(text: string): Body {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed('object', 'The body must be a JSON object.');
  }
  return (isPlain(text) ? value : clean(value, 1)) as Body;
}

/** Tells whether a JSON text certainly needs no cleaning: no escapes, no dangerous names, depths or numbers. */
const isPlain = (text: string) => !suspicious.test(text) && bracketsIn(text) <= bodyLevels;
const suspicious = /\\u|__proto__|constructor|prototype|\d[eE]\+?\d{3}|\d{200}/;

function bracketsIn(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '[' || character === '{') count++;
  }
  return count;
}

function parseJson(text: string, field = 'body'): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('json', field === 'body' ? 'The body is not valid JSON.' : `${field} is not valid JSON.`, field);
  }
}

/** Parses the JSON in a form field. */
const readJson = (text: string, field: string): unknown => clean(parseJson(text, field), 1, field);

function clean(value: unknown, depth: number, field = 'body'): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (flawOf(value) === 'number') throw malformed('number', 'A number in the body is too large.');
  if (typeof value !== 'object' || value === null) return value;
  if (depth > bodyLevels) throw malformed('depth', `The body is nested more than ${bodyLevels} levels deep.`);
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1, field));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [safeName(cleanText(name), field), clean(member, depth + 1, field)]),
  );
}

/** Refuses a dangerous member name: dropping it would lose data silently, and keeping it could do harm. */
export function safeName(name: string, field = 'body'): string {
  if (isDangerousName(name)) throw malformed('name', `${name} is no name for a member.`, field);
  return name;
}

/** Refuses NUL and replaces lone surrogates, neither of which PostgreSQL can store. */
export function cleanText(text: string, field = 'body'): string {
  if (flawOf(text) === 'nul') throw malformed('nul', 'Text must not contain the NUL character.', field);
  return text.toWellFormed();
}

/** Returns the refusal of a malformed body. */
export const malformed = (code: string, message: string, field = 'body') =>
  new Failure('VALIDATION_FAILED', { errors: [{ field, code, message }] });

/** Collects the parameters. */
export const readParams: Step = (endpoint) => {
  const names = Object.entries(endpoint.params).map(([name, rule]) => ({
    name,
    rule,
    inBody: isInBody(endpoint, name),
    inQuery: isInQuery(endpoint, name),
  }));
  return (request, next) => {
    const { path, query, params, body = {} } = request;
    for (const { name, rule, inBody, inQuery } of names) {
      if (Object.hasOwn(path, name)) params[name] = cleanReference(path[name] as string);
      else if (inBody && Object.hasOwn(body, name)) params[name] = body[name];
      else if (inQuery && query.has(name)) params[name] = readQuery(name, rule, query.getAll(name));
    }
    return next(request);
  };
};

/** Replaces characters that the database cannot compare. The result names nothing and is therefore not found. */
const cleanReference = (text: string) => text.replaceAll('\0', '\ufffd').toWellFormed();

/** Returns the parameters of a path as the database can compare them. */
export const cleanPath = (path: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(path).map(([name, text]) => [name, cleanReference(text)]));

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
      Object.hasOwn(params, name) ? readField(name, params[name] as Rule, text) : text,
    ]),
  );

const readField = (name: string, rule: Rule, text: string) =>
  rule.type === 'object' || rule.type === 'array' ? readJson(text, name) : readText(rule, cleanText(text, name));
