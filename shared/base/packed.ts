/** Texts and bytes on the bus, whose messages have at most a megabyte: compressed texts, and base64. */
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Readable } from 'node:stream';
import { maxPackedLength } from '../contract/setup.ts';
import { Failure } from './failure.ts';

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)];

/** For a text of any size; the caller sends it in parts where it exceeds a message. */
export const packBytes = (text: string): Promise<Buffer> => deflate(text);

/**
 * @throws {Failure} `PAYLOAD_TOO_LARGE` when the packed text does not fit into a message.
 */
export async function pack(text: string): Promise<string> {
  const packed = (await packBytes(text)).toString('base64');
  if (packed.length > maxPackedLength) throw new Failure('PAYLOAD_TOO_LARGE');
  return packed;
}

/**
 * @param largest Bytes of the text at most.
 * @throws {Error} Where it is larger, or was not packed here.
 */
export const unpack = (packed: string, largest: number): Promise<string> =>
  unpackBytes(Buffer.from(packed, 'base64'), largest);

/** As `unpack`. */
export const unpackBytes = async (packed: Buffer, largest: number): Promise<string> =>
  (await inflate(packed, { maxOutputLength: largest })).toString('utf8');

// Base64 for bytes on the bus. As JSON numbers they would take three times the size.

/** Decodes a stream of base64 whose chunks may end anywhere. */
export async function* fromBase64(chunks: AsyncIterable<Buffer | string> | Readable): AsyncGenerator<Buffer> {
  let text = '';
  for await (const chunk of chunks as AsyncIterable<Buffer | string>) {
    text += chunk.toString();
    const whole = text.length - (text.length % 4);
    yield Buffer.from(text.slice(0, whole), 'base64');
    text = text.slice(whole);
  }
}
