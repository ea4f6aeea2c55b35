/** Sends the two kinds of body: `{ success: true, data }`, or an error with its code. */
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { errors, type ErrorCode } from '../../shared/contract/errors.ts';
import { isFailure } from '../../shared/base/failure.ts';
import { failureOf } from '../../shared/kit/translate.ts';
import { retryAfterSeconds } from './limits.ts';
import { replyTo, type Incoming, type Step } from './request.ts';
import { endWith } from './unread.ts';

type Answer = Pick<Incoming, 'res' | 'head'>;

/** Sends what the action answers as data. */
export const sendInEnvelope: Step = () => async (request, next) => {
  await next(request);
  const { status, data } = replyTo(request);
  sendData(request, status, data);
};

/** Sends a success in the envelope. */
export function sendData({ res, head }: Answer, status: number, data: unknown): void {
  send(res, status, head, { success: true, data });
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
  send(res, status, head, { success: false, code, message, request_id: requestId, ...extras });
  return code;
}

function send(res: ServerResponse, status: number, head: OutgoingHttpHeaders, body: unknown): void {
  if (res.headersSent) return void res.end();
  const text = JSON.stringify(body);
  head['Content-Type'] = 'application/json; charset=utf-8';
  head['Content-Length'] = Buffer.byteLength(text);
  head['Cache-Control'] = 'no-store';
  head['X-Content-Type-Options'] = 'nosniff';
  res.writeHead(status, head);
  endWith(res, text);
}
