/** Configures the HTTP server's own limits, and drains it before it stops. */
import type { IncomingMessage, RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { networkOf } from '../../shared/base/network.ts';
import type { ErrorCode } from '../../shared/contract/errors.ts';
import {
  closingMs,
  headersAtMost,
  headersWithinMs,
  idlePerNetwork,
  keepAliveMs,
  nothingMovesForMs,
  reasonReadWithinMs,
  requestsPerConnection,
  requestsWaiting,
  requestWithinMs,
} from './limits.ts';

export const serverOptions: ServerOptions = {
  requestTimeout: requestWithinMs,
  headersTimeout: headersWithinMs,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: keepAliveMs,
  // Nothing depends on the Host header, and Node's refusal would have another format.
  requireHostHeader: false,
};

type Refusal = readonly [status: string, code: ErrorCode, message: string];
/** Malformed requests; they end the connection. */
const unreadable: Partial<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'PAYLOAD_TOO_LARGE',
    'The request headers are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'TIMEOUT', 'The request did not arrive in time.'],
};
const malformed: Refusal = ['400 Bad Request', 'VALIDATION_FAILED', 'This is not a valid HTTP request.'];

/** Sets the limits of a server. */
export function applyServerLimits(server: Server): void {
  server.maxHeadersCount = headersAtMost;
  server.timeout = nothingMovesForMs;
  // Expectations other than 100-continue are ignored, because Node's refusal would have another format.
  server.on('checkExpectation', (req, res) => void server.emit('request', req, res));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [status, code, message] = unreadable[error.code ?? ''] ?? malformed;
    const body = JSON.stringify({ success: false, code, message, request_id: '' });
    socket.end(
      `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    leave(socket as Socket);
  });
  boundRequests(server, requestsPerConnection);
  closeExcessIdle(server, idlePerNetwork);
}

/**
 * Closes a connection with its last answer. Node's own limit answers later requests with a 503 without `Retry-After`.
 */
function boundRequests(server: Server, most: number): void {
  const counts = new WeakMap<Socket, number>();
  server.prependListener('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    const count = (counts.get(socket) ?? 0) + 1;
    counts.set(socket, count);
    if (count >= most) res.setHeader('Connection', 'close');
  });
}

/**
 * Ends a connection. `end` closes only our side, and a client that never closes its own would keep the socket
 * forever.
 */
function leave(socket: Socket): void {
  socket.resume();
  const gone = setTimeout(() => socket.destroy(), reasonReadWithinMs).unref();
  socket.once('close', () => clearTimeout(gone));
}

/**
 * Serves the requests of a connection one after the other: the next one once the answer before it was taken. So at most one
 * answer waits for a client that reads nothing, and requests behind it hold nothing. Nothing is read while any of them waits.
 */
export function oneAtATime(serve: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, (() => void)[]>();
  const begin = (req: IncomingMessage, res: ServerResponse, line: (() => void)[]) => {
    const { socket } = req;
    res.once('close', () => {
      const next = socket.writable ? line.shift() : undefined;
      if (next) next();
      else lines.delete(socket);
    });
    serve(req, res);
  };
  // Node itself goes on reading at the end of a request; a microtask comes after that.
  const readOn = (socket: Socket, line: readonly unknown[]) =>
    queueMicrotask(() => (line.length > 0 ? socket.pause() : socket.resume()));
  return (req, res) => {
    const { socket } = req;
    // Its last answer was sent.
    if (!socket.writable) return;
    const line = lines.get(socket);
    if (!line) {
      const own: (() => void)[] = [];
      lines.set(socket, own);
      return begin(req, res, own);
    }
    if (line.length >= requestsWaiting) return void socket.destroy();
    line.push(() => {
      begin(req, res, line);
      readOn(socket, line);
    });
    readOn(socket, line);
  };
}

/** Closes the oldest idle connection of a network that has too many. */
export function closeExcessIdle(server: Server, most: number): void {
  const idle = new Map<string, Set<Socket>>();
  const rest = (socket: Socket, network: string) => {
    if (socket.destroyed) return;
    const others = idle.get(network) ?? new Set();
    idle.set(network, others.add(socket));
    if (others.size > most) others.values().next().value?.destroy();
  };
  const wake = (socket: Socket, network: string) => {
    const others = idle.get(network);
    others?.delete(socket);
    if (others?.size === 0) idle.delete(network);
  };
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    networks.set(socket, network);
    socket.once('close', () => wake(socket, network));
    rest(socket, network);
  });
  const asked = new WeakMap<Socket, number>();
  server.prependListener('request', ({ socket }: IncomingMessage, res: ServerResponse) => {
    const network = networks.get(socket) ?? '';
    asked.set(socket, (asked.get(socket) ?? 0) + 1);
    wake(socket, network);
    res.once('close', () => {
      const left = (asked.get(socket) ?? 1) - 1;
      asked.set(socket, left);
      if (left === 0) rest(socket, network);
    });
  });
}
const networks = new WeakMap<Socket, string>();

/**
 * Finishes the requests under way, closes their connections, and stops listening.
 * @param atMostMs How long to wait for them.
 */
export async function drain(server: Server, atMostMs: number): Promise<void> {
  server.prependListener('request', (_req: unknown, res: ServerResponse) => void res.setHeader('Connection', 'close'));
  await pause(closingMs);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A finished answer would keep its connection alive, but nobody uses it again.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await Promise.race([closed, pause(atMostMs, undefined, { ref: false })]);
  clearInterval(sweep);
  server.closeAllConnections();
}

/** Answers some requests before the gateway does: those for which it says true. */
export type RequestInterceptor = (req: IncomingMessage, res: ServerResponse) => boolean;
