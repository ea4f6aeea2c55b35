/** Sends the two kinds of body: `{ success: true, data }`, or an error with its code. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { errors, type ErrorCode } from '../../shared/contract/errors.ts';
import { isFailure } from '../../shared/base/failure.ts';
import { failureOf } from '../../shared/kit/translate.ts';
import { retryAfterSeconds } from './limits.ts';
import { replyTo, type Incoming, type Step } from './request.ts';
import { packedFrom, packedOf, sendPacked } from './concerns/etag.ts';
import { endWith } from './unread.ts';

type Answer = Pick<Incoming, 'req' | 'res' | 'head'>;

/** Sends what the action answers as data. */
export const sendInEnvelope: Step = () => async (request, next) => {
  await next(request);
  const { status, data } = replyTo(request);
  await sendData(request, status, data);
};

/** Sends a success in the envelope, compressed where that is worth it. */
export async function sendData({ req, res, head }: Answer, status: number, data: unknown): Promise<void> {
  const text = JSON.stringify({ success: true, data });
  const length = Buffer.byteLength(text);
  // A scan's answer: as one text Node sends it in one piece with its headers.
  if (length < packedFrom) return send(res, status, head, { text, length });
  const plain = Buffer.from(text);
  const packed = packedOf(plain);
  await sendPacked({ req, res, head: Object.assign(head, ofJson) }, status, { plain, packed });
}

/**
 * Sends an error and returns its code. Anything that is not a failure of the error table is sent as INTERNAL with a
 * fixed sentence.
 */
export function sendFailure({ req, res, head, requestId }: Incoming, error: unknown): ErrorCode {
  const failure = failureOf(error);
  const code = failure && isFailure(failure) ? (failure.type as ErrorCode) : 'INTERNAL';
  const [status, message] = errors[code];
  const extras = (failure?.data ?? {}) as Record<string, unknown> & { readonly retry_after?: number };
  if (status === 503 || status === 429) head['Retry-After'] = extras.retry_after ?? retryAfterSeconds.usual;
  if (status === 401) head['WWW-Authenticate'] = 'ApiKey header="X-Api-Key", Bearer';
  // The rest of the body is never read, so the connection cannot be used again.
  if (!req.complete) head.Connection = 'close';
  const text = JSON.stringify({ success: false, code, message, request_id: requestId, ...extras });
  send(res, status, head, { text, length: Buffer.byteLength(text) });
  return code;
}

const ofJson = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

interface Body {
  readonly text: string;
  readonly length: number;
}
function send(res: ServerResponse, status: number, head: OutgoingHttpHeaders, { text, length }: Body): void {
  if (res.headersSent) return void res.end();
  res.writeHead(status, Object.assign(head, ofJson, { 'Content-Length': length }));
  endWith(res, text);
}
