import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../../shared/broker/failure.ts';
import type { FileHead } from '../../shared/broker/viewer.ts';
import type { Asked } from './visit.ts';

/** Milliseconds in which something more has to come: a process that was killed never says that its file has ended. */
const silence = 10_000;
/** Milliseconds in which the client has to take something. What it does not take may be waiting in memory. */
const patience = 60_000;

/**
 * Sends a file for saving, never for showing. What fails before its first byte is an error like any other; what breaks
 * later ends the connection, for a file that is cut off must not look whole.
 */
export async function sendFile(
  { res, head }: Pick<Asked, 'res' | 'head'>,
  { filename, size, content_type }: FileHead,
  content: Readable,
): Promise<void> {
  // It may still break after the client has gone and nobody reads it any more.
  content.on('error', () => undefined);
  await begun(content);
  res.setTimeout(patience);
  res.writeHead(200, {
    ...head,
    'Content-Type': content_type,
    ...(size !== null && { 'Content-Length': size }),
    'Content-Disposition': `attachment; ${namesOf(filename)}`,
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  });
  try {
    await pipeline(content, whole(content, size), res);
  } catch {
    res.destroy();
  }
}

async function begun(content: Readable): Promise<void> {
  if (content.readableLength > 0) return;
  try {
    await once(content, 'readable', { signal: AbortSignal.timeout(silence) });
  } catch (error) {
    content.destroy();
    throw (error as Error).name === 'AbortError' ? new Failure('TIMEOUT') : error;
  }
}

/** Passes everything on, as long as something comes and until all of it came. */
const whole = (content: Readable, size: number | null) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    const watch = () => setTimeout(() => content.destroy(new Error('The file stopped coming.')), silence);
    let sent = 0;
    let watched = watch();
    try {
      for await (const chunk of chunks) {
        clearTimeout(watched);
        sent += chunk.length;
        yield chunk;
        watched = watch();
      }
    } finally {
      clearTimeout(watched);
    }
    if (size !== null && sent !== size) throw new Error(`The file ended after ${sent} of ${size} bytes.`);
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
