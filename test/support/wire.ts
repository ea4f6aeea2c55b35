/** Sends HTTP by hand: what no well-behaved client would send or show. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Answer } from './client.ts';

export interface Asked {
  readonly method?: string;
  /** Sent as it is, not normalized. */
  readonly path: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Buffer;
  /** Milliseconds before giving up; without it, waits forever. */
  readonly patience?: number;
}

/** Sends one request on a connection of its own. */
export async function ask(url: string, { method = 'GET', path, headers = {}, body, patience }: Asked): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const signal = patience === undefined ? undefined : AbortSignal.timeout(patience);
  const outgoing = request({ hostname, port, method, path, headers, agent: false, signal });
  // The connection may also break after the answer has begun, which its reader is told.
  outgoing.on('error', () => undefined);
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  // A stream of facts has no end.
  if (incoming.headers['content-type']?.startsWith('text/event-stream')) incoming.destroy();
  else for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  return answerOf(incoming.statusCode ?? 0, incoming.rawHeaders, Buffer.concat(chunks).toString());
}

/** Writes these bytes and reads until the server closes the connection. */
export async function exchange(url: string, ...bytes: (string | Buffer)[]): Promise<Answer> {
  const socket = await dial(url);
  for (const part of bytes) socket.write(part);
  return parse(await readToEnd(socket));
}

/** Opens a connection to a gateway. */
export async function dial(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}

/** Reads until the server closes the connection. */
export async function readToEnd(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('error', () => undefined);
  for await (const chunk of socket as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Parses a raw answer. */
export function parse(text: string): Answer {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const raw = lines.flatMap((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
  return answerOf(Number(first.split(' ')[1]), raw, body);
}

function answerOf(status: number, raw: readonly string[], text: string): Answer {
  const headers = new Headers();
  for (let index = 0; index < raw.length; index += 2) headers.append(raw[index] ?? '', raw[index + 1] ?? '');
  const isJson = headers.get('content-type')?.startsWith('application/json') && text !== '';
  return { status, headers, text, body: (isJson ? JSON.parse(text) : {}) as Answer['body'] };
}

/** Returns the body without what differs from request to request. */
export const withoutId = ({ status, body }: Answer) => ({ status, body: { ...body, request_id: undefined } });

/** Repeats the look until the claim holds or the time (milliseconds) is up. */
export async function eventually<T>(look: () => Promise<T>, holds: (seen: T) => boolean, within = 60_000): Promise<T> {
  const deadline = Date.now() + within;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (Date.now() > deadline) throw new Error(`Not within ${within} ms: ${JSON.stringify(seen).slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Reads facts until there are so many: they are told once no older transaction of any database of the server is under way. */
export async function factsAt(api: { get(path: string): Promise<Answer> }, path: string, atLeast = 1): Promise<any[]> {
  const { body } = await eventually(
    () => api.get(path),
    (answer) => answer.body.data.facts.length >= atLeast,
  );
  return body.data.facts as any[];
}
