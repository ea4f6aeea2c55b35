/** Sends answers compressed for slow connections, and those with an ETag as 304 to a client that has them. */
import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { etag } from '../../../shared/contract/concerns.ts';
import { replyTo, type Incoming, type Step } from '../request.ts';
import { endWith } from '../unread.ts';

/** A body in one coding, such as gzip. */
interface Packed {
  readonly coding: string;
  readonly bytes: () => Buffer | Promise<Buffer>;
}
/** A body that is ready to be sent. */
export interface EncodedBody {
  readonly tag: string;
  readonly plain: Buffer;
  /** In order of preference. */
  readonly packed: readonly Packed[];
}
interface Tagged extends EncodedBody {
  readonly mediaType: string;
  /** 200 unless it is the answer for something missing. */
  readonly status?: number;
  readonly headers: OutgoingHttpHeaders;
}

export const tagOf = (bytes: Buffer): string => `W/"${createHash('sha256').update(bytes).digest('base64url')}"`;

/** Sends an answer, or 304 if the client has it. */
export async function sendUnlessKnown(
  { req, res, head }: Pick<Incoming, 'req' | 'res' | 'head'>,
  { mediaType, status = 200, tag, plain, packed, headers }: Tagged,
): Promise<void> {
  const always = { ...head, ETag: tag, 'X-Content-Type-Options': 'nosniff', ...headers };
  if (status === 200 && req.headers['if-none-match']?.split(',').some((each) => each.trim() === tag))
    return void res.writeHead(304, { ...always, Vary: variesByCoding(res, head) }).end();
  const own = { 'Content-Type': `${mediaType}; charset=utf-8`, ...always };
  await sendPacked({ req, res, head: own }, status, { plain, packed });
}

/** Sends a body in the first coding that the client accepts. */
export async function sendPacked(
  { req, res, head }: Pick<Incoming, 'req' | 'res' | 'head'>,
  status: number,
  { plain, packed }: Pick<EncodedBody, 'plain' | 'packed'>,
): Promise<void> {
  const accepted = req.headers['accept-encoding'];
  const chosen = accepted && packed.find(({ coding }) => weightIn(String(accepted), [coding]) > 0);
  const bytes = chosen ? await chosen.bytes() : plain;
  res.writeHead(status, {
    ...head,
    Vary: variesByCoding(res, head),
    'Content-Length': bytes.length,
    ...(chosen && { 'Content-Encoding': chosen.coding }),
  });
  endWith(res, bytes);
}

/** Headers of an answer replace those that were set before, such as the `Vary` of another origin. */
const variesByCoding = (res: ServerResponse, { Vary }: OutgoingHttpHeaders) =>
  [res.getHeader('Vary'), Vary, 'Accept-Encoding'].filter(Boolean).join(', ');

/** Bytes from which compressing is worth its time: a smaller answer is in one packet anyway. */
export const packedFrom = 1_024;
/** Half the time of the usual level, and a tenth more bytes. */
const pack = (plain: Buffer) => promisify(gzip)(plain, { level: 4 });

/** Returns the codings of a JSON body. It is compressed, beside the event loop, when the first client accepts that. */
export function packedOf(plain: Buffer): readonly Packed[] {
  let packing: Promise<Buffer> | undefined;
  return plain.length < packedFrom ? [] : [{ coding: 'gzip', bytes: () => (packing ??= pack(plain)) }];
}

/** Returns an answer as ready bytes. */
export function encodedBodyOf(data: unknown): EncodedBody {
  const plain = Buffer.from(JSON.stringify({ success: true, data }));
  return { tag: tagOf(plain), plain, packed: packedOf(plain) };
}

export const sendTagged: Step = (endpoint) => {
  if (!etag.of(endpoint)) return undefined;
  // Clients revalidate each time; an answer that is not public is private.
  const headers = { 'Cache-Control': endpoint.access === 'public' ? 'public, no-cache' : 'private, no-cache' };
  return async (request, next) => {
    await next(request);
    const { data, ready = encodedBodyOf(data) } = replyTo(request);
    await sendUnlessKnown(request, { mediaType: 'application/json', ...ready, headers });
  };
};

/** Tells whether an `Accept` wants HTML more than JSON. A client that wants both alike, or anything, gets JSON. */
export const prefersHtml = (accepted = ''): boolean =>
  weightIn(accepted, ['text/html', 'text/*', '*/*']) > weightIn(accepted, ['application/json', 'application/*', '*/*']);

/**
 * Returns the weight from 0 to 1 that a list gives the first of these names that stands in it (RFC 9110 §12.4.2); 0 where
 * none does. Parameters other than the weight are ignored, since no answer has variants that differ in them.
 * @param names From the most specific to the least, in small letters.
 */
function weightIn(list: string, names: readonly string[]): number {
  const ranges = rangesIn(list);
  const found = names.map((name) => ranges.filter((range) => range.name === name)).find(({ length }) => length > 0);
  return Math.max(0, ...(found ?? []).map(({ weight }) => weight));
}

/**
 * Returns the names of a list with their weights. A quoted text may have commas and semicolons, and is no name or weight; one
 * that is not closed ends with the list.
 */
export const rangesIn = (list: string) =>
  list
    .replace(/"(?:\\.|[^"\\])*"?/g, '""')
    .split(',')
    .map(rangeIn);

function rangeIn(text: string) {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const said = parameters.find((parameter) => /^q\s*=/.test(parameter))?.split('=')[1];
  const weight = Number.parseFloat(said ?? '1');
  return { name, weight: weight >= 0 && weight <= 1 ? weight : 1 };
}
