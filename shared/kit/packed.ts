/** Long texts on their way over the bus, whose messages have at most a megabyte. */
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)];

export const pack = async (text: string): Promise<string> => (await deflate(text)).toString('base64');

/**
 * @param largest Bytes of the text at most.
 * @throws {Error} Where it is larger, or was not packed here.
 */
export const unpack = async (packed: string, largest: number): Promise<string> =>
  (await inflate(Buffer.from(packed, 'base64'), { maxOutputLength: largest })).toString('utf8');
