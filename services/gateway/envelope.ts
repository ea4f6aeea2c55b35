/** The two bodies every answer has: `{ success: true, data }`, or the error with its code. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type ErrorCode } from '../../shared/contract/errors.ts';
import { isFailure } from '../../shared/broker/failure.ts';
import { failureOf } from '../../shared/broker/translate.ts';

export function sendData(res: ServerResponse, status: number, data: unknown): void {
  send(res, status, { success: true, data });
}

/** The API document is the one JSON answer that is not wrapped: its readers expect it bare. */
export function sendBare(res: ServerResponse, data: unknown): void {
  send(res, 200, data);
}

/** Only what the error table foresees goes out; everything else is INTERNAL and a fixed sentence. Answers the code. */
export function sendFailure(req: IncomingMessage, res: ServerResponse, error: unknown, requestId: string): ErrorCode {
  const failure = failureOf(error);
  const code = failure && isFailure(failure) ? (failure.type as ErrorCode) : 'INTERNAL';
  const [status, message] = errors[code];
  const extras = (failure?.data ?? {}) as Record<string, unknown>;
  if (status === 503) res.setHeader('Retry-After', '1');
  if (status === 429 && typeof extras.retry_after === 'number') res.setHeader('Retry-After', extras.retry_after);
  if (status === 401) res.setHeader('WWW-Authenticate', 'ApiKey header="X-Api-Key", Bearer');
  // A body that nobody will read is still on its way: the connection cannot be used again.
  if (!req.complete) res.setHeader('Connection', 'close');
  send(res, status, { success: false, code, message, request_id: requestId, ...extras });
  return code;
}

function send(res: ServerResponse, status: number, body: unknown): void {
  if (res.headersSent) return void res.end();
  const text = JSON.stringify(body);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(text);
}
