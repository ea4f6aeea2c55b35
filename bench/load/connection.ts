/**
 * An HTTP/1.1 connection that uses very little CPU: requests are prepared bytes, and of an answer only status and end
 * are parsed.
 */
import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  /** The server closes this connection after the answer. */
  readonly isLast: boolean;
  /** The beginning of the answer. */
  readonly text: () => string;
}
export interface Listener {
  opened(connection: Connection): void;
  answered(connection: Connection, answer: Answer): void;
  failed(error: Error): void;
}

const nothing = Buffer.alloc(0);
const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');

export class Connection {
  /** When the pending request was sent. */
  since = 0;
  readonly #socket: Socket;
  readonly #listener: Listener;
  /** The beginning of an incomplete answer. */
  #kept: Buffer = nothing;
  #isWaiting = false;

  constructor(port: number, listener: Listener) {
    this.#listener = listener;
    const buffer = Buffer.allocUnsafe(65_536);
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer, callback: (size) => this.#read(buffer.subarray(0, size)) },
    });
    this.#socket.once('connect', () => listener.opened(this));
    this.#socket.once('error', (error) => listener.failed(error));
    this.#socket.once('close', () => {
      if (this.#isWaiting) listener.failed(new Error('The connection was closed before the answer came.'));
    });
  }

  ask(request: Buffer): void {
    this.#isWaiting = true;
    this.since = performance.now();
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(part: Buffer): boolean {
    const all = this.#kept.length === 0 ? part : Buffer.concat([this.#kept, part]);
    const answer = answerIn(all);
    if (answer) {
      this.#kept = nothing;
      this.#isWaiting = false;
      this.#listener.answered(this, answer);
    } else {
      this.#kept = Buffer.from(all);
    }
    return true;
  }
}

/** Returns the answer at the start of the bytes; undefined while it is incomplete. */
function answerIn(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = bytes.toString('latin1', 0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const status = Number(head.slice(9, 12));
  // 304 has no body.
  const isWhole =
    status === 304 ||
    (length === undefined
      ? bytes.subarray(-lastChunk.length).equals(lastChunk)
      : bytes.length >= end + headEnd.length + Number(length));
  if (!isWhole) return undefined;
  return {
    status,
    isLast: /\r\nconnection: *close/i.test(head),
    text: () => bytes.toString('utf8', 0, 2_000),
  };
}
