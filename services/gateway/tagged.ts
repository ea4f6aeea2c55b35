/** Answers that are asked for again and again: named by an ETag, not sent to who has them, and packed for slow lines. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { unpacks } from './assets.ts';
import type { Asked } from './visit.ts';

const pack = promisify(gzip);

export async function sendTagged(
  { req, res, head }: Pick<Asked, 'req' | 'res' | 'head'>,
  data: unknown,
): Promise<void> {
  const plain = Buffer.from(JSON.stringify({ success: true, data }));
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  const always = {
    ...head,
    ETag: tag,
    Vary: 'Accept-Encoding',
    // It is somebody's own, and must be asked about each time.
    'Cache-Control': 'private, no-cache',
    'X-Content-Type-Options': 'nosniff',
  };
  if (req.headers['if-none-match']?.split(',').some((each) => each.trim() === tag))
    return void res.writeHead(304, always).end();
  const isPacked = unpacks(String(req.headers['accept-encoding'] ?? ''), 'gzip');
  const bytes = isPacked ? await pack(plain) : plain;
  res.writeHead(200, {
    ...always,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    ...(isPacked && { 'Content-Encoding': 'gzip' }),
  });
  res.end(bytes);
}
