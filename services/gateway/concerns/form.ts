/**
 * Reads multipart/form-data with limits on everything and passes files on while they arrive. Nothing is truncated or
 * dropped silently: what is too large or too many is 413, any other fault is 400.
 */
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { Failure, isFailure } from '../../../shared/base/failure.ts';
import { formBytes, formParts, formWithinMs, silentTransferMs } from '../limits.ts';
import { malformed, safeName } from './body.ts';

export interface ArrivingFile {
  readonly field_id: string;
  readonly filename: string;
  /** Base64-encoded. */
  readonly content: Readable;
}
export interface FormRules {
  readonly largestFile: number;
  readonly takesFile: (field_id: string) => boolean;
  /** Stores a file and returns its size in bytes. */
  readonly store: (file: ArrivingFile) => Promise<number>;
}

/** Tells whether a request carries multipart/form-data. */
export const isForm = ({ headers }: IncomingMessage): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '');

/** Refuses a form by its headers alone, before its body is read. */
export function checkFormHeaders({ headers }: IncomingMessage): void {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw new Failure('UNSUPPORTED_MEDIA_TYPE');
  if (Number(headers['content-length'] ?? 0) > formBytes.inAll) throw new Failure('PAYLOAD_TOO_LARGE');
}

/** Reads the form; returns the fields once every file is stored. When it rejects, no file is being stored any more. */
export async function readForm(req: IncomingMessage, rules: FormRules): Promise<Map<string, string>> {
  const parser = openParser(req, rules.largestFile);
  const form = new Form(rules);
  let stopWatching = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      form.refuse = reject;
      listen(parser, form, resolve);
      stopWatching = feed(req, parser, reject);
    });
    await Promise.all(form.stores);
    return form.fields;
  } catch (error) {
    req.unpipe(parser);
    form.abandon(error as Error);
    await Promise.allSettled(form.stores);
    throw error;
  } finally {
    stopWatching();
  }
}

function openParser({ headers }: IncomingMessage, fileSize: number): BusboyInstance {
  try {
    const type = headers['content-type'] ?? '';
    return new Busboy({ headers: { ...headers, 'content-type': type }, limits: { ...formParts, fileSize } });
  } catch {
    throw malformed('multipart', 'The body has no boundary between its parts.');
  }
}

function listen(parser: BusboyInstance, form: Form, done: () => void): void {
  const tooMuch = () => form.refuse(new Failure('PAYLOAD_TOO_LARGE'));
  parser.on('partsLimit', tooMuch).on('filesLimit', tooMuch).on('fieldsLimit', tooMuch);
  parser.on('error', () => form.refuse(brokenOff()));
  parser.on('finish', done);
  parser.on('field', (name, value, _nameTruncated, isTruncated) =>
    form.take(name, () => form.field(name, value, isTruncated)),
  );
  parser.on('file', (name, content, filename) => {
    // A part that breaks off emits an error here and to its reader.
    content.on('error', () => undefined);
    content.on('limit', tooMuch);
    form.open.add(content);
    form.take(name, () => form.file(name, content, filename));
  });
}

/** Pipes the request into the parser and watches its speed. Returns the function that ends the watch. */
function feed(req: IncomingMessage, parser: BusboyInstance, refuse: (error: Error) => void): () => void {
  const tooSlow = () => refuse(new Failure('TIMEOUT'));
  const [silent, late] = [setTimeout(tooSlow, silentTransferMs), setTimeout(tooSlow, formWithinMs)];
  const cutOff = () => refuse(malformed('multipart', 'The body is cut off.'));
  let size = 0;
  req.on('data', (chunk: Buffer) => {
    silent.refresh();
    size += chunk.length;
    if (size > formBytes.inAll) refuse(new Failure('PAYLOAD_TOO_LARGE'));
  });
  req.on('error', () => undefined);
  req.on('close', () => {
    if (!req.complete) cutOff();
  });
  req.pipe(parser);
  // The request may have been aborted before the listener was added.
  if (req.destroyed) cutOff();
  return () => [silent, late].forEach(clearTimeout);
}

class Form {
  readonly fields = new Map<string, string>();
  readonly stores: Promise<void>[] = [];
  readonly open = new Set<BusboyFileStream>();
  readonly #rules: FormRules;
  readonly #names = new Set<string>();
  #size = 0;
  refuse: (error: Error) => void = () => undefined;

  constructor(rules: FormRules) {
    this.#rules = rules;
  }

  take(name: string | undefined, how: () => void): void {
    try {
      if (name === undefined) throw malformed('name', 'A part of the body has no name.');
      if (Buffer.byteLength(name) > formBytes.name) throw new Failure('PAYLOAD_TOO_LARGE');
      if (this.#names.has(name)) throw malformed('repeated', `${name} is there twice.`, name);
      this.#names.add(name);
      how();
    } catch (error) {
      this.refuse(error as Error);
    }
  }

  field(name: string, value: string, isTruncated: boolean): void {
    if (isTruncated) throw new Failure('PAYLOAD_TOO_LARGE');
    if (name.startsWith('file_')) throw malformed('file', `${name} takes a file, not text.`, name);
    this.fields.set(safeName(name), value);
  }

  file(name: string, content: Readable, filename: string | undefined): void {
    // Browsers send an empty file name when no file was chosen.
    if (!filename) return this.#store(expectNothing(name, content));
    const [, field_id = ''] = /^file_(.+)$/.exec(name) ?? [];
    if (!this.#rules.takesFile(field_id)) throw malformed('file', `${name} names no field that takes a file.`, name);
    this.#store(this.#rules.store({ field_id, filename, content: audible(content) }));
  }

  #store(storing: Promise<number>): void {
    const stored = storing.then((size) => {
      this.#size += size;
      if (this.#size > formBytes.files) throw new Failure('PAYLOAD_TOO_LARGE');
    });
    stored.catch((error: unknown) => this.refuse(error as Error));
    this.stores.push(stored);
  }

  /** Aborts all parts; their readers receive the reason. */
  abandon(reason: Error): void {
    for (const content of this.open) content.destroy(reason);
  }
}

const brokenOff = () => malformed('multipart', 'The body is cut off or not well-formed.');

/**
 * Encodes a file as base64 text, because the bus would send bytes as JSON numbers at three times the size. The stream
 * is passed on only once it has a listener: the bus starts listening a moment after the call, and would miss an
 * earlier error.
 */
function audible(content: Readable): Readable {
  const stream = content.pipe(new PassThrough()).setEncoding('base64');
  content.on('error', (error) => setImmediate(() => stream.destroy(isFailure(error) ? error : brokenOff())));
  return stream;
}

async function expectNothing(name: string, content: Readable): Promise<number> {
  for await (const chunk of content as AsyncIterable<Buffer>) {
    if (chunk.length > 0) throw malformed('filename', `${name} is a file without a name.`, name);
  }
  return 0;
}
