/** Long texts on their way over the bus, whose messages have at most a megabyte. */
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { largestPacked } from '../contract/setup.ts';
import { Failure } from './failure.ts';

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)];

/** @throws {Failure} `PAYLOAD_TOO_LARGE` where it does not fit. */
export async function pack(text: string): Promise<string> {
  const packed = (await deflate(text)).toString('base64');
  if (packed.length > largestPacked) throw new Failure('PAYLOAD_TOO_LARGE');
  return packed;
}

/**
 * @param largest Bytes of the text at most.
 * @throws {Error} Where it is larger, or was not packed here.
 */
export const unpack = async (packed: string, largest: number): Promise<string> =>
  (await inflate(Buffer.from(packed, 'base64'), { maxOutputLength: largest })).toString('utf8');
