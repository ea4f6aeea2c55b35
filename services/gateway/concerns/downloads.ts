/** Sends files as downloads. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../../../shared/base/failure.ts';
import type { FileHead } from '../../../shared/base/viewer.ts';
import { download, tableType } from '../../../shared/contract/concerns.ts';
import { downloadWithinMs, silentTransferMs, unreadBytes } from '../limits.ts';
import { replyTo, type Incoming, type Step } from '../request.ts';
import { watchUnread } from '../unread.ts';

/** Sends a file; its slots are kept until the client has read everything. */
export const sendDownload: Step = (endpoint, { downloads }) => {
  const { answer } = download.of(endpoint) ?? {};
  if (!answer) return undefined;
  const isTable = answer.mediaType === tableType;
  return (request, next) =>
    downloads.use(request.viewer?.user_id ?? '', async () => {
      await next(request);
      const { file, data, organization_id } = replyTo(request);
      if (!file) throw new Error('What is answered as a file came without its name.');
      // It may still fail when nobody reads it any more.
      const content = (data as Readable).on('error', () => undefined);
      const begin = isTable && request.params.bom === '1' ? byteOrderMark : '';
      const send = () => sendFile(request, { ...file, begin }, content);
      await downloads.share(organization_id, send).finally(() => content.destroy());
    });
};

const byteOrderMark = '\ufeff';

/** The timeout of the next chunk of a file, and of reading all of it. */
interface Patience {
  readonly silentMs: number;
  readonly everythingMs: number;
}

/**
 * Sends a file as a download, never for display. A failure before the first byte is a normal error; a later one
 * closes the connection, so that a truncated file never looks complete.
 */
export async function sendFile(
  { res, head }: Pick<Incoming, 'res' | 'head'>,
  { filename, size, content_type, begin = '' }: FileHead & { readonly begin?: string },
  content: Readable,
  { silentMs, everythingMs }: Patience = { silentMs: silentTransferMs, everythingMs: downloadWithinMs },
): Promise<void> {
  // The stream may still fail after the client has gone.
  content.on('error', () => undefined);
  await firstChunk(content, silentMs);
  res.writeHead(200, {
    ...head,
    'Content-Type': content_type,
    ...(size !== null && { 'Content-Length': size }),
    'Content-Disposition': `attachment; ${namesOf(filename)}`,
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  });
  if (begin !== '') res.write(begin);
  // The bus has no backpressure: all that it brought waits here.
  const endWatch = watchUnread({
    bytes: () => waitingIn(content),
    most: unreadBytes.download,
    cutOff: () => content.destroy(new Error('The client does not read what it asked for.')),
  });
  try {
    await pipeline(content, checkWhole(content, { size, silentMs }), res, {
      signal: AbortSignal.timeout(everythingMs),
    });
  } catch {
    res.destroy();
  } finally {
    endWatch();
  }
}

const waitingIn = (content: Readable & { readonly writableLength?: number }): number =>
  content.readableLength + (content.writableLength ?? 0);

async function firstChunk(content: Readable, silentMs: number): Promise<void> {
  if (content.readableLength > 0) return;
  try {
    await once(content, 'readable', { signal: AbortSignal.timeout(silentMs) });
  } catch (error) {
    content.destroy();
    throw (error as Error).name === 'AbortError' ? new Failure('TIMEOUT') : error;
  }
}

/** Passes everything on and fails when chunks stop arriving or the size is wrong. */
export const checkWhole = (
  content: Readable,
  { size, silentMs }: { readonly size: number | null; readonly silentMs: number },
) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    const watch = () => setTimeout(() => content.destroy(new Error('The file stopped coming.')), silentMs);
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

/** Returns the file name parameters (RFC 6266): ASCII for old clients, and the real name in UTF-8. */
function namesOf(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}"; filename*=UTF-8''${encoded}`;
}
