/** Reads JSON: bounded, free of what JavaScript, the bus or PostgreSQL would stumble over. A body is an object. */
import type { IncomingMessage } from 'node:http';
import { Failure } from '../../shared/broker/failure.ts';

export type Body = Record<string, unknown>;

const deepest = 32;
/** Members that would reach an object's prototype. */
export const dangerous = new Set(['__proto__', 'constructor', 'prototype']);

/** An absent body is an empty object. */
export async function readBody(req: IncomingMessage, limit: number): Promise<Body> {
  const length = Number(req.headers['content-length'] ?? 0);
  const hasBody = length > 0 || req.headers['transfer-encoding'] !== undefined;
  if (!hasBody) return {};
  if (!isJson(req)) throw new Failure('UNSUPPORTED_MEDIA_TYPE');
  if (length > limit) throw new Failure('PAYLOAD_TOO_LARGE');
  const text = await readText(req, limit);
  return text.trim() === '' ? {} : parse(text);
}

function isJson({ headers }: IncomingMessage): boolean {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='));
  const encoding = headers['content-encoding'] ?? 'identity';
  return (
    type.trim() === 'application/json' &&
    (charset === undefined || /^charset="?utf-?8"?$/.test(charset)) &&
    encoding === 'identity'
  );
}

/** By its events: a small body has come whole by then, and iterating over it would cost more than all the rest. */
const readText = (req: IncomingMessage, limit: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      req.pause();
      reject(new Failure('PAYLOAD_TOO_LARGE'));
    });
    req.on('end', () =>
      resolve((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString('utf8')),
    );
    req.on('error', reject);
  });

function parse(text: string): Body {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed('object', 'The body must be a JSON object.');
  }
  return (isPlain(text) ? value : clean(value, 1)) as Body;
}

/** Nothing in it needs cleaning: no escapes, no names, depths or numbers that would be refused. */
const isPlain = (text: string) => !suspicious.test(text) && bracketsIn(text) <= deepest;
const suspicious = /\\u|__proto__|constructor|prototype|\d[eE]\+?\d{3}|\d{300}/;

function bracketsIn(text: string): number {
  let count = 0;
  for (let place = 0; place < text.length; place++) {
    const character = text[place];
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

/** JSON that stands in a field of a form. */
export const readJson = (text: string, field: string): unknown => clean(parseJson(text, field), 1);

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (value === Infinity || value === -Infinity) throw malformed('number', 'A number in the body is too large.');
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) throw malformed('depth', `The body is nested more than ${deepest} levels deep.`);
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
  const members = Object.entries(value).filter(([name]) => !dangerous.has(name));
  return Object.fromEntries(members.map(([name, member]) => [cleanText(name), clean(member, depth + 1)]));
}

/** PostgreSQL keeps neither NUL nor half a surrogate pair. */
export function cleanText(text: string, field = 'body'): string {
  if (text.includes('\0')) throw malformed('nul', 'Text must not contain the NUL character.', field);
  return text.toWellFormed();
}

export const malformed = (code: string, message: string, field = 'body') =>
  new Failure('VALIDATION_FAILED', { errors: [{ field, code, message }] });
