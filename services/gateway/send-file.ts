import type { ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileHead } from '../../shared/broker/viewer.ts';

/**
 * Sends a file for saving, never for showing. What fails before its first byte is an error like any other; what breaks
 * later ends the connection, for a file that is cut off must not look whole.
 */
export async function sendFile(res: ServerResponse, { filename, size, content_type }: FileHead, content: Readable) {
  if (content.readableLength === 0) await once(content, 'readable');
  // It may still break after the client has gone and nobody reads it any more.
  content.on('error', () => undefined);
  res.writeHead(200, {
    'Content-Type': content_type,
    'Content-Length': size,
    'Content-Disposition': `attachment; ${namesOf(filename)}`,
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  });
  try {
    await pipeline(content, whole(size), res);
  } catch {
    res.destroy();
  }
}

const whole = (size: number) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    let sent = 0;
    for await (const chunk of chunks) {
      sent += chunk.length;
      yield chunk;
    }
    if (sent !== size) throw new Error(`The file ended after ${sent} of ${size} bytes.`);
  };

/** RFC 6266: a plain name for old readers, the real one in UTF-8 beside it. */
function namesOf(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
