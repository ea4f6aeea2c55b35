/** Limits of the HTTP server itself, and how it is emptied before it stops. */
import type { Server, ServerOptions, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorCode } from '../../shared/contract/errors.ts';

/** Longer than the idle timeout of common load balancers (60 s), so that they close first. */
const keepAlive = 65_000;
/** While it lasts, every answer ends its connection, so that clients move on without an error. */
const farewell = 500;

export const serverOptions: ServerOptions = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: keepAlive,
  // Nothing here depends on the name a client used; Node would refuse its absence in a form of its own.
  requireHostHeader: false,
};

type Refusal = readonly [status: string, code: ErrorCode, message: string];
/** Requests that never became one; the connection ends with them. */
const unreadable: Partial<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'PAYLOAD_TOO_LARGE',
    'The request headers are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'TIMEOUT', 'The request did not arrive in time.'],
};
const malformed: Refusal = ['400 Bad Request', 'VALIDATION_FAILED', 'This is not a valid HTTP request.'];

export function harden(server: Server): void {
  server.maxRequestsPerSocket = 1_000;
  server.maxHeadersCount = 100;
  // An expectation other than 100-continue is ignored; Node would refuse it in a form of its own.
  server.on('checkExpectation', (req, res) => void server.emit('request', req, res));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [status, code, message] = unreadable[error.code ?? ''] ?? malformed;
    const body = JSON.stringify({ success: false, code, message, request_id: '' });
    socket.end(
      `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}

/** Answers what is under way, each answer ending its connection, then stops listening. At most `longest` milliseconds. */
export async function drain(server: Server, longest: number): Promise<void> {
  server.prependListener('request', (_req: unknown, res: ServerResponse) => void res.setHeader('Connection', 'close'));
  await pause(farewell);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // An answer that was under way keeps its connection alive; nobody will use it again.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await Promise.race([closed, pause(longest, undefined, { ref: false })]);
  clearInterval(sweep);
  server.closeAllConnections();
}
